package web

import (
	"net/netip"

	"marketd/market"
	"marketd/templates"
)

// cardOf shows a listing.
func cardOf(p *templates.Page, l *market.Listing) templates.CardView {
	c := entryCard(p, l.Entry, len(l.Tools))
	c.URL, c.Icon = "/listings/"+l.ID, l.IconPath()
	c.Auth = l.Auth
	c.State, c.Since = string(healthOf(l)), l.Health.Since
	if l.Hold != market.HoldNone {
		c.State = string(l.Hold)
	}
	c.MCPOnly = mcpOnly(l)
	c.Changed = l.Health.Changed(l.Digest)
	c.Copy = l.Entry.Server.URL
	return c
}

// entryCard previews an entry that is not listed: it leads nowhere and has no state yet.
func entryCard(p *templates.Page, e market.Entry, tools int) templates.CardView {
	return templates.CardView{
		ID: e.ID, Name: templates.Or(e.Name, e.ID), Host: e.Host(), By: publisher(e), Desc: e.Desc,
		Cat: categoryLabel(p, e.Cat), Kind: string(e.Kind), Tools: tools, State: string(market.HealthUnknown),
	}
}

// publisher is who an entry says it is from, where its host, a bare address,
// tells nobody anything.
func publisher(e market.Entry) string {
	if _, err := netip.ParseAddr(e.Host()); err != nil {
		return ""
	}
	return e.Author
}

// categoryLabel is a category's name in the page's language, its id when an
// operator added it.
func categoryLabel(p *templates.Page, id string) string {
	if key := "cat." + id; p.Has(key) {
		return p.T(key)
	}
	return id
}
