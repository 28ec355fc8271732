package web

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"marketd/market"
	"marketd/templates"
)

func (s *Server) signInShow(c echo.Context) error {
	next := safePath(c.QueryParam("next"))
	if _, ok := viewer(c); ok {
		return c.Redirect(http.StatusSeeOther, next)
	}
	p := s.page(c, "signin.title", "")
	return s.render(c, http.StatusOK, templates.SignIn(p, s.signInView(next)))
}

// signInView is the empty form, with the reason why it is there when a page
// that wants an account comes next.
func (s *Server) signInView(next string) templates.SignInView {
	v := templates.SignInView{Next: next, Demo: s.demoAccounts()}
	path, _, _ := strings.Cut(next, "?")
	for _, place := range [...]string{"desk", "submissions", "settings", "complaints"} {
		if path == "/"+place || strings.HasPrefix(path, "/"+place+"/") {
			v.Why = place
		}
	}
	return v
}

func (s *Server) signInDo(c echo.Context) error {
	f, err := form(c)
	if err != nil {
		return err
	}
	ctx := c.Request().Context()
	account, err := s.Accounts.SignIn(ctx, s.actor(c), f.Get("email"), f.Get("password"))
	if kind := market.KindOf(err); err != nil && (kind == market.Unauthorized || kind == market.TooMany) {
		p := s.page(c, "signin.title", "")
		v := s.signInView(safePath(f.Get("next")))
		v.Email = f.Get("email")
		v.Problems = []templates.Problem{{Field: "email", Message: asError(err).Msg.In(lang(p))}}
		s.retryAfter(c, asError(err))
		return s.render(c, statusOf(asError(err)), templates.SignIn(p, v))
	}
	if err != nil {
		return err
	}
	if err := s.signIn(ctx, account); err != nil {
		return err
	}
	return c.Redirect(http.StatusSeeOther, safePath(f.Get("next")))
}

func (s *Server) signUpShow(c echo.Context) error {
	p := s.page(c, "signup.title", "")
	return s.render(c, http.StatusOK, templates.SignUp(p, templates.SignUpView{Action: "/signup", Next: safePath(c.QueryParam("next"))}))
}

func (s *Server) signUpDo(c echo.Context) error {
	return s.makeAccount(c, "signup.title", templates.SignUpView{Action: "/signup"}, s.Accounts.SignUp)
}

const inviteMinutes = int(market.InviteFor / time.Minute)

func (s *Server) setupShow(c echo.Context) error {
	secretPage(c)
	switch good, err := s.Accounts.InviteGood(c.Request().Context(), c.Param("secret")); {
	case err != nil:
		return err
	case !good:
		return market.ErrInviteInvalid
	}
	p := s.page(c, "setup.title", "")
	p.Path = "/" // the switches must not carry the secret along
	return s.render(c, http.StatusOK, templates.SignUp(p, templates.SignUpView{Action: c.Request().URL.Path, Setup: inviteMinutes}))
}

func (s *Server) setupDo(c echo.Context) error {
	secretPage(c)
	view := templates.SignUpView{Action: c.Request().URL.Path, Setup: inviteMinutes}
	return s.makeAccount(c, "setup.title", view, func(ctx context.Context, actor market.Actor, req market.SignUpRequest) (market.Account, error) {
		return s.Accounts.Accept(ctx, actor, c.Param("secret"), req)
	})
}

// secretPage keeps an address that is itself a secret out of caches and referrers.
func secretPage(c echo.Context) {
	h := c.Response().Header()
	h.Set("Cache-Control", "no-store")
	h.Set("Referrer-Policy", "no-referrer")
}

type signUp func(context.Context, market.Actor, market.SignUpRequest) (market.Account, error)

// makeAccount reads the form of sign-up and set-up, makes the account and signs it in.
func (s *Server) makeAccount(c echo.Context, title string, view templates.SignUpView, do signUp) error {
	f, err := form(c)
	if err != nil {
		return err
	}
	req := market.SignUpRequest{Email: f.Get("email"), Name: f.Get("name"), Password: f.Get("password")}
	account, err := do(c.Request().Context(), s.actor(c), req)
	if market.KindOf(err) == market.Invalid || errors.Is(err, market.ErrEmailTaken) {
		p := s.page(c, title, "")
		view.Next, view.Email, view.Name = safePath(f.Get("next")), req.Email, req.Name
		view.Problems = problems(p, err)
		if len(view.Problems) == 0 {
			view.Problems = []templates.Problem{{Field: "email", Message: asError(err).Msg.In(lang(p))}}
		}
		return s.render(c, statusOf(asError(err)), templates.SignUp(p, view))
	}
	if err != nil {
		return err
	}
	if err := s.signIn(c.Request().Context(), account); err != nil {
		return err
	}
	if view.Setup > 0 {
		s.say(c, "setup.done")
	} else {
		s.say(c, "signup.done")
	}
	return c.Redirect(http.StatusSeeOther, safePath(f.Get("next")))
}

func (s *Server) signOut(c echo.Context) error {
	if err := s.sessions.Destroy(c.Request().Context()); err != nil {
		return err
	}
	return c.Redirect(http.StatusSeeOther, "/")
}
