package web

import (
	"net/url"

	"marketd/market"
	"marketd/templates"
)

// badgeViews are a listing's badges as they stand in a README: each leads to the
// listing. base is how the world reaches us.
func badgeViews(p *templates.Page, base string, l *market.Listing) []templates.BadgeView {
	var out []templates.BadgeView
	id := url.PathEscape(l.ID)
	for _, kind := range []string{"uptime", "health", "tools"} {
		path := "/badge/" + id + "/" + kind + ".svg?lang=" + p.Tag()
		name := p.T("badge." + kind)
		out = append(out, templates.BadgeView{
			Label: name, Path: path, Markdown: "[![" + name + "](" + base + path + ")](" + base + "/listings/" + id + ")",
		})
	}
	return out
}
