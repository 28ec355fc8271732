package reviewer

import (
	"cmp"
	"context"
	"log/slog"
	"runtime"
	"slices"
	"time"

	"marketd/market"
	"marketd/market/digest"
)

// Reviewer is the engine. It implements [market.Examiner] and [market.EntryChecker].
type Reviewer struct {
	prober  market.Prober
	rules   []Rule // in catalogue order
	policy  Policy
	ruleset string
	clock   market.Clock
	redact  func(string) string
	log     *slog.Logger
	judging chan struct{} // a place for each report being made
}

// Options are a Reviewer's dependencies. Redact and Log may be nil, AtOnce zero.
type Options struct {
	Prober  market.Prober
	Rules   []Rule // in any order; ids are unique
	Policy  Policy
	Ruleset string // names this set of rules and settings, e.g. "2026-12-01.1"
	Clock   market.Clock
	Redact  func(string) string // takes secrets out of a text before it is kept
	Log     *slog.Logger
	AtOnce  int // reports made at once; the others wait. Default: the processors, at most 4
}

// New returns a Reviewer.
func New(o Options) *Reviewer {
	r := &Reviewer{
		prober: o.Prober, rules: slices.Clone(o.Rules), policy: o.Policy,
		ruleset: o.Ruleset, clock: o.Clock, redact: o.Redact, log: o.Log,
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
		probe = r.prober.Probe(ctx, market.Target{URL: c.Entry.Server.URL, Token: c.Token}, tell)
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
		probe.List = hideToken(probe.List, c.Token)
		d.Probes = append(slices.Clip(slices.Clone(c.Earlier)), probe)
		d.Tools = readTools(probe.List)
	}
	d.Final = c.Final || !stop.IsZero() || len(d.Probes) > len(r.policy.Pace.Wait)
	x := r.judge(d, stop)
	x.Probe = probe
	tell(market.StepDone)
	return x, nil
}

// CheckEntry runs the rules that need the entry alone.
func (r *Reviewer) CheckEntry(c market.Case) market.Report {
	d := r.dossier(c)
	res := r.run(d, stageEntry)
	return r.report(d, res)
}

// dossier starts the evidence with what is known before any packet.
func (r *Reviewer) dossier(c market.Case) *Dossier {
	return &Dossier{Entry: c.Entry, RawEntry: c.RawEntry, Facts: c.Facts, HadToken: c.Token != "", Final: c.Final, Draft: c.Draft, Policy: r.policy}
}

// judge runs every rule over the whole dossier and says whether another pass
// is wanted.
func (r *Reviewer) judge(d *Dossier, stop market.Text) market.Examined {
	res := r.run(d, stage{stop: stop})
	x := market.Examined{Report: r.report(d, res)}
	if x.Report.Verdict == market.VerdictClean && !vouched(d, x.Report.App, stop) {
		r.log.Error("no rule says why the server fails", "listing", d.Entry.ID, "reason", d.Last().Reason, "class", d.Last().Class)
		x.Report.Verdict = market.VerdictNeedsHuman
	}
	if d.Last().List.OK() {
		x.Tools = d.Last().List.Tools
		x.Digests = make([]string, len(d.Tools))
		for i, t := range d.Tools {
			x.Digests[i] = t.Digest()
		}
		x.Report.Digest = digest.Set(x.Digests)
		x.Report.ToolCount = len(x.Tools)
	}
	if x.Report.Verdict == market.VerdictInconclusive && len(d.Probes) > 0 {
		x.Again = r.again(d)
		x.Report.Provisional = true
	}
	return x
}

// again is the time until the next pass: the pace's, or longer when the
// server asked for more (RFC 9110, 10.2.3).
func (r *Reviewer) again(d *Dossier) time.Duration {
	wait := r.policy.Pace.Wait[len(d.Probes)-1]
	return max(wait, d.Last().Contract.RetryAfter, d.Last().List.Answer.RetryAfter)
}

// report writes up a run.
func (r *Reviewer) report(d *Dossier, res result) market.Report {
	rep := market.Report{
		Format: 1, Ruleset: r.ruleset, At: d.Last().At, URL: d.Entry.Server.URL, Passes: len(d.Probes),
		SDK: d.Last().SDK, Findings: res.findings, Checks: res.checks,
	}
	if rep.At.IsZero() {
		rep.At = r.clock.Now()
	}
	rep.URL = r.text(rep.URL, maxURL)
	rep.Verdict = verdict(res, d.Final)
	rep.App = appOutcome(d, res)
	return rep
}

// readTools reads the tools of a list that was read to its end.
func readTools(l market.ToolList) []Tool {
	if !l.OK() {
		return nil
	}
	tools := make([]Tool, len(l.Tools))
	for i, raw := range l.Tools {
		tools[i] = NewTool(i, raw)
	}
	return tools
}
