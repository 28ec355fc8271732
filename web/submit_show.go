package web

import (
	"context"
	"net/http"
	"slices"
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
	if run.Alone() {
		return c.Redirect(http.StatusSeeOther, "/check/"+run.ID)
	}
	if id := run.Submission(); id != "" { // the way back leads to what became of it
		return c.Redirect(http.StatusSeeOther, "/submissions/"+id)
	}
	kept := run.Kept()
	d := draft{run: run.ID, entry: kept.Entry, agreed: kept.Agreed, revises: kept.Revises}
	return s.showForm(c, http.StatusOK, d, run, nil)
}

// showForm renders the form with what was typed, the check it belongs to (nil
// before the first) and what is wrong with it.
func (s *Server) showForm(c echo.Context, status int, d draft, run *checkrun.Run, wrong []templates.Problem) error {
	p := s.page(c, "submit.title", "submit")
	c.Response().Header().Set("Cache-Control", "private, no-store")
	d.last = s.answered(c, d.revises)
	v := s.submitView(p, d, run, wrong)
	if v.Blocked != "" {
		flaws, err := s.Intake.Flaws(c.Request().Context(), s.actor(c), d.request(run))
		if err != nil {
			return err
		}
		// An address that is refused as it is written does not get as far as a review.
		v.Anyway = !slices.ContainsFunc(flaws, func(f market.Violation) bool { return ofServer(f.Path) })
	}
	if v.Progress != nil {
		p.Refresh = 3
	}
	if run != nil {
		p.NoIndex = true
		p.Path = "/submit/checks/" + run.ID
	}
	return s.render(c, status, templates.Submit(p, v))
}

// answered is the viewer's own submission that a form answers; nil for none.
func (s *Server) answered(c echo.Context, id string) *market.SubmissionStory {
	a, known := viewer(c)
	if id == "" || !known {
		return nil
	}
	story, err := s.Intake.Story(c.Request().Context(), s.actor(c), id)
	if err != nil || story.Submission.Owner != a.ID { // a form says what it likes
		return nil
	}
	return &story
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
