package web

import (
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"marketd/templates"
)

// prober says who probes, how, how often, and how to be left out (rule CRN-007).
func (s *Server) prober(c echo.Context) error {
	p := s.page(c, "prober.title", "")
	p.Lead = p.T("prober.lead")
	v := templates.ProberView{
		Agent: s.UserAgent, Second: s.SecondAgent, Every: span(p, s.Every), From: s.ProbesFrom, Contact: s.Contact, Write: s.Contact,
	}
	if v.Contact != "" && !strings.HasPrefix(v.Contact, "https://") {
		v.Write = "mailto:" + v.Contact
	}
	return s.render(c, http.StatusOK, templates.Prober(p, v))
}
