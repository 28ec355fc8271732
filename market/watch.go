package market

import (
	"context"
	"encoding/json"
	"errors"
	"sync"
	"time"

	"marketd/market/digest"
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

// WatchOptions are a Watch's dependencies; all but Workers are required.
type WatchOptions struct {
	Store      Store
	Prober     Prober
	Sealer     Sealer
	Clock      Clock
	Thresholds Thresholds
	Publish    func() // called after a commit that changed the catalog
	Workers    int    // probes at once in a batch; default 16
}

// NewWatch returns a Watch.
func NewWatch(o WatchOptions) *Watch {
	if o.Workers == 0 {
		o.Workers = 16
	}
	return &Watch{o}
}

// Sweep finds the listings that are due and enqueues their probes in batches
// of at most 100: the handler of JobSweep.
func (w *Watch) Sweep(ctx context.Context) error {
	now := w.Clock.Now()
	return w.Store.Update(ctx, func(tx Writer) error {
		due, err := tx.DueListings(ctx, now, 50*batchSize)
		if err != nil {
			return err
		}
		for len(due) > 0 {
			n := min(batchSize, len(due))
			if err := w.enqueue(ctx, tx, NewID(now), due[:n], now); err != nil {
				return err
			}
			due = due[n:]
		}
		return nil
	})
}

// enqueue puts a batch in the queue and leases its listings to it.
func (w *Watch) enqueue(ctx context.Context, tx Writer, batch string, listings []string, now time.Time) error {
	for _, id := range listings {
		l, err := tx.Listing(ctx, id)
		if err != nil {
			return err
		}
		l.Health.NextProbe = now.Add(lease)
		if l.Health.State == "" {
			l.Health.State, l.Health.Since = HealthUnknown, now
		}
		if err := tx.SaveHealth(ctx, id, l.Health); err != nil {
			return err
		}
	}
	args, err := json.Marshal(ProbeArgs{Batch: batch, Listings: listings})
	if err != nil {
		return err
	}
	return tx.Enqueue(ctx, Job{Kind: JobProbe, Args: args, Key: batch})
}

// Probe probes a batch: the handler of JobProbe. Each listing's result is
// stored and folded once however often the batch runs. Listings of one host
// are probed one after another.
func (w *Watch) Probe(ctx context.Context, args ProbeArgs) error {
	queues, err := w.byHost(ctx, args)
	if err != nil {
		return err
	}
	var (
		wg   sync.WaitGroup
		mu   sync.Mutex
		errs []error
		late []string
		work = make(chan []Listing)
		stop = w.Clock.Now().Add(probeBudget)
	)
	for range min(w.Workers, len(queues)) {
		wg.Go(func() {
			for q := range work {
				for _, l := range q {
					if w.Clock.Now().After(stop) {
						mu.Lock()
						late = append(late, l.ID)
						mu.Unlock()
						continue
					}
					if err := w.probeOne(ctx, args.Batch, l); err != nil {
						mu.Lock()
						errs = append(errs, err)
						mu.Unlock()
					}
				}
			}
		})
	}
	for _, q := range queues {
		work <- q
	}
	close(work)
	wg.Wait()
	if len(late) > 0 && ctx.Err() == nil {
		now := w.Clock.Now()
		errs = append(errs, w.Store.Update(ctx, func(tx Writer) error { return w.enqueue(ctx, tx, NewID(now), late, now) }))
	}
	return errors.Join(errs...)
}

// byHost loads the batch's listings that still want this probe, in one queue a host.
func (w *Watch) byHost(ctx context.Context, args ProbeArgs) ([][]Listing, error) {
	hosts := map[string]int{}
	var queues [][]Listing
	err := w.Store.View(ctx, func(r Reader) error {
		for _, id := range args.Listings {
			l, err := r.Listing(ctx, id)
			if errors.Is(err, ErrListingNotFound) {
				continue
			}
			if err != nil {
				return err
			}
			last, err := r.ProbeRecords(ctx, id, 1)
			if err != nil {
				return err
			}
			if l.Hold != HoldNone || len(last) > 0 && last[0].Key == recordKey(args.Batch, id) {
				continue
			}
			i, ok := hosts[l.Entry.Host()]
			if !ok {
				i = len(queues)
				hosts[l.Entry.Host()] = i
				queues = append(queues, nil)
			}
			queues[i] = append(queues[i], l)
		}
		return nil
	})
	return queues, err
}

func (w *Watch) probeOne(ctx context.Context, batch string, l Listing) error {
	token, err := w.token(ctx, l.ID)
	if err != nil {
		return err
	}
	p := w.Prober.Probe(ctx, Target{URL: l.Entry.Server.URL, Token: token}, nil)
	if err := ctx.Err(); err != nil { // being stopped is no fault of the server's
		return err
	}
	changed := false
	err = w.Store.Update(ctx, func(tx Writer) (err error) {
		changed, err = w.fold(ctx, tx, record(batch, l.ID, p))
		return err
	})
	if err == nil && changed {
		w.Publish()
	}
	return err
}

func (w *Watch) token(ctx context.Context, listing string) (string, error) {
	var sealed []byte
	err := w.Store.View(ctx, func(r Reader) (err error) {
		sealed, err = r.Token(ctx, listingObject(listing))
		return err
	})
	if err != nil {
		return "", err
	}
	return openToken(w.Sealer, sealed, listing)
}

// fold stores one result and moves the health on, once; it reports whether the
// catalog changed.
func (w *Watch) fold(ctx context.Context, tx Writer, r ProbeRecord) (bool, error) {
	fresh, err := tx.InsertProbeRecord(ctx, r)
	if err != nil || !fresh {
		return false, err
	}
	l, err := tx.Listing(ctx, r.Listing)
	if err != nil {
		return false, err
	}
	before, after := l.Health, w.Thresholds.Fold(l.Health, r)
	away := before.State == HealthDown || before.State == HealthGone
	if away && after.State == HealthUp && after.Changed(l.Digest) {
		after.State, after.Since = before.State, before.Since // back with other tools: no way in without a review
	}
	if err := tx.SaveHealth(ctx, l.ID, after); err != nil {
		return false, err
	}
	if before.Digest != after.Digest {
		act := Act{At: r.At, Action: ActToolsChanged, Object: listingObject(l.ID), Before: before.Digest, After: after.Digest}
		if err := tx.AppendAct(ctx, act); err != nil {
			return false, err
		}
	}
	moved := before.State != after.State
	if moved {
		act := Act{At: r.At, Action: ActHealth, Object: listingObject(l.ID), Before: string(before.State), After: string(after.State), Text: string(r.Reason)}
		if err := tx.AppendAct(ctx, act); err != nil {
			return false, err
		}
	}
	if !moved && before.Changed(l.Digest) == after.Changed(l.Digest) {
		return false, nil
	}
	_, err = tx.BumpCatalog(ctx, r.At)
	return true, err
}

// record is what history keeps of a probe.
func record(batch, listing string, p Probe) ProbeRecord {
	r := ProbeRecord{
		Key: recordKey(batch, listing), Listing: listing, At: p.At.Add(p.Took), Reason: p.Reason, Class: p.Class,
		Status: p.Contract.Status, Took: p.Took, Bytes: p.List.Bytes, CertUntil: p.Net.CertUntil,
	}
	if p.List.OK() {
		r.Digest, _ = digest.List(p.List.Tools)
	}
	if !p.OK() {
		r.Transcript = p.Exchanges
		r.Detail = p.Contract.Detail
		if r.Detail == "" {
			r.Detail = p.List.Fault.Detail
		}
	}
	return r
}

func recordKey(batch, listing string) string { return batch + "/" + listing }

// History returns a listing's latest probes, newest first.
func (w *Watch) History(ctx context.Context, listing string, limit int) ([]ProbeRecord, error) {
	var records []ProbeRecord
	err := w.Store.View(ctx, func(r Reader) (err error) {
		records, err = r.ProbeRecords(ctx, listing, limit)
		return err
	})
	return records, err
}

// Expire drops raw probe results older than the age: the roll-ups keep what they said.
func (w *Watch) Expire(ctx context.Context, age time.Duration) error {
	before := w.Clock.Now().Add(-age)
	return w.Store.Update(ctx, func(tx Writer) error {
		_, err := tx.DeleteProbeRecords(ctx, before)
		return err
	})
}
