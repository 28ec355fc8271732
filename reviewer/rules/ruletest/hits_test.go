package ruletest_test

import (
	"fmt"
	"testing"

	"marketd/market"
	"marketd/reviewer"
	"marketd/reviewer/rules/ruletest"
)

// recorder is a test that notes its failures instead of failing.
type recorder struct {
	testing.TB
	failures []string
}

func (*recorder) Helper() {}

func (r *recorder) Errorf(format string, args ...any) {
	r.failures = append(r.failures, fmt.Sprintf(format, args...))
}

// Fatalf notes the failure and goes no further.
func (r *recorder) Fatalf(format string, args ...any) {
	r.Errorf(format, args...)
	panic(r)
}

var message = market.Text{ZH: "说明", EN: "words"}

func hitting(needs reviewer.Need, hits ...reviewer.Hit) reviewer.Rule {
	return reviewer.Rule{
		ID: "DSC-099", Group: market.GroupTools, Severity: market.SeverityWarn, Needs: needs, Title: message, Why: message, Fix: message, Source: "here",
		Check: func(*reviewer.Dossier) []reviewer.Hit { return hits },
	}
}

func TestHits(t *testing.T) {
	t.Parallel()
	d := ruletest.List(ruletest.Tool("a", "b"))
	rule := hitting(
		reviewer.NeedsList,
		reviewer.Hit{Where: "/tools/0", Message: message},
		reviewer.Hit{Where: "/probe/list", Message: message, Severity: market.SeverityReject, Class: market.ClassGateway, Unsure: true},
	)
	ruletest.Check(t, rule, "two", d, []string{"warn /tools/0", "reject /probe/list gateway?"})
	ruletest.Check(t, rule, "no list", ruletest.Dossier(ruletest.Entry()), []string{ruletest.Skipped})
	rule.Skip = func(*reviewer.Dossier) market.Text { return message }
	ruletest.Check(t, rule, "another's matter", d, []string{ruletest.Skipped})
	if d.Tools[0].Description != "b" || !d.Last().List.OK() {
		t.Errorf("the dossier is %+v", d)
	}
}

// What a table must not let pass.
func TestFailures(t *testing.T) {
	t.Parallel()
	at := func(h reviewer.Hit) func(testing.TB) {
		return func(tb testing.TB) { ruletest.Hits(tb, hitting(reviewer.NeedsEntry, h), ruletest.List()) }
	}
	documented := func(change func(*reviewer.Rule)) func(testing.TB) {
		return func(tb testing.TB) {
			r := hitting(reviewer.NeedsEntry)
			change(&r)
			ruletest.Documented(tb, []reviewer.Rule{r}, reviewer.NeedsEntry)
		}
	}
	hit := hitting(reviewer.NeedsEntry, reviewer.Hit{Where: "/a", Message: message})
	for name, try := range map[string]func(testing.TB){
		"a hit nowhere":           at(reviewer.Hit{Message: message}),
		"one language":            at(reviewer.Hit{Where: "/a", Message: market.Text{ZH: "说明"}}),
		"a why in one language":   at(reviewer.Hit{Where: "/a", Message: message, Why: market.Text{EN: "words"}}),
		"another hit than wanted": func(tb testing.TB) { ruletest.Check(tb, hit, "x", ruletest.List(), []string{"reject /a"}) },
		"a hit in what is good":   func(tb testing.TB) { ruletest.Passes(tb, hit, ruletest.List()) },
		"no title":                documented(func(r *reviewer.Rule) { r.Title.EN = "" }),
		"English for Chinese":     documented(func(r *reviewer.Rule) { r.Fix.ZH = "words" }),
		"no source":               documented(func(r *reviewer.Rule) { r.Source = " " }),
		"an unknown severity":     documented(func(r *reviewer.Rule) { r.Severity = "fatal" }),
		"an unknown group":        documented(func(r *reviewer.Rule) { r.Group = "" }),
		"an id of another form":   documented(func(r *reviewer.Rule) { r.ID = "dsc-1" }),
		"another need":            documented(func(r *reviewer.Rule) { r.Needs = reviewer.NeedsList }),
		"an id twice":             func(tb testing.TB) { ruletest.Documented(tb, []reviewer.Rule{hit, hit}) },
		"odd tools, a hit nowhere": func(tb testing.TB) {
			ruletest.OddTools(tb, []reviewer.Rule{hitting(0, reviewer.Hit{Message: message})})
		},
	} {
		r := &recorder{TB: t}
		if try(r); len(r.failures) != 1 {
			t.Errorf("%s: %q, want one failure", name, r.failures)
		}
	}
	ruletest.Documented(t, []reviewer.Rule{hit})
}
