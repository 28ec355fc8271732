package web

import (
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"marketd/market"
	"marketd/templates"
)

// excluding is the form of an exclusion as it was typed: a new one, or one to be lifted.
type excluding struct {
	domain, reason string
	lift           bool
}

func (s *Server) exclusionList(c echo.Context) error {
	return s.showExclusions(c, http.StatusOK, excluding{}, nil)
}

func (s *Server) showExclusions(c echo.Context, status int, typed excluding, wrong error) error {
	actor := s.actor(c)
	all, names, err := s.Exclusions.List(c.Request().Context(), actor)
	if err != nil {
		return err
	}
	p := s.page(c, "exclusion.title", "desk")
	p.NoIndex = true
	p.Path = "/desk/exclusions"
	v := &templates.ExclusionsView{Admin: actor.Role == market.RoleAdmin}
	problems := wrongWith(p, wrong)
	if !typed.lift {
		v.Domain, v.Reason, v.Problems = typed.domain, typed.reason, problems
	}
	for i, e := range all {
		r := templates.ExclusionRow{Domain: e.Domain, Reason: e.Reason, By: templates.Or(names[e.By], "—"), At: e.At}
		if v.Admin {
			r.Lift = &templates.LiftForm{ID: "lift-" + strconv.Itoa(i)}
			if typed.lift && typed.domain == e.Domain {
				r.Lift.Reason, r.Lift.Open, r.Lift.Problems = typed.reason, true, problems
			}
		}
		v.Rows = append(v.Rows, r)
	}
	return s.render(c, status, templates.Exclusions(p, v))
}

func (s *Server) exclusionAdd(c echo.Context) error {
	return s.exclude(c, false, "exclusion.added")
}

func (s *Server) exclusionLift(c echo.Context) error {
	return s.exclude(c, true, "exclusion.lifted")
}

func (s *Server) exclude(c echo.Context, lift bool, said string) error {
	f, err := form(c)
	if err != nil {
		return err
	}
	ctx, typed := c.Request().Context(), excluding{domain: f.Get("domain"), reason: plainLines(f.Get("reason")), lift: lift}
	if lift {
		err = s.Exclusions.Lift(ctx, s.actor(c), typed.domain, typed.reason)
	} else {
		_, err = s.Exclusions.Add(ctx, s.actor(c), typed.domain, typed.reason)
	}
	switch e := asError(err); {
	case err == nil:
		s.say(c, said)
		return c.Redirect(http.StatusSeeOther, "/desk/exclusions")
	case e.Kind == market.Invalid:
		return s.showExclusions(c, statusOf(e), typed, e)
	}
	return err
}
