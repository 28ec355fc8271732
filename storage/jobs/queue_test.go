package jobs_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"testing"
	"time"

	"marketd/market"
	"marketd/storage"
	"marketd/storage/jobs"
	"marketd/storage/storagetest"
)

// patience is how long a test waits for what should happen at once.
const patience = 20 * time.Second

// start runs a queue until the test ends.
func start(t testing.TB, db *storage.DB, o jobs.Options) *jobs.Queue {
	t.Helper()
	if o.Log == nil {
		o.Log = slog.New(slog.NewTextHandler(t.Output(), nil))
	}
	q, err := jobs.New(db, o)
	if err != nil {
		t.Fatal(err)
	}
	if err := q.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		if err := q.Stop(ctx); err != nil {
			t.Errorf("stop: %v", err)
		}
	})
	return q
}

func enqueue(t testing.TB, db *storage.DB, js ...market.Job) {
	t.Helper()
	err := db.Update(t.Context(), func(w market.Writer) error {
		for _, j := range js {
			if err := w.Enqueue(t.Context(), j); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// wait takes the next value, or fails the test.
func wait[T any](t testing.TB, c <-chan T) T {
	t.Helper()
	select {
	case v := <-c:
		return v
	case <-time.After(patience):
		t.Fatal("it did not happen")
		panic("unreachable")
	}
}

// telling is a handler that tells of its arguments.
func telling(said chan<- string) market.JobHandler {
	return func(_ context.Context, args json.RawMessage) error {
		said <- string(args)
		return nil
	}
}

func job(kind, args string) market.Job {
	return market.Job{Kind: kind, Args: json.RawMessage(args)}
}

// A commit wakes the workers of its process: nobody polls here.
func TestCommitStartsItsJob(t *testing.T) {
	t.Parallel()
	storagetest.Each(t, func(t *testing.T, db *storage.DB) {
		said := make(chan string, 100)
		start(t, db, jobs.NeverPolling(jobs.Options{Handlers: map[string]market.JobHandler{"review": telling(said)}}))
		best := time.Hour
		for n := range 5 {
			args := fmt.Sprintf(`{"n": %d, "text": "好 <&>"}`, n)
			began := time.Now()
			enqueue(t, db, job("review", args))
			got := wait(t, said)
			best = min(best, time.Since(began))
			var a, b any
			if json.Unmarshal([]byte(got), &a) != nil || json.Unmarshal([]byte(args), &b) != nil || fmt.Sprint(a) != fmt.Sprint(b) {
				t.Errorf("args came as %s, want %s", got, args)
			}
		}
		t.Logf("the quickest of five began %v after the update did", best)
	})
}

func TestJobOfARolledBackUpdateNeverRuns(t *testing.T) {
	t.Parallel()
	storagetest.Each(t, func(t *testing.T, db *storage.DB) {
		said := make(chan string, 10)
		start(t, db, jobs.Options{Handlers: map[string]market.JobHandler{"review": telling(said)}})
		undo := errors.New("undo")
		err := db.Update(t.Context(), func(w market.Writer) error {
			return errors.Join(w.Enqueue(t.Context(), job("review", `"undone"`)), undo)
		})
		if !errors.Is(err, undo) {
			t.Fatal(err)
		}
		enqueue(t, db, job("review", `"done"`))
		if got := wait(t, said); got != `"done"` {
			t.Errorf("ran %s", got)
		}
	})
}

func TestKeyStandsInTheQueueOnce(t *testing.T) {
	t.Parallel()
	storagetest.Each(t, func(t *testing.T, db *storage.DB) {
		said, release := make(chan string, 10), make(chan struct{})
		hold := func(_ context.Context, args json.RawMessage) error {
			said <- string(args)
			<-release
			return nil
		}
		start(t, db, jobs.Options{Handlers: map[string]market.JobHandler{"probe": hold, "sweep": telling(said)}})
		keyed := func(kind, args string) market.Job {
			return market.Job{Kind: kind, Key: "same", Args: json.RawMessage(args)}
		}
		enqueue(t, db, keyed("probe", `1`), keyed("probe", `2`)) // the second while the first waits
		if got := wait(t, said); got != `1` {
			t.Errorf("ran %s first", got)
		}
		enqueue(t, db, keyed("probe", `3`), keyed("sweep", `4`)) // while it runs; and of another kind
		if got := wait(t, said); got != `4` {
			t.Errorf("ran %s, want the job of the other kind", got)
		}
		close(release)
		for n := 5; ; n++ { // its end is written a moment after its handler returns
			enqueue(t, db, keyed("probe", fmt.Sprint(n)))
			select {
			case <-said:
				return
			case <-time.After(50 * time.Millisecond):
			}
			if n == 400 {
				t.Fatal("a key whose job has ended is still taken")
			}
		}
	})
}

func TestJobWaitsForItsInstant(t *testing.T) {
	t.Parallel()
	storagetest.Each(t, func(t *testing.T, db *storage.DB) {
		said := make(chan string, 10)
		start(t, db, jobs.Options{Handlers: map[string]market.JobHandler{"review": telling(said)}})
		at := time.Now().Add(700 * time.Millisecond)
		later, much := job("review", `"later"`), job("review", `"much later"`)
		later.RunAt, much.RunAt = at, at.Add(time.Hour)
		enqueue(t, db, much, later, job("review", `"now"`))
		if got := wait(t, said); got != `"now"` {
			t.Errorf("ran %s first", got)
		}
		if got := wait(t, said); got != `"later"` {
			t.Errorf("ran %s second", got)
		}
		if early := time.Until(at); early > 0 {
			t.Errorf("ran %v too early", early)
		}
		if behind := time.Since(at); behind > 3*time.Second {
			t.Errorf("ran %v after its instant", behind)
		}
	})
}

func TestFailedJobIsTriedAgain(t *testing.T) {
	t.Parallel()
	storagetest.Each(t, func(t *testing.T, db *storage.DB) {
		said := make(chan int, 10)
		n := 0
		flaky := func(context.Context, json.RawMessage) error {
			n++
			said <- n
			switch n {
			case 1:
				return errors.New("the server said \x00\xff")
			case 2:
				panic("boom \x00")
			}
			return nil
		}
		start(t, db, jobs.Options{Handlers: map[string]market.JobHandler{"review": flaky}, Retry: 20 * time.Millisecond})
		enqueue(t, db, job("review", `1`))
		for want := 1; want <= 3; want++ {
			if got := wait(t, said); got != want {
				t.Errorf("attempt %d, want %d", got, want)
			}
		}
	})
}

func TestKindWithoutHandlerWaits(t *testing.T) {
	t.Parallel()
	db := storagetest.SQLite(t)
	said := make(chan string, 10)
	enqueue(t, db, job("probe", `"patient"`))
	other := start(t, db, jobs.Options{Handlers: map[string]market.JobHandler{"review": telling(said)}})
	enqueue(t, db, job("review", `1`))
	if got := wait(t, said); got != `1` {
		t.Errorf("ran %s", got)
	}
	if err := other.Stop(t.Context()); err != nil {
		t.Fatal(err)
	}
	start(t, db, jobs.Options{Handlers: map[string]market.JobHandler{"probe": telling(said)}})
	if got := wait(t, said); got != `"patient"` {
		t.Errorf("ran %s", got)
	}
}

// every is a schedule like robfig/cron's @every.
type every time.Duration

func (e every) Next(t time.Time) time.Time { return t.Add(time.Duration(e)) }

func TestPeriodicJobRunsBySchedule(t *testing.T) {
	t.Parallel()
	storagetest.Each(t, func(t *testing.T, db *storage.DB) {
		said := make(chan string, 100)
		start(t, db, jobs.Options{
			Handlers: map[string]market.JobHandler{"sweep": telling(said), "expire": telling(said)},
			Periodic: []jobs.Periodic{
				{Kind: "sweep", Schedule: every(500 * time.Millisecond), RunAtStart: true},
				{Kind: "expire", Schedule: every(time.Hour)},
			},
		})
		for range 3 {
			if got := wait(t, said); got != "" {
				t.Errorf("args %q, want none", got)
			}
		}
	})
}

func TestPeriodicJobWantsAHandler(t *testing.T) {
	t.Parallel()
	_, err := jobs.New(storagetest.SQLite(t), jobs.Options{
		Handlers: map[string]market.JobHandler{"review": nil},
		Periodic: []jobs.Periodic{{Kind: "sweep", Schedule: every(time.Hour)}},
	})
	if err == nil {
		t.Error("a periodic job that nothing handles was accepted")
	}
}

func TestStopLetsJobsEnd(t *testing.T) {
	t.Parallel()
	storagetest.Each(t, func(t *testing.T, db *storage.DB) {
		began, release := make(chan struct{}), make(chan struct{})
		ended := false
		slow := func(context.Context, json.RawMessage) error {
			close(began)
			<-release
			ended = true
			return nil
		}
		q := start(t, db, jobs.Options{Handlers: map[string]market.JobHandler{"review": slow}})
		enqueue(t, db, job("review", `1`))
		wait(t, began)
		stopped := make(chan error, 1)
		go func() { stopped <- q.Stop(t.Context()) }()
		close(release)
		if err := wait(t, stopped); err != nil || !ended {
			t.Errorf("stop: %v; the job had ended: %t", err, ended)
		}
	})
}

func TestStopInTimeCancelsJobsThatRunAgainLater(t *testing.T) {
	t.Parallel()
	storagetest.Each(t, func(t *testing.T, db *storage.DB) {
		began := make(chan struct{}, 1)
		endless := func(ctx context.Context, _ json.RawMessage) error {
			began <- struct{}{}
			<-ctx.Done()
			return ctx.Err()
		}
		q := start(t, db, jobs.Options{Handlers: map[string]market.JobHandler{"review": endless}, Retry: 10 * time.Millisecond})
		enqueue(t, db, job("review", `"again"`))
		wait(t, began)
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		defer cancel()
		if err := q.Stop(ctx); err != nil {
			t.Fatalf("stop: %v", err)
		}
		said := make(chan string, 1)
		start(t, db, jobs.Options{Handlers: map[string]market.JobHandler{"review": telling(said)}})
		if got := wait(t, said); got != `"again"` {
			t.Errorf("ran %s", got)
		}
	})
}

func TestTimeoutEndsARun(t *testing.T) {
	t.Parallel()
	db := storagetest.SQLite(t)
	ended := make(chan error, 10)
	endless := func(ctx context.Context, _ json.RawMessage) error {
		<-ctx.Done()
		ended <- ctx.Err()
		return ctx.Err()
	}
	start(t, db, jobs.Options{Handlers: map[string]market.JobHandler{"review": endless}, Timeout: 50 * time.Millisecond})
	enqueue(t, db, job("review", `1`))
	if err := wait(t, ended); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("the run ended with %v", err)
	}
}

// Two processes share the work of one database; each job runs in one of them.
func TestQueuesShareTheWork(t *testing.T) {
	t.Parallel()
	url := storagetest.Postgres(t)
	const n = 40
	said := make(chan string, n)
	for range 2 {
		db := storagetest.Open(t, storage.Options{URL: url})
		start(t, db, jobs.Options{Handlers: map[string]market.JobHandler{"review": telling(said)}})
	}
	third := storagetest.Open(t, storage.Options{URL: url}) // whose commits wake nobody
	for i := range n {
		enqueue(t, third, job("review", fmt.Sprint(i)))
	}
	seen := map[string]bool{}
	for range n {
		seen[wait(t, said)] = true
	}
	if len(seen) != n {
		t.Errorf("%d of %d jobs ran", len(seen), n)
	}
}
