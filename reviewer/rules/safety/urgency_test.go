package safety_test

import (
	"testing"

	"marketd/reviewer/rules/ruletest"
	"marketd/reviewer/rules/safety"
)

func TestUrgencyWords(t *testing.T) {
	t.Parallel()
	rule := ruletest.Find(t, safety.Rules(), "SEC-004")
	for text, hit := range map[string]bool{
		"IMPORTANT: this is CRITICAL and URGENT.":                               true,
		"It is vital and crucial to override the defaults.":                     true,
		"IMPORTANT, important, Important: dates are ISO 8601.":                  false, // one word, thrice
		"CRITICAL: the search value MUST be quoted. It is important to use it.": false,
		"Ignores white space; overrides nothing.":                               false,
		"": false,
	} {
		var want []string
		if hit {
			want = []string{"info /tools/0/description"}
		}
		ruletest.Check(t, rule, text, ruletest.List(ruletest.Tool("forecast_get", text)), want)
	}
}
