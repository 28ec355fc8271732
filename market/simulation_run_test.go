package market_test

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"
	"testing"
	"time"

	"marketd/market"
	"marketd/market/digest"
	"marketd/reviewer"
	"marketd/reviewer/drift"
	"marketd/reviewer/rules"
	"marketd/reviewer/rules/safety"
)

// run is a market in fast motion: the real watch with the real judge of changes
// on a real store, the real notices, and a clock that the test moves. It works
// the jobs itself, some of them twice, as any job may run. What is stored is
// looked at as it is stored.
type run struct {
	*world
	notices *market.Notices
	history *market.History
	every   time.Duration // between two sweeps
	began   time.Time
	servers map[string]*faulty // by listing
	byURL   map[string]*faulty

	mu     sync.Mutex
	jobs   []market.Job
	waits  map[string]bool // kind and key of the jobs
	worked int
	events []market.Event
	wrong  []string
}

// faulty is a server by script, what it is to come to, and what came of it.
type faulty struct {
	id, url, what string
	answers       func(at time.Duration) market.Probe
	truth         truth
	kept          market.Listing // as it is stored
	results       []market.ProbeRecord
	served        []served
	evil          bool          // it has shown what is to be quarantined,
	evilAt        time.Duration // first then
}

// served is one answer that a server gave.
type served struct {
	at     time.Time
	reason market.Reason
	cut    bool // our network's doing
}

// newRun lists the servers, approved long ago by a person.
func newRun(t *testing.T, servers []*faulty) *run {
	t.Helper()
	r := &run{world: newWorld(t), servers: map[string]*faulty{}, byURL: map[string]*faulty{}, waits: map[string]bool{}, every: sweepEvery}
	r.history = market.NewHistory(r.store, r.clock)
	r.watch.Store = &ledger{r.queue, r}
	r.watch.Prober = r
	r.watch.Spacing, r.watch.SecondLook = 2*time.Second, 10*time.Second
	r.watch.Drift = drift.New(reviewer.New(reviewer.Options{Rules: rules.All(), Policy: reviewer.DefaultPolicy(), Redact: safety.Redact}), safety.Redact)
	pattern := r.listed(t, "pattern")
	r.clock.pass(r.clock.Now().Truncate(24 * time.Hour).Add(24 * time.Hour).Sub(r.clock.Now()))
	r.began = r.clock.Now()
	err := r.store.Update(t.Context(), func(tx market.Writer) error {
		pattern.Hold = market.HoldPaused
		if err := tx.SaveListing(t.Context(), pattern); err != nil {
			return err
		}
		for i, x := range servers {
			x.id = fmt.Sprintf("server-%03d", i)
			if x.url == "" {
				x.url = serverOf(x.id)
			}
			if err := r.list(t, tx, pattern, x); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func (r *run) list(t *testing.T, tx market.Writer, l market.Listing, x *faulty) error {
	t.Helper()
	l.ID, l.Hold, l.Tools, l.ApprovedAt = x.id, market.HoldNone, x.truth.tools(), r.began.AddDate(0, 0, -7)
	l.Entry.ID, l.Entry.Name, l.Entry.Server.URL = x.id, "Weather "+x.id, x.url
	l.Digest, l.Digests = digest.List(l.Tools)
	x.kept = l
	r.servers[x.id], r.byURL[x.url] = x, x
	for i, m := range x.truth.maintenance {
		window := market.Maintenance{ID: fmt.Sprint(x.id, "-", i), Listing: x.id, From: r.began.Add(m.from), Until: r.began.Add(m.until), AnnouncedAt: r.began}
		if err := tx.PutMaintenance(t.Context(), window); err != nil {
			return err
		}
	}
	if err := tx.SaveListing(t.Context(), l); err != nil {
		return err
	}
	return tx.PutApprovedTools(t.Context(), market.ApprovedTools{Listing: l.ID, Digest: l.Digest, Tools: l.Tools, By: r.reviewer.Account, At: l.ApprovedAt})
}

// Probe answers by the script of the URL's server.
func (r *run) Probe(_ context.Context, to market.Target, _ func(market.Step)) market.Probe {
	now := r.clock.Now()
	r.mu.Lock()
	defer r.mu.Unlock()
	x := r.byURL[to.URL]
	p := x.answers(now.Sub(r.began))
	p.At = now
	x.gave(p, now.Sub(r.began))
	return p
}

// gave notes an answer.
func (x *faulty) gave(p market.Probe, at time.Duration) {
	x.served = append(x.served, served{at: p.Ended(), reason: p.Reason, cut: p.Agent == ourCut})
	if list, ok := p.Tools(); ok && !x.evil && x.truth.evil != nil && x.truth.evil(list.Tools) {
		x.evil, x.evilAt = true, at
	}
}

// ourCut marks answers that our own network gave in place of the server.
const ourCut = "cut"

// ledger is the store, and tells the run what is stored.
type ledger struct {
	market.Store
	r *run
}

func (l *ledger) Update(ctx context.Context, f func(market.Writer) error) error {
	var p entered
	err := l.Store.Update(ctx, func(tx market.Writer) error {
		p = entered{Writer: tx}
		return f(&p)
	})
	if err == nil {
		l.r.post(&p)
	}
	return err
}

// entered is what one transaction stores.
type entered struct {
	market.Writer
	results  []market.ProbeResult
	listings []market.Listing
	events   []market.Event
	jobs     []market.Job
}

func (p *entered) PutProbes(ctx context.Context, results []market.ProbeResult) error {
	p.results = append(p.results, results...)
	return p.Writer.PutProbes(ctx, results)
}

func (p *entered) SaveListing(ctx context.Context, l market.Listing) error {
	p.listings = append(p.listings, l)
	return p.Writer.SaveListing(ctx, l)
}

func (p *entered) InsertEvent(ctx context.Context, e market.Event) (bool, error) {
	fresh, err := p.Writer.InsertEvent(ctx, e)
	if err == nil && fresh {
		p.events = append(p.events, e)
	}
	return fresh, err
}

func (p *entered) Enqueue(ctx context.Context, j market.Job) error {
	if j.Kind == market.JobProbe {
		return p.Writer.Enqueue(ctx, j) // the world keeps those
	}
	p.jobs = append(p.jobs, j)
	return nil
}

// post enters what was stored, and checks each result against what was served.
func (r *run) post(p *entered) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, l := range p.listings {
		if x := r.servers[l.ID]; x != nil {
			health := x.kept.Health
			x.kept = l
			x.kept.Health = health
		}
	}
	for _, res := range p.results {
		x := r.servers[res.Record.Listing]
		x.kept.Health = res.Health
		x.results = append(x.results, res.Record)
		last := x.served[len(x.served)-1]
		blamed := last.reason == market.ReasonOurNetwork && res.Record.Reason == market.ReasonDNS // the resolver found others
		if !last.at.Equal(res.Record.At) || last.reason != res.Record.Reason && !blamed {
			r.faultLocked("%s (%s): stored %s of %v, served %s at %v", x.id, x.what, res.Record.Reason, res.Record.At, last.reason, last.at)
		}
	}
	r.events = append(r.events, p.events...)
	for _, j := range p.jobs {
		if at := j.Kind + "/" + j.Key; !r.waits[at] {
			r.waits[at] = true
			r.jobs = append(r.jobs, j)
		}
	}
}

// fault notes what is wrong; the first ones are told.
func (r *run) fault(format string, args ...any) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.faultLocked(format, args...)
}

func (r *run) faultLocked(format string, args ...any) {
	r.wrong = append(r.wrong, fmt.Sprintf("after %v: ", r.clock.Now().Sub(r.began).Round(time.Second))+fmt.Sprintf(format, args...))
}

// tick moves the clock to the instant after the beginning, sweeps, and works
// all jobs that are due.
func (r *run) tick(t *testing.T, at time.Duration) {
	t.Helper()
	if ahead := r.began.Add(at).Sub(r.clock.Now()); ahead > 0 { // a second look may have taken it further
		r.clock.pass(ahead)
	}
	for i, b := range r.sweepAll(t) {
		if (int(at/r.every)+i)%5 == 0 {
			if err := r.watch.Probe(t.Context(), b); err != nil { // again: it must have no effect
				t.Fatal(err)
			}
		}
	}
	for r.workOne(t) {
	}
}

// workOne works the first job that is due.
func (r *run) workOne(t *testing.T) bool {
	t.Helper()
	now := r.clock.Now()
	r.mu.Lock()
	var job *market.Job
	for i, j := range r.jobs {
		if !j.RunAt.After(now) {
			job = &j
			r.jobs = append(r.jobs[:i:i], r.jobs[i+1:]...)
			delete(r.waits, j.Kind+"/"+j.Key)
			break
		}
	}
	r.worked++
	times := 1 + btoi(r.worked%4 == 0)
	r.mu.Unlock()
	if job == nil {
		return false
	}
	for range times {
		var err error
		if r.notices == nil {
			break
		}
		switch job.Kind {
		case market.JobNotify:
			var args market.NotifyArgs
			unmarshal(t, job.Args, &args)
			err = r.notices.Notify(t.Context(), args)
		case market.JobDeliver:
			var args market.DeliverArgs
			unmarshal(t, job.Args, &args)
			err = r.notices.Deliver(t.Context(), args)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return true
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

func unmarshal(t *testing.T, raw []byte, v any) {
	t.Helper()
	if err := json.Unmarshal(raw, v); err != nil {
		t.Fatal(err)
	}
}

// pass lets the time pass, sweep by sweep, with a look at all servers after
// each, and compacts now and then.
func (r *run) pass(t *testing.T, from, until time.Duration) {
	t.Helper()
	for at := from; at < until; at += r.every {
		r.tick(t, at)
		for _, x := range r.servers {
			if why := x.truth.judge(x, r.clock.Now().Sub(r.began)); why != "" {
				r.fault("%s (%s): %s", x.id, x.what, why)
			}
		}
		if at%(6*time.Hour) == 0 {
			if err := r.history.Compact(t.Context()); err != nil {
				t.Fatal(err)
			}
			r.agree(t)
		}
		if len(r.wrong) > 0 {
			break
		}
	}
	for i, w := range r.wrong {
		if i < 15 {
			t.Error(w)
		}
	}
	if t.Failed() {
		t.FailNow()
	}
}

// agree compares what the run saw stored with what is there.
func (r *run) agree(t *testing.T) {
	t.Helper()
	for _, l := range r.all(t) {
		x := r.servers[l.ID]
		if h, k := l.Health, x.kept.Health; l.Hold != x.kept.Hold || h.State != k.State || h.Failures != k.Failures || !h.CheckedAt.Equal(k.CheckedAt) {
			t.Fatalf("%s is %+v with hold %q in the store; %+v with %q was stored", l.ID, h, l.Hold, k, x.kept.Hold)
		}
	}
}

func (r *run) all(t *testing.T) (out []market.Listing) {
	t.Helper()
	ids := make([]string, 0, len(r.servers))
	for id := range r.servers {
		ids = append(ids, id)
	}
	err := r.store.View(t.Context(), func(tx market.Reader) error {
		targets, err := tx.ProbeTargets(t.Context(), ids)
		for _, x := range targets {
			out = append(out, x.Listing)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}
