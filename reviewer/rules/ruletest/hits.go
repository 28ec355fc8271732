// Package ruletest tries rules on dossiers. It is for tests alone: a family's
// table says what is given and which hits are wanted, and this package makes
// the dossier, finds the rule, applies it as the engine does and compares.
package ruletest

import (
	"slices"
	"strings"
	"testing"

	"marketd/market"
	"marketd/reviewer"
)

// Skipped is all that [Hits] tells of a rule that does not apply.
const Skipped = "skipped"

// Check fails the test unless the rule's hits on the dossier are those wanted,
// each as [Hits] writes it. The name says which case of a table it is.
func Check(tb testing.TB, rule reviewer.Rule, name string, d *reviewer.Dossier, want []string) {
	tb.Helper()
	if got := Hits(tb, rule, d); !slices.Equal(got, want) {
		tb.Errorf("%s, %s: %q, want %q", rule.ID, name, got, want)
	}
}

// Passes fails the test when the rule hits anything in the dossier.
func Passes(tb testing.TB, rule reviewer.Rule, d *reviewer.Dossier) {
	tb.Helper()
	if got := Hits(tb, rule, d); len(got) > 0 && got[0] != Skipped {
		tb.Errorf("%s hits what is good: %q", rule.ID, got)
	}
}

// Find is the rule with the id.
func Find(tb testing.TB, rules []reviewer.Rule, id string) reviewer.Rule {
	tb.Helper()
	i := slices.IndexFunc(rules, func(r reviewer.Rule) bool { return r.ID == id })
	if i < 0 {
		tb.Fatalf("there is no rule %s", id)
	}
	return rules[i]
}

// Hits applies the rule as the engine does and writes each hit as "severity
// pointer", with the class after it when it has one and a "?" at the end when
// it is unsure: "reject /probe/contract gateway?". It is [Skipped] alone when
// the rule does not apply. A hit that is nowhere, or that lacks a message in
// either language, fails the test.
func Hits(tb testing.TB, rule reviewer.Rule, d *reviewer.Dossier) []string {
	tb.Helper()
	if !rule.Applies(d) {
		return []string{Skipped}
	}
	var got []string
	for _, h := range rule.Check(d) {
		severity := h.Severity
		if severity == "" {
			severity = rule.Severity
		}
		s := string(severity) + " " + h.Where
		if h.Class != "" {
			s += " " + string(h.Class)
		}
		if h.Unsure {
			s += "?"
		}
		got = append(got, s)
		if !strings.HasPrefix(h.Where, "/") {
			tb.Errorf("%s hits at %q, which is no pointer", rule.ID, h.Where)
		}
		Bilingual(tb, rule.ID+" message at "+h.Where, h.Message)
		for what, text := range map[string]market.Text{" why at ": h.Why, " fix at ": h.Fix} {
			if !text.IsZero() {
				Bilingual(tb, rule.ID+what+h.Where, text)
			}
		}
	}
	return got
}
