package web

import (
	"context"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"marketd/market"
	"marketd/templates"
	"marketd/web/checkrun"
)

func (s *Server) submitShow(c echo.Context) error {
	d := prefilled(c.QueryParams())
	if a, ok := viewer(c); ok {
		d.entry.Author = a.Name
	}
	return s.showForm(c, http.StatusOK, d, nil, nil)
}

// checkShow is the form with a check: at work, or with its report.
func (s *Server) checkShow(c echo.Context) error {
	run, err := s.run(c, c.Param("id"))
	if err != nil {
		return err
	}
	if id := run.Submission(); id != "" { // the way back leads to what became of it
		return c.Redirect(http.StatusSeeOther, "/submissions/"+id)
	}
	d := draft{run: run.ID}
	d.entry, d.agreed = run.Kept()
	return s.showForm(c, http.StatusOK, d, run, nil)
}

// showForm renders the form with what was typed, the check it belongs to (nil
// before the first) and what is wrong with it.
func (s *Server) showForm(c echo.Context, status int, d draft, run *checkrun.Run, wrong []templates.Problem) error {
	p := s.page(c, "submit.title", "submit")
	c.Response().Header().Set("Cache-Control", "private, no-store")
	v := s.submitView(p, d, run, wrong)
	if v.Progress != nil {
		p.Refresh = 3
	}
	if run != nil {
		p.NoIndex = true
		p.Path = "/submit/checks/" + run.ID
	}
	return s.render(c, status, templates.Submit(p, v))
}

// checkEvents tells a check's steps as they begin, and its end.
func (s *Server) checkEvents(c echo.Context) error {
	run, err := s.run(c, c.Param("id"))
	if err != nil {
		return err
	}
	return s.stream(c, func(ctx context.Context, send func(event, data string) error) error {
		beat := time.NewTicker(s.beat)
		defer beat.Stop()
		var said market.Step
		for {
			state, changed := run.State()
			switch {
			case state.Done:
				return send("done", run.ID)
			case state.Step != said:
				said = state.Step
				if err := send("step", string(said)); err != nil {
					return err
				}
			}
			select {
			case <-changed:
			case <-beat.C:
				if err := send("", ""); err != nil {
					return err
				}
			case <-ctx.Done():
				return nil
			}
		}
	})
}
