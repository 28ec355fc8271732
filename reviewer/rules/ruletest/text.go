package ruletest

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"marketd/market"
	"marketd/reviewer"
)

var ruleID = regexp.MustCompile(`^[A-Z]{3,4}-[0-9]{3}$`)

// Bilingual fails the test unless the text is there in both languages, and
// each in its own.
func Bilingual(tb testing.TB, what string, text market.Text) {
	tb.Helper()
	if !strings.ContainsFunc(text.ZH, func(c rune) bool { return unicode.Is(unicode.Han, c) }) {
		tb.Errorf("%s: %q is not Chinese", what, text.ZH)
	}
	if !strings.ContainsFunc(text.EN, func(c rune) bool { return c >= 'a' && c <= 'z' }) {
		tb.Errorf("%s: %q is not English", what, text.EN)
	}
}

// Documented fails the test unless every rule is complete, documented in both
// languages, the only one with its id, and needs one of the needs; none given
// allow any.
func Documented(tb testing.TB, rules []reviewer.Rule, needs ...reviewer.Need) {
	tb.Helper()
	seen := map[string]bool{}
	groups := map[market.Group]bool{}
	for _, g := range market.Groups() {
		groups[g] = true
	}
	for _, r := range rules {
		if !ruleID.MatchString(r.ID) || seen[r.ID] {
			tb.Errorf("%q is not a fresh rule id", r.ID)
		}
		seen[r.ID] = true
		if !groups[r.Group] || r.Check == nil || strings.TrimSpace(r.Source) == "" {
			tb.Errorf("%s: group %q, source %q", r.ID, r.Group, r.Source)
		}
		if r.Severity != market.SeverityInfo && r.Severity.Weight() == 0 {
			tb.Errorf("%s: severity %q", r.ID, r.Severity)
		}
		if len(needs) > 0 && !slices.Contains(needs, r.Needs) {
			tb.Errorf("%s needs %d, not %d", r.ID, r.Needs, needs)
		}
		for what, text := range map[string]market.Text{"title": r.Title, "why": r.Why, "fix": r.Fix} {
			Bilingual(tb, r.ID+" "+what, text)
		}
	}
}
