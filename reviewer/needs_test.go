package reviewer_test

import (
	"context"
	"encoding/json"
	"errors"
	"testing"

	"marketd/market"
	"marketd/reviewer"
)

func TestNoPacketToARefusedAddress(t *testing.T) {
	t.Parallel()
	bad := rule("URL-003", reviewer.NeedsEntry, reviewer.Hit{Where: "/entry/server/url"})
	for name, c := range map[string]struct {
		rules []reviewer.Rule
		kind  market.ListingKind
		url   string
		asked int
	}{
		"a good entry":              {nil, market.KindServer, "https://h.example/mcp", 1},
		"a refused address":         {[]reviewer.Rule{bad}, market.KindServer, "https://h.example/mcp", 0},
		"another member is wrong":   {[]reviewer.Rule{rule("ENT-002", reviewer.NeedsEntry, reviewer.Hit{Where: "/entry/id"})}, market.KindServer, "https://h.example/mcp", 1},
		"a warning on the address":  {[]reviewer.Rule{rule("URL-004", reviewer.NeedsEntry, reviewer.Hit{Severity: "warn", Where: "/entry/server/url"})}, "", "https://h.example/mcp", 1},
		"an address that is let be": {[]reviewer.Rule{rule("URL-004", reviewer.NeedsEntry, reviewer.Hit{Where: "/entry/server/url", Unsure: true})}, market.KindServer, "https://h.example/mcp", 1},
		"not for the app":           {[]reviewer.Rule{rule("URL-009", reviewer.NeedsEntry, reviewer.Hit{Profile: market.ProfileApp, Where: "/entry/server/url"})}, market.KindServer, "https://h.example/mcp", 1},
		"no address":                {nil, market.KindServer, " ", 0},
		"no server at all":          {nil, market.KindDeclarative, "", 0},
	} {
		p := &prober{probe: good()}
		c.rules = append(c.rules, rule("DSC-001", reviewer.NeedsList), rule("HLT-001", reviewer.NeedsProbe))
		e := entry()
		e.Kind, e.Server.URL = c.kind, c.url
		x := examine(t, newReviewer(p, c.rules...), market.Case{Entry: e, Token: "t"})
		if len(p.asked) != c.asked {
			t.Errorf("%s: asked %d times, want %d", name, len(p.asked), c.asked)
		}
		want := market.CheckPass
		if c.asked == 0 {
			want = market.CheckSkipped
		}
		if p := x.Report.Profiles; (p.MCP.Outcome == market.OutcomeUnknown) != (c.asked == 0) || (p.App.Verdict == market.VerdictNotRun) != (c.asked == 0) || (p.MCP.Verdict == market.VerdictNotRun) != (c.asked == 0) {
			t.Errorf("%s: profiles %+v", name, p)
		}
		if x.Report.At.IsZero() != (c.asked == 0) {
			t.Errorf("%s: looked at on %s", name, x.Report.At)
		}
		if got := state(t, x.Report, "DSC-001"); got.State != want || (want == market.CheckSkipped) == got.Note.IsZero() {
			t.Errorf("%s: the check is %+v, want %s", name, got, want)
		}
	}
}

// every is a rule for each need.
func every() []reviewer.Rule {
	return []reviewer.Rule{
		rule("ENT-001", reviewer.NeedsEntry), rule("TLS-001", reviewer.NeedsProbe), rule("HLT-003", reviewer.NeedsAnswer), rule("PRO-001", reviewer.NeedsList),
		rule("PRO-018", reviewer.NeedsTalk), rule("DSC-001", reviewer.NeedsTools), rule("SIM-001", reviewer.NeedsMarket),
	}
}

// wantRun fails the test unless the rules that ran are these, and every other
// one says why it did not.
func wantRun(t *testing.T, what string, rep market.Report, ids ...string) {
	t.Helper()
	want := map[string]bool{}
	for _, id := range ids {
		want[id] = true
	}
	for _, c := range rep.Checks {
		ran := c.State == market.CheckPass || c.State == market.CheckHit
		if ran != want[c.Rule] || ran != (c.Note.ZH == "" && c.Note.EN == "") {
			t.Errorf("%s: %s is %+v", what, c.Rule, c)
		}
	}
	if len(rep.ChecksRun) != len(ids) {
		t.Errorf("%s: ran %v, want %v", what, rep.ChecksRun, ids)
	}
}

func TestNeeds(t *testing.T) {
	t.Parallel()
	both := good()
	dead := market.Probe{At: start, Reason: market.ReasonConnect, Class: market.ClassNetwork, MCP: market.Talk{Reason: market.ReasonConnect}}
	untried, bare, sessions := good(), good(), good()
	untried.MCP = market.Talk{}
	bare.MCP.List, bare.MCP.Reason = market.ToolList{}, market.ReasonNotMCP
	sessions.List.Fault.Code, sessions.Reason = market.FaultRPCError, market.ReasonRPCError
	for name, c := range map[string]struct {
		probe market.Probe
		ran   []string
	}{
		"all is well":     {both, []string{"ENT-001", "TLS-001", "HLT-003", "PRO-001", "PRO-018", "DSC-001"}},
		"nobody answers":  {dead, []string{"ENT-001", "TLS-001", "PRO-018"}},
		"not by MCP":      {untried, []string{"ENT-001", "TLS-001", "HLT-003", "PRO-001", "DSC-001"}},
		"the app alone":   {bare, []string{"ENT-001", "TLS-001", "HLT-003", "PRO-001", "PRO-018", "DSC-001"}},
		"MCP's list only": {sessions, []string{"ENT-001", "TLS-001", "HLT-003", "PRO-018", "DSC-001"}},
	} {
		x := examine(t, newReviewer(&prober{probe: c.probe}, every()...), market.Case{Entry: entry()})
		wantRun(t, name, x.Report, c.ran...)
		if list, ok := c.probe.Tools(); ok != (x.Report.Digest != "") || len(x.Tools) != len(list.Tools) || len(x.Digests) != len(list.Tools) || x.Report.Tools != len(list.Tools) {
			t.Errorf("%s: digest %q, %d tools, %d digests", name, x.Report.Digest, len(x.Tools), len(x.Digests))
		}
	}
	own := rule("TLS-001", reviewer.NeedsProbe, reviewer.Hit{})
	own.Skip = func(*reviewer.Dossier) market.Text { return reviewer.Say("不适用", "does not apply") }
	wantRun(t, "a rule's own reason", examine(t, newReviewer(&prober{probe: good()}, own), market.Case{Entry: entry()}).Report)
}

// What a form does not say yet is not wrong yet; what it says is judged.
func TestDraftLeavesBlankMembersAlone(t *testing.T) {
	t.Parallel()
	named := reviewer.Hit{Where: "/entry/name", Severity: market.SeverityReject}
	r := newReviewer(&prober{probe: good()}, rule("ENT-004", reviewer.NeedsEntry, named))
	blank := entry()
	blank.Name = " "
	for name, c := range map[string]struct {
		c    market.Case
		want market.CheckState
	}{
		"blank in a draft":     {market.Case{Entry: blank, Draft: true}, market.CheckSkipped},
		"written in a draft":   {market.Case{Entry: entry(), Draft: true}, market.CheckHit},
		"blank when it counts": {market.Case{Entry: blank}, market.CheckHit},
	} {
		x := examine(t, r, c.c)
		if got := state(t, x.Report, "ENT-004"); got.State != c.want {
			t.Errorf("%s: %s, want %s", name, got.State, c.want)
		}
	}
}

// Of an address alone nothing else is judged, whatever a rule says of members
// that are not there.
func TestBareAddress(t *testing.T) {
	t.Parallel()
	r := newReviewer(&prober{probe: good()}, rule("META-005", reviewer.NeedsEntry, reviewer.Hit{Where: "/entry/privacy"}), rule("URL-003", reviewer.NeedsEntry, reviewer.Hit{Where: "/entry/server/url"}))
	bare := market.Entry{Server: market.Server{URL: "https://weather.example.com/mcp"}}
	named := bare
	named.Name = "天气"
	for _, c := range []struct {
		e    market.Entry
		want int
	}{{bare, 1}, {named, 2}} {
		x := examine(t, r, market.Case{Entry: c.e, Draft: true})
		if len(x.Report.Findings) != c.want || len(x.Report.ChecksRun) != c.want {
			t.Errorf("%+v: findings %+v of %v, want %d", c.e, x.Report.Findings, x.Report.ChecksRun, c.want)
		}
	}
}

func TestCheckEntrySendsNothing(t *testing.T) {
	t.Parallel()
	p := &prober{probe: good()}
	r := newReviewer(p, append(every(), rule("ENT-002", reviewer.NeedsEntry, reviewer.Hit{Where: "/entry/id"}))...)
	rep := r.CheckEntry(market.Case{Entry: entry()})
	if len(p.asked) != 0 || rep.Verdict != market.VerdictRejected || len(rep.Findings) != 1 || rep.Passes != 0 || !rep.At.IsZero() {
		t.Errorf("asked %d times, report %+v", len(p.asked), rep)
	}
	if rep.Profiles.App.Verdict != market.VerdictNotRun || rep.Profiles.MCP.Verdict != market.VerdictNotRun {
		t.Errorf("profiles %+v", rep.Profiles)
	}
	wantRun(t, "the entry alone", rep, "ENT-001", "ENT-002")
}

func TestCheckTools(t *testing.T) {
	t.Parallel()
	p := &prober{probe: good()}
	named := rule("NAM-001", reviewer.NeedsTools)
	named.Check = reviewer.PerTool(func(_ *reviewer.Dossier, t reviewer.Tool) []reviewer.Hit {
		if t.Name != "" {
			return nil
		}
		return []reviewer.Hit{{Where: t.Pointer("name")}}
	})
	r := newReviewer(p, append(every(), named)...)
	tools := []json.RawMessage{[]byte(`{"name":"a"}`), []byte(`{"nom":"b"}`), []byte(`7`)}
	rep := r.CheckTools(tools, nil)
	wantRun(t, "a list alone", rep, "NAM-001", "DSC-001")
	if len(p.asked) != 0 || rep.Verdict != market.VerdictRejected || rep.Tools != 3 || rep.Digest != "" || rep.URL != "" || !rep.At.IsZero() || rep.Provisional {
		t.Errorf("asked %d times, report %+v", len(p.asked), rep)
	}
	if rep.Profiles.App.Verdict != market.VerdictNotRun || rep.Profiles.MCP.Verdict != market.VerdictNotRun {
		t.Errorf("profiles %+v", rep.Profiles)
	}
	if len(rep.Findings) != 1 || rep.Findings[0].Where != "/tools/1/name" {
		t.Errorf("findings %+v", rep.Findings)
	}
	rep = r.CheckTools(tools, map[string]market.RuleSetting{"NAM-001": {}})
	if rep.Verdict != market.VerdictClean || rep.Ruleset == "test.1" {
		t.Errorf("monitored: %s under %s", rep.Verdict, rep.Ruleset)
	}
	if rep = r.CheckTools(nil, nil); rep.Tools != 0 || rep.Digest == "" {
		t.Errorf("an empty list: %+v", rep)
	}
	wantRun(t, "an empty list", rep, "NAM-001", "DSC-001")
}

// street is a neighbourhood that answers as it is told.
type street struct {
	found []market.Neighbour
	err   error
	asked []market.NeighbourQuery
}

func (s *street) Neighbours(_ context.Context, q market.NeighbourQuery) ([]market.Neighbour, error) {
	s.asked = append(s.asked, q)
	return s.found, s.err
}

func TestNeighbours(t *testing.T) {
	t.Parallel()
	similar := rule("SIM-001", reviewer.NeedsMarket)
	similar.Check = func(d *reviewer.Dossier) []reviewer.Hit {
		var hits []reviewer.Hit
		for range d.Neighbours {
			hits = append(hits, reviewer.Hit{Where: "/entry/name", Severity: market.SeverityNeedsHuman})
		}
		return hits
	}
	with := func(s *street) *reviewer.Reviewer {
		o := reviewer.Options{Prober: &prober{probe: good()}, Rules: []reviewer.Rule{similar}, Policy: reviewer.Policy{Pace: reviewer.PaceNormal()}}
		if s != nil {
			o.Neighbours = s
		}
		return reviewer.New(o)
	}
	k := market.Case{Entry: entry(), Owner: "me"}
	alike := &street{found: []market.Neighbour{{Like: market.LikeName}}}
	for name, c := range map[string]struct {
		s     *street
		state market.CheckState
		want  market.Verdict
	}{
		"nowhere to look":   {nil, market.CheckSkipped, market.VerdictClean},
		"nothing like it":   {&street{}, market.CheckPass, market.VerdictClean},
		"something like it": {alike, market.CheckHit, market.VerdictNeedsHuman},
		"it cannot be told": {&street{err: errors.New("no")}, market.CheckFailed, market.VerdictInconclusive},
	} {
		rep := examine(t, with(c.s), k).Report
		if got := state(t, rep, "SIM-001"); got.State != c.state || rep.Verdict != c.want {
			t.Errorf("%s: %+v, verdict %s; want %s, %s", name, got, rep.Verdict, c.state, c.want)
		}
	}
	if q := alike.asked[0]; q.Owner != "me" || len(q.Tools) != 2 || len(q.Digests) != 2 || q.Digest == "" || q.Entry.ID != entry().ID {
		t.Errorf("asked %+v", q)
	}
	k.Earlier = passes(true)
	if rep := examine(t, with(&street{err: errors.New("no")}), k).Report; rep.Verdict != market.VerdictNeedsHuman {
		t.Errorf("what could not be compared ends as %s", rep.Verdict)
	}
	// An address that is refused is compared all the same.
	k.Entry.Server.URL = ""
	if rep := examine(t, with(alike), k).Report; state(t, rep, "SIM-001").State != market.CheckHit {
		t.Errorf("without a packet: %+v", rep.Checks)
	}
	// A look at a server alone is not: it may be listed itself.
	bare := market.Case{Entry: market.Entry{Kind: market.KindServer, Server: entry().Server}, Draft: true}
	if rep := examine(t, with(alike), bare).Report; state(t, rep, "SIM-001").State != market.CheckSkipped || rep.Verdict != market.VerdictClean {
		t.Errorf("a server alone: %s, %+v", rep.Verdict, rep.Checks)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := with(&street{err: context.Canceled}).Examine(ctx, k); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want that of the context", err)
	}
}
