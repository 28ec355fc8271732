package jobs

import (
	"context"
	"log/slog"
	"slices"
	"sync"
	"time"

	"github.com/riverqueue/river/riverdriver"

	"marketd/storage"
)

// alarm makes a job that this process enqueued for later available at its
// instant. River's scheduler does the same for all processes, every five
// seconds; a person who watches a review's second pass sees the difference.
type alarm struct {
	db   *storage.DB
	exec riverdriver.Executor

	mu    sync.Mutex
	due   []time.Time // ascending
	reset chan struct{}
}

// late lets the database's clock, of a millisecond's precision, be past the instant too.
const late = 5 * time.Millisecond

// most bounds what is remembered; the rest is left to River's scheduler.
const most = 10_000

func newAlarm(db *storage.DB) *alarm {
	return &alarm{db: db, exec: db.QueueDriver().GetExecutor(), reset: make(chan struct{}, 1)}
}

func (a *alarm) set(at time.Time) {
	a.mu.Lock()
	defer a.mu.Unlock()
	i, known := slices.BinarySearchFunc(a.due, at, time.Time.Compare)
	if known || len(a.due) == most {
		return
	}
	a.due = slices.Insert(a.due, i, at)
	if i == 0 {
		select {
		case a.reset <- struct{}{}:
		default: // a reset waits already
		}
	}
}

// next is how long until the earliest instant; false when there is none.
func (a *alarm) next() (time.Duration, bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.due) == 0 {
		return 0, false
	}
	return max(time.Until(a.due[0])+late, 0), true
}

func (a *alarm) run(ctx context.Context, log *slog.Logger) {
	defer a.db.OnScheduled(a.set)()
	timer := time.NewTimer(0)
	timer.Stop()
	defer timer.Stop()
	for {
		if d, ok := a.next(); ok {
			timer.Reset(d)
		}
		select {
		case <-ctx.Done():
			return
		case <-a.reset:
		case <-timer.C:
			if err := a.ring(ctx); err != nil && ctx.Err() == nil {
				log.ErrorContext(ctx, "cannot make scheduled jobs available; the queue will by itself", "error", err)
			}
		}
	}
}

func (a *alarm) ring(ctx context.Context) error {
	now := time.Now()
	a.mu.Lock()
	past, _ := slices.BinarySearchFunc(a.due, now, time.Time.Compare)
	a.due = slices.Delete(a.due, 0, past)
	a.mu.Unlock()
	moved, err := a.exec.JobSchedule(ctx, &riverdriver.JobScheduleParams{Max: 1000, Now: &now})
	if err != nil {
		return err
	}
	for _, m := range moved {
		a.db.Wake(m.Job.Queue)
	}
	return nil
}
