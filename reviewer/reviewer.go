package reviewer

import (
	"cmp"
	"context"
	"encoding/json"
	"log/slog"
	"runtime"
	"slices"
	"time"

	"marketd/market"
	"marketd/market/digest"
)

// Reviewer is the engine. It implements [market.Examiner],
// [market.EntryChecker] and [market.ToolsChecker].
type Reviewer struct {
	prober     market.Prober
	visitor    market.Visitor
	rules      []Rule // in catalogue order
	groups     map[string]market.Group
	policy     Policy
	ruleset    string
	neighbours market.Neighbourhood
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
	Ruleset    string               // names this set of rules and settings, e.g. "2026-12-01.1"
	Neighbours market.Neighbourhood // what entries are compared with; nil: nothing, and the rules that want it are skipped
	Redact     func(string) string  // takes secrets out of a text before it is kept
	Log        *slog.Logger
	AtOnce     int // reports made at once; the others wait. Default: the processors, at most 4
}

// New returns a Reviewer.
func New(o Options) *Reviewer {
	r := &Reviewer{
		prober: o.Prober, visitor: o.Visitor, rules: slices.Clone(o.Rules), groups: map[string]market.Group{}, policy: o.Policy,
		ruleset: o.Ruleset, neighbours: o.Neighbours, redact: o.Redact, log: o.Log,
		judging: make(chan struct{}, cmp.Or(o.AtOnce, min(4, runtime.GOMAXPROCS(0)))),
	}
	Sort(r.rules)
	for _, rule := range r.rules {
		r.groups[rule.ID] = rule.Group
	}
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
	d.unsent = stopped(d.Entry, r.run(d).findings)
	var probe market.Probe
	if d.unsent.IsZero() {
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
	if d.unsent.IsZero() {
		probe.List, probe.MCP.List = hideToken(probe.List, c.Token), hideToken(probe.MCP.List, c.Token)
		d.read(append(slices.Clip(c.Earlier), probe))
	}
	if err := r.compare(ctx, d, c.Owner); err != nil {
		return market.Examined{}, err
	}
	d.Final = len(d.Probes) == 0 || len(d.Probes) > len(r.policy.Pace.Wait)
	x := r.judge(d, c.Review)
	x.Probe = probe
	tell(market.StepDone)
	return x, nil
}

// CheckEntry runs the rules that need the entry alone.
func (r *Reviewer) CheckEntry(c market.Case) market.Report {
	d := r.dossier(c)
	return r.report(d, r.run(d))
}

// CheckTools runs the rules that need a list of tools alone. What the list was
// read from has been found to be strict JSON. Like the reports of Examine, few
// are made at once.
func (r *Reviewer) CheckTools(tools []json.RawMessage, settings map[string]market.RuleSetting) market.Report {
	r.judging <- struct{}{}
	defer func() { <-r.judging }()
	d := r.dossier(market.Case{Facts: market.Facts{Settings: settings}})
	d.Final, d.Listed, d.Tools = true, true, newTools(tools)
	return r.report(d, r.run(d))
}

// dossier starts the evidence with what is known before any packet.
func (r *Reviewer) dossier(c market.Case) *Dossier {
	return &Dossier{
		Entry: c.Entry, RawEntry: c.RawEntry, Facts: c.Facts, HadToken: c.Token != "", Draft: c.Draft, Note: c.Note, Policy: r.policy,
		Ruleset: r.rulesetUnder(c.Facts.Settings),
		asked:   c.Profile, unsent: noteEntryOnly,
	}
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
// with; a draft of nothing but an address is a look at a server, and compared
// with none. When that fails, so do the checks that need it. The error is the
// context's alone.
func (r *Reviewer) compare(ctx context.Context, d *Dossier, owner string) error {
	if r.neighbours == nil || d.Draft && d.Entry.Bare() {
		return nil
	}
	q := market.NeighbourQuery{Entry: d.Entry, Owner: owner}
	if d.Listed {
		q.Tools, q.Digests = make([]string, len(d.Tools)), d.digests()
		for i, t := range d.Tools {
			q.Tools[i] = t.Name
		}
		q.Digest = digest.Set(q.Digests)
	}
	found, err := r.neighbours.Neighbours(ctx, q)
	if err == nil {
		d.Neighbours, d.Compared = found, true
		return nil
	}
	if ctx.Err() == nil {
		r.log.ErrorContext(ctx, "entries that resemble it were not looked for", "listing", d.Entry.ID, "error", err)
	}
	d.unsearched = true
	return ctx.Err()
}

// judge runs every rule over the whole dossier and says whether another pass
// is wanted.
func (r *Reviewer) judge(d *Dossier, review bool) market.Examined {
	x := market.Examined{Report: r.report(d, r.run(d))}
	if list, ok := d.Last().Tools(); ok {
		x.Tools, x.Digests = list.Tools, d.digests()
	}
	if !d.Final && wants(d, x.Report, review) {
		x.Again = r.again(d)
		x.Report.Provisional = true
	}
	return x
}

// reviewPasses is how often a server is looked at before a review ends (rule
// HLT-006).
const reviewPasses = 3

// wants reports whether another pass is wanted: to settle a profile that was
// asked for, or because a review looks more than once.
func wants(d *Dossier, rep market.Report, review bool) bool {
	if rep.Verdict == market.VerdictRejected {
		return false
	}
	p := rep.Profiles
	return rep.Verdict == market.VerdictInconclusive || review && len(d.Probes) < reviewPasses ||
		d.asked == "" && (p.App.Verdict == market.VerdictInconclusive || p.MCP.Verdict == market.VerdictInconclusive)
}

// again is the time until the next pass: the pace's, or longer when the
// server asked for more (RFC 9110, 10.2.3).
func (r *Reviewer) again(d *Dossier) time.Duration {
	last := d.Last()
	return max(r.policy.Pace.Wait[len(d.Probes)-1], last.Contract.RetryAfter, last.List.Answer.RetryAfter, last.MCP.List.Answer.RetryAfter)
}
