package jobs

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"sync"
	"time"

	"github.com/riverqueue/river"

	"marketd/market"
	"marketd/storage"
)

// Options are what a Queue works and how.
type Options struct {
	Handlers map[string]market.JobHandler // kind → handler; a kind without one waits for a process that has it
	Periodic []Periodic
	Workers  map[string]int // kind → how many at once in this process; default 4

	Timeout     time.Duration // of one run of a job; default 10 min
	RescueAfter time.Duration // silence after which a worker counts as dead; default 2 min
	Retry       time.Duration // before the second attempt, doubled for each further; default 1 s
	Log         *slog.Logger  // nil: silent

	// GaveUp is told of a job that has had its attempts, with the last one's
	// error, before the job is discarded; when it fails it is told again later.
	// Like a job it runs at least once. nil: nobody is told.
	GaveUp func(ctx context.Context, kind string, args json.RawMessage, err error) error

	poll  time.Duration // for jobs that other processes insert; our own wake us
	again time.Duration // until GaveUp is told again when it failed
}

// Periodic is a job without arguments that the leading process enqueues by
// schedule. One that still waits or runs is not enqueued again.
type Periodic struct {
	Kind       string
	Schedule   market.Schedule
	RunAtStart bool // also when a process begins to lead
}

func (o Options) withDefaults() Options {
	o.Timeout = cmp.Or(o.Timeout, 10*time.Minute)
	o.RescueAfter = cmp.Or(o.RescueAfter, 2*time.Minute)
	o.Retry = cmp.Or(o.Retry, time.Second)
	o.poll = cmp.Or(o.poll, pollEvery())
	o.again = cmp.Or(o.again, time.Minute)
	o.Log = cmp.Or(o.Log, slog.New(slog.DiscardHandler))
	if o.GaveUp == nil {
		o.GaveUp = func(context.Context, string, json.RawMessage, error) error { return nil }
	}
	return o
}

// pollEvery is about a second, and another for each process: with the same, one
// would always look before the other at what a schedule brings for both.
func pollEvery() time.Duration {
	return 800*time.Millisecond + rand.N(400*time.Millisecond) //nolint:gosec // spreads, guards nothing
}

// Queue works jobs. It does nothing before Start, and is not started twice.
type Queue struct {
	db     *storage.DB
	river  *river.Client[*sql.Tx]
	rescue *rescuer
	alarm  *alarm
	log    *slog.Logger

	cancel context.CancelFunc
	loops  sync.WaitGroup
}

// stopGrace is how long cancelled jobs have to return before Stop gives up on them.
const stopGrace = 5 * time.Second

// New readies a Queue. It fails when a periodic kind has no handler.
func New(db *storage.DB, o Options) (*Queue, error) {
	o = o.withDefaults()
	id := market.NewID(time.Now())
	c, err := o.config(id)
	if err != nil {
		return nil, err
	}
	client, err := river.NewClient(db.QueueDriver(), c)
	if err != nil {
		return nil, fmt.Errorf("jobs: %w", err)
	}
	return &Queue{
		db: db, river: client, log: o.Log, alarm: newAlarm(db),
		rescue: &rescuer{
			db: db, exec: db.QueueDriver().GetExecutor(), self: id, after: o.RescueAfter, gaveUp: o.GaveUp, log: o.Log, signs: map[string]sign{},
		},
	}, nil
}

// config is River's. Its own rescuer stays behind ours, for a job that a living
// worker has lost.
func (o Options) config(id string) (*river.Config, error) {
	c := &river.Config{
		ID:                          id,
		Logger:                      slog.New(atLeast{o.Log.Handler(), slog.LevelWarn}),
		Workers:                     river.NewWorkers(),
		Queues:                      map[string]river.QueueConfig{},
		FetchCooldown:               50 * time.Millisecond,
		FetchPollInterval:           o.poll,
		JobTimeout:                  o.Timeout,
		RescueStuckJobsAfter:        o.Timeout + o.RescueAfter,
		RetryPolicy:                 backoff{o.Retry},
		ErrorHandler:                failures{o.Log},
		CompletedJobRetentionPeriod: time.Hour,
		DiscardedJobRetentionPeriod: 30 * 24 * time.Hour,
	}
	if err := river.AddWorkerSafely(c.Workers, &worker{handlers: o.Handlers, gaveUp: o.GaveUp, again: o.again, log: o.Log}); err != nil {
		return nil, fmt.Errorf("jobs: %w", err)
	}
	for kind := range o.Handlers {
		c.Queues[kind] = river.QueueConfig{MaxWorkers: cmp.Or(o.Workers[kind], 4)}
	}
	for _, p := range o.Periodic {
		if o.Handlers[p.Kind] == nil {
			return nil, fmt.Errorf("jobs: nothing handles the periodic job %q", p.Kind)
		}
		c.PeriodicJobs = append(c.PeriodicJobs, p.job())
	}
	return c, nil
}

// periodicAttempts are few: the next turn comes anyway, and must not wait
// behind the back-off of this one.
const periodicAttempts = 3

func (p Periodic) job() *river.PeriodicJob {
	j := market.Job{Kind: p.Kind, Key: "periodic"}
	opts := storage.TaskOptions(j)
	opts.MaxAttempts = periodicAttempts
	return river.NewPeriodicJob(p.Schedule,
		func() (river.JobArgs, *river.InsertOpts) { return storage.Task{Job: j.Kind, Key: j.Key}, opts },
		&river.PeriodicJobOpts{ID: p.Kind, RunOnStart: p.RunAtStart})
}

// Start begins to work. The end of ctx does not stop it: Stop does, in order.
func (q *Queue) Start(ctx context.Context) error {
	ctx, q.cancel = context.WithCancel(context.WithoutCancel(ctx))
	if err := q.rescue.look(ctx); err != nil {
		q.cancel()
		return err
	}
	q.loops.Go(func() { q.rescue.run(ctx) })
	q.loops.Go(func() { q.alarm.run(ctx, q.log) })
	if err := q.river.Start(ctx); err != nil {
		q.cancel()
		q.loops.Wait()
		return fmt.Errorf("jobs: start: %w", err)
	}
	return nil
}

// Stop takes no more jobs and lets those that run end. When ctx ends first
// their contexts are cancelled, and they are tried again after the next start.
// An error means that a job did not return even then.
func (q *Queue) Stop(ctx context.Context) error {
	if q.cancel == nil {
		return nil
	}
	err := q.river.Stop(ctx)
	if err != nil && ctx.Err() != nil {
		grace, cancel := context.WithTimeout(context.WithoutCancel(ctx), stopGrace)
		defer cancel()
		err = q.river.StopAndCancel(grace)
	}
	q.cancel()
	q.loops.Wait()
	if err != nil {
		return fmt.Errorf("jobs: stop: %w", err) // its sign of life ends, and others take its jobs
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), stopGrace)
	defer cancel()
	return errors.Join(err, q.db.ForgetWorker(ctx, q.rescue.self))
}
