package storage

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"

	"marketd/market"
)

// Task is a [market.Job] as River keeps it: every job is of the one River kind
// "task", and its own kind is the queue it waits in.
type Task struct {
	Job  string          `json:"job"` // the market's kind
	Key  string          `json:"key,omitempty" river:"unique"`
	Args json.RawMessage `json:"args,omitempty"`
}

// Kind is River's name for it.
func (Task) Kind() string { return "task" }

// MaxAttempts bounds how often a job is tried. Deaths of the process count, so
// it is ample.
const MaxAttempts = 25

// TaskOptions are the options with which a job is inserted: a job with a key
// stands in the queue once while it waits or runs.
func TaskOptions(j market.Job) *river.InsertOpts {
	o := &river.InsertOpts{Queue: j.Kind, MaxAttempts: MaxAttempts, ScheduledAt: j.RunAt}
	if j.Key != "" {
		o.UniqueOpts = river.UniqueOpts{ByArgs: true, ByQueue: true, ByState: []rivertype.JobState{
			rivertype.JobStateAvailable, rivertype.JobStatePending, rivertype.JobStateRetryable,
			rivertype.JobStateRunning, rivertype.JobStateScheduled,
		}}
	}
	return o
}

func (t *tx) Enqueue(ctx context.Context, j market.Job) error {
	_, err := t.db.queue.InsertTx(ctx, t.tx, Task{Job: j.Kind, Key: clean(j.Key), Args: j.Args}, TaskOptions(j))
	if err != nil {
		return fmt.Errorf("storage: enqueue %s: %w", j.Kind, err)
	}
	switch {
	case j.RunAt.After(time.Now()):
		t.later = append(t.later, j.RunAt)
	case !j.Shared:
		t.wake = append(t.wake, j.Kind)
	}
	return nil
}

// Beat counts the worker's sign of life up and returns every worker's count.
// For package jobs.
func (db *DB) Beat(ctx context.Context, worker string) (map[string]int64, error) {
	if _, err := db.write.ExecContext(ctx, `INSERT INTO job_worker (id, beat) VALUES ($1, 1)
		ON CONFLICT (id) DO UPDATE SET beat = job_worker.beat + 1`, worker); err != nil {
		return nil, fmt.Errorf("storage: beat: %w", err)
	}
	rows, err := db.read.QueryContext(ctx, "SELECT id, beat FROM job_worker")
	if err != nil {
		return nil, fmt.Errorf("storage: beat: %w", err)
	}
	defer func() { _ = rows.Close() }()
	beats := map[string]int64{}
	for rows.Next() {
		var id string
		var beat int64
		if err := rows.Scan(&id, &beat); err != nil {
			return nil, fmt.Errorf("storage: beat: %w", err)
		}
		beats[id] = beat
	}
	return beats, rows.Err()
}

// ForgetWorker removes a worker that has stopped or died. For package jobs.
func (db *DB) ForgetWorker(ctx context.Context, worker string) error {
	if _, err := db.write.ExecContext(ctx, "DELETE FROM job_worker WHERE id = $1", worker); err != nil {
		return fmt.Errorf("storage: forget worker: %w", err)
	}
	return nil
}
