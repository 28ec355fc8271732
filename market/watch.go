package market

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"time"
)

const (
	batchSize = 100
	// lease keeps a listing whose probe is in the queue from being queued
	// again: longer than a dead worker's job waits to be rescued.
	lease = 3 * time.Minute
	// probeBudget is how long a batch goes on starting probes; the rest of it
	// becomes a new batch, so that no job outlives its time-out.
	probeBudget = 30 * time.Second
)

// Watch keeps an eye on what is listed.
type Watch struct {
	WatchOptions
}

// WatchOptions are a Watch's dependencies; all but Workers and Log are required.
type WatchOptions struct {
	Store      Store
	Prober     Prober
	Sealer     Sealer
	Clock      Clock
	Thresholds Thresholds
	Drift      DriftJudge // nil: a change is told of, and not judged
	Publish    func()     // called after a commit that changed the catalog
	Workers    int        // probes at once in a batch; default 16
	Log        *slog.Logger
}

// NewWatch returns a Watch.
func NewWatch(o WatchOptions) *Watch {
	o.Workers = cmp.Or(o.Workers, 16)
	o.Log = cmp.Or(o.Log, slog.New(slog.DiscardHandler))
	return &Watch{o}
}

// Sweep finds the listings that are due and enqueues their probes in batches
// of at most 100, those of one host together: the handler of JobSweep.
func (w *Watch) Sweep(ctx context.Context) error {
	now := w.Clock.Now()
	return w.Store.Update(ctx, func(tx Writer) error {
		ids, err := tx.DueListings(ctx, now, 50*batchSize)
		if err != nil {
			return err
		}
		due := make([]Listing, len(ids))
		for i, id := range ids {
			if due[i], err = tx.Listing(ctx, id); err != nil {
				return err
			}
		}
		slices.SortStableFunc(due, func(a, b Listing) int { return cmp.Compare(a.Entry.Host(), b.Entry.Host()) })
		for batch := range slices.Chunk(due, batchSize) {
			if err := w.enqueue(ctx, tx, batch, now); err != nil {
				return err
			}
		}
		return nil
	})
}

// enqueue puts a batch in the queue and leases its listings to it.
func (w *Watch) enqueue(ctx context.Context, tx Writer, batch []Listing, now time.Time) error {
	var args ProbeArgs
	for _, l := range batch {
		h := l.Health
		h.Claim++
		h.NextProbe, h.ClaimedUntil = now.Add(lease), now.Add(lease)
		if h.State == "" {
			h.State, h.Since = HealthUnknown, now
		}
		if err := tx.SaveHealth(ctx, l.ID, h); err != nil {
			return err
		}
		args.Claims = append(args.Claims, Claim{l.ID, h.Claim})
	}
	raw, err := json.Marshal(args)
	if err != nil {
		return err
	}
	return tx.Enqueue(ctx, Job{Kind: JobProbe, Args: raw, Key: NewID(now)})
}

// Probe probes a batch: the handler of JobProbe. Each listing's result is
// stored and folded once however often the batch runs. Listings of one host
// are probed one after another.
func (w *Watch) Probe(ctx context.Context, args ProbeArgs) error {
	queues, err := w.byHost(ctx, args)
	if err != nil {
		return err
	}
	b := &batch{stop: w.Clock.Now().Add(probeBudget)}
	var wg sync.WaitGroup
	work := make(chan []Claim)
	for range min(w.Workers, len(queues)) {
		wg.Go(func() {
			for q := range work {
				for _, c := range q {
					if w.Clock.Now().After(b.stop) {
						b.postpone(c.Listing)
						continue
					}
					b.fail(w.probeOne(ctx, c))
				}
			}
		})
	}
	for _, q := range queues {
		work <- q
	}
	close(work)
	wg.Wait()
	if len(b.late) == 0 || len(b.errs) > 0 || ctx.Err() != nil { // what failed is run again, and the late ones with it
		return errors.Join(b.errs...)
	}
	return w.again(ctx, b.late)
}

// batch is what a run of a batch came to.
type batch struct {
	stop time.Time // no probe starts after it
	mu   sync.Mutex
	errs []error
	late []string
}

func (b *batch) fail(err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if err != nil {
		b.errs = append(b.errs, err)
	}
}

func (b *batch) postpone(id string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.late = append(b.late, id)
}

// again makes a batch of listings that another one had no time for.
func (w *Watch) again(ctx context.Context, ids []string) error {
	now := w.Clock.Now()
	return w.Store.Update(ctx, func(tx Writer) error {
		var rest []Listing
		for _, id := range ids {
			l, err := tx.Listing(ctx, id)
			if errors.Is(err, ErrListingNotFound) {
				continue
			}
			if err != nil {
				return err
			}
			rest = append(rest, l)
		}
		return w.enqueue(ctx, tx, rest, now)
	})
}

// byHost finds the batch's listings that still want this probe, in one queue a host.
func (w *Watch) byHost(ctx context.Context, args ProbeArgs) ([][]Claim, error) {
	hosts := map[string]int{}
	var queues [][]Claim
	err := w.Store.View(ctx, func(r Reader) error {
		for _, c := range args.Claims {
			l, err := r.Listing(ctx, c.Listing)
			if errors.Is(err, ErrListingNotFound) {
				continue
			}
			if err != nil {
				return err
			}
			if l.Hold != HoldNone || !l.Health.wants(c.Number) {
				continue
			}
			i, ok := hosts[l.Entry.Host()]
			if !ok {
				i = len(queues)
				hosts[l.Entry.Host()] = i
				queues = append(queues, nil)
			}
			queues[i] = append(queues[i], c)
		}
		return nil
	})
	return queues, err
}

// probeOne probes a listing and folds what it saw. A panic in it, over bytes
// that a stranger sent, is that probe's error and nobody else's.
func (w *Watch) probeOne(ctx context.Context, c Claim) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("probe %s: panic: %v", c.Listing, p)
		}
	}()
	l, token, err := w.target(ctx, c.Listing)
	if err != nil {
		return err
	}
	p := w.Prober.Probe(ctx, Target{URL: l.Entry.Server.URL, Token: token, Profile: l.Profile()}, nil)
	if err := ctx.Err(); err != nil { // being stopped is no fault of the server's
		return err
	}
	drift, err := w.judgeDrift(ctx, l, p)
	if err != nil {
		return err
	}
	changed := false
	err = w.Store.Update(ctx, func(tx Writer) (err error) {
		changed, err = w.fold(ctx, tx, l, record(c.Number, l, p), drift)
		return err
	})
	if err == nil && changed {
		w.Publish()
	}
	return err
}

// target reads the listing and the token that goes with this revision of it in
// one view: the token of one address is never sent to another.
func (w *Watch) target(ctx context.Context, id string) (Listing, string, error) {
	var (
		l      Listing
		sealed []byte
	)
	err := w.Store.View(ctx, func(r Reader) (err error) {
		if l, err = r.Listing(ctx, id); err != nil {
			return err
		}
		sealed, err = r.Token(ctx, listingObject(id))
		return err
	})
	if err != nil {
		return Listing{}, "", err
	}
	token, err := openToken(w.Sealer, sealed, id)
	if err != nil {
		w.Log.ErrorContext(ctx, "probing without the test token", "listing", id, "error", err)
	}
	return l, token, nil
}

// History returns a listing's latest probes, newest first.
func (w *Watch) History(ctx context.Context, listing string, limit int) ([]ProbeRecord, error) {
	var records []ProbeRecord
	err := w.Store.View(ctx, func(r Reader) (err error) {
		records, err = r.ProbeRecords(ctx, listing, limit)
		return err
	})
	return records, err
}

// Expire drops raw probe results older than the age.
func (w *Watch) Expire(ctx context.Context, age time.Duration) error {
	before := w.Clock.Now().Add(-age)
	return w.Store.Update(ctx, func(tx Writer) error {
		_, err := tx.DeleteProbeRecords(ctx, before)
		return err
	})
}
