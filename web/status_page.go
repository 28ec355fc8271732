package web

import (
	"net/http"
	"net/url"

	"github.com/labstack/echo/v4"

	"marketd/market"
	"marketd/templates"
)

// statusShow is how all that is listed does, and the market itself.
func (s *Server) statusShow(c echo.Context) error {
	m, err := s.Standing.Show(c.Request().Context())
	if err != nil {
		return err
	}
	p := s.page(c, "market.title", "")
	p.Lead = p.T("market.lead")
	p.Feed = "/incidents.atom?lang=" + p.Tag()
	v := &templates.MarketStatusView{
		Uptimes: uptimeViews(p, &m.Uptimes), Days: dayBars(p, "days", m.Days), DayRows: dayRows(p, m.Days), At: m.At,
	}
	for _, h := range healths {
		v.States = append(v.States, templates.StateCount{State: string(h), Count: m.States[h], URL: browse{health: string(h)}.url(1)})
	}
	snap := s.Catalog.Current()
	for i, x := range incidentViews(p, m.Open) {
		x.Name, x.URL = named(snap, m.Open[i].Listing)
		v.Incidents = append(v.Incidents, x)
	}
	for _, w := range m.Windows {
		x := windowView(p, w)
		x.Name, x.URL = named(snap, w.Listing)
		v.Windows = append(v.Windows, x)
	}
	if m.Sweep != nil {
		v.Last, v.Lag = m.Sweep.Last, p.Long(m.Sweep.Lag)
		if m.Sweep.Lag == 0 {
			v.Lag = p.T("market.noLag")
		}
	}
	for _, part := range m.Parts {
		v.Parts = append(v.Parts, partView(p, part))
	}
	v.State, v.Head, v.Text = marketHead(p, m)
	return s.render(c, http.StatusOK, templates.MarketStatus(p, v))
}

// named is a listing's name and the address of its page.
func named(snap *market.Snapshot, id string) (name, address string) {
	l, ok := snap.Listing(id)
	if !ok {
		return id, "/listings/" + url.PathEscape(id)
	}
	return l.Entry.Name, "/listings/" + url.PathEscape(id)
}

func partView(p *templates.Page, t market.NamedPart) templates.PartView {
	v := templates.PartView{
		Name: label(p, "market.part_", t.Name), Word: p.T("market.is_" + string(t.State)), Text: t.Text.In(lang(p)), Since: t.Since, State: "unknown",
	}
	switch t.State {
	case market.PartFine:
		v.State = "pass"
	case market.PartSlow:
		v.State = "warn"
	case market.PartBroken:
		v.State = "reject"
	case market.PartUnknown:
	}
	return v
}

// marketHead is the market's own state in a sentence: the worst of its parts.
func marketHead(p *templates.Page, m *market.Situation) (state, head, text string) {
	slow, broken := 0, 0
	for _, t := range m.Parts {
		switch t.State {
		case market.PartSlow:
			slow++
		case market.PartBroken:
			broken++
		case market.PartFine, market.PartUnknown:
		}
	}
	listed, away := 0, 0
	for h, n := range m.States {
		listed += n
		if h == market.HealthDegraded || h == market.HealthDown || h == market.HealthGone {
			away += n
		}
	}
	text = p.T("market.text", listed, away)
	switch {
	case broken > 0:
		return "reject", p.N("market.broken", broken), text
	case slow > 0:
		return "warn", p.N("market.slow", slow), text
	}
	return "pass", p.T("market.fine"), text
}
