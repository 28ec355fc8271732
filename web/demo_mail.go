package web

import (
	"net/http"
	"regexp"
	"slices"
	"time"

	"github.com/labstack/echo/v4"

	"marketd/templates"
)

// DemoMail is a mail that a demo kept in place of sending it.
type DemoMail struct {
	At      time.Time
	To      string
	Subject string
	Text    string
}

// mailLink is a link of ours in a mail, of which the path alone is followed.
var mailLink = regexp.MustCompile(`/(?:verify|unsubscribe)/[A-Za-z0-9_-]+`)

// demoMail shows the mails to the viewer's addresses.
func (s *Server) demoMail(c echo.Context) error {
	all, err := s.Notices.Channels(c.Request().Context(), s.actor(c))
	if err != nil {
		return err
	}
	p := s.page(c, "mailbox.title", "demo")
	p.NoIndex = true
	var rows []templates.MailView
	for _, ch := range all {
		for _, m := range s.Inbox(ch.Address) {
			v := templates.MailView{At: m.At, To: m.To, Subject: m.Subject, Text: m.Text}
			for _, l := range mailLink.FindAllString(m.Text, -1) { // a mail in two languages has each twice
				if !slices.Contains(v.Links, l) {
					v.Links = append(v.Links, l)
				}
			}
			rows = append(rows, v)
		}
	}
	return s.render(c, http.StatusOK, templates.Mailbox(p, rows))
}
