package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"

	"marketd/cmd/marketd/config"
	"marketd/market"
	"marketd/storage"
	"marketd/storage/jobs"
)

const (
	expireAt  = "@every 1h"
	compactAt = "@every 5m" // each listing's turn comes once an hour
)

// probeBatches is how many batches of probes are at work at once, of a process
// that makes so many probes at once: most of a batch's time is spent waiting for
// its slowest server, and a batch that cannot be begun is left to other replicas.
func probeBatches(workers int) int { return max(1, workers/4) }

// newQueue says who does which job, and when what is periodic comes.
func newQueue(cfg *config.Config, db *storage.DB, c core, log *slog.Logger) (*jobs.Queue, error) {
	sweep, err := config.Schedule(cfg.Sweep)
	if err != nil {
		return nil, err
	}
	expire, err := config.Schedule(expireAt)
	if err != nil {
		return nil, err
	}
	compact, err := config.Schedule(compactAt)
	if err != nil {
		return nil, err
	}
	return jobs.New(db, jobs.Options{
		Handlers: map[string]market.JobHandler{
			market.JobReview: reading(c.reviews.Review),
			market.JobProbe:  reading(c.watch.Probe),

			market.JobNotify:  reading(c.notices.Notify),
			market.JobDeliver: reading(c.notices.Deliver),

			market.JobRereview: reading(c.rereviews.Batch),
			market.JobSweep:    func(ctx context.Context, _ json.RawMessage) error { return c.watch.Sweep(ctx) },
			market.JobCompact:  func(ctx context.Context, _ json.RawMessage) error { return c.history.Compact(ctx) },
			market.JobExpire: func(ctx context.Context, _ json.RawMessage) error {
				_, err := db.Expire(ctx, market.SystemClock{}.Now())
				return errors.Join(err, c.notices.Expire(ctx))
			},
		},
		Periodic: []jobs.Periodic{
			{Kind: market.JobSweep, Schedule: sweep, RunAtStart: true},
			{Kind: market.JobCompact, Schedule: compact, RunAtStart: true},
			{Kind: market.JobExpire, Schedule: expire, RunAtStart: true},
		},
		Workers:     map[string]int{market.JobSweep: 1, market.JobCompact: 1, market.JobExpire: 1, market.JobRereview: 1, market.JobProbe: probeBatches(cfg.Workers), market.JobDeliver: deliveries},
		RescueAfter: cfg.RescueAfter,
		GaveUp:      gaveUp(c.reviews.GiveUp, c.rereviews.GiveUp),
		Log:         log,
	})
}

// gaveUp says what follows from a job that has failed for good: a review goes
// to a person, a re-review waits for one. What is periodic, and a probe, comes
// again by itself.
func gaveUp(
	review func(context.Context, market.ReviewArgs) error, rereview func(context.Context, market.RereviewArgs) error,
) func(context.Context, string, json.RawMessage, error) error {
	return func(ctx context.Context, kind string, raw json.RawMessage, _ error) error {
		switch kind {
		case market.JobReview:
			return unlessGone(giveUp(ctx, raw, review))
		case market.JobRereview:
			return giveUp(ctx, raw, rereview)
		}
		return nil
	}
}

// giveUp tells of a job by its arguments. One whose arguments cannot be read is
// of nothing, so nothing waits for it.
func giveUp[A any](ctx context.Context, raw json.RawMessage, tell func(context.Context, A) error) error {
	var args A
	if err := json.Unmarshal(raw, &args); err != nil {
		return nil //nolint:nilerr // see above
	}
	return tell(ctx, args)
}

func unlessGone(err error) error {
	if errors.Is(err, market.ErrSubmissionNotFound) {
		return nil
	}
	return err
}

// reading is a handler that decodes its arguments.
func reading[A any](do func(context.Context, A) error) market.JobHandler {
	return func(ctx context.Context, raw json.RawMessage) error {
		var args A
		if err := json.Unmarshal(raw, &args); err != nil {
			return fmt.Errorf("job arguments: %w", err)
		}
		return do(ctx, args)
	}
}
