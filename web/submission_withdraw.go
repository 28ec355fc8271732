package web

import (
	"net/http"
	"net/url"

	"github.com/labstack/echo/v4"

	"marketd/market"
)

// submissionWithdraw ends a submission; "then" says where its owner goes on.
func (s *Server) submissionWithdraw(c echo.Context) error {
	f, err := form(c)
	if err != nil {
		return err
	}
	id := c.Param("id")
	if err := s.Intake.Withdraw(c.Request().Context(), s.actor(c), id); err != nil {
		return err
	}
	s.say(c, "submission.withdrawn")
	to := "/submissions/" + url.PathEscape(id)
	if f.Get("then") == "revise" {
		to += "/revise"
	}
	return c.Redirect(http.StatusSeeOther, to)
}

func (s *Server) submissionTokenDelete(c echo.Context) error {
	id := c.Param("id")
	if err := s.Intake.DeleteToken(c.Request().Context(), s.actor(c), id); err != nil {
		return err
	}
	s.say(c, "submission.tokenDeleted")
	return c.Redirect(http.StatusSeeOther, "/submissions/"+url.PathEscape(id))
}

// submissionRevise is the form, filled in with an earlier submission of the
// viewer's own: to send a mended entry, or an update of a listed one.
func (s *Server) submissionRevise(c echo.Context) error {
	story, err := s.Intake.Story(c.Request().Context(), s.actor(c), c.Param("id"))
	if err != nil {
		return err
	}
	if a, _ := viewer(c); story.Submission.Owner != a.ID { // a reviewer may read it, not send it
		return errNotOwner
	}
	d := draft{entry: story.Submission.Entry, revises: story.Submission.ID}
	if story.Submission.Stage == market.StageApproved {
		d.entry.Changes = "" // said what that update changed, not what this one does
	}
	return s.showForm(c, http.StatusOK, d, nil, nil)
}
