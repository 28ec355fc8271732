// Package checkrun keeps the checks that visitors start before they submit:
// in memory, bounded in number and time, one at a time for each visitor. Nothing
// of a check is stored.
package checkrun

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"log/slog"
	"runtime/debug"
	"sync"
	"time"

	"marketd/market"
)

// Check examines an entry once, as [market.Intake.Check] does.
type Check func(ctx context.Context, actor market.Actor, req market.SubmitRequest, progress func(market.Step)) (market.Examined, error)

// Tools is a list of tools that is checked alone.
type Tools struct {
	List  []json.RawMessage
	Fault *market.ListFault // why it cannot be taken as it is written; nil when it can
}

// CheckTools looks at a list of tools without any server.
type CheckTools func(ctx context.Context, t Tools) (market.Report, error)

// KeepFor is how long a check is kept after it began, unless Options say otherwise.
const KeepFor = 30 * time.Minute

// Options are what Runs needs; zero numbers take the defaults.
type Options struct {
	Check     Check
	Tools     CheckTools
	Admission *market.Admission // who may begin one
	Clock     market.Clock
	Log       *slog.Logger
	Max       int           // runs kept; default 200
	Keep      time.Duration // how long one is kept after it began; default KeepFor
	MaxBytes  int           // of evidence kept, about; default 32 MiB
	Limit     time.Duration // of one check; default 2 minutes
}

// Runs is the registry. Make one with [New], end it with Close.
type Runs struct {
	Options
	ctx  context.Context // of all runs: ends with Close
	stop context.CancelFunc
	wg   sync.WaitGroup

	mu     sync.Mutex
	closed bool
	byID   map[string]*Run
	order  []*Run // oldest first
}

// New returns an empty registry.
func New(o Options) *Runs {
	if o.Max == 0 {
		o.Max = 200
	}
	if o.Keep == 0 {
		o.Keep = KeepFor
	}
	if o.MaxBytes == 0 {
		o.MaxBytes = 32 << 20
	}
	if o.Limit == 0 {
		o.Limit = 2 * time.Minute
	}
	ctx, stop := context.WithCancel(context.Background())
	return &Runs{Options: o, ctx: ctx, stop: stop, byID: map[string]*Run{}}
}

// Close cancels every run that is at work and waits for all to end.
func (rs *Runs) Close() {
	rs.mu.Lock()
	rs.closed = true // nothing joins wg any more
	rs.mu.Unlock()
	rs.stop()
	rs.wg.Wait()
}

// Start begins a check of a server. A run of the same visitor that is still at
// work is cancelled: they changed their mind. addr is the IP address that is
// counted. Errors: TooMany with RetryAfter; Unavailable after Close.
func (rs *Runs) Start(actor market.Actor, visitor, addr string, req market.SubmitRequest) (*Run, error) {
	rs.mu.Lock()
	defer rs.mu.Unlock()
	if err := rs.clear(visitor); err != nil {
		return nil, err
	}
	leave, err := rs.Admission.Enter(addr)
	if err != nil {
		return nil, err
	}
	return rs.begin(&Run{Visitor: visitor, req: req, typed: Typed{Entry: req.Entry}, leave: leave}, func(ctx context.Context, progress func(market.Step)) (market.Examined, error) {
		return rs.Check(ctx, actor, req, progress)
	})
}

// StartTools begins a check of a list of tools alone, which read gives. Nothing
// is read before the check is admitted: a list may be long. Errors are those of
// Start, and read's.
func (rs *Runs) StartTools(visitor, addr string, read func() (Tools, error)) (*Run, error) {
	leave, err := rs.Admission.Enter(addr)
	if err != nil {
		return nil, err
	}
	tools, err := read()
	if err != nil {
		leave()
		return nil, err
	}
	rs.mu.Lock()
	defer rs.mu.Unlock()
	if err := rs.clear(visitor); err != nil {
		leave()
		return nil, err
	}
	return rs.begin(&Run{Visitor: visitor, alone: true, leave: leave}, func(ctx context.Context, progress func(market.Step)) (market.Examined, error) {
		progress(market.StepRules)
		r, err := rs.Tools(ctx, tools)
		return market.Examined{Report: r, Tools: tools.List}, err
	})
}

// clear forgets what is too old and ends what the visitor has at work; rs.mu is held.
func (rs *Runs) clear(visitor string) error {
	if rs.closed {
		return errStopped
	}
	rs.drop(rs.Clock.Now())
	for _, r := range rs.order {
		if r.Visitor == visitor {
			r.end()
		}
	}
	return nil
}

// work is what a run does.
type work func(context.Context, func(market.Step)) (market.Examined, error)

// begin sets a run going that has been admitted; rs.mu is held.
func (rs *Runs) begin(run *Run, do work) (*Run, error) {
	if err := rs.makeRoom(); err != nil {
		run.leave()
		return nil, err
	}
	ctx, cancel := context.WithTimeout(rs.ctx, rs.Limit)
	run.ID, run.Started, run.cancel = rand.Text(), rs.Clock.Now(), cancel
	run.step, run.changed = market.StepEntry, make(chan struct{})
	rs.byID[run.ID] = run
	rs.order = append(rs.order, run)
	rs.wg.Go(func() {
		x, err := rs.guard(ctx, do, run.advance)
		if ctx.Err() != nil { // what a cancelled look saw says nothing about the server
			err = errStopped
		}
		x.Probe.List.Tools, x.Probe.MCP.List.Tools = nil, nil // one of them is x.Tools
		run.end()                                             // before who waits for the end begins anew
		run.finish(rs.Clock.Now(), x, err)
		rs.shrink()
	})
	return run, nil
}

// guard is do with a panic made an error: a bug in one check ends that check.
func (rs *Runs) guard(ctx context.Context, do work, progress func(market.Step)) (x market.Examined, err error) {
	defer func() {
		if v := recover(); v != nil {
			rs.Log.ErrorContext(ctx, "a check panicked", "panic", fmt.Sprint(v), "stack", string(debug.Stack()))
			err = fmt.Errorf("a check panicked: %v", v)
		}
	}()
	return do(ctx, progress)
}

// Run finds a run that is still kept.
func (rs *Runs) Run(id string) (*Run, bool) {
	rs.mu.Lock()
	defer rs.mu.Unlock()
	rs.drop(rs.Clock.Now())
	r, ok := rs.byID[id]
	return r, ok
}

var errStopped = market.NewError(market.Unavailable, "CHECK_STOPPED", market.Text{
	ZH: "检查没有做完：时间到了，或又开始了一次新的。请再检查一次。",
	EN: "The check did not finish: it ran out of time, or a new one was started. Check again.",
})

// drop forgets runs that are too old.
func (rs *Runs) drop(now time.Time) {
	for len(rs.order) > 0 && now.Sub(rs.order[0].Started) >= rs.Keep {
		rs.forget(0)
	}
}

// makeRoom forgets the oldest finished run when there are too many.
func (rs *Runs) makeRoom() error {
	if len(rs.order) < rs.Max {
		return nil
	}
	for i, r := range rs.order {
		if s, _ := r.State(); s.Done {
			rs.forget(i)
			return nil
		}
	}
	return market.ErrChecksBusy
}

// shrink forgets the oldest finished runs until the evidence of the others
// fits; the latest stays whatever its size.
func (rs *Runs) shrink() {
	rs.mu.Lock()
	defer rs.mu.Unlock()
	total := 0
	for i := len(rs.order) - 1; i >= 0; i-- {
		n := rs.order[i].weight()
		if total += n; n > 0 && total > rs.MaxBytes && i < len(rs.order)-1 {
			total -= n
			rs.forget(i)
		}
	}
}

func (rs *Runs) forget(i int) {
	rs.order[i].end()
	delete(rs.byID, rs.order[i].ID)
	rs.order = append(rs.order[:i:i], rs.order[i+1:]...)
}
