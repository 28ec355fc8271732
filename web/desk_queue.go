package web

import (
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"marketd/market"
	"marketd/templates"
)

const queueSize = 50

// views are the desk's views in the order of their tabs.
var views = [...]string{market.ViewWaiting, market.ViewMine, market.ViewChanges, market.ViewRunning, market.ViewDecided}

func (s *Server) deskQueue(c echo.Context) error {
	view, page := viewOf(c.QueryParam("view")), pageNumber(c)
	query := []rune(strings.TrimSpace(c.QueryParam("q")))
	q := string(query[:min(len(query), maxQuery)])
	actor := s.actor(c)
	queue, err := s.Desk.Queue(c.Request().Context(), actor, view, q, queueSize+1, (page-1)*queueSize)
	if err != nil {
		return err
	}
	drifts, err := s.Drifts.Queue(c.Request().Context(), actor, market.DriftFilter{Limit: 1})
	if err != nil {
		return err
	}
	const most = 100 // listings that are counted
	reported, grave, err := s.Complaints.Waiting(c.Request().Context(), actor, most)
	if err != nil {
		return err
	}
	p := s.page(c, "desk.title", "desk")
	p.Wide, p.Dense = true, true
	v := &templates.QueueView{View: view, Query: q, Decided: queue.Decided24h, Drifts: sum(drifts.Open), Dangerous: drifts.Open[market.DriftDangerous]}
	if v.Reported, v.Grave = strconv.Itoa(reported), grave; reported == most {
		v.Reported = strconv.Itoa(most-1) + "+"
	}
	for _, name := range views {
		v.Views = append(v.Views, templates.QueueTab{
			Name: name, URL: pathWith("/desk", "view", name), Count: queue.Counts[name], Current: name == view,
		})
	}
	v.Said, v.Before, v.After = paging(p, page, queueSize, len(queue.Rows), func(n string) string {
		return pathWith("/desk", "view", view, "q", q, "page", n)
	})
	if q == "" { // how many match a search is not counted
		first := (page - 1) * queueSize
		v.Said = p.T("desk.rows", first+1, first+min(len(queue.Rows), queueSize), queue.Counts[view])
	}
	if page > 1 && len(queue.Rows) == 0 {
		v.First = pathWith("/desk", "view", view, "q", q)
	}
	for _, sub := range queue.Rows[:min(len(queue.Rows), queueSize)] {
		v.Rows = append(v.Rows, queueRow(p, actor, sub, queue.Names))
	}
	return s.render(c, http.StatusOK, templates.Queue(p, v))
}

// viewOf is a view that there is: the first for a name that is none.
func viewOf(name string) string {
	for _, v := range views {
		if v == name {
			return v
		}
	}
	return views[0]
}

func queueRow(p *templates.Page, actor market.Actor, sub market.Submission, names map[string]string) templates.QueueRow {
	r := templates.QueueRow{
		URL: "/desk/" + sub.ID, State: string(sub.Stage), Waiting: sub.SubmittedAt, Update: sub.Revision > 1,
		Name: templates.Or(sub.Entry.Name, sub.ListingID), Host: sub.Entry.Host(), Publisher: names[sub.Owner],
		Rules: sub.Rules, Tools: sub.ToolCount, Own: sub.Owner == actor.Account,
		Appeal: !sub.Appeal.At.IsZero(),
	}
	if sub.Stage == market.StageInReview && sub.Verdict != "" {
		r.State = string(sub.Verdict)
	}
	r.Reviewer = reviewer(p, actor, sub, names)
	if sub.Stage == market.StageApproved || sub.Stage == market.StageRejected {
		r.Decided = sub.Decision.At
	}
	age := p.Now.Sub(sub.SubmittedAt)
	r.Age = ageText(p, age)
	switch {
	case sub.Stage != market.StageInReview:
	case age > 72*time.Hour:
		r.Late = "reject"
	case age > 24*time.Hour:
		r.Late = "warn"
	}
	return r
}

// reviewer names who decided on the submission, or who holds it.
func reviewer(p *templates.Page, actor market.Actor, sub market.Submission, names map[string]string) string {
	who := ""
	switch {
	case sub.Stage == market.StageApproved || sub.Stage == market.StageRejected:
		if who = sub.Decision.By; who == "" {
			return p.T("desk.byRules")
		}
	case sub.Claimed(p.Now):
		who = sub.ClaimedBy
	}
	if who != "" && who == actor.Account {
		return p.T("desk.me")
	}
	return names[who]
}

// ageText says how long something has waited, in one unit.
func ageText(p *templates.Page, d time.Duration) string {
	switch {
	case d < time.Minute:
		return p.T("desk.age_now")
	case d < time.Hour:
		return p.T("desk.age_minutes", strconv.Itoa(int(d.Minutes())))
	case d < 48*time.Hour:
		return p.T("desk.age_hours", strconv.Itoa(int(d.Hours())))
	}
	return p.T("desk.age_days", strconv.Itoa(int(d.Hours()/24)))
}
