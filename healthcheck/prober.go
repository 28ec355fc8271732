package healthcheck

import (
	"context"
	"log/slog"
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
}

var _ market.Prober = (*Prober)(nil)

// NewProber returns a Prober. redact takes secrets out of a text that is kept
// as evidence; nil keeps texts as they are. A probe takes at most twice the
// client's Limits.Total, plus a moment to close sessions.
func NewProber(client *netguard.Client, clock market.Clock, log *slog.Logger, redact func(string) string) *Prober {
	if redact == nil {
		redact = func(s string) string { return s }
	}
	return &Prober{client: client, clock: clock, log: log, redact: redact, slow: slowList}
}

// Probe looks at a server once (rules HLT-001, HLT-002 and PRO-001). progress
// may be nil; it is called on the caller's goroutine.
func (p *Prober) Probe(ctx context.Context, t market.Target, progress func(market.Step)) market.Probe {
	if progress == nil {
		progress = func(market.Step) {}
	}
	start := time.Now()
	r := &run{
		Prober: p, target: t, token: secret.New(t.Token), progress: progress,
		probe: market.Probe{At: p.clock.Now(), URL: t.URL},
	}
	r.probe.URL = r.evidence(t.URL, maxHeader)
	budget, cancel := context.WithTimeout(ctx, 2*p.client.Limits().Total)
	defer cancel()
	r.look(budget)
	r.closeSessions(ctx)
	r.probe.SDK = recognise(r.probe)
	r.probe.Took = time.Since(start)
	p.log.DebugContext(ctx, "probed", "host", hostOf(t.URL), "reason", r.probe.Reason, "class", r.probe.Class, "took", r.probe.Took)
	return r.probe
}

// run is one probe under way.
type run struct {
	*Prober
	target   market.Target
	token    secret.Token // the target's
	progress func(market.Step)
	probe    market.Probe
	sessions []session
}

// look takes the steps in order and judges. It stops early only when nothing
// was reached, or when the server asks to be left alone.
func (r *run) look(ctx context.Context) {
	r.progress(market.StepResolve)
	r.contract(netguard.OnResolved(ctx, func() { r.progress(market.StepContract) }))
	r.probe.Class = classify(r.probe.Contract)
	if r.asksAgain() {
		r.progress(market.StepList)
		r.probe.List = r.list(ctx)
	}
	r.probe.Reason = judge(r.probe)
	if r.explains() && ctx.Err() == nil {
		r.progress(market.StepMCP)
		r.diagnose(ctx)
	}
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

// explains reports whether diagnostics can say more: the server speaks HTTP,
// failed, and neither wants a token nor to be left alone.
func (r *run) explains() bool {
	if r.probe.Contract.Status == 0 && r.probe.List.Answer.Status == 0 {
		return false
	}
	switch r.probe.Reason {
	case market.ReasonOK, market.ReasonAuthRequired, market.ReasonRateLimited, market.ReasonOurNetwork, market.ReasonBlocked:
		return false
	}
	return r.probe.Class != market.ClassChallenge
}
