package web

import (
	"net/http"
	"net/url"

	"github.com/labstack/echo/v4"

	"marketd/market"
	"marketd/templates"
)

const complaintsShown = 30

func (s *Server) complainShow(c echo.Context) error {
	req := market.ComplaintRequest{Tool: c.QueryParam("tool"), Secret: market.NewComplaintSecret()}
	return s.showComplain(c, http.StatusOK, req, nil)
}

// showComplain renders the form as it was typed, with what is wrong with it.
func (s *Server) showComplain(c echo.Context, status int, req market.ComplaintRequest, wrong error) error {
	l, err := s.listed(c)
	if err != nil {
		return err
	}
	p := s.page(c, "complaint.title", "")
	p.NoIndex = true
	c.Response().Header().Set("Cache-Control", "no-store") // each form has a secret of its own
	_, signed := viewer(c)
	v := &templates.ComplaintForm{ID: l.ID, Name: l.Entry.Name, Text: req.Text, Secret: req.Secret, Signed: signed, Problems: wrongWith(p, wrong)}
	for i, f := range v.Problems {
		if f.Field == "reason" {
			v.Problems[i].Field = "reason-0"
		}
	}
	for _, r := range market.ComplaintReasons() {
		v.Reasons = append(v.Reasons, templates.Option{Value: string(r), Label: p.T("complaint.reason_" + string(r)), Selected: r == req.Reason})
	}
	v.Tools = []templates.Option{{Label: p.T("complaint.toolNone")}}
	known := req.Tool == ""
	for _, t := range market.ReadTools(l.Tools) {
		v.Tools = append(v.Tools, templates.Option{Value: t.Name, Label: templates.Inert(t.Name), Selected: t.Name == req.Tool})
		known = known || t.Name == req.Tool
	}
	if !known {
		v.Tools = append(v.Tools, templates.Option{Value: req.Tool, Label: templates.Inert(templates.Clip(req.Tool, 60)), Selected: true})
	}
	return s.render(c, status, templates.Complain(p, v))
}

func (s *Server) complainSend(c echo.Context) error {
	f, err := form(c)
	if err != nil {
		return err
	}
	if f.Get("website") != "" { // a field that no person sees: a robot is told what it wants to hear
		s.say(c, "complaint.said")
		return c.Redirect(http.StatusSeeOther, "/listings/"+url.PathEscape(c.Param("id")))
	}
	req := market.ComplaintRequest{
		Listing: c.Param("id"), Reason: market.ComplaintReason(f.Get("reason")), Tool: f.Get("tool"), Text: plainLines(f.Get("text")), Secret: f.Get("secret"),
	}
	if req.Secret == "" {
		req.Secret = market.NewComplaintSecret()
	}
	x, err := s.Complaints.Send(c.Request().Context(), s.actor(c), req)
	switch e := asError(err); {
	case err == nil:
	case e.Kind == market.Invalid, e.Kind == market.TooMany, e.Kind == market.Forbidden:
		s.retryAfter(c, e)
		return s.showComplain(c, statusOf(e), req, e)
	default:
		return err
	}
	s.say(c, "complaint.said")
	if x.Account != "" {
		return c.Redirect(http.StatusSeeOther, "/complaints/"+x.ID)
	}
	return c.Redirect(http.StatusSeeOther, "/complaints/"+url.PathEscape(req.Secret))
}

// complaintShow is what became of a report. Its address is a secret when its
// sender has no account.
func (s *Server) complaintShow(c echo.Context) error {
	secretPage(c)
	x, l, err := s.Complaints.Show(c.Request().Context(), s.actor(c), c.Param("ref"))
	if err != nil {
		return err
	}
	p := s.page(c, "complaint.oneTitle", "")
	p.NoIndex = true
	v := complaintView(x, l.Entry.Name)
	if x.Account == "" {
		p.Path = "/" // the switches must not carry the secret along
		v.Link = s.reached(c) + "/complaints/" + url.PathEscape(c.Param("ref"))
	}
	return s.render(c, http.StatusOK, templates.Complaint(p, &v))
}

func complaintView(x market.Complaint, name string) templates.ComplaintView {
	return templates.ComplaintView{
		Listing: x.Listing, Name: name, URL: "/complaints/" + x.ID, State: string(x.State), Reason: string(x.Reason), Tool: x.Tool, Text: x.Text, At: x.At,
		Answer: x.Answer, Answered: x.AnsweredAt,
	}
}

func (s *Server) complaintList(c echo.Context) error {
	page := pageNumber(c)
	mine, titles, err := s.Complaints.Mine(c.Request().Context(), s.actor(c), complaintsShown+1, (page-1)*complaintsShown)
	if err != nil {
		return err
	}
	p := s.page(c, "complaint.mine", "")
	p.NoIndex = true
	var rows []templates.ComplaintView
	for _, x := range mine[:min(len(mine), complaintsShown)] {
		rows = append(rows, complaintView(x, titles[x.Listing]))
	}
	said, before, after := paging(p, page, complaintsShown, len(mine), func(n string) string { return pathWith("/complaints", "page", n) })
	return s.render(c, http.StatusOK, templates.Complaints(p, rows, said, before, after))
}
