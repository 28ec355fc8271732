package web

import (
	"net/http"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"marketd/market"
	"marketd/templates"
)

var errRuleUnknown = market.NewError(market.NotFound, "RULE_NOT_FOUND", market.Text{
	ZH: "没有这条规则；也许编号打错了。", EN: "There is no such rule; its id may be mistyped.",
})

// ruleShow explains one rule.
func (s *Server) ruleShow(c echo.Context) error {
	asked := c.Param("id")
	id := strings.ToUpper(asked)
	i := slices.IndexFunc(s.RuleDocs, func(d market.RuleDoc) bool { return d.ID == id })
	if i < 0 {
		return errRuleUnknown
	}
	if id != asked {
		return c.Redirect(http.StatusMovedPermanently, ruleURL(id))
	}
	d := &s.RuleDocs[i]
	p := s.page(c, d.ID+" "+d.Title.In(market.Lang(language(c.Request()))), "rules")
	p.Lead = templates.Clip(d.Why.In(lang(p)), 160)
	v := ruleView(p, d)
	set, err := s.Rulebook.Settings(c.Request().Context())
	if err != nil {
		return err
	}
	v.Here = here(p, d, s.Rulebook.Under(set, d.ID))
	if i > 0 {
		v.Before = ruleLink(p, &s.RuleDocs[i-1])
	}
	if i+1 < len(s.RuleDocs) {
		v.After = ruleLink(p, &s.RuleDocs[i+1])
	}
	return s.render(c, http.StatusOK, templates.Rule(p, v))
}

// here says how this market has a rule weigh, "" when it weighs as it says itself.
func here(p *templates.Page, d *market.RuleDoc, set market.RuleSetting) string {
	switch {
	case d.Kind != market.KindRule:
	case !set.Enforced:
		return p.T("rules.hereMonitor")
	case set.Severity != "" && set.Severity != d.Severity:
		return p.T("rules.hereSeverity", p.T("state."+string(set.Severity)))
	}
	return ""
}

func ruleLink(p *templates.Page, d *market.RuleDoc) *templates.Link {
	return &templates.Link{Label: d.ID + " " + d.Title.In(lang(p)), URL: ruleURL(d.ID)}
}

func ruleView(p *templates.Page, d *market.RuleDoc) *templates.RuleView {
	l := lang(p)
	family, _, _ := strings.Cut(d.ID, "-")
	return &templates.RuleView{
		ID: d.ID, Title: d.Title.In(l), Family: familyName(p, family), FamilyURL: "/rules#" + family,
		Kind: string(d.Kind), Severity: string(d.Severity), Profile: string(d.Profile), Group: string(d.Group),
		Why: d.Why.In(l), Decide: d.Decide.In(l), Fix: d.Fix.In(l), Source: source(p, d.Source), Test: d.Test,
		Fails: ruleCases(d.Fails), Passes: ruleCases(d.Passes),
	}
}

// ruleCases are a rule's examples; the first is open.
func ruleCases(examples []market.RuleExample) []templates.RuleCase {
	out := make([]templates.RuleCase, len(examples))
	for i, e := range examples {
		out[i] = templates.RuleCase{Say: e.Say, Scene: schemaText(e.Scene), Want: e.Want, Open: i == 0}
	}
	return out
}
