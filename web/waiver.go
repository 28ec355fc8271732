package web

import (
	"net/http"
	"net/url"
	"strconv"

	"github.com/labstack/echo/v4"

	"marketd/market"
	"marketd/templates"
)

// waiving is the form that lets a finding be, as it was sent.
type waiving struct {
	finding string
	reason  string
	wrong   bool
}

func (s *Server) waive(c echo.Context) error {
	f, err := form(c)
	if err != nil {
		return err
	}
	version, err := strconv.ParseInt(f.Get("version"), 10, 64)
	if err != nil {
		version = -1 // no version: stale whatever it is now
	}
	id, w := c.Param("id"), waiving{f.Get("finding"), plainLines(f.Get("reason")), f.Get("wrong") == "true"}
	_, err = s.Waivers.Waive(c.Request().Context(), s.actor(c), market.WaiveRequest{
		ID: id, Version: version, Finding: w.finding, Reason: w.reason, Wrong: w.wrong,
	})
	if err != nil {
		return s.refuseCase(c, id, decision{waiving: w}, err)
	}
	s.say(c, "waiver.said")
	return c.Redirect(http.StatusSeeOther, "/desk/"+url.PathEscape(id))
}

func (s *Server) waiverWithdraw(c echo.Context) error {
	f, err := form(c)
	if err != nil {
		return err
	}
	w, err := s.Waivers.Withdraw(c.Request().Context(), s.actor(c), c.Param("id"))
	if err != nil {
		return err
	}
	s.say(c, "waiver.saidWithdrawn")
	to := safePath(f.Get("back"))
	if to == "/" {
		to = "/desk/rules/" + url.PathEscape(w.Rule)
	}
	return c.Redirect(http.StatusSeeOther, to)
}

// waiveForms puts the form that lets it be beside each finding that waits for
// the reviewer at work, and lists what was let be before.
func waiveForms(actor market.Actor, v *templates.CaseView, c *market.DeskCase, typed waiving) {
	for _, w := range c.Waivers {
		v.Waived = append(v.Waived, waiverView(w, c.Names, actor, "/desk/"+v.ID))
	}
	v.Appeal = c.Submission.Appeal.Text
	if !v.Form.Claimed || len(c.Examinations) == 0 {
		return
	}
	at := map[string]*templates.WaiveView{}
	for i, f := range c.Examinations[len(c.Examinations)-1].Report.Findings {
		if !f.Stands() || !f.Waivable() {
			continue
		}
		n := strconv.Itoa(i)
		w := &templates.WaiveView{Case: v.ID, Version: c.Submission.Version, Finding: f.Key(), ID: "waive-" + n}
		if w.Finding == typed.finding {
			w.Reason, w.Wrong, w.Open = typed.reason, typed.wrong, true
			for j, e := range v.Form.Problems {
				if e.Field == "reason" {
					w.Problem, v.Form.Problems[j].Field = e.Message, w.ID
				}
			}
		}
		at["a-"+n] = w // as openFindings names them
	}
	for i := range v.Open {
		v.Open[i].Waive = at[v.Open[i].Anchor]
		v.Open[i].Open = v.Open[i].Open || v.Open[i].Waive != nil && v.Open[i].Waive.Open
	}
}

func waiverView(w market.Waiver, names map[string]string, actor market.Actor, back string) templates.WaiverView {
	return templates.WaiverView{
		ID: w.ID, Listing: w.Listing, URL: "/desk/" + w.Submission, Where: w.Where, Tool: w.Tool, Evidence: w.Evidence, Rule: w.Rule,
		Reason: w.Reason, Wrong: w.Wrong, By: templates.Or(names[w.By], "—"), At: w.At, EndedBy: templates.Or(names[w.WithdrawnBy], "—"), EndedAt: w.WithdrawnAt,
		Own: w.Owner == actor.Account, Withdrawn: back,
	}
}

func (s *Server) submissionAppeal(c echo.Context) error {
	f, err := form(c)
	if err != nil {
		return err
	}
	id, text := c.Param("id"), plainLines(f.Get("reason"))
	err = s.Intake.Appeal(c.Request().Context(), s.actor(c), id, text)
	switch e := asError(err); {
	case err == nil:
		s.say(c, "appeal.said")
		return c.Redirect(http.StatusSeeOther, "/submissions/"+url.PathEscape(id))
	case e.Kind == market.Invalid, e.Kind == market.Conflict, e.Kind == market.TooMany:
		s.retryAfter(c, e)
		return s.showSubmission(c, statusOf(e), text, e)
	}
	return err
}
