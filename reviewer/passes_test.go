package reviewer_test

import (
	"testing"
	"time"

	"marketd/market"
	"marketd/reviewer"
)

func TestPaceEndsAndRetryAfterIsHonoured(t *testing.T) {
	t.Parallel()
	p := &prober{probe: good()}
	r := newReviewer(p, rule("HLT-001", reviewer.NeedsProbe, reviewer.Hit{Unsure: true}))
	var earlier []market.Probe
	for _, want := range []time.Duration{time.Minute, 9 * time.Minute, 21 * time.Minute, 0} {
		x := examine(t, r, market.Case{Entry: entry(), Earlier: earlier})
		if x.Again != want {
			t.Errorf("pass %d: again %s, want %s", x.Report.Passes, x.Again, want)
		}
		if final := want == 0; final != (x.Report.Verdict == market.VerdictRejected) || final == x.Report.Findings[0].Unsure {
			t.Errorf("pass %d: verdict %s, unsure %v", x.Report.Passes, x.Report.Verdict, x.Report.Findings[0].Unsure)
		}
		earlier = append(earlier, x.Probe)
	}
	for name, change := range map[string]func(*market.Probe){
		"contract": func(p *market.Probe) { p.Contract.RetryAfter = 40 * time.Minute },
		"list":     func(p *market.Probe) { p.List.Answer.RetryAfter = 40 * time.Minute },
		"MCP":      func(p *market.Probe) { p.MCP.List.Answer.RetryAfter = 40 * time.Minute },
	} {
		p.probe = good()
		change(&p.probe)
		if x := examine(t, r, market.Case{Entry: entry()}); x.Again != 40*time.Minute {
			t.Errorf("%s: again %s, want the 40 minutes that the server asked for", name, x.Again)
		}
	}
}

// A review looks three times, each second time as somebody else, unless the
// server is refused before; a check looks once.
func TestReviewLooksThreeTimes(t *testing.T) {
	t.Parallel()
	oneSided := hit(market.SeverityReject)
	oneSided.Profile = market.ProfileApp
	for name, c := range map[string]struct {
		review bool
		hits   []reviewer.Hit
		passes int
	}{
		"a check":                         {false, nil, 1},
		"a clean review":                  {true, nil, 3},
		"one that a person sees":          {true, []reviewer.Hit{hit("needs_human")}, 3},
		"one that is refused":             {true, []reviewer.Hit{hit("reject")}, 1},
		"one that fails the app alone":    {true, []reviewer.Hit{oneSided}, 3},
		"one that stays open to the end":  {true, []reviewer.Hit{unsure("reject")}, 4},
		"a check that stays open as well": {false, []reviewer.Hit{unsure("needs_human")}, 4},
	} {
		p := &prober{probe: good()}
		r := reviewer.New(reviewer.Options{
			Prober: p, Rules: []reviewer.Rule{rule("HLT-001", reviewer.NeedsProbe, c.hits...)},
			Policy: reviewer.Policy{Pace: reviewer.PaceNormal(), Agent: "the app"},
		})
		k := market.Case{Entry: entry(), Review: c.review}
		for again := true; again; {
			x := examine(t, r, k)
			again = x.Again > 0
			k.Earlier = append(k.Earlier, x.Probe)
			if x.Report.Passes != len(k.Earlier) || x.Report.Provisional != again {
				t.Errorf("%s: pass %d says it is %d, provisional %v", name, len(k.Earlier), x.Report.Passes, x.Report.Provisional)
			}
		}
		if len(p.asked) != c.passes {
			t.Errorf("%s: %d passes, want %d", name, len(p.asked), c.passes)
		}
		for i, target := range p.asked {
			want := ""
			if c.review && i%2 == 1 {
				want = "the app"
			}
			if target.Agent != want {
				t.Errorf("%s: pass %d went out as %q, want %q", name, i+1, target.Agent, want)
			}
		}
	}
}

// The passes before are not the engine's to change.
func TestEarlierPassesAreLeftAlone(t *testing.T) {
	t.Parallel()
	earlier := append(make([]market.Probe, 0, 8), good())
	examine(t, newReviewer(&prober{probe: good()}), market.Case{Entry: entry(), Earlier: earlier})
	if spare := earlier[:2][1]; spare.URL != "" {
		t.Error("the pass was written into the caller's slice")
	}
}
