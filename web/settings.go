package web

import (
	"context"
	"net/http"

	"github.com/labstack/echo/v4"

	"marketd/market"
	"marketd/templates"
)

func (s *Server) settingsShow(c echo.Context) error {
	a, _ := viewer(c)
	return s.showSettings(c, http.StatusOK, a.Name, nil)
}

func (s *Server) showSettings(c echo.Context, status int, name string, wrong error) error {
	a, _ := viewer(c)
	p := s.page(c, "settings.title", "")
	p.NoIndex = true
	p.Path = "/settings"
	v := &templates.SettingsView{Email: a.Email, Name: name, Problems: wrongWith(p, wrong)}
	return s.render(c, status, templates.Settings(p, v))
}

func (s *Server) settingsName(c echo.Context) error {
	f, err := form(c)
	if err != nil {
		return err
	}
	err = s.Accounts.Rename(c.Request().Context(), s.actor(c), f.Get("name"))
	return s.settled(c, f.Get("name"), "settings.saved", err)
}

func (s *Server) settingsPassword(c echo.Context) error {
	f, err := form(c)
	if err != nil {
		return err
	}
	a, _ := viewer(c)
	ctx := c.Request().Context()
	if err = s.Accounts.ChangePassword(ctx, s.actor(c), f.Get("old"), f.Get("password")); err == nil {
		err = s.stay(ctx, a.ID)
	}
	return s.settled(c, a.Name, "settings.passwordSaid", err)
}

// stay begins the session anew under the new password, which ended all others.
func (s *Server) stay(ctx context.Context, id string) error {
	account, err := s.Accounts.Account(ctx, id)
	if err != nil {
		return err
	}
	return s.signIn(ctx, account)
}

// settled answers a form of the account: back to the page, or the page with
// what is wrong. Passwords are never shown again.
func (s *Server) settled(c echo.Context, name, said string, err error) error {
	switch e := asError(err); {
	case err == nil:
		s.say(c, said)
		return c.Redirect(http.StatusSeeOther, "/settings")
	case e.Kind == market.Invalid, e.Kind == market.TooMany:
		s.retryAfter(c, e)
		return s.showSettings(c, statusOf(e), name, e)
	}
	return err
}
