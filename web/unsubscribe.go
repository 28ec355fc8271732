package web

import (
	"net/http"
	"net/url"

	"github.com/labstack/echo/v4"

	"marketd/market"
	"marketd/templates"
)

// What links in mails lead to. Programs that scan mail open them, so to open
// one changes nothing; its button does.

func (s *Server) verifyShow(c echo.Context) error {
	ch, err := s.Notices.Verification(c.Request().Context(), c.Param("secret"))
	if err != nil {
		return err
	}
	return s.ask(c, "verify", ch, "/verify/"+url.PathEscape(c.Param("secret")))
}

func (s *Server) verifyDo(c echo.Context) error {
	ch, err := s.Notices.Verify(c.Request().Context(), c.Param("secret"))
	if err != nil {
		return err
	}
	return s.ask(c, "verified", ch, "")
}

func (s *Server) unsubscribeShow(c echo.Context) error {
	ch, err := s.Notices.Unsubscription(c.Request().Context(), c.Param("token"))
	if err != nil {
		return err
	}
	if ch.Disabled {
		return s.ask(c, "unsubscribed", ch, "")
	}
	return s.ask(c, "unsubscribe", ch, "/unsubscribe/"+url.PathEscape(c.Param("token")))
}

// unsubscribeDo also answers mail programs, which send the button's request by
// themselves (RFC 8058): without cookie, without a page of ours before.
func (s *Server) unsubscribeDo(c echo.Context) error {
	ch, err := s.Notices.Unsubscribe(c.Request().Context(), c.Param("token"))
	if err != nil {
		return err
	}
	return s.ask(c, "unsubscribed", ch, "")
}

// ask renders the page of a link: what it is for, and its button.
func (s *Server) ask(c echo.Context, what string, ch market.Channel, action string) error {
	secretPage(c)
	p := s.page(c, "ask.title_"+what, "")
	p.NoIndex = true
	p.Path = "/" // the switches must not carry the secret along
	v := templates.AskView{Lead: p.T("ask.lead_" + what), Raw: ch.Address, Action: action, Back: channelsAt, BackTo: p.T("channel.title")}
	if action != "" {
		v.Button = p.T("ask.do_" + what)
		v.Back = ""
	}
	return s.render(c, http.StatusOK, templates.Ask(p, v))
}
