package market_test

import (
	"context"
	"encoding/json"
	"sync"
	"testing"

	"marketd/market"
	"marketd/storage"
)

// probeQueue is a store whose probe jobs wait here, for the test to work them.
type probeQueue struct {
	*storage.DB
	mu   sync.Mutex
	jobs []market.Job
}

func (q *probeQueue) Update(ctx context.Context, f func(market.Writer) error) error {
	var jobs []market.Job
	err := q.DB.Update(ctx, func(tx market.Writer) error {
		jobs = nil
		return f(probeQueueWriter{tx, &jobs})
	})
	if err == nil {
		q.mu.Lock()
		defer q.mu.Unlock()
		q.jobs = append(q.jobs, jobs...)
	}
	return err
}

type probeQueueWriter struct {
	market.Writer
	jobs *[]market.Job
}

func (w probeQueueWriter) Enqueue(ctx context.Context, j market.Job) error {
	if j.Kind != market.JobProbe {
		return w.Writer.Enqueue(ctx, j)
	}
	*w.jobs = append(*w.jobs, j)
	return nil
}

// queued takes the batches that wait.
func (w *world) queued(t testing.TB) (batches []market.ProbeArgs) {
	t.Helper()
	w.queue.mu.Lock()
	jobs := w.queue.jobs
	w.queue.jobs = nil
	w.queue.mu.Unlock()
	for _, j := range jobs {
		var args market.ProbeArgs
		if err := json.Unmarshal(j.Args, &args); err != nil {
			t.Fatal(err)
		}
		batches = append(batches, args)
	}
	return batches
}
