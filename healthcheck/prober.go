package healthcheck

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"marketd/healthcheck/netguard"
	"marketd/market"
	"marketd/market/secret"
)

// Prober implements [market.Prober]. It is safe for concurrent use and keeps
// nothing between probes.
type Prober struct {
	client *netguard.Client
	clock  market.Clock
	log    *slog.Logger
	redact func(string) string
	slow   time.Duration // a list that takes longer is noted; shorter in tests

	buffers buffers
}

var _ market.Prober = (*Prober)(nil)

// NewProber returns a Prober. redact takes secrets out of a text that is kept
// as evidence; nil keeps texts as they are. A probe takes at most three times
// the client's Limits.Total, one of them for standard MCP, plus a moment to
// close sessions.
func NewProber(client *netguard.Client, clock market.Clock, log *slog.Logger, redact func(string) string) *Prober {
	if redact == nil {
		redact = func(s string) string { return s }
	}
	return &Prober{client: client, clock: clock, log: log, redact: redact, slow: slowList}
}

// Probe looks at a server once, in the ways that the target's profile asks for
// (rules HLT-001, PRO-001 and PRO-018). progress may be nil; it is called on the
// caller's goroutine.
func (p *Prober) Probe(ctx context.Context, t market.Target, progress func(market.Step)) market.Probe {
	if progress == nil {
		progress = func(market.Step) {}
	}
	start := time.Now()
	r := &run{
		Prober: p, target: t, token: secret.New(t.Token), progress: progress, link: p.client.Link(),
		probe: market.Probe{At: p.clock.Now(), URL: t.URL},
	}
	r.probe.URL, r.probe.Agent = r.evidence(t.URL, maxHeader), r.evidence(t.Agent, maxDetail)
	r.look(ctx)
	r.closeSessions(ctx)
	r.link.Close()
	r.probe.Took = time.Since(start)
	r.tell(ctx)
	return r.probe
}

// tell makes evidence of what was heard, as far as it is wanted.
func (r *run) tell(ctx context.Context) {
	p := &r.probe
	if !r.target.Brief || p.ReasonFor(r.target.Profile) != market.ReasonOK {
		p.Exchanges = r.transcript()
		p.SDK = recognise(p)
	}
	r.forget()
	if r.log.Enabled(ctx, slog.LevelDebug) {
		r.log.DebugContext(ctx, "probed", "host", hostOf(r.target.URL), "reason", p.Reason, "class", p.Class, "took", p.Took)
	}
}

// run is one probe under way.
type run struct {
	*Prober
	target   market.Target
	token    secret.Token // the target's
	progress func(market.Step)
	link     *netguard.Link // to the server: one connection, for as long as the server keeps it
	probe    market.Probe
	heard    []*heard
	sessions []session
}

// look takes the steps in order and judges. It stops early only when nothing
// was reached, or when the server asks to be left alone.
func (r *run) look(ctx context.Context) {
	r.progress(market.StepResolve)
	if r.target.Profile == market.ProfileMCP {
		tell := sync.OnceFunc(func() { r.progress(market.StepMCP) })
		r.standard(netguard.OnResolved(ctx, tell))
		return
	}
	r.app(ctx)
	switch {
	case r.tries():
		r.progress(market.StepMCP)
		r.standard(ctx)
	case r.target.Profile == "":
		r.probe.MCP.Reason = r.probe.Reason // the same would be met again
	}
}

// app asks as the app does.
func (r *run) app(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, 2*r.client.Limits().Total)
	defer cancel()
	r.contract(netguard.OnResolved(ctx, func() { r.progress(market.StepContract) }))
	r.probe.Class = classify(r.probe.Contract)
	if r.asksAgain() {
		r.progress(market.StepList)
		r.probe.List = r.bareList(ctx)
	}
	r.probe.Reason = judge(&r.probe)
	if a := &r.probe.Contract; a.Detail == "" && a.Status != 0 && r.probe.Class != market.ClassOK {
		a.Detail = statusLine(a.Status) + ": " + string(r.probe.Class)
	}
}

// asksAgain reports whether tools/list is worth sending after the contract
// probe: the server was reached and does not ask to be left alone.
func (r *run) asksAgain() bool {
	a := r.probe.Contract
	if a.Status == 0 {
		return a.Sent && a.Reason == market.ReasonTimeout
	}
	return r.probe.Class != market.ClassThrottled
}

// tries reports whether standard MCP is worth trying after the app's way: the
// server was reached and has not asked to be left alone. When only the app's
// way was asked for, that has to have failed in a way that more can explain.
func (r *run) tries() bool {
	p := &r.probe
	if !p.Contract.Sent || p.Reason == market.ReasonRateLimited || p.Reason == market.ReasonOurNetwork {
		return false
	}
	if r.target.Profile == "" {
		return true
	}
	answered := p.Contract.Status != 0 || p.List.Answer.Status != 0
	return answered && p.Reason != market.ReasonOK && p.Reason != market.ReasonAuthRequired && p.Class != market.ClassChallenge
}
