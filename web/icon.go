package web

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"marketd/market"
	"marketd/web/checkrun"
)

// iconRoutes lists the addresses of icons that are not listed yet. The icons of
// listings are the API's.
func (s *Server) iconRoutes(e *echo.Echo) {
	get(e, "/submit/checks/:id/icon.png", s.checkIcon)
	get(e, "/desk/:id/icon.png", s.deskIcon, s.signedIn, s.reviewing)
}

// checkIcon is the icon as a check of this browser drew it.
func (s *Server) checkIcon(c echo.Context) error {
	run, err := s.run(c, c.Param("id"))
	if err != nil {
		return err
	}
	return sendIcon(c, drawnBy(run))
}

// deskIcon is the icon as the review of a submission drew it.
func (s *Server) deskIcon(c echo.Context) error {
	cs, err := s.Desk.Case(c.Request().Context(), s.actor(c), c.Param("id"))
	if err != nil {
		return err
	}
	return sendIcon(c, market.SeenIcon(cs.Examinations))
}

// sendIcon sends a picture that is the asker's to see, and nobody else's yet.
func sendIcon(c echo.Context, png []byte) error {
	if png == nil {
		return market.ErrIconNotFound
	}
	c.Response().Header().Set("Content-Security-Policy", "default-src 'none'; sandbox")
	return c.Blob(http.StatusOK, "image/png", png)
}

// drawnBy is the icon that a check drew; nil when it is at work or drew none.
func drawnBy(run *checkrun.Run) []byte {
	state, _ := run.State()
	if v := state.Examined.Probe.Visits; v.Icon != nil {
		return v.Icon.PNG
	}
	return nil
}

// checkedIcon is where the icon of the entry is, as its check drew it; "" when
// there is none, or the field was typed anew since.
func checkedIcon(run *checkrun.Run, typed market.Entry) string {
	if run == nil || typed.Icon == "" || run.Request().Entry.Icon != typed.Icon || drawnBy(run) == nil {
		return ""
	}
	return "/submit/checks/" + run.ID + "/icon.png"
}

// reviewedIcon is where the icon of a submission is, as its review drew it; ""
// when there is none.
func reviewedIcon(c *market.DeskCase) string {
	if market.SeenIcon(c.Examinations) == nil {
		return ""
	}
	return "/desk/" + c.Submission.ID + "/icon.png"
}
