package e2e

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/netip"
	"os"
	"sync/atomic"
	"syscall"
	"time"

	"marketd/healthcheck"
	"marketd/healthcheck/netguard"
	"marketd/market"
	"marketd/reviewer/rules/safety"
	"marketd/storage"
	"marketd/storage/jobs"
)

// asWatcher, in the environment, has the test binary watch listings and roll
// their results up until it dies: the value is the doom, as JSON.
const asWatcher = "BE_THE_WATCHER"

// doom is which database a process watches, and where it kills itself.
type doom struct {
	Options struct{ Path, URL string }
	Job     string // a kind; "": it does not kill itself
	Step    int64  // of that kind's dealings with the store
}

// watchThresholds are short. No claim dies in the time that a test takes.
func watchThresholds() market.Thresholds {
	t := market.DefaultThresholds()
	t.Span, t.Every, t.Retry = 500*time.Millisecond, time.Second, []time.Duration{200 * time.Millisecond, 200 * time.Millisecond}
	return t
}

// watchUntilKilled is the process.
func watchUntilKilled(raw string) {
	var d doom
	if err := json.Unmarshal([]byte(raw), &d); err != nil {
		panic(err)
	}
	log := slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelError}))
	db, err := storage.Open(context.Background(), storage.Options{Path: d.Options.Path, URL: d.Options.URL, Log: log})
	if err != nil {
		panic(err)
	}
	q, err := watchQueue(db, &doomedStore{Store: db, doom: d}, log, true)
	if err != nil {
		panic(err)
	}
	if err := q.Start(context.Background()); err != nil {
		panic(err)
	}
	fmt.Println("started")
	for {
		if err := askFor(db, market.JobSweep, market.JobCompact); err != nil {
			panic(err)
		}
		<-time.After(50 * time.Millisecond)
	}
}

// askFor puts jobs in the queue as their periods would, without waiting until
// the process leads.
func askFor(db *storage.DB, kinds ...string) error {
	return db.Update(context.Background(), func(tx market.Writer) error {
		for _, kind := range kinds {
			if err := tx.Enqueue(context.Background(), market.Job{Kind: kind, Key: "periodic"}); err != nil {
				return err
			}
		}
		return nil
	})
}

// anHourAhead has what was stored just now rolled up at once.
type anHourAhead struct{ market.SystemClock }

func (c anHourAhead) Now() time.Time { return c.SystemClock.Now().Add(time.Hour + time.Second) }

// watchQueue works sweeps, probes and compactions as the market does. Without
// sweeps it finishes what was begun.
func watchQueue(db *storage.DB, store market.Store, log *slog.Logger, sweeps bool) (*jobs.Queue, error) {
	guard := netguard.New(netguard.Policy{Allow: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}, UserAgent: "marketd-prober/1"})
	watch := market.NewWatch(market.WatchOptions{
		Store: store, Prober: healthcheck.NewProber(guard, market.SystemClock{}, log, safety.Redact), Clock: market.SystemClock{},
		Thresholds: watchThresholds(), Publish: func() {}, SecondLook: 20 * time.Millisecond, Log: log,
	})
	o := jobs.Options{
		Handlers: map[string]market.JobHandler{
			market.JobCompact: func(ctx context.Context, _ json.RawMessage) error {
				return market.NewHistory(store, anHourAhead{}).Compact(in(ctx, market.JobCompact))
			},
			market.JobProbe: func(ctx context.Context, raw json.RawMessage) error {
				var args market.ProbeArgs
				if err := json.Unmarshal(raw, &args); err != nil {
					return err
				}
				return watch.Probe(in(ctx, market.JobProbe), args)
			},
		},
		Workers:     map[string]int{market.JobSweep: 1, market.JobCompact: 1, market.JobProbe: 4},
		RescueAfter: 100 * time.Millisecond, Log: log,
	}
	if sweeps {
		o.Handlers[market.JobSweep] = func(ctx context.Context, _ json.RawMessage) error { return watch.Sweep(in(ctx, market.JobSweep)) }
	}
	return jobs.New(db, o)
}

type kindKey struct{}

func in(ctx context.Context, kind string) context.Context {
	return context.WithValue(ctx, kindKey{}, kind)
}

// doomedStore kills the process at a step of what one kind of job does with it:
// before a transaction, after each statement that matters, before its commit,
// or after it.
type doomedStore struct {
	market.Store
	doom  doom
	steps atomic.Int64
}

func (s *doomedStore) step(ctx context.Context, where string) {
	if kind, _ := ctx.Value(kindKey{}).(string); kind != s.doom.Job || s.doom.Job == "" || s.steps.Add(1) != s.doom.Step {
		return
	}
	fmt.Printf("dies in %s at step %d, %s\n", s.doom.Job, s.doom.Step, where)
	_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
	select {}
}

func (s *doomedStore) View(ctx context.Context, f func(market.Reader) error) error {
	s.step(ctx, "before reading")
	return s.Store.View(ctx, f)
}

func (s *doomedStore) Update(ctx context.Context, f func(market.Writer) error) error {
	s.step(ctx, "before a transaction")
	err := s.Store.Update(ctx, func(tx market.Writer) error {
		err := f(doomedWriter{tx, s})
		s.step(ctx, "before the commit")
		return err
	})
	s.step(ctx, "after the commit")
	return err
}

type doomedWriter struct {
	market.Writer
	s *doomedStore
}

func (w doomedWriter) PutClaims(ctx context.Context, claims []market.Claim, until time.Time) error {
	defer w.s.step(ctx, "with claims made")
	return w.Writer.PutClaims(ctx, claims, until)
}

func (w doomedWriter) Enqueue(ctx context.Context, j market.Job) error {
	defer w.s.step(ctx, "with a job in the queue")
	return w.Writer.Enqueue(ctx, j)
}

func (w doomedWriter) PutProbes(ctx context.Context, results []market.ProbeResult) error {
	defer w.s.step(ctx, "with results stored")
	return w.Writer.PutProbes(ctx, results)
}

func (w doomedWriter) PutRollupPage(ctx context.Context, p market.RollupPage) error {
	defer w.s.step(ctx, "with a page written")
	return w.Writer.PutRollupPage(ctx, p)
}

func (w doomedWriter) PutCompacted(ctx context.Context, c market.Compacted) error {
	defer w.s.step(ctx, "with a mark moved")
	return w.Writer.PutCompacted(ctx, c)
}
