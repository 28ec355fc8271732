package reviewer_test

import (
	"bytes"
	"log/slog"
	"slices"
	"strings"
	"testing"

	"marketd/market"
	"marketd/reviewer"
)

// breaking is a rule that panics, with a text of its own and one of the server's.
func breaking(id string) reviewer.Rule {
	r := rule(id, reviewer.NeedsList)
	r.Check = func(d *reviewer.Dossier) []reviewer.Hit { panic("hidden-" + d.Tools[0].Name) }
	return r
}

// A rule that breaks is a finding: it is tried again, then a person looks. It
// takes no other rule with it, and what broke is for the log alone.
func TestBrokenRule(t *testing.T) {
	t.Parallel()
	var logged bytes.Buffer
	r := reviewer.New(reviewer.Options{
		Prober: &prober{probe: good()}, Rules: []reviewer.Rule{breaking("SCH-001"), rule("DSC-001", reviewer.NeedsList)},
		Policy: reviewer.Policy{Pace: reviewer.PaceNormal()}, Log: slog.New(slog.NewTextHandler(&logged, nil)),
	})
	for _, final := range []bool{false, true} {
		x := examine(t, r, market.Case{Entry: entry(), Earlier: passes(final)})
		rep, want := x.Report, market.VerdictInconclusive
		if final {
			want = market.VerdictNeedsHuman
		}
		if rep.Verdict != want || final != (x.Again == 0) {
			t.Errorf("final %v: verdict %s, again %s; want %s", final, rep.Verdict, x.Again, want)
		}
		if c := state(t, rep, "SCH-001"); c.State != market.CheckFailed || c.Note.IsZero() || c.Severity != market.SeverityNeedsHuman {
			t.Errorf("the broken check is %+v", c)
		}
		if len(rep.Findings) != 1 {
			t.Fatalf("findings %+v", rep.Findings)
		}
		f := rep.Findings[0]
		if f.Rule != "SCH-001" || f.Severity != market.SeverityNeedsHuman || !f.Enforced || f.Unsure == final || f.Evidence != "" || f.Where != "/checks/SCH-001" {
			t.Errorf("final %v: the finding is %+v", final, f)
		}
		if !strings.Contains(f.Message.EN, "broke") || f.Message.ZH == "" || f.Why.IsZero() || f.Fix.IsZero() {
			t.Errorf("it says %+v, %+v, %+v", f.Message, f.Why, f.Fix)
		}
		if !slices.Equal(rep.ChecksFailed, []string{"SCH-001"}) || !slices.Equal(rep.ChecksRun, []string{"DSC-001"}) {
			t.Errorf("failed %v, ran %v", rep.ChecksFailed, rep.ChecksRun)
		}
	}
	for _, want := range []string{"rule=SCH-001", "hidden-a", "broken_test.go"} {
		if !strings.Contains(logged.String(), want) {
			t.Errorf("%s is not logged: %s", want, &logged)
		}
	}
}

// A broken rule never ends in approval, whatever else holds: no waiver covers
// it, and monitor mode does not make it count as passed.
func TestBrokenRuleIsNeverApproved(t *testing.T) {
	t.Parallel()
	bare := func(r *reviewer.Rule) { r.Check = func(*reviewer.Dossier) []reviewer.Hit { panic(1) } }
	for name, c := range map[string]struct {
		change func(*reviewer.Rule)
		set    *market.RuleSetting
		want   market.Verdict
		mcp    market.Verdict
	}{
		"it breaks":                {bare, nil, market.VerdictNeedsHuman, market.VerdictNeedsHuman},
		"asked whether it applies": {func(r *reviewer.Rule) { r.Skip = func(*reviewer.Dossier) market.Text { panic(1) } }, nil, market.VerdictNeedsHuman, market.VerdictNeedsHuman},
		"monitored":                {bare, &market.RuleSetting{Required: true}, market.VerdictNeedsHuman, market.VerdictNeedsHuman},
		"made light of":            {bare, &market.RuleSetting{Severity: market.SeverityInfo, Enforced: true, Required: true}, market.VerdictNeedsHuman, market.VerdictNeedsHuman},
		"not required":             {bare, &market.RuleSetting{Enforced: true}, market.VerdictClean, market.VerdictClean},
		"of one profile":           {func(r *reviewer.Rule) { bare(r); r.Profile = market.ProfileApp }, nil, market.VerdictNeedsHuman, market.VerdictClean},
		"of quality":               {func(r *reviewer.Rule) { bare(r); r.Quality = true }, nil, market.VerdictClean, market.VerdictClean},
	} {
		r := rule("SCH-001", reviewer.NeedsList)
		c.change(&r)
		rv := newReviewer(&prober{probe: good()}, r)
		facts := market.Facts{}
		if c.set != nil {
			facts.Settings = map[string]market.RuleSetting{"SCH-001": *c.set}
		}
		for _, f := range examine(t, rv, market.Case{Entry: entry(), Facts: facts, Earlier: passes(true)}).Report.Findings {
			facts.Waivers = append(facts.Waivers, market.Waiver{Finding: f.Key()})
		}
		rep := examine(t, rv, market.Case{Entry: entry(), Facts: facts, Earlier: passes(true)}).Report
		if rep.Profiles.App.Verdict != c.want || rep.Profiles.MCP.Verdict != c.mcp || len(rep.ChecksFailed) != 1 {
			t.Errorf("%s: %+v, failed %v; want %s and %s", name, rep.Profiles, rep.ChecksFailed, c.want, c.mcp)
		}
	}
}
