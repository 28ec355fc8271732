// Package threads replays what was reported in public of other reviewers,
// health checkers and clients: each report is a fake server or an entry, the
// smallest that shows it, with the verdict that it should have had. The whole
// reviewer looks at it: the prober behind its guard, and every rule.
package threads

import (
	"slices"
	"strings"
	"testing"

	"marketd/market"
)

// thread is one case told in public, or read in the source of a public server.
type thread struct {
	// in is where: "owner/project#number", several apart by blanks. What was read in
	// a project's source is "project:tool", what was found by trying "measured:…".
	in  string
	say string // what went wrong there, or why it could
	scene

	app, mcp string // "clean pass": each profile's verdict and outcome

	// hits are all findings of needs_human and reject, and those of warn and info
	// that must be among the others, as [finding] writes them.
	hits []string
	free []string               // rules that may find nothing at all
	also func(*testing.T, seen) // what else must hold
}

// family is the threads of one theme.
type family func() []thread

// replay judges every thread of a family, each by itself.
func replay(t *testing.T, all []thread) {
	t.Helper()
	for _, x := range all {
		t.Run(x.in+" "+x.say, func(t *testing.T) {
			t.Parallel()
			s := x.look(t)
			x.judge(t, s.rep)
			if x.also != nil {
				x.also(t, s)
			}
			if t.Failed() {
				for _, f := range s.rep.Findings {
					t.Logf("%s at %s: %s (%s)", finding(f), f.Where, f.Message.EN, f.Evidence)
				}
			}
		})
	}
}

func (x thread) judge(t *testing.T, rep market.Report) {
	t.Helper()
	for profile, c := range map[market.Profile]struct {
		got  market.ProfileResult
		want string
	}{market.ProfileApp: {rep.Profiles.App, x.app}, market.ProfileMCP: {rep.Profiles.MCP, x.mcp}} {
		if got := strings.TrimSpace(string(c.got.Verdict) + " " + string(c.got.Outcome)); got != c.want {
			t.Errorf("%s: %s, want %s", profile, got, c.want)
		}
	}
	var heavy, all []string
	for _, f := range rep.Findings {
		all = append(all, finding(f))
		if f.Severity.Weight() >= market.SeverityNeedsHuman.Weight() {
			heavy = append(heavy, finding(f))
		}
		if slices.Contains(x.free, f.Rule) {
			t.Errorf("%s hits", f.Rule)
		}
	}
	var want []string
	for _, h := range x.hits {
		severity, _, _ := strings.Cut(h, " ")
		if market.Severity(severity).Weight() >= market.SeverityNeedsHuman.Weight() {
			want = append(want, h)
		} else if !slices.Contains(all, h) {
			t.Errorf("no %s", h)
		}
	}
	if heavy, want = set(heavy), set(want); !slices.Equal(heavy, want) {
		t.Errorf("found %q, want %q", heavy, want)
	}
	for _, c := range rep.Checks {
		if c.State == market.CheckFailed && c.Rule != ownID {
			t.Errorf("%s broke", c.Rule)
		}
	}
}

// finding writes a finding as "severity rule", then its class and the profile
// on which it bears, then what keeps it from bearing on the verdict as it is:
// "reject HLT-001 gateway app?" may pass by itself, "warn DSC-001 (noted)" is
// not enforced.
func finding(f market.Finding) string {
	s := string(f.Severity) + " " + f.Rule
	if f.Class != "" {
		s += " " + string(f.Class)
	}
	if f.Profile != "" {
		s += " " + string(f.Profile)
	}
	if f.Unsure {
		s += "?"
	}
	if !f.Enforced {
		s += " (noted)"
	}
	return s
}

func set(s []string) []string { return slices.Compact(slices.Sorted(slices.Values(s))) }

func TestStatuses(t *testing.T)    { t.Parallel(); replay(t, statuses()) }
func TestStreams(t *testing.T)     { t.Parallel(); replay(t, streams()) }
func TestScanners(t *testing.T)    { t.Parallel(); replay(t, scanners()) }
func TestPipelines(t *testing.T)   { t.Parallel(); replay(t, pipelines()) }
func TestOverTime(t *testing.T)    { t.Parallel(); replay(t, overTime()) }
func TestLists(t *testing.T)       { t.Parallel(); replay(t, lists()) }
func TestAway(t *testing.T)        { t.Parallel(); replay(t, away()) }
func TestGoodTools(t *testing.T)   { t.Parallel(); replay(t, goodTools()) }
func TestGoodServers(t *testing.T) { t.Parallel(); replay(t, goodServers()) }

// How many cases there are at least.
const (
	wrongs   = 88  // of reviewers, checkers and clients that went wrong
	reported = 132 // threads in which they were told
	rights   = 55  // servers and tools with which nothing is wrong
)

// TestNoThreadIsLost counts, so that a case that is no longer replayed is missed.
func TestNoThreadIsLost(t *testing.T) {
	t.Parallel()
	named := map[string]bool{}
	count := func(families ...family) (rows int) {
		for _, f := range families {
			for _, x := range f() {
				rows++
				for in := range strings.FieldsSeq(x.in) {
					named[in] = true
				}
				if x.in == "" || x.say == "" || x.app == "" || x.mcp == "" {
					t.Errorf("%q %q is not whole", x.in, x.say)
				}
			}
		}
		return rows
	}
	if n := count(statuses, streams, scanners, pipelines, overTime, lists, away); n < wrongs {
		t.Errorf("%d reports are replayed, there were %d", n, wrongs)
	}
	if len(named) < reported {
		t.Errorf("they were told in %d threads, there were %d", len(named), reported)
	}
	if n := count(goodTools, goodServers); n < rights {
		t.Errorf("%d good servers and tools are judged, there were %d", n, rights)
	}
}
