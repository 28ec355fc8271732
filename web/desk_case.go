package web

import (
	"net/http"
	"net/url"

	"github.com/labstack/echo/v4"

	"marketd/market"
	"marketd/templates"
)

func (s *Server) deskCase(c echo.Context) error {
	return s.showCase(c, http.StatusOK, c.Param("id"), decision{}, nil)
}

// showCase renders the evidence as it is now, with what was typed into the
// decision form and the error that came of it.
func (s *Server) showCase(c echo.Context, status int, id string, typed decision, wrong error) error {
	cs, err := s.Desk.Case(c.Request().Context(), s.actor(c), id)
	if err != nil {
		return err
	}
	p := s.page(c, templates.Or(cs.Submission.Entry.Name, cs.Submission.ListingID), "desk")
	p.Wide, p.Dense, p.NoIndex = true, true, true
	p.Path = "/desk/" + cs.Submission.ID
	v := s.caseView(p, s.actor(c), &cs, typed)
	if wrong != nil {
		e := asError(wrong)
		v.Form.Problems = problems(p, e)
		if len(v.Form.Problems) == 0 {
			v.Form.Problems = []templates.Problem{{Message: e.Msg.In(lang(p))}}
		}
	}
	waiveForms(s.actor(c), v, &cs, typed.waiving)
	return s.render(c, status, templates.Case(p, v))
}

// deskClaim claims, or extends a claim: then the decision's form comes along and
// is shown again as it was typed.
func (s *Server) deskClaim(c echo.Context) error {
	f, err := form(c)
	if err != nil {
		return err
	}
	id, typed := c.Param("id"), readDecision(f)
	sub, err := s.Desk.Claim(c.Request().Context(), s.actor(c), id)
	switch {
	case err != nil:
		return s.refuseCase(c, id, typed, err)
	case typed.empty():
		return c.Redirect(http.StatusSeeOther, "/desk/"+url.PathEscape(id))
	case typed.digest != sub.Digest: // what was typed was about other tools
		return s.showCase(c, http.StatusConflict, id, typed, market.ErrStale)
	}
	return s.showCase(c, http.StatusOK, id, typed, nil)
}

func (s *Server) deskRelease(c echo.Context) error {
	id := c.Param("id")
	if err := s.Desk.Release(c.Request().Context(), s.actor(c), id); err != nil {
		return s.refuseCase(c, id, decision{}, err)
	}
	sub, _, err := s.Intake.Standing(c.Request().Context(), s.actor(c), id)
	if err != nil {
		return err
	}
	s.tell(c, notice{Key: "desk.released", Args: []string{nameOf(&sub)}, Link: "desk.saidCase", URL: "/desk/" + sub.ID})
	return c.Redirect(http.StatusSeeOther, "/desk")
}

// refuseCase shows the case again, as it is now, with what an error says:
// what kept someone from acting is best seen on the case itself.
func (s *Server) refuseCase(c echo.Context, id string, typed decision, err error) error {
	switch e := asError(err); e.Kind {
	case market.Conflict, market.Invalid, market.Forbidden:
		return s.showCase(c, statusOf(e), id, typed, e)
	case market.Internal, market.Malformed, market.Unauthorized, market.NotFound, market.Gone, market.TooLarge, market.TooMany, market.Unavailable:
	}
	return err
}
