package reviewer_test

import (
	"context"
	"slices"
	"testing"

	"marketd/market"
	"marketd/reviewer"
)

// visitor finds the same at every visit, and counts them.
type visitor struct {
	found  market.Visits
	visits int
	stop   context.CancelFunc // in the middle of a visit; nil for none
}

func (v *visitor) Visit(context.Context, market.Entry) market.Visits {
	v.visits++
	if v.stop != nil {
		v.stop()
	}
	return v.found
}

var (
	opens   = market.Visits{Links: []market.LinkVisit{{Member: "homepage", Status: 200, Reason: market.ReasonOK}}}
	missing = market.Visits{Links: []market.LinkVisit{{Member: "homepage", Status: 404, Reason: market.ReasonHTTPError}}}
	badIcon = market.Visits{Icon: &market.IconFacts{Fault: market.IconOtherType}}
)

// What an entry names is looked at once, and again only when something was
// amiss; a check and a review do alike.
func TestVisits(t *testing.T) {
	t.Parallel()
	home := func(e *market.Entry) { e.Homepage = "https://www.example.com/" }
	for name, c := range map[string]struct {
		entry  func(*market.Entry)
		found  market.Visits
		review bool
		draft  bool
		visits int // in three passes
	}{
		"nothing named":         {func(*market.Entry) {}, opens, true, false, 0},
		"a link that opens":     {home, opens, true, false, 1},
		"a link that does not":  {home, missing, true, false, 3},
		"an icon that is none":  {func(e *market.Entry) { e.Icon = "https://www.example.com/i.png" }, badIcon, true, false, 3},
		"a check":               {home, opens, false, false, 1},
		"a draft":               {home, opens, false, true, 1},
		"an address is refused": {func(e *market.Entry) { home(e); e.Server.URL = "" }, opens, true, false, 0},
	} {
		v := &visitor{found: c.found}
		var seen []market.Visits
		r := reviewer.New(reviewer.Options{
			Prober: &prober{probe: good()}, Visitor: v, Policy: reviewer.Policy{Pace: reviewer.PaceNormal()},
			Rules: []reviewer.Rule{{ID: "META-003", Group: market.GroupMeta, Severity: market.SeverityWarn, Title: reviewer.Say("链接", "links"), Check: func(d *reviewer.Dossier) []reviewer.Hit {
				seen = append(seen, d.Visits())
				return nil
			}}},
		})
		k := market.Case{Entry: entry(), Review: c.review, Draft: c.draft}
		c.entry(&k.Entry)
		for range 3 {
			k.Earlier = append(k.Earlier, examine(t, r, k).Probe)
		}
		if v.visits != c.visits {
			t.Errorf("%s: %d visits, want %d", name, v.visits, c.visits)
		}
		for i := 1; i < len(seen); i += 2 { // every other run is that of the entry alone
			if seen[i].IsZero() != (c.visits == 0) {
				t.Errorf("%s: run %d sees %+v", name, i, seen[i])
			}
		}
	}
}

func TestVisitIsAStepOfItsOwn(t *testing.T) {
	t.Parallel()
	e := entry()
	r := reviewer.New(reviewer.Options{Prober: &prober{probe: good()}, Visitor: &visitor{found: opens}})
	steps := func(e market.Entry) []market.Step {
		var told []market.Step
		examine(t, r, market.Case{Entry: e, Progress: func(s market.Step) { told = append(told, s) }})
		return told
	}
	if told := steps(e); slices.Contains(told, market.StepVisit) {
		t.Errorf("nothing to visit: %q", told)
	}
	e.Privacy = "https://www.example.com/privacy"
	if told := steps(e); len(told) < 3 || !slices.Equal(told[len(told)-3:], []market.Step{market.StepVisit, market.StepRules, market.StepDone}) {
		t.Errorf("steps %q", told)
	}
	ctx, cancel := context.WithCancel(t.Context())
	r = reviewer.New(reviewer.Options{Prober: &prober{probe: good()}, Visitor: &visitor{stop: cancel}})
	if _, err := r.Examine(ctx, market.Case{Entry: e}); err == nil {
		t.Error("a visit that was broken off counts as evidence")
	}
}
