package web

import (
	"net/http"
	"net/url"
	"strings"

	"github.com/labstack/echo/v4"

	"marketd/market"
	"marketd/templates"
)

// ruleTyped is the form of a rule's setting as it was sent; the zero value is
// that of a page that was just opened.
type ruleTyped struct {
	sent   bool
	want   market.RuleSetting
	seen   market.RuleSetting
	reason string
}

func readRule(f url.Values) ruleTyped {
	return ruleTyped{
		sent: true, reason: plainLines(f.Get("reason")),
		want: market.RuleSetting{Severity: market.Severity(f.Get("severity")), Enforced: f.Get("mode") != "monitor", Required: f.Get("required") == "true"},
		seen: market.RuleSetting{Severity: market.Severity(f.Get("seen_severity")), Enforced: f.Get("seen_mode") != "monitor", Required: f.Get("seen_required") == "true"},
	}
}

// plainLines is a typed text as one is kept.
func plainLines(text string) string {
	return strings.TrimSpace(strings.ReplaceAll(text, "\r\n", "\n"))
}

func (s *Server) rulebookSet(c echo.Context) error {
	f, err := form(c)
	if err != nil {
		return err
	}
	typed, rule := readRule(f), c.Param("id")
	err = s.Rulebook.Set(c.Request().Context(), s.actor(c), market.SetRule{
		Rule: rule, Want: typed.want, Seen: typed.seen, Reset: f.Get("do") == "reset", Reason: typed.reason,
	})
	switch e := asError(err); {
	case err == nil:
		s.tell(c, notice{Key: "rulebook.said", Args: []string{rule}})
		return c.Redirect(http.StatusSeeOther, "/desk/rules/"+url.PathEscape(rule))
	case e.Kind == market.Invalid, e.Kind == market.Conflict, e.Kind == market.Forbidden:
		return s.showRule(c, statusOf(e), typed, e)
	}
	return err
}

// ruleForm is the form that sets a rule: as it is set, or as it was typed.
func ruleForm(p *templates.Page, story *market.RuleStory, typed ruleTyped) *templates.RuleForm {
	set := story.Setting
	if typed.sent {
		set = typed.want
	}
	return &templates.RuleForm{
		Severities: severities(p, story.Doc, set.Severity), Monitor: !set.Enforced, Optional: !set.Required, Reason: typed.reason,
		Seen: ruleWeight(story.Doc, story.Setting, story.Saved != nil), CanReset: story.Saved != nil,
	}
}

// severities are what a rule can be set to; "" is what it says itself.
func severities(p *templates.Page, d market.RuleDoc, now market.Severity) []templates.Option {
	out := []templates.Option{{Label: p.T("rulebook.own", p.T("state."+string(d.Severity))), Selected: now == ""}}
	for _, s := range []market.Severity{market.SeverityReject, market.SeverityNeedsHuman, market.SeverityWarn, market.SeverityInfo} {
		out = append(out, templates.Option{Value: string(s), Label: p.T("state." + string(s)), Selected: now == s})
	}
	return out
}
