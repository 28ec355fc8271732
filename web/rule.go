package web

import (
	"net/http"
	"net/url"
	"strings"

	"github.com/labstack/echo/v4"

	"marketd/market"
	"marketd/templates"
)

// ruleList is the catalogue of rules, by family.
func (s *Server) ruleList(c echo.Context) error {
	p := s.page(c, "rules.title", "rules")
	p.Lead = p.T("rules.lead")
	var v templates.RulesView
	kinds := map[market.RuleKind]int{}
	for i := range s.RuleDocs {
		d := &s.RuleDocs[i]
		kinds[d.Kind]++
		id, _, _ := strings.Cut(d.ID, "-")
		if n := len(v.Families); n == 0 || v.Families[n-1].ID != id {
			v.Families = append(v.Families, templates.RuleFamily{ID: id, Name: familyName(p, id)})
		}
		f := &v.Families[len(v.Families)-1]
		f.Rules = append(f.Rules, templates.RuleRow{
			ID: d.ID, URL: ruleURL(d.ID), Title: d.Title.In(lang(p)), Kind: string(d.Kind), Severity: string(d.Severity), Profile: string(d.Profile),
		})
	}
	for _, k := range []market.RuleKind{market.KindRule, market.KindQuality, market.KindParser, market.KindProcess} {
		v.Counts = append(v.Counts, templates.Count{Key: "rules.n_" + string(k), N: kinds[k]})
	}
	return s.render(c, http.StatusOK, templates.Rules(p, v))
}

func ruleURL(id string) string { return "/rules/" + url.PathEscape(id) }

// familyName is what the rules of a family are about.
func familyName(p *templates.Page, id string) string { return label(p, "family.", id) }

// source says where a rule comes from. What the rules call the seed is, for
// everybody else, what the app asks of a market.
func source(p *templates.Page, from string) string {
	if rest, ok := strings.CutPrefix(from, "seed"); ok && (rest == "" || rest[0] == ',') {
		return p.T("rules.source_app") + rest
	}
	return from
}
