package reviewer_test

import (
	"slices"
	"testing"

	"marketd/market"
	"marketd/reviewer"
)

func hit(s market.Severity) reviewer.Hit { return reviewer.Hit{Severity: s, Where: "/tools/0"} }

func unsure(s market.Severity) reviewer.Hit {
	return reviewer.Hit{Severity: s, Where: "/tools/0", Unsure: true}
}

func TestVerdict(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		hits  []reviewer.Hit
		final bool
		want  market.Verdict
		app   market.Outcome
	}{
		"nothing":                {nil, false, market.VerdictClean, market.OutcomePass},
		"info and warn":          {[]reviewer.Hit{hit("info"), hit("warn")}, false, market.VerdictClean, market.OutcomePass},
		"needs a person":         {[]reviewer.Hit{hit("needs_human"), hit("warn")}, false, market.VerdictNeedsHuman, market.OutcomePass},
		"reject":                 {[]reviewer.Hit{hit("needs_human"), hit("reject")}, false, market.VerdictRejected, market.OutcomeFail},
		"unsure":                 {[]reviewer.Hit{unsure("reject")}, false, market.VerdictInconclusive, market.OutcomePass},
		"unsure before a person": {[]reviewer.Hit{hit("needs_human"), unsure("reject")}, false, market.VerdictInconclusive, market.OutcomePass},
		"reject before unsure":   {[]reviewer.Hit{hit("reject"), unsure("reject")}, false, market.VerdictRejected, market.OutcomeFail},
		"unsure at the end":      {[]reviewer.Hit{unsure("reject")}, true, market.VerdictRejected, market.OutcomeFail},
		"never a refusal":        {[]reviewer.Hit{unsure("needs_human")}, true, market.VerdictNeedsHuman, market.OutcomePass},
	} {
		x := examine(t, newReviewer(&prober{probe: good()}, rule("DSC-001", reviewer.NeedsList, c.hits...)), market.Case{Entry: entry(), Earlier: passes(c.final)})
		p := x.Report.Profiles
		if x.Report.Verdict != c.want || p.App.Verdict != c.want || p.MCP.Verdict != c.want || p.App.Outcome != c.app || p.MCP.Outcome != c.app {
			t.Errorf("%s: verdict %s, profiles %+v; want %s, app %s", name, x.Report.Verdict, p, c.want, c.app)
		}
		if again := c.want == market.VerdictInconclusive; again != (x.Again > 0) || again != x.Report.Provisional {
			t.Errorf("%s: again %s, provisional %v", name, x.Again, x.Report.Provisional)
		}
		if len(x.Report.Findings) != len(c.hits) {
			t.Errorf("%s: %d findings of %d hits", name, len(x.Report.Findings), len(c.hits))
		}
	}
}

// A finding bears on one profile or on both, by its rule or by itself, and the
// market says which profiles count.
func TestProfilesAreJudgedApart(t *testing.T) {
	t.Parallel()
	const app, mcp = market.ProfileApp, market.ProfileMCP
	on := func(p market.Profile, s market.Severity) reviewer.Hit {
		return reviewer.Hit{Profile: p, Severity: s, Where: "/probe/list"}
	}
	clean, human, rejected, open := market.VerdictClean, market.VerdictNeedsHuman, market.VerdictRejected, market.VerdictInconclusive
	late := on(mcp, "reject")
	late.Unsure = true
	for name, c := range map[string]struct {
		hits     []reviewer.Hit
		app, mcp market.Verdict
		of       [4]market.Verdict // any, app, mcp, both
	}{
		"nothing":           {nil, clean, clean, [4]market.Verdict{clean, clean, clean, clean}},
		"the app's alone":   {[]reviewer.Hit{on(app, "reject")}, rejected, clean, [4]market.Verdict{clean, rejected, clean, rejected}},
		"MCP's alone":       {[]reviewer.Hit{on(mcp, "needs_human")}, clean, human, [4]market.Verdict{clean, clean, human, human}},
		"both":              {[]reviewer.Hit{on("", "reject")}, rejected, rejected, [4]market.Verdict{rejected, rejected, rejected, rejected}},
		"one each":          {[]reviewer.Hit{on(app, "reject"), on(mcp, "needs_human")}, rejected, human, [4]market.Verdict{human, rejected, human, rejected}},
		"open for one":      {[]reviewer.Hit{on(app, "reject"), late}, rejected, open, [4]market.Verdict{open, rejected, open, rejected}},
		"a person and open": {[]reviewer.Hit{on(app, "needs_human"), late}, human, open, [4]market.Verdict{human, human, open, open}},
	} {
		for i, require := range []market.Require{market.RequireAny, market.RequireApp, market.RequireMCP, market.RequireBoth} {
			r := reviewer.New(reviewer.Options{
				Prober: &prober{probe: good()}, Rules: []reviewer.Rule{rule("PRO-001", reviewer.NeedsProbe, c.hits...)},
				Policy: reviewer.Policy{Pace: reviewer.PaceNormal(), Require: require},
			})
			rep := examine(t, r, market.Case{Entry: entry()}).Report
			if rep.Verdict != c.of[i] || rep.Profiles.App.Verdict != c.app || rep.Profiles.MCP.Verdict != c.mcp {
				t.Errorf("%s, require %s: %s, profiles %+v; want %s, %s and %s", name, require, rep.Verdict, rep.Profiles, c.of[i], c.app, c.mcp)
			}
		}
	}
}

// Who asks for one profile gets its verdict, whatever the market requires, and
// of the other what was seen on the way.
func TestOneProfileIsAskedFor(t *testing.T) {
	t.Parallel()
	alone := good()
	alone.MCP = market.Talk{}
	failed := good()
	failed.MCP.Reason = market.ReasonNotMCP
	for name, c := range map[string]struct {
		probe   market.Probe
		asked   market.Profile
		verdict market.Verdict
		mcp     market.Verdict
	}{
		"the app, and nothing else was tried": {alone, market.ProfileApp, market.VerdictClean, market.VerdictNotRun},
		"the app, and MCP was tried too":      {failed, market.ProfileApp, market.VerdictClean, market.VerdictNeedsHuman},
		"MCP":                                 {failed, market.ProfileMCP, market.VerdictNeedsHuman, market.VerdictNeedsHuman},
		"both, and MCP was not tried":         {alone, "", market.VerdictNeedsHuman, market.VerdictNeedsHuman},
	} {
		p := &prober{probe: c.probe}
		r := reviewer.New(reviewer.Options{Prober: p, Policy: reviewer.Policy{Pace: reviewer.PaceNormal(), Require: market.RequireBoth}})
		x := examine(t, r, market.Case{Entry: entry(), Profile: c.asked})
		if x.Report.Verdict != c.verdict || x.Report.Profiles.App.Verdict != market.VerdictClean || x.Report.Profiles.MCP.Verdict != c.mcp {
			t.Errorf("%s: %s, %+v; want %s, MCP %s", name, x.Report.Verdict, x.Report.Profiles, c.verdict, c.mcp)
		}
		if p.asked[0].Profile != c.asked || x.Again != 0 {
			t.Errorf("%s: asked for %q, again %s", name, p.asked[0].Profile, x.Again)
		}
	}
}

// Silence of every rule is no praise for a server that does not work.
func TestSilenceIsNotClean(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		change   func(*market.Probe)
		app, mcp market.Verdict
	}{
		"it works":              {func(*market.Probe) {}, market.VerdictClean, market.VerdictClean},
		"nothing was reached":   {func(p *market.Probe) { *p = market.Probe{Reason: market.ReasonDNS, Class: market.ClassNetwork} }, market.VerdictNeedsHuman, market.VerdictNeedsHuman},
		"it fails the app":      {func(p *market.Probe) { p.Reason = market.ReasonHTTPError }, market.VerdictNeedsHuman, market.VerdictClean},
		"no list":               {func(p *market.Probe) { p.List = market.ToolList{} }, market.VerdictNeedsHuman, market.VerdictClean},
		"a part of a list":      {func(p *market.Probe) { p.List.Fault.Code = market.FaultCursorLoop }, market.VerdictNeedsHuman, market.VerdictClean},
		"it fails MCP":          {func(p *market.Probe) { p.MCP.Reason = market.ReasonNotMCP }, market.VerdictClean, market.VerdictNeedsHuman},
		"MCP was not tried":     {func(p *market.Probe) { p.MCP = market.Talk{} }, market.VerdictClean, market.VerdictNeedsHuman},
		"it wants a token":      {func(p *market.Probe) { p.Reason = market.ReasonAuthRequired }, market.VerdictNeedsHuman, market.VerdictClean},
		"it was throttled":      {func(p *market.Probe) { p.Reason = market.ReasonRateLimited }, market.VerdictNeedsHuman, market.VerdictClean},
		"our network is broken": {func(p *market.Probe) { p.Reason = market.ReasonOurNetwork }, market.VerdictNeedsHuman, market.VerdictClean},
	} {
		probe := good()
		c.change(&probe)
		x := examine(t, newReviewer(&prober{probe: probe}), market.Case{Entry: entry()})
		if p := x.Report.Profiles; p.App.Verdict != c.app || p.MCP.Verdict != c.mcp || x.Again != 0 {
			t.Errorf("%s: %+v, again %s; want %s and %s", name, p, x.Again, c.app, c.mcp)
		}
	}
}

func TestOutcome(t *testing.T) {
	t.Parallel()
	for reason, want := range map[market.Reason]market.Outcome{
		market.ReasonAuthRequired: market.OutcomeGated, market.ReasonRateLimited: market.OutcomeUnknown,
		market.ReasonOurNetwork: market.OutcomeUnknown, market.ReasonHTTPError: market.OutcomeFail, market.ReasonOK: market.OutcomePass,
	} {
		app, mcp := good(), good()
		app.Reason, mcp.MCP.Reason = reason, reason
		a := examine(t, newReviewer(&prober{probe: app}), market.Case{Entry: entry()}).Report.Profiles
		m := examine(t, newReviewer(&prober{probe: mcp}), market.Case{Entry: entry()}).Report.Profiles
		if a.App.Outcome != want || a.MCP.Outcome != market.OutcomePass || m.MCP.Outcome != want || m.App.Outcome != market.OutcomePass {
			t.Errorf("%s: app %+v, mcp %+v; want %s", reason, a, m, want)
		}
	}
}

// A login in the way is no failure, unless something else is wrong as well.
func TestGated(t *testing.T) {
	t.Parallel()
	asks := reviewer.Hit{Severity: market.SeverityNeedsHuman, Where: "/probe/contract", Class: market.ClassAuth}
	for name, c := range map[string]struct {
		hits []reviewer.Hit
		want market.Outcome
	}{
		"a login page":            {[]reviewer.Hit{asks}, market.OutcomeGated},
		"and another fault":       {[]reviewer.Hit{asks, hit("reject")}, market.OutcomeFail},
		"and a fault for another": {[]reviewer.Hit{asks, {Severity: "reject", Profile: market.ProfileMCP, Where: "/a"}}, market.OutcomeGated},
		"no login":                {[]reviewer.Hit{hit("needs_human")}, market.OutcomeFail},
	} {
		probe := good()
		probe.Reason = market.ReasonHTTPError
		x := examine(t, newReviewer(&prober{probe: probe}, rule("RED-003", reviewer.NeedsProbe, c.hits...)), market.Case{Entry: entry()})
		if got := x.Report.Profiles.App.Outcome; got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}

// Text that is dangerous, or an entry that is worded badly, keeps no client
// from using the server.
func TestRejectsOfUse(t *testing.T) {
	t.Parallel()
	for _, g := range market.Groups() {
		r := rule("SEC-001", reviewer.NeedsList, hit("reject"))
		r.Group = g
		want := market.OutcomeFail
		if slices.Contains([]market.Group{market.GroupSafety, market.GroupMeta}, g) {
			want = market.OutcomePass
		}
		if got := examine(t, newReviewer(&prober{probe: good()}, r), market.Case{Entry: entry()}).Report.Profiles.App.Outcome; got != want {
			t.Errorf("%s: %s, want %s", g, got, want)
		}
	}
}
