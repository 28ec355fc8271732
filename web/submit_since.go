package web

import (
	"slices"

	"marketd/market"
	"marketd/templates"
)

// current leaves out what was found at fields that were typed anew since.
func current(findings []market.Finding, checked, typed market.Entry) []market.Finding {
	return slices.DeleteFunc(slices.Clone(findings), func(f market.Finding) bool {
		field := formField(f.Where)
		return stepOf(field) == 2 && written(checked, field) != written(typed, field)
	})
}

// written is what an entry holds in a field of the form's third card.
func written(e market.Entry, field string) string {
	switch field {
	case "name":
		return e.Name
	case "id":
		return e.ID
	case "desc":
		return e.Desc
	case "cat":
		return e.Cat
	case "author":
		return e.Author
	case "homepage":
		return e.Homepage
	case "privacy":
		return e.Privacy
	case "support":
		return e.Support
	case "icon":
		return e.Icon
	case "region":
		return e.Region
	}
	return e.Changes
}

// sayUnfilled has the checks of the entry's own words count for nothing when
// there were none to check.
func sayUnfilled(p *templates.Page, r *templates.ReportView, checked, typed market.Entry) {
	blank := func(e market.Entry) bool { return e.Name == "" && e.Desc == "" && e.Cat == "" }
	for i := range r.Groups {
		g := &r.Groups[i]
		if g.Name != string(market.GroupMeta) || len(g.Found) > 0 || !blank(checked) {
			continue
		}
		if g.Said = p.T("report.unfilled"); !blank(typed) {
			g.Said = p.T("report.filledSince")
		}
	}
}
