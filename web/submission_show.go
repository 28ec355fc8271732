package web

import (
	"context"
	"net/http"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"marketd/market"
	"marketd/templates"
)

func (s *Server) submissionShow(c echo.Context) error {
	return s.showSubmission(c, http.StatusOK, "", nil)
}

// showSubmission renders the story of a submission, with what was typed into the
// form that asks for a person and what came of it.
func (s *Server) showSubmission(c echo.Context, status int, appeal string, wrong error) error {
	story, err := s.Intake.Story(c.Request().Context(), s.actor(c), c.Param("id"))
	if err != nil {
		return err
	}
	p := s.page(c, templates.Or(story.Submission.Entry.Name, story.Submission.ListingID), "submissions")
	p.Path = "/submissions/" + story.Submission.ID
	v := s.submissionView(p, s.actor(c), &story)
	v.Problems = wrongWith(p, wrong)
	if story.Appealable && !v.Others {
		v.Appeal = &templates.AppealView{Text: appeal, Problems: v.Problems}
	}
	if v.Others {
		p.Nav = "desk"
	}
	if v.Events != "" {
		p.Refresh = 10
		if story.Submission.Stage == market.StageChecking {
			p.Refresh = 3
		}
	}
	return s.render(c, status, templates.Submission(p, v))
}

// watchEvery is how often an open status page's submission is looked at.
const watchEvery = 2 * time.Second

// submissionEvents tells the status page when to load itself anew: as soon as
// the submission is no longer as the page showed it. It ends with the viewer's
// session, at the next heartbeat.
func (s *Server) submissionEvents(c echo.Context) error {
	id, actor := c.Param("id"), s.actor(c)
	if _, _, err := s.Intake.Standing(c.Request().Context(), actor, id); err != nil {
		return err
	}
	seen := c.QueryParam("seen") // what the page shows, which may be older than this stream
	return s.stream(c, func(ctx context.Context, send func(event, data string) error) error {
		look := time.NewTicker(watchEvery)
		defer look.Stop()
		beat := time.NewTicker(s.beat)
		defer beat.Stop()
		for {
			sub, ahead, err := s.Intake.Standing(ctx, actor, id)
			if err != nil {
				return err
			}
			if now := moment(&sub, ahead); now != seen {
				return send("done", now)
			}
			select {
			case <-look.C:
			case <-beat.C:
				if signedIn, err := s.still(ctx, c.Request(), actor.Account); err != nil || !signedIn {
					return err
				}
				if err := send("", ""); err != nil {
					return err
				}
			case <-ctx.Done():
				return nil
			}
		}
	})
}

// moment tells two states of a status page apart.
func moment(sub *market.Submission, ahead int) string {
	return strconv.FormatInt(sub.Version, 10) + "-" + strconv.Itoa(ahead)
}
