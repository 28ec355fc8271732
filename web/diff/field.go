package diff

import "marketd/market"

// FieldChange is one field of an entry whose text changed. Name is the JSON
// member, "server.url" for the address.
type FieldChange struct {
	Name          string
	Before, After string
}

// Fields compares two entries, in the order in which the form shows the fields.
func Fields(before, after market.Entry) []FieldChange {
	pairs := []FieldChange{
		{"server.url", before.Server.URL, after.Server.URL},
		{"id", before.ID, after.ID},
		{"name", before.Name, after.Name},
		{"desc", before.Desc, after.Desc},
		{"cat", before.Cat, after.Cat},
		{"author", before.Author, after.Author},
		{"homepage", before.Homepage, after.Homepage},
		{"privacy", before.Privacy, after.Privacy},
		{"support", before.Support, after.Support},
		{"icon", market.IconSource(before.Icon), market.IconSource(after.Icon)},
		{"region", before.Region, after.Region},
		{"changes", before.Changes, after.Changes},
		{"ui", before.UI, after.UI},
		{"uiComponentId", before.UIComponentID, after.UIComponentID},
		{"kind", kindOrDefault(before), kindOrDefault(after)},
		{"package", before.Package, after.Package},
		{"authority", before.Authority, after.Authority},
		{"signer", before.Signer, after.Signer},
	}
	var out []FieldChange
	for _, p := range pairs {
		if p.Before != p.After {
			out = append(out, p)
		}
	}
	return out
}

func kindOrDefault(e market.Entry) string {
	if e.Kind == "" {
		return string(market.KindServer)
	}
	return string(e.Kind)
}
