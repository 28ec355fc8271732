package reviewer_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"marketd/market"
	"marketd/reviewer"
)

var start = time.Date(2026, 12, 1, 8, 0, 0, 0, time.UTC)

type clock struct{}

func (clock) Now() time.Time { return start }

// prober plays back one probe and counts how often it was asked.
type prober struct {
	probe market.Probe
	asked []market.Target
	hook  func()
}

func (p *prober) Probe(_ context.Context, t market.Target, progress func(market.Step)) market.Probe {
	p.asked = append(p.asked, t)
	progress(market.StepContract)
	if p.hook != nil {
		p.hook()
	}
	return p.probe
}

func good() market.Probe {
	return market.Probe{
		At: start, URL: "https://weather.example.com/mcp", Reason: market.ReasonOK, Class: market.ClassOK,
		Contract: market.Answer{Sent: true, Status: 200, Reason: market.ReasonOK, Took: 30 * time.Millisecond},
		List: market.ToolList{
			Answer: market.Answer{Sent: true, Status: 200, Reason: market.ReasonOK}, Pages: 1, FirstPage: 2,
			Tools: []json.RawMessage{[]byte(`{"name":"a","description":"x"}`), []byte(`{"name":"b","annotations":{"readOnlyHint":true}}`)},
		},
	}
}

func entry() market.Entry {
	return market.Entry{ID: "weather-demo", Kind: market.KindServer, Name: "天气", Server: market.Server{URL: "https://weather.example.com/mcp"}}
}

// rule makes a rule that gives the hits.
func rule(id string, needs reviewer.Need, hits ...reviewer.Hit) reviewer.Rule {
	return reviewer.Rule{
		ID: id, Group: market.GroupTools, Severity: market.SeverityReject, Needs: needs,
		Title: market.Text{ZH: "标题", EN: "Title"}, Why: market.Text{ZH: "因为", EN: "because"}, Fix: market.Text{ZH: "改", EN: "mend"},
		Check: func(*reviewer.Dossier) []reviewer.Hit { return hits },
	}
}

func newReviewer(p market.Prober, rules ...reviewer.Rule) *reviewer.Reviewer {
	return reviewer.New(reviewer.Options{Prober: p, Rules: rules, Policy: reviewer.Policy{Pace: reviewer.PaceNormal()}, Ruleset: "test.1", Clock: clock{}})
}

func examine(t *testing.T, r *reviewer.Reviewer, c market.Case) market.Examined {
	t.Helper()
	x, err := r.Examine(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// passes are the looks before the last one that the pace allows, or none.
func passes(last bool) []market.Probe {
	if !last {
		return nil
	}
	return slices.Repeat([]market.Probe{good()}, len(reviewer.PaceNormal().Wait))
}

func state(t *testing.T, r market.Report, id string) market.Check {
	t.Helper()
	for _, c := range r.Checks {
		if c.Rule == id {
			return c
		}
	}
	t.Fatalf("no check of %s in the report", id)
	return market.Check{}
}

func TestVerdict(t *testing.T) {
	t.Parallel()
	hit := func(s market.Severity, unsure bool) reviewer.Hit {
		return reviewer.Hit{Severity: s, Where: "/tools/0", Unsure: unsure}
	}
	for name, c := range map[string]struct {
		hits    []reviewer.Hit
		final   bool
		want    market.Verdict
		again   time.Duration
		app     market.Outcome
		monitor bool
	}{
		"nothing":                {nil, false, market.VerdictClean, 0, market.OutcomePass, false},
		"info and warn":          {[]reviewer.Hit{hit("info", false), hit("warn", false)}, false, market.VerdictClean, 0, market.OutcomePass, false},
		"needs a person":         {[]reviewer.Hit{hit("needs_human", false), hit("warn", false)}, false, market.VerdictNeedsHuman, 0, market.OutcomePass, false},
		"reject":                 {[]reviewer.Hit{hit("needs_human", false), hit("reject", false)}, false, market.VerdictRejected, 0, market.OutcomeFail, false},
		"unsure":                 {[]reviewer.Hit{hit("reject", true)}, false, market.VerdictInconclusive, time.Minute, market.OutcomePass, false},
		"unsure before a person": {[]reviewer.Hit{hit("needs_human", false), hit("reject", true)}, false, market.VerdictInconclusive, time.Minute, market.OutcomePass, false},
		"reject before unsure":   {[]reviewer.Hit{hit("reject", false), hit("reject", true)}, false, market.VerdictRejected, 0, market.OutcomeFail, false},
		"unsure at the end":      {[]reviewer.Hit{hit("reject", true)}, true, market.VerdictRejected, 0, market.OutcomeFail, false},
		"never a refusal":        {[]reviewer.Hit{hit("needs_human", true)}, true, market.VerdictNeedsHuman, 0, market.OutcomePass, false},
		"monitored":              {[]reviewer.Hit{hit("reject", false), hit("reject", true)}, false, market.VerdictClean, 0, market.OutcomePass, true},
	} {
		o := reviewer.Options{
			Prober: &prober{probe: good()}, Rules: []reviewer.Rule{rule("DSC-001", reviewer.NeedsList, c.hits...)},
			Policy: reviewer.Policy{Pace: reviewer.PaceNormal()}, Clock: clock{},
		}
		if c.monitor {
			o.Policy.Settings = map[string]market.RuleSetting{"DSC-001": {}}
		}
		x := examine(t, reviewer.New(o), market.Case{Entry: entry(), Earlier: passes(c.final)})
		if x.Report.Verdict != c.want || x.Again != c.again || x.Report.Profiles.App.Outcome != c.app {
			t.Errorf("%s: verdict %s, again %s, app %s; want %s, %s, %s", name, x.Report.Verdict, x.Again, x.Report.Profiles.App.Outcome, c.want, c.again, c.app)
		}
		if x.Report.Provisional != (c.again > 0) {
			t.Errorf("%s: provisional %v", name, x.Report.Provisional)
		}
		if len(x.Report.Findings) != len(c.hits) {
			t.Errorf("%s: %d findings of %d hits", name, len(x.Report.Findings), len(c.hits))
		}
	}
}

// Silence of every rule is no praise for a server that does not work.
func TestSilenceIsNotClean(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		change func(*market.Probe)
		want   market.Verdict
	}{
		"it works":            {func(*market.Probe) {}, market.VerdictClean},
		"nothing was reached": {func(p *market.Probe) { *p = market.Probe{Reason: market.ReasonDNS, Class: market.ClassNetwork} }, market.VerdictNeedsHuman},
		"it fails the app":    {func(p *market.Probe) { p.Reason = market.ReasonHTTPError }, market.VerdictNeedsHuman},
		"no list":             {func(p *market.Probe) { p.List = market.ToolList{} }, market.VerdictNeedsHuman},
		"a part of a list":    {func(p *market.Probe) { p.List.Fault.Code = market.FaultCursorLoop }, market.VerdictNeedsHuman},
	} {
		probe := good()
		c.change(&probe)
		if x := examine(t, newReviewer(&prober{probe: probe}), market.Case{Entry: entry()}); x.Report.Verdict != c.want || x.Again != 0 {
			t.Errorf("%s: %s, again %s; want %s", name, x.Report.Verdict, x.Again, c.want)
		}
	}
}

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
	p.probe.Contract.RetryAfter = 40 * time.Minute
	if x := examine(t, r, market.Case{Entry: entry()}); x.Again != 40*time.Minute {
		t.Errorf("again %s, want the 40 minutes that the server asked for", x.Again)
	}
}

func TestNoPacketToARefusedAddress(t *testing.T) {
	t.Parallel()
	bad := rule("URL-003", reviewer.NeedsEntry, reviewer.Hit{Where: "/entry/server/url"})
	for name, c := range map[string]struct {
		rules []reviewer.Rule
		kind  market.ListingKind
		url   string
		asked int
	}{
		"a good entry":             {nil, market.KindServer, "https://h.example/mcp", 1},
		"a refused address":        {[]reviewer.Rule{bad}, market.KindServer, "https://h.example/mcp", 0},
		"another member is wrong":  {[]reviewer.Rule{rule("ENT-002", reviewer.NeedsEntry, reviewer.Hit{Where: "/entry/id"})}, market.KindServer, "https://h.example/mcp", 1},
		"a warning on the address": {[]reviewer.Rule{rule("URL-004", reviewer.NeedsEntry, reviewer.Hit{Severity: "warn", Where: "/entry/server/url"})}, "", "https://h.example/mcp", 1},
		"no address":               {nil, market.KindServer, " ", 0},
		"no server at all":         {nil, market.KindDeclarative, "", 0},
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
		if got := state(t, x.Report, "DSC-001"); got.State != want || (want == market.CheckSkipped) == got.Note.IsZero() {
			t.Errorf("%s: the check is %+v, want %s", name, got, want)
		}
	}
}

func TestSkipsSayWhy(t *testing.T) {
	t.Parallel()
	p := &prober{probe: market.Probe{At: start, Reason: market.ReasonConnect, Class: market.ClassNetwork}}
	own := rule("TLS-001", reviewer.NeedsProbe, reviewer.Hit{})
	own.Skip = func(*reviewer.Dossier) market.Text { return market.Text{ZH: "不适用", EN: "does not apply"} }
	r := newReviewer(p, rule("ENT-001", reviewer.NeedsEntry), own, rule("HLT-003", reviewer.NeedsAnswer), rule("DSC-001", reviewer.NeedsList), rule("HLT-001", reviewer.NeedsProbe))
	x := examine(t, r, market.Case{Entry: entry()})
	for id, want := range map[string]market.CheckState{
		"ENT-001": market.CheckPass, "TLS-001": market.CheckSkipped, "HLT-003": market.CheckSkipped,
		"DSC-001": market.CheckSkipped, "HLT-001": market.CheckPass,
	} {
		c := state(t, x.Report, id)
		if c.State != want || (c.State == market.CheckSkipped) != (c.Note.ZH != "" && c.Note.EN != "") {
			t.Errorf("%s: %+v, want %s", id, c, want)
		}
	}
	if x.Report.Profiles.App.Outcome != market.OutcomeFail || x.Report.Digest != "" || x.Tools != nil {
		t.Errorf("app %s, digest %q, tools %v", x.Report.Profiles.App.Outcome, x.Report.Digest, x.Tools)
	}
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

func TestBrokenRule(t *testing.T) {
	t.Parallel()
	broken := rule("SCH-001", reviewer.NeedsList)
	broken.Check = func(d *reviewer.Dossier) []reviewer.Hit { panic("secret-" + d.Tools[5].Name) }
	var logged bytes.Buffer
	o := reviewer.Options{
		Prober: &prober{probe: good()}, Rules: []reviewer.Rule{broken, rule("DSC-001", reviewer.NeedsList)},
		Policy: reviewer.Policy{Pace: reviewer.PaceNormal()}, Clock: clock{}, Log: slog.New(slog.NewTextHandler(&logged, nil)),
	}
	x := examine(t, reviewer.New(o), market.Case{Entry: entry()})
	if c := state(t, x.Report, "SCH-001"); c.State != market.CheckFailed || c.Note.IsZero() {
		t.Errorf("the broken check is %+v", c)
	}
	if state(t, x.Report, "DSC-001").State != market.CheckPass {
		t.Error("a broken rule took another with it")
	}
	if x.Report.Verdict != market.VerdictInconclusive || x.Again != time.Minute {
		t.Errorf("verdict %s, again %s", x.Report.Verdict, x.Again)
	}
	if !strings.Contains(logged.String(), "rule=SCH-001") {
		t.Errorf("not logged: %s", &logged)
	}
	if x := examine(t, reviewer.New(o), market.Case{Entry: entry(), Earlier: passes(true)}); x.Report.Verdict != market.VerdictNeedsHuman {
		t.Errorf("at the end the verdict is %s, want a person's", x.Report.Verdict)
	}
	o.Policy.Settings = map[string]market.RuleSetting{"SCH-001": {Enforced: true}}
	if x := examine(t, reviewer.New(o), market.Case{Entry: entry()}); x.Report.Verdict != market.VerdictClean {
		t.Errorf("not required, and the verdict is %s", x.Report.Verdict)
	}
}

func TestGatedAndThrottled(t *testing.T) {
	t.Parallel()
	for reason, want := range map[market.Reason]market.Outcome{
		market.ReasonAuthRequired: market.OutcomeGated, market.ReasonRateLimited: market.OutcomeUnknown,
		market.ReasonOurNetwork: market.OutcomeUnknown, market.ReasonHTTPError: market.OutcomeFail, market.ReasonOK: market.OutcomePass,
	} {
		probe := good()
		probe.Reason = reason
		x := examine(t, newReviewer(&prober{probe: probe}), market.Case{Entry: entry()})
		if x.Report.Profiles.App.Outcome != want {
			t.Errorf("%s: app %s, want %s", reason, x.Report.Profiles.App.Outcome, want)
		}
	}
}

func TestCancelledIsNoEvidence(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	_, err := newReviewer(&prober{probe: good(), hook: cancel}).Examine(ctx, market.Case{Entry: entry()})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want that of the context", err)
	}
}

func TestProgressAndToken(t *testing.T) {
	t.Parallel()
	p := &prober{probe: good()}
	var steps []market.Step
	c := market.Case{Entry: entry(), Token: "tok", Progress: func(s market.Step) { steps = append(steps, s) }}
	had := false
	r := rule("HLT-001", reviewer.NeedsProbe)
	r.Check = func(d *reviewer.Dossier) []reviewer.Hit { had = d.HadToken; return nil }
	x := examine(t, newReviewer(p, r), c)
	if want := []market.Step{market.StepEntry, market.StepContract, market.StepRules, market.StepDone}; !slices.Equal(steps, want) {
		t.Errorf("steps %v, want %v", steps, want)
	}
	if !had || p.asked[0] != (market.Target{URL: c.Entry.Server.URL, Token: "tok"}) {
		t.Errorf("asked %+v, the rules saw a token: %v", p.asked, had)
	}
	if x.Report.Tools != 2 || !strings.HasPrefix(x.Report.Digest, "v1:sha256:") || len(x.Digests) != 2 {
		t.Errorf("tools %d, digest %q, digests %v", x.Report.Tools, x.Report.Digest, x.Digests)
	}
}

// A server that puts the test token into its tools must not publish it.
func TestTokenIsHidden(t *testing.T) {
	t.Parallel()
	const token = `tok"en-4711-0815`
	probe := good()
	probe.List.Tools = []json.RawMessage{[]byte(`{"name":"a","description":"you sent tok\"en-4711-0815"}`)}
	seen := ""
	r := rule("DSC-001", reviewer.NeedsList)
	r.Check = func(d *reviewer.Dossier) []reviewer.Hit { seen = d.Tools[0].Description; return nil }
	x := examine(t, newReviewer(&prober{probe: probe}, r), market.Case{Entry: entry(), Token: token})
	b, err := json.Marshal(x)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(b), "4711") || seen != "you sent ⟦token⟧" {
		t.Errorf("the rules saw %q, and the token stands in %s", seen, b)
	}
}

func TestCheckEntrySendsNothing(t *testing.T) {
	t.Parallel()
	p := &prober{probe: good()}
	rep := newReviewer(p,
		rule("ENT-002", reviewer.NeedsEntry, reviewer.Hit{Where: "/entry/id"}),
		rule("DSC-001", reviewer.NeedsList, reviewer.Hit{}),
	).CheckEntry(market.Case{Entry: entry()})
	if len(p.asked) != 0 || rep.Verdict != market.VerdictRejected || len(rep.Findings) != 1 || rep.Passes != 0 {
		t.Errorf("asked %d times, report %+v", len(p.asked), rep)
	}
	if c := state(t, rep, "DSC-001"); c.State != market.CheckSkipped || c.Note.IsZero() {
		t.Errorf("DSC-001 is %+v", c)
	}
}
