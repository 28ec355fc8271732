package web

import (
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"marketd/market"
	"marketd/templates"
)

// driftRoutes lists the addresses of changes of tools.
func (s *Server) driftRoutes(e *echo.Echo) {
	get(e, "/listings/:id/changes", s.listingChanges)
	desk := []echo.MiddlewareFunc{s.signedIn, s.reviewing}
	get(e, "/desk/drifts", s.driftQueue, desk...)
	get(e, "/desk/drifts/:id", s.driftShow, desk...)
	post(e, "/desk/drifts/:id", s.driftDecide, desk...)
}

// The views of the queue of drifts.
const (
	driftsOpen    = "open"
	driftsDecided = "decided"
)

// ended are the states of what waits for nobody.
func ended() []market.DriftState {
	return []market.DriftState{
		market.DriftTaken, market.DriftAccepted, market.DriftRefused, market.DriftReverted, market.DriftReplaced, market.DriftDismissed,
	}
}

func (s *Server) driftQueue(c echo.Context) error {
	view, page, listing := driftsOpen, pageNumber(c), strings.TrimSpace(c.QueryParam("listing"))
	if c.QueryParam("view") == driftsDecided {
		view = driftsDecided
	}
	if runes := []rune(listing); len(runes) > maxQuery {
		listing = string(runes[:maxQuery])
	}
	f := market.DriftFilter{Listing: listing, Oldest: true, Limit: queueSize + 1, Offset: (page - 1) * queueSize}
	if view == driftsDecided {
		f.States, f.Oldest = ended(), false
	}
	actor := s.actor(c)
	queue, err := s.Drifts.Queue(c.Request().Context(), actor, f)
	if err != nil {
		return err
	}
	p := s.page(c, "drift.title", "desk")
	p.Wide, p.Dense, p.NoIndex = true, true, true
	v := &templates.DriftsView{View: view, Listing: listing, Views: driftTabs(view, listing, queue.Open)}
	for _, class := range []market.DriftClass{market.DriftDangerous, market.DriftMaterial, market.DriftCosmetic} {
		v.Classes = append(v.Classes, templates.DriftCount{Class: string(class), Count: queue.Open[class]})
	}
	_, v.Before, v.After = paging(p, page, queueSize, len(queue.Rows), func(n string) string {
		return pathWith("/desk/drifts", "view", view, "listing", listing, "page", n)
	})
	v.Said = p.T("drift.rows", (page-1)*queueSize+1, (page-1)*queueSize+min(len(queue.Rows), queueSize))
	if page > 1 && len(queue.Rows) == 0 {
		v.First = pathWith("/desk/drifts", "view", view, "listing", listing)
	}
	for i := range queue.Rows[:min(len(queue.Rows), queueSize)] {
		v.Rows = append(v.Rows, s.driftRow(p, actor, &queue.Rows[i], queue.Names))
	}
	return s.render(c, http.StatusOK, templates.Drifts(p, v))
}

func driftTabs(view, listing string, open map[market.DriftClass]int) []templates.QueueTab {
	return []templates.QueueTab{
		{Name: driftsOpen, URL: pathWith("/desk/drifts", "listing", listing), Count: sum(open), Current: view == driftsOpen},
		{Name: driftsDecided, URL: pathWith("/desk/drifts", "view", driftsDecided, "listing", listing), Count: -1, Current: view == driftsDecided},
	}
}

func sum(counts map[market.DriftClass]int) int {
	all := 0
	for _, n := range counts {
		all += n
	}
	return all
}

func (s *Server) driftRow(p *templates.Page, actor market.Actor, d *market.DriftRow, names map[string]string) templates.DriftRow {
	r := templates.DriftRow{
		URL: driftURL(d.ID), Class: string(d.Class), State: string(d.State), Hold: string(d.Hold),
		Name: d.Name, Listing: d.Listing, Owner: names[d.Owner], Own: d.Owner == actor.Account, Seen: d.SeenAt,
	}
	for _, id := range d.Rules {
		r.Rules = append(r.Rules, s.driftRule(id))
	}
	if len(d.Changes) > 0 {
		r.First, r.More = d.Changes[0].Text.In(lang(p)), len(d.Changes)-1
	}
	age := p.Now.Sub(d.SeenAt)
	r.Age = ageText(p, age)
	switch {
	case d.State != market.DriftOpen:
		if r.Decided = d.DecidedAt; r.Decided.IsZero() {
			r.Decided = d.MovedAt
		}
		r.By = names[d.DecidedBy]
	case age > 72*time.Hour:
		r.Late = "reject"
	case age > 24*time.Hour:
		r.Late = "warn"
	}
	return r
}

func driftURL(id string) string { return "/desk/drifts/" + url.PathEscape(id) }
