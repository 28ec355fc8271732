package reviewer_test

import (
	"strings"
	"testing"
	"time"

	"marketd/market"
	"marketd/reviewer"
)

// under examines a good server with one rule, set by configuration and by the
// market's admins.
func under(t *testing.T, configured, set map[string]market.RuleSetting, hits ...reviewer.Hit) market.Report {
	t.Helper()
	r := reviewer.New(reviewer.Options{
		Prober: &prober{probe: good()}, Rules: []reviewer.Rule{rule("DSC-001", reviewer.NeedsList, hits...)}, Ruleset: "test.1",
		Policy: reviewer.Policy{Pace: reviewer.PaceNormal(), Settings: configured},
	})
	return examine(t, r, market.Case{Entry: entry(), Facts: market.Facts{Settings: set}}).Report
}

func TestSettings(t *testing.T) {
	t.Parallel()
	type settings = map[string]market.RuleSetting
	of := func(s market.Severity, enforced bool) settings {
		return settings{"DSC-001": {Severity: s, Enforced: enforced, Required: true}}
	}
	// The rule's own severity is reject.
	for name, c := range map[string]struct {
		configured, set settings
		hit             reviewer.Hit
		severity        market.Severity
		verdict         market.Verdict
	}{
		"as it is":                  {nil, nil, hit(""), "reject", market.VerdictRejected},
		"another rule's":            {nil, settings{"DSC-002": {}}, hit(""), "reject", market.VerdictRejected},
		"monitored":                 {nil, of("", false), hit(""), "reject", market.VerdictClean},
		"monitored and unsure":      {nil, of("", false), unsure(""), "reject", market.VerdictClean},
		"by configuration":          {of("", false), nil, hit(""), "reject", market.VerdictClean},
		"the admin wins":            {of("", false), of("", true), hit(""), "reject", market.VerdictRejected},
		"a person instead":          {nil, of("needs_human", true), hit(""), "needs_human", market.VerdictNeedsHuman},
		"a lighter hit is lighter":  {nil, of("needs_human", true), hit("warn"), "warn", market.VerdictClean},
		"a heavier hit is capped":   {nil, of("info", true), hit("needs_human"), "info", market.VerdictClean},
		"unsure, and then a person": {nil, of("needs_human", true), unsure(""), "needs_human", market.VerdictInconclusive},
	} {
		rep := under(t, c.configured, c.set, c.hit)
		f := rep.Findings[0]
		if f.Severity != c.severity || rep.Verdict != c.verdict || state(t, rep, "DSC-001").Severity != c.severity {
			t.Errorf("%s: %s, verdict %s; want %s, %s", name, f.Severity, rep.Verdict, c.severity, c.verdict)
		}
		if f.Enforced != (rep.Verdict != market.VerdictClean || c.severity != "reject") {
			t.Errorf("%s: enforced %v", name, f.Enforced)
		}
	}
	// What a rule's own severity is may be raised.
	r := rule("DSC-001", reviewer.NeedsList, hit(""))
	r.Severity = market.SeverityWarn
	k := market.Case{Entry: entry(), Facts: market.Facts{Settings: of("reject", true)}}
	if rep := examine(t, newReviewer(&prober{probe: good()}, r), k).Report; rep.Verdict != market.VerdictRejected {
		t.Errorf("raised to reject, and the verdict is %s", rep.Verdict)
	}
}

// The ruleset of a report names the rules and how they were set: the same
// settings give the same name, wherever they come from.
func TestRulesetNamesSettings(t *testing.T) {
	t.Parallel()
	monitor := map[string]market.RuleSetting{"DSC-001": {Required: true}}
	lighter := map[string]market.RuleSetting{"DSC-001": {Severity: market.SeverityWarn, Enforced: true, Required: true}}
	usual := map[string]market.RuleSetting{"DSC-001": {Enforced: true, Required: true}}
	plain := under(t, nil, nil).Ruleset
	if plain != "test.1" || under(t, usual, usual).Ruleset != plain || under(t, monitor, usual).Ruleset != plain {
		t.Errorf("without settings: %q; as usual: %q; set back: %q", plain, under(t, usual, usual).Ruleset, under(t, monitor, usual).Ruleset)
	}
	a, b, c := under(t, monitor, nil).Ruleset, under(t, nil, monitor).Ruleset, under(t, nil, lighter).Ruleset
	if a != b || a == c || a == plain || !strings.HasPrefix(a, "test.1+") || len(a) != len("test.1+")+8 {
		t.Errorf("monitored %q and %q, lighter %q", a, b, c)
	}
}

// A waiver lets be the very finding that a reviewer saw, and no other.
func TestWaivers(t *testing.T) {
	t.Parallel()
	at := func(where, evidence string) reviewer.Hit {
		return reviewer.Hit{Where: where, Tool: "a", Evidence: evidence, Message: reviewer.Say("不好", "not good")}
	}
	seen := under(t, nil, nil, at("/tools/0/description", "x")).Findings[0]
	when := start.Add(time.Hour)
	waiver := market.Waiver{Finding: seen.Key(), Reason: "it is meant so", At: when}
	for name, c := range map[string]struct {
		hits   []reviewer.Hit
		waived int
		want   market.Verdict
	}{
		"the same":                    {[]reviewer.Hit{at("/tools/0/description", "x")}, 1, market.VerdictClean},
		"the tool stands elsewhere":   {[]reviewer.Hit{at("/tools/5/description", "x")}, 1, market.VerdictClean},
		"it says something else":      {[]reviewer.Hit{at("/tools/0/description", "y")}, 0, market.VerdictRejected},
		"in another place":            {[]reviewer.Hit{at("/tools/0/title", "x")}, 0, market.VerdictRejected},
		"the same, and something new": {[]reviewer.Hit{at("/tools/0/description", "x"), at("/tools/0/title", "z")}, 1, market.VerdictRejected},
	} {
		r := newReviewer(&prober{probe: good()}, rule("DSC-001", reviewer.NeedsList, c.hits...))
		rep := examine(t, r, market.Case{Entry: entry(), Facts: market.Facts{Waivers: []market.Waiver{waiver}}}).Report
		waived := 0
		for _, f := range rep.Findings {
			if f.Waived != nil {
				waived++
				if f.Waived.Reason != waiver.Reason || !f.Waived.At.Equal(when) || f.Stands() {
					t.Errorf("%s: waived as %+v", name, f.Waived)
				}
			}
		}
		if waived != c.waived || rep.Verdict != c.want || len(rep.Findings) != len(c.hits) {
			t.Errorf("%s: %d waived of %d, verdict %s; want %d, %s", name, waived, len(rep.Findings), rep.Verdict, c.waived, c.want)
		}
	}
}
