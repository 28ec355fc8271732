package web

import (
	"net/http"
	"net/url"
	"slices"

	"github.com/labstack/echo/v4"

	"marketd/market"
	"marketd/templates"
)

func (s *Server) complaintQueue(c echo.Context) error {
	view, page := market.ComplaintOpen, pageNumber(c)
	states := []market.ComplaintState{market.ComplaintOpen, market.ComplaintUpheld, market.ComplaintDismissed}
	if asked := market.ComplaintState(c.QueryParam("view")); slices.Contains(states, asked) {
		view = asked
	}
	q, err := s.Complaints.Queue(c.Request().Context(), s.actor(c), view, queueSize+1, (page-1)*queueSize)
	if err != nil {
		return err
	}
	p := s.page(c, "complaint.desk", "desk")
	p.Wide, p.Dense, p.NoIndex = true, true, true
	v := &templates.ComplaintQueueView{View: string(view)}
	for _, st := range states {
		v.Tabs = append(v.Tabs, templates.QueueTab{Name: string(st), URL: pathWith("/desk/complaints", "view", string(st)), Current: st == view})
	}
	v.Said, v.Before, v.After = paging(p, page, queueSize, len(q.Groups), func(n string) string {
		return pathWith("/desk/complaints", "view", string(view), "page", n)
	})
	for _, g := range q.Groups[:min(len(q.Groups), queueSize)] {
		l := q.Listings[g.Listing]
		v.Rows = append(v.Rows, templates.ComplaintGroupRow{
			URL: "/desk/complaints/" + url.PathEscape(g.Listing), Name: l.Entry.Name, ID: l.ID, State: heldOr(&l),
			Count: g.Count, Grave: g.Grave, First: g.First, Latest: g.Last,
		})
	}
	return s.render(c, http.StatusOK, templates.ComplaintQueue(p, v))
}

// heldOr is the listing's hold, or its health when there is none.
func heldOr(l *market.Listing) string {
	if l.Hold != market.HoldNone {
		return string(l.Hold)
	}
	return string(l.Health.State)
}

func (s *Server) complaintCase(c echo.Context) error {
	return s.showComplaintCase(c, http.StatusOK, market.ComplaintAnswer{}, "", nil)
}

// showComplaintCase renders the case with the answer, and the reason to lift the
// hold, as they were typed.
func (s *Server) showComplaintCase(c echo.Context, status int, typed market.ComplaintAnswer, lift string, wrong error) error {
	k, err := s.Complaints.Case(c.Request().Context(), s.actor(c), c.Param("id"))
	if err != nil {
		return err
	}
	p := s.page(c, "complaint.desk", "desk")
	p.Wide, p.NoIndex = true, true
	v := complaintCaseView(p, &k, typed, wrongWith(p, wrong))
	v.Lift = liftView(p, &k, lift)
	return s.render(c, status, templates.ComplaintCase(p, v))
}

func complaintCaseView(p *templates.Page, k *market.ComplaintCase, typed market.ComplaintAnswer, problems []templates.Problem) *templates.ComplaintCaseView {
	l := &k.Listing
	v := &templates.ComplaintCaseView{
		ID: l.ID, Name: l.Entry.Name, Owner: k.Owner, State: heldOr(l), Health: string(l.Health.State), Since: l.Health.Since, Checked: l.Health.CheckedAt,
		Changed: l.Health.Changed(l.Digest), Evidence: "/desk/" + l.Submission, Held: k.Held, Own: k.Own, Text: typed.Text, Problems: problems,
		Acts: timeline(p, oldestFirst(k.Acts), k.Names), Tools: toolsNamed(k),
		Weight: p.T("complaint.weight", k.Weight.Accounts, k.Weight.Others, k.Limits.Accounts, k.Limits.People),
	}
	if !slices.ContainsFunc(k.Open, func(x market.Complaint) bool { return x.Reason.Grave() }) {
		v.Weight = p.T("complaint.weightNone")
	}
	if l.Health.Reason != "" && l.Health.Reason != market.ReasonOK {
		v.Why = p.T("reason." + string(l.Health.Reason))
	}
	for i, f := range v.Problems {
		if f.Field == "state" {
			v.Problems[i].Field = "state-0"
		}
	}
	for _, x := range k.Open {
		v.Open = append(v.Open, complaintLine(p, k, x))
	}
	for _, x := range k.Past {
		v.Past = append(v.Past, complaintLine(p, k, x))
	}
	for _, st := range []market.ComplaintState{market.ComplaintUpheld, market.ComplaintDismissed} {
		v.Decisions = append(v.Decisions, templates.Option{Value: string(st), Label: p.T("complaint.decide_" + string(st)), Selected: typed.State == st})
	}
	for _, h := range []market.Hold{market.HoldNone, market.HoldQuarantined, market.HoldSuspended} {
		v.Holds = append(v.Holds, templates.Option{Value: string(h), Label: p.T("complaint.hold_" + templates.Or(string(h), "none")), Selected: typed.Hold == h})
	}
	return v
}

func oldestFirst(acts []market.Act) []market.Act {
	out := slices.Clone(acts)
	slices.Reverse(out)
	return out
}

func complaintLine(p *templates.Page, k *market.ComplaintCase, x market.Complaint) templates.ComplaintLine {
	l := templates.ComplaintLine{
		ID: x.ID, State: string(x.State), Reason: string(x.Reason), Grave: x.Reason.Grave(), Tool: x.Tool, Text: x.Text, At: x.At,
		Answer: x.Answer, By: k.Names[x.AnsweredBy], Answered: x.AnsweredAt,
	}
	kind := "complaint.senderNone"
	switch {
	case x.Account != "" && x.Fresh:
		kind = "complaint.senderFresh"
	case x.Account != "":
		kind = "complaint.senderAccount"
	}
	if l.Sender = p.T(kind); k.Senders[x.ID] > 0 {
		l.Sender = p.T("complaint.sender", k.Senders[x.ID], p.T(kind))
	}
	return l
}

// toolsNamed counts the tools that open reports name, in the order in which they came.
func toolsNamed(k *market.ComplaintCase) []templates.ComplaintTool {
	var out []templates.ComplaintTool
	has := market.ReadTools(k.Listing.Tools)
	for _, x := range slices.Backward(k.Open) {
		if x.Tool == "" {
			continue
		}
		i := slices.IndexFunc(out, func(t templates.ComplaintTool) bool { return t.Name == x.Tool })
		if i < 0 {
			known := slices.ContainsFunc(has, func(t market.Tool) bool { return t.Name == x.Tool })
			out = append(out, templates.ComplaintTool{Name: x.Tool, Known: known})
			i = len(out) - 1
		}
		out[i].Count++
	}
	return out
}

func (s *Server) complaintAnswer(c echo.Context) error {
	f, err := form(c)
	if err != nil {
		return err
	}
	a := market.ComplaintAnswer{
		Listing: c.Param("id"), IDs: f["id"], State: market.ComplaintState(f.Get("state")), Hold: market.Hold(f.Get("hold")), Text: plainLines(f.Get("text")),
	}
	err = s.Complaints.Answer(c.Request().Context(), s.actor(c), a)
	switch e := asError(err); {
	case err == nil:
		s.say(c, "complaint.answered_"+string(a.State))
		return c.Redirect(http.StatusSeeOther, "/desk/complaints/"+url.PathEscape(a.Listing))
	case e.Kind == market.Invalid, e.Kind == market.Conflict, e.Kind == market.Forbidden:
		return s.showComplaintCase(c, statusOf(e), a, "", e)
	}
	return err
}
