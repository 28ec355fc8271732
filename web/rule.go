package web

import (
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"marketd/market"
	"marketd/templates"
)

func (s *Server) ruleList(c echo.Context) error {
	p := s.page(c, "rules.title", "rules")
	p.Lead = p.T("rules.lead")
	var groups []templates.RuleGroup
	for _, g := range market.Groups() {
		group := templates.RuleGroup{Name: string(g)}
		for _, r := range s.RuleDocs {
			if r.Group == g {
				group.Rules = append(group.Rules, templates.RuleView{
					ID: r.ID, Severity: string(r.Severity), Source: source(p, r.Source),
					Title: r.Title.In(lang(p)), Why: r.Why.In(lang(p)), Fix: r.Fix.In(lang(p)),
				})
			}
		}
		if len(group.Rules) > 0 {
			groups = append(groups, group)
		}
	}
	return s.render(c, http.StatusOK, templates.Rules(p, groups))
}

// source says where a rule comes from. What the rules call the seed is, for
// everybody else, what the app asks of a market.
func source(p *templates.Page, from string) string {
	if rest, ok := strings.CutPrefix(from, "seed"); ok && (rest == "" || rest[0] == ',') {
		return p.T("rules.source_app") + rest
	}
	return from
}

func (s *Server) prober(c echo.Context) error {
	p := s.page(c, "prober.title", "")
	p.Lead = p.T("prober.lead")
	return s.render(c, http.StatusOK, templates.Prober(p, s.UserAgent, span(p, s.Every)))
}
