package market_test

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"marketd/market"
	"marketd/storage"
	"marketd/storage/jobs"
	"marketd/storage/storagetest"
)

// A process that ends in the middle of a batch leaves it to the next one, which
// goes on from there: every listing is counted once.
func TestRereviewSurvivesItsProcess(t *testing.T) {
	t.Parallel()
	storagetest.Each(t, func(t *testing.T, db *storage.DB) {
		s := shopOn(t, db)
		s.set(t, "DSC-003", monitor)
		const listings = 7
		for i := range listings {
			s.sells(t, fmt.Sprintf("l-%d", i), "TODO")
		}
		run := s.propose(t, nil, "DSC-003")
		batches, midway := 0, make(chan struct{})
		first := s.queue(t, db, func(ctx context.Context, args market.RereviewArgs) error {
			if batches++; batches == 2 { // it has judged, and ends before it stores
				close(midway)
				<-ctx.Done()
				return ctx.Err()
			}
			return s.rereviews.Batch(ctx, args)
		})
		<-midway
		stopNow, cancel := context.WithCancel(t.Context())
		cancel()
		if err := first.Stop(stopNow); err != nil {
			t.Fatal(err)
		}
		if got := s.show(t, run.ID).Rereview; got.State != market.RereviewRunning || got.Judged != 2 {
			t.Fatalf("when it ended: %s, %d judged", got.State, got.Judged)
		}
		second := s.queue(t, db, s.rereviews.Batch)
		defer func() {
			if err := second.Stop(t.Context()); err != nil {
				t.Error(err)
			}
		}()
		got := s.until(t, run.ID)
		wantRun(t, got, market.RereviewDone, listings)
		if got.Tally.Look != listings {
			t.Errorf("%d to look at, want %d", got.Tally.Look, listings)
		}
	})
}

// queue works re-review jobs with the handler.
func (s *shop) queue(t *testing.T, db *storage.DB, do func(context.Context, market.RereviewArgs) error) *jobs.Queue {
	t.Helper()
	q, err := jobs.New(db, jobs.Options{
		Retry: 10 * time.Millisecond, RescueAfter: time.Second, Workers: map[string]int{market.JobRereview: 1},
		Handlers: map[string]market.JobHandler{market.JobRereview: func(ctx context.Context, raw json.RawMessage) error {
			var args market.RereviewArgs
			if err := json.Unmarshal(raw, &args); err != nil {
				return err
			}
			return do(ctx, args)
		}},
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := q.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	return q
}

// until waits for a re-review to want a person.
func (s *shop) until(t *testing.T, id string) market.Rereview {
	t.Helper()
	for end := time.Now().Add(30 * time.Second); ; {
		run := s.show(t, id).Rereview
		if !run.State.AtWork() {
			return run
		}
		if time.Now().After(end) {
			t.Fatalf("still %s after %d of %d", run.State, run.Judged, run.Total)
		}
		<-time.After(20 * time.Millisecond)
	}
}
