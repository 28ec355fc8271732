package market

import (
	"cmp"
	"context"
	"log/slog"
	"sync"
	"time"
)

// Watch keeps an eye on what is listed.
type Watch struct {
	WatchOptions
	breaker *Breaker
	probing chan struct{} // holds a token for each probe under way
	paces   paces
	asks    *attempts // of a visitor, to check now
	again   *attempts // of a listing, the same
}

// WatchOptions are a Watch's dependencies; what has a default may be left out.
type WatchOptions struct {
	Store      Store
	Prober     Prober
	Sealer     Sealer
	Clock      Clock
	Thresholds Thresholds
	Cadence    Cadence
	Drift      DriftJudge                 // nil: a change is told of, and not judged
	Publish    func()                     // called after a commit that changed the catalog
	Canaries   func(context.Context) bool // reports whether any of the operator's own addresses answers; nil: there are none
	Workers    int                        // probes at once in all batches together; default 64 (rule CRN-002)
	Spacing    time.Duration              // between two probes of one site (rule CRN-002); 0: none
	SecondLook time.Duration              // before a bad verdict is looked at again; 0: at once

	// Pause waits, and returns the context's error when that ends first. nil: a timer.
	Pause func(context.Context, time.Duration) error
	Log   *slog.Logger
}

// NewWatch returns a Watch.
func NewWatch(o WatchOptions) *Watch {
	o.Workers = cmp.Or(o.Workers, 64)
	o.Log = cmp.Or(o.Log, slog.New(slog.DiscardHandler))
	if o.Pause == nil {
		o.Pause = pause
	}
	return &Watch{
		WatchOptions: o, breaker: NewBreaker(2 * o.Thresholds.Span), probing: make(chan struct{}, o.Workers), paces: paces{ended: map[string]time.Time{}},
		asks: newAttempts(asksAnHour, time.Hour), again: newAttempts(1, time.Minute),
	}
}

func pause(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-t.C:
		return nil
	}
}

// paces remember when the last probe of each site ended.
type paces struct {
	mu    sync.Mutex
	ended map[string]time.Time
}

// mostPaces is how many sites are remembered before what is past is forgotten.
const mostPaces = 10_000

func (p *paces) done(site string, at time.Time, spacing time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.ended) >= mostPaces {
		for s, ended := range p.ended {
			if at.Sub(ended) >= spacing {
				delete(p.ended, s)
			}
		}
	}
	p.ended[site] = at
}

// wait is how long the site is still to be left alone.
func (p *paces) wait(site string, at time.Time, spacing time.Duration) time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	ended, ok := p.ended[site]
	if !ok {
		return 0
	}
	return max(0, ended.Add(spacing).Sub(at))
}

// Doubt is since when this process doubts its own network, and why; the zero
// time when it does not. What fails meanwhile is not held against servers.
func (w *Watch) Doubt() (since time.Time, why string) { return w.breaker.Doubt() }

// History returns a listing's latest probes, newest first.
func (w *Watch) History(ctx context.Context, listing string, limit int) ([]ProbeRecord, error) {
	var records []ProbeRecord
	err := w.Store.View(ctx, func(r Reader) (err error) {
		records, err = r.ProbeRecords(ctx, listing, limit)
		return err
	})
	return records, err
}
