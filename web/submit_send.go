package web

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"marketd/i18n"
	"marketd/market"
	"marketd/templates"
	"marketd/web/checkrun"
)

// submitSend takes the form: it starts a check, or submits what was checked.
func (s *Server) submitSend(c echo.Context) error {
	f, err := form(c)
	if err != nil {
		return err
	}
	d := readDraft(f)
	run, err := s.run(c, d.run)
	if err != nil {
		run = nil // expired, or another browser's: as if there was none
	}
	switch f.Get("do") {
	case "submit":
		return s.submitRun(c, d, run, false)
	case "anyway":
		return s.submitRun(c, d, run, true)
	}
	return s.startCheck(c, d, run, "")
}

// startCheck begins a check and leads to its page.
func (s *Server) startCheck(c echo.Context, d draft, last *checkrun.Run, said string) error {
	if d.entry.Server.URL == "" {
		return s.refuse(c, http.StatusUnprocessableEntity, d, last, "url", "submit.urlMissing")
	}
	if d.entry.ID == "" {
		d.entry.ID = suggestID(d.entry.Server.URL)
	}
	run, err := s.startRun(c, func(visitor string) (*checkrun.Run, error) {
		return s.runs.Start(s.actor(c), visitor, s.ClientIP(c.Request()), d.request(last))
	})
	if err != nil {
		return s.showRefusal(c, d, last, err)
	}
	run.Keep(d.typed())
	if said != "" {
		s.say(c, said)
	}
	return c.Redirect(http.StatusSeeOther, "/submit/checks/"+run.ID)
}

// submitRun submits what the run checked, with the other fields as they are
// typed now; Intake looks at those again by itself. What is wrong is told all at
// once. anyway sends in a server that the review is going to refuse, for the
// page that says why.
func (s *Server) submitRun(c echo.Context, d draft, run *checkrun.Run, anyway bool) error {
	if run == nil || run.Request().Entry.Server.URL != d.entry.Server.URL {
		return s.startCheck(c, d, run, "submit.checkedFirst")
	}
	if id := run.Submission(); id != "" { // a second click
		return c.Redirect(http.StatusSeeOther, "/submissions/"+id)
	}
	run.Keep(d.typed())
	state, _ := run.State()
	switch {
	case !state.Done:
		s.say(c, "submit.wait")
		return c.Redirect(http.StatusSeeOther, "/submit/checks/"+run.ID)
	case state.Err != nil:
		return s.startCheck(c, d, run, "submit.checkedFirst")
	}
	req := d.request(run)
	req.Confirm = true
	wrong, err := s.unfit(c, d, req, &state.Examined.Report, anyway)
	if err != nil {
		return err
	}
	if len(wrong) > 0 {
		return s.showForm(c, http.StatusUnprocessableEntity, d, run, wrong)
	}
	if _, known := viewer(c); !known {
		return c.Redirect(http.StatusSeeOther, "/signin?next="+escape("/submit/checks/"+run.ID))
	}
	id, err := run.Submit(func() (market.Submission, error) {
		return s.Intake.Submit(c.Request().Context(), s.actor(c), req)
	})
	if err != nil {
		return s.showRefusal(c, d, run, err)
	}
	s.say(c, "submit.done")
	return c.Redirect(http.StatusSeeOther, "/submissions/"+id)
}

// refuse shows the form again with one thing wrong, by its message key.
func (s *Server) refuse(c echo.Context, status int, d draft, run *checkrun.Run, field, key string) error {
	return s.showForm(c, status, d, run, []templates.Problem{{Field: field, Message: words(c).T(key)}})
}

// showRefusal shows the form again with what an error says; errors of ours go
// to the error page.
func (s *Server) showRefusal(c echo.Context, d draft, run *checkrun.Run, err error) error {
	e := asError(err)
	if e.Kind == market.Internal {
		return err
	}
	s.retryAfter(c, e)
	p := words(c)
	wrong := formProblems(p, e)
	if len(wrong) == 0 {
		wrong = []templates.Problem{{Message: e.Msg.In(lang(p))}}
		if e.Code == market.ErrIDTaken.Code {
			wrong[0].Field = "id"
		}
	}
	return s.showForm(c, statusOf(e), d, run, wrong)
}

// words is a page of nothing but the visitor's language, to word what goes on one.
func words(c echo.Context) *templates.Page {
	return &templates.Page{Printer: i18n.For(language(c.Request()))}
}
