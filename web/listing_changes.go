package web

import (
	"net/http"
	"net/url"

	"github.com/labstack/echo/v4"

	"marketd/market"
	"marketd/templates"
)

const (
	changesSize = 20 // lines of a page of the history
	changeWords = 60 // changes in words of one line
)

// listingChanges is the public history of a listing's tools.
func (s *Server) listingChanges(c echo.Context) error {
	l, ok := s.Catalog.Current().Page(c.Param("id"))
	if !ok {
		return market.ErrListingNotFound
	}
	page := pageNumber(c)
	rows, err := s.Drifts.ChangesFor(c.Request().Context(), s.actor(c), l.ID, changesSize+1, (page-1)*changesSize)
	if err != nil {
		return err
	}
	p := s.page(c, "changes.title", "home")
	p.Title = p.T("changes.of", templates.Inert(templates.Clip(l.Entry.Name, 120)))
	p.NoIndex = l.Hold != market.HoldNone || page > 1
	base := "/listings/" + url.PathEscape(l.ID) + "/changes"
	v := &templates.ChangesPage{ID: l.ID, Name: l.Entry.Name, Hold: string(l.Hold)}
	_, v.Before, v.After = paging(p, page, changesSize, len(rows), func(n string) string { return pathWith(base, "page", n) })
	v.Said = p.T("drift.rows", (page-1)*changesSize+1, (page-1)*changesSize+min(len(rows), changesSize))
	if page > 1 && len(rows) == 0 {
		v.First = base
	}
	a, in := viewer(c)
	for i := range rows[:min(len(rows), changesSize)] {
		row := s.toolsChange(p, &rows[i])
		if in && a.Role.Reviews() && row.Revision == 0 {
			row.Desk = driftURL(rows[i].ID)
		}
		v.Rows = append(v.Rows, row)
	}
	return s.render(c, http.StatusOK, templates.ListingChanges(p, v))
}

// toolsChange words a line of the history.
func (s *Server) toolsChange(p *templates.Page, c *market.ToolsChange) templates.ToolsChangeView {
	v := templates.ToolsChangeView{Held: c.Held, Words: c.Said, At: c.At, Ended: c.EndedAt, From: c.Before, To: c.After}
	if c.State == market.DriftRevised {
		v.Anchor, v.Revision = "revision-"+p.Num(c.Revision), c.Revision
		v.Title, v.Text = p.T("changes.revision", c.Revision), p.T("changes.revisionText")
		if c.Before == "" {
			v.Text = p.T("changes.firstText")
		}
	} else {
		v.Anchor, v.Class, v.State = "drift-"+c.ID, string(c.Class), string(c.State)
		v.Title, v.Text = p.T("changes.class_"+string(c.Class)), p.T("changes.stateText_"+string(c.State))
		switch {
		case !c.Held || c.State != market.DriftOpen:
		case c.After == c.Before:
			v.Text = p.T("changes.stateText_back")
		case c.Class == market.DriftDangerous:
			v.Text = p.T("changes.stateText_held")
		default: // it was out of the catalog already
			v.Text = p.T("changes.stateText_away")
		}
	}
	said, more := s.driftWords(p, c.Changes, changeWords)
	v.Tools, v.More = byTool(said), more
	return v
}

// byTool gathers changes by tool, in the order in which the tools come.
func byTool(said []templates.DriftWord) []templates.ChangedTool {
	var out []templates.ChangedTool
	place := map[string]int{}
	for _, w := range said {
		i, ok := place[w.Tool]
		if !ok {
			i = len(out)
			place[w.Tool] = i
			out = append(out, templates.ChangedTool{Name: w.Tool})
		}
		w.Tool = ""
		out[i].Said = append(out[i].Said, w)
	}
	return out
}
