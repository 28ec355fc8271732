package main

import (
	"context"
	"log/slog"
	"sync"
	"sync/atomic"

	"marketd/cmd/marketd/config"
	"marketd/healthcheck"
	"marketd/healthcheck/netguard"
	"marketd/market"
	"marketd/signing"
	"marketd/storage"
)

// newWatch is the use case that probes what is listed.
func newWatch(
	cfg *config.Config, db *storage.DB, prober market.Prober, sealer *signing.Sealer, changes market.DriftJudge, catalog *market.Catalog,
	canaries func(context.Context) bool, log *slog.Logger,
) (*market.Watch, error) {
	cadence, err := cfg.Cadence.Schedules()
	if err != nil {
		return nil, err
	}
	return market.NewWatch(market.WatchOptions{
		Store: db, Prober: prober, Sealer: sealer, Clock: market.SystemClock{}, Thresholds: cfg.Thresholds, Cadence: cadence,
		Drift: changes, Publish: catalog.Nudge, Canaries: canaries, Workers: cfg.Workers, Spacing: cfg.Spacing, SecondLook: cfg.SecondLook, Log: log,
	}), nil
}

// canaries asks all addresses at once, each as a link is looked at. It reports
// whether any answers, whatever it says; nil when there are none to ask.
func canaries(urls []string, guard netguard.Policy) func(context.Context) bool {
	if len(urls) == 0 {
		return nil
	}
	visitor := healthcheck.NewVisitor(guard, market.SystemClock{}, nil)
	return func(ctx context.Context) bool {
		var answered atomic.Bool
		var wg sync.WaitGroup
		for _, u := range urls {
			wg.Go(func() {
				for _, l := range visitor.Visit(ctx, market.Entry{Homepage: u}).Links {
					if l.Status != 0 {
						answered.Store(true)
					}
				}
			})
		}
		wg.Wait()
		return answered.Load()
	}
}
