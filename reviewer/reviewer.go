package reviewer

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"log/slog"
	"maps"
	"runtime"
	"slices"
	"time"

	"marketd/market"
	"marketd/market/digest"
)

// Reviewer is the engine. It implements [market.Examiner] and [market.EntryChecker].
type Reviewer struct {
	prober     market.Prober
	visitor    market.Visitor
	rules      []Rule // in catalogue order
	policy     Policy
	ruleset    string
	neighbours market.Neighbourhood
	clock      market.Clock
	redact     func(string) string
	log        *slog.Logger
	judging    chan struct{} // a place for each report being made
}

// Options are a Reviewer's dependencies. Visitor, Redact, Neighbours and Log may be nil, AtOnce zero.
type Options struct {
	Prober     market.Prober
	Visitor    market.Visitor // nil: an entry's links and icon are not looked at
	Rules      []Rule         // in any order; ids are unique
	Policy     Policy
	Ruleset    string // names this set of rules and settings, e.g. "2026-12-01.1"
	Clock      market.Clock
	Neighbours market.Neighbourhood // what entries are compared with; nil: nothing, and the rules that want it are skipped
	Redact     func(string) string  // takes secrets out of a text before it is kept
	Log        *slog.Logger
	AtOnce     int // reports made at once; the others wait. Default: the processors, at most 4
}

// New returns a Reviewer.
func New(o Options) *Reviewer {
	r := &Reviewer{
		prober: o.Prober, visitor: o.Visitor, rules: slices.Clone(o.Rules), policy: o.Policy,
		ruleset: o.Ruleset, clock: o.Clock, neighbours: o.Neighbours, redact: o.Redact, log: o.Log,
		judging: make(chan struct{}, cmp.Or(o.AtOnce, min(4, runtime.GOMAXPROCS(0)))),
	}
	Sort(r.rules)
	if r.redact == nil {
		r.redact = func(s string) string { return s }
	}
	if r.log == nil {
		r.log = slog.New(slog.DiscardHandler)
	}
	return r
}

// Examine makes one pass over the case. It sends no packet when the entry's
// URL is refused. The error is the context's alone: what goes wrong with the
// server is evidence.
func (r *Reviewer) Examine(ctx context.Context, c market.Case) (market.Examined, error) {
	tell := c.Progress
	if tell == nil {
		tell = func(market.Step) {}
	}
	tell(market.StepEntry)
	d := r.dossier(c)
	first := r.run(d, stageEntry)
	stop := stopped(d, first)
	var probe market.Probe
	if stop.IsZero() {
		probe = r.prober.Probe(ctx, r.target(c), tell)
		probe.Visits = r.visit(ctx, c, tell)
		if err := ctx.Err(); err != nil {
			return market.Examined{}, err
		}
	}
	tell(market.StepRules)
	// Rules wait for nothing but the processor, and on a list of 2 MiB take tens
	// of megabytes: more at once would be no faster and cost memory.
	select {
	case r.judging <- struct{}{}:
		defer func() { <-r.judging }()
	case <-ctx.Done():
		return market.Examined{}, ctx.Err()
	}
	if stop.IsZero() {
		probe.List, probe.MCP.List = hideToken(probe.List, c.Token), hideToken(probe.MCP.List, c.Token)
		d.Probes = append(slices.Clip(slices.Clone(c.Earlier)), probe)
		d.Tools, d.Listed = readTools(probe)
	}
	if err := r.compare(ctx, d, c); err != nil {
		return market.Examined{}, err
	}
	d.Final = !stop.IsZero() || len(d.Probes) > len(r.policy.Pace.Wait)
	x := r.judge(d, c.Review, stop)
	x.Probe = probe
	tell(market.StepDone)
	return x, nil
}

// target is what a pass sends. Every second pass of a review goes out under
// another name (rule PRO-014), so that a server which is better behaved towards
// the prober than towards an app is found out.
func (r *Reviewer) target(c market.Case) market.Target {
	t := market.Target{URL: c.Entry.Server.URL, Token: c.Token, Profile: c.Profile}
	if c.Review && len(c.Earlier)%2 == 1 {
		t.Agent = r.policy.Agent
	}
	return t
}

// compare finds what resembles the entry, where there is a market to compare it
// with.
func (r *Reviewer) compare(ctx context.Context, d *Dossier, c market.Case) error {
	if r.neighbours == nil {
		return nil
	}
	q := market.NeighbourQuery{Entry: d.Entry, Owner: c.Owner}
	for _, t := range d.Tools {
		q.Tools, q.Digests = append(q.Tools, t.Name), append(q.Digests, t.Digest())
	}
	if d.Listed {
		q.Digest = digest.Set(q.Digests)
	}
	found, err := r.neighbours.Neighbours(ctx, q)
	if err != nil && ctx.Err() == nil {
		r.log.ErrorContext(ctx, "entries that resemble it were not looked for", "listing", d.Entry.ID, "error", err)
		return nil
	}
	d.Neighbours, d.Compared = found, err == nil
	return err
}

// CheckEntry runs the rules that need the entry alone.
func (r *Reviewer) CheckEntry(c market.Case) market.Report {
	d := r.dossier(c)
	res := r.run(d, stageEntry)
	return r.report(d, res)
}

// CheckTools runs the rules that need a list of tools alone. What the list was
// read from has been found to be strict JSON.
func (r *Reviewer) CheckTools(tools []json.RawMessage, settings map[string]market.RuleSetting) market.Report {
	d := r.dossier(market.Case{Facts: market.Facts{Settings: settings}})
	d.Final, d.Listed = true, true
	for i, raw := range tools {
		d.Tools = append(d.Tools, NewTool(i, raw))
	}
	rep := r.report(d, r.run(d, stageTools))
	rep.At = time.Time{}
	rep.Profiles = market.Profiles{App: market.ProfileResult{Verdict: market.VerdictNotRun}, MCP: market.ProfileResult{Verdict: market.VerdictNotRun}}
	return rep
}

// dossier starts the evidence with what is known before any packet.
func (r *Reviewer) dossier(c market.Case) *Dossier {
	return &Dossier{Entry: c.Entry, RawEntry: c.RawEntry, Facts: c.Facts, HadToken: c.Token != "", Draft: c.Draft, Note: c.Note, Policy: r.policy}
}

// judge runs every rule over the whole dossier and says whether another pass
// is wanted.
func (r *Reviewer) judge(d *Dossier, review bool, stop market.Text) market.Examined {
	res := r.run(d, stage{stop: stop})
	x := market.Examined{Report: r.report(d, res)}
	if stop.IsZero() {
		r.vouch(d, &x.Report)
	}
	if list, ok := d.Last().Tools(); ok {
		x.Tools = list.Tools
		x.Digests = make([]string, len(d.Tools))
		for i, t := range d.Tools {
			x.Digests[i] = t.Digest()
		}
	}
	if len(d.Probes) > 0 && !d.Final && r.wants(x.Report, review, len(d.Probes)) {
		x.Again = r.again(d)
		x.Report.Provisional = true
	}
	return x
}

// reviewPasses is how often a server is looked at before a review ends (rule
// HLT-006).
const reviewPasses = 3

// wants reports whether another pass is wanted after so many.
func (r *Reviewer) wants(rep market.Report, review bool, passes int) bool {
	if rep.Verdict == market.VerdictRejected {
		return false
	}
	return rep.Profiles.App.Verdict == market.VerdictInconclusive || rep.Profiles.MCP.Verdict == market.VerdictInconclusive ||
		review && passes < reviewPasses
}

// vouch takes a clean verdict back when it stands on nothing: a profile that
// failed while no rule says why.
func (r *Reviewer) vouch(d *Dossier, rep *market.Report) {
	for _, p := range []*market.ProfileResult{&rep.Profiles.App, &rep.Profiles.MCP} {
		if p.Verdict == market.VerdictClean && p.Outcome == market.OutcomeFail {
			r.log.Error("no rule says why the server fails", "listing", d.Entry.ID, "reason", d.Last().Reason, "class", d.Last().Class)
			p.Verdict = market.VerdictNeedsHuman
		}
	}
	rep.Verdict = r.policy.Require.Of(rep.Profiles)
}

// again is the time until the next pass: the pace's, or longer when the
// server asked for more (RFC 9110, 10.2.3).
func (r *Reviewer) again(d *Dossier) time.Duration {
	wait := r.policy.Pace.Wait[len(d.Probes)-1]
	return max(wait, d.Last().Contract.RetryAfter, d.Last().List.Answer.RetryAfter, d.Last().MCP.List.Answer.RetryAfter)
}

// report writes up a run.
func (r *Reviewer) report(d *Dossier, res result) market.Report {
	last := d.Last()
	rep := market.Report{
		Format: 1, Ruleset: r.rulesetUnder(d), At: last.At, Passes: len(d.Probes), SDK: last.SDK,
		Findings: res.findings, Checks: res.checks, ChecksRun: []string{}, ChecksFailed: []string{},
	}
	if rep.At.IsZero() {
		rep.At = r.clock.Now()
	}
	rep.URL = r.text(d.Entry.Server.URL, maxURL)
	for _, c := range res.checks {
		switch c.State {
		case market.CheckPass, market.CheckHit:
			rep.ChecksRun = append(rep.ChecksRun, c.Rule)
		case market.CheckFailed:
			rep.ChecksFailed = append(rep.ChecksFailed, c.Rule)
		case market.CheckSkipped:
		}
	}
	rep.Profiles.App = market.ProfileResult{Verdict: verdict(res, market.ProfileApp, d.Final), Outcome: outcome(d, res, market.ProfileApp)}
	rep.Profiles.MCP = market.ProfileResult{
		Verdict: verdict(res, market.ProfileMCP, d.Final), Outcome: outcome(d, res, market.ProfileMCP),
		Version: last.MCP.Version, Transport: last.MCP.Transport(),
	}
	rep.Verdict = r.policy.Require.Of(rep.Profiles)
	if d.Listed {
		digests := make([]string, len(d.Tools))
		for i, t := range d.Tools {
			digests[i] = t.Digest()
		}
		rep.Digest, rep.Tools = digest.Set(digests), len(d.Tools)
		appraise(&rep, d.Tools, res)
	}
	return rep
}

// rulesetUnder names the rules together with how they are set.
func (r *Reviewer) rulesetUnder(d *Dossier) string {
	all := maps.Clone(r.policy.Settings)
	if all == nil {
		all = map[string]market.RuleSetting{}
	}
	maps.Copy(all, d.Facts.Settings)
	maps.DeleteFunc(all, func(_ string, s market.RuleSetting) bool {
		return s == market.RuleSetting{Enforced: true, Required: true}
	})
	if len(all) == 0 {
		return r.ruleset
	}
	b, err := json.Marshal(all) // the keys in order
	if err != nil {
		return r.ruleset
	}
	sum := sha256.Sum256(b)
	return r.ruleset + "+" + hex.EncodeToString(sum[:4])
}

// readTools reads the tools of a list that was read to its end.
func readTools(p market.Probe) ([]Tool, bool) {
	l, ok := p.Tools()
	if !ok {
		return nil, false
	}
	tools := make([]Tool, len(l.Tools))
	for i, raw := range l.Tools {
		tools[i] = NewTool(i, raw)
	}
	return tools, true
}
