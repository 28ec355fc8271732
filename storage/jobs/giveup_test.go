package jobs_test

import (
	"context"
	"encoding/json"
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"marketd/market"
	"marketd/storage"
	"marketd/storage/jobs"
	"marketd/storage/storagetest"
)

// last is what GaveUp was told.
type last struct {
	kind, args string
	err        error
}

func toldTo(told chan<- last) func(context.Context, string, json.RawMessage, error) error {
	return func(_ context.Context, kind string, args json.RawMessage, err error) error {
		told <- last{kind, string(args), err}
		return nil
	}
}

// limit leaves every job in the queue so many attempts.
func limit(t *testing.T, db *storage.DB, attempts int) {
	t.Helper()
	if err := db.QueueDriver().GetExecutor().Exec(t.Context(), "UPDATE river_job SET max_attempts = $1", attempts); err != nil {
		t.Fatal(err)
	}
}

// discarded waits until one job is.
func discarded(t *testing.T, db *storage.DB) {
	t.Helper()
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	n := 0
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); <-tick.C {
		row := db.QueueDriver().GetExecutor().QueryRow(t.Context(), "SELECT COUNT(*) FROM river_job WHERE state = 'discarded'")
		if err := row.Scan(&n); err != nil {
			t.Fatal(err)
		}
		if n == 1 {
			return
		}
	}
	t.Fatalf("%d jobs are discarded, want one", n)
}

func TestJobThatAlwaysFailsIsGivenUpOnce(t *testing.T) {
	t.Parallel()
	boom := errors.New("boom")
	for name, fail := range map[string]func() error{
		"fails":  func() error { return boom },
		"panics": func() error { panic(boom) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			storagetest.Each(t, func(t *testing.T, db *storage.DB) {
				attempts, told := make(chan int, 10), make(chan last, 10)
				enqueue(t, db, job("review", `{"submission":"s"}`))
				limit(t, db, 3)
				n := 0
				start(t, db, jobs.Options{
					Handlers: map[string]market.JobHandler{"review": func(context.Context, json.RawMessage) error {
						n++
						attempts <- n
						return fail()
					}},
					Retry: 5 * time.Millisecond, GaveUp: toldTo(told),
				})
				got := wait(t, told)
				if got.kind != "review" || !sameJSON(got.args, `{"submission":"s"}`) || !strings.Contains(got.err.Error(), "boom") {
					t.Errorf("told of %+v", got)
				}
				discarded(t, db)
				if len(attempts) != 3 || len(told) != 0 {
					t.Errorf("%d attempts, told %d times more; want 3 and never", len(attempts), len(told))
				}
			})
		})
	}
}

func sameJSON(a, b string) bool {
	var x, y map[string]any
	return json.Unmarshal([]byte(a), &x) == nil && json.Unmarshal([]byte(b), &y) == nil && x["submission"] == y["submission"]
}

// A database that is away at the very end must not leave the job without one.
func TestGivingUpIsTriedUntilItWorks(t *testing.T) {
	t.Parallel()
	storagetest.Each(t, func(t *testing.T, db *storage.DB) {
		told := make(chan last, 10)
		enqueue(t, db, job("review", `1`))
		limit(t, db, 1)
		n := 0
		start(t, db, jobs.TellingAgain(jobs.Options{
			Handlers: map[string]market.JobHandler{"review": func(context.Context, json.RawMessage) error { return errors.New("no") }},
			GaveUp: func(ctx context.Context, kind string, args json.RawMessage, err error) error {
				if n++; n < 3 {
					return errors.New("not now")
				}
				return toldTo(told)(ctx, kind, args, err)
			},
		}, 10*time.Millisecond))
		wait(t, told)
		discarded(t, db)
		if n != 3 {
			t.Errorf("told %d times, want 3", n)
		}
	})
}

// The attempt's time is over, and giving up has time of its own.
func TestGivingUpAfterATimeout(t *testing.T) {
	t.Parallel()
	db := storagetest.SQLite(t)
	told := make(chan error, 1)
	enqueue(t, db, job("review", `1`))
	limit(t, db, 1)
	start(t, db, jobs.Options{
		Timeout: 50 * time.Millisecond,
		Handlers: map[string]market.JobHandler{"review": func(ctx context.Context, _ json.RawMessage) error {
			<-ctx.Done()
			return ctx.Err()
		}},
		GaveUp: func(ctx context.Context, _ string, _ json.RawMessage, err error) error {
			told <- errors.Join(ctx.Err(), unless(err, context.DeadlineExceeded))
			return nil
		},
	})
	if err := wait(t, told); err != nil {
		t.Error(err)
	}
}

func unless(err, expected error) error {
	if errors.Is(err, expected) {
		return nil
	}
	return err
}

// A stop in the middle of the last attempt ends nothing for good.
func TestStopInTheLastAttemptGivesNothingUp(t *testing.T) {
	t.Parallel()
	storagetest.Each(t, func(t *testing.T, db *storage.DB) {
		began, told, said := make(chan struct{}, 1), make(chan last, 1), make(chan string, 1)
		enqueue(t, db, job("review", `"again"`))
		limit(t, db, 1)
		q := start(t, db, jobs.Options{
			GaveUp: toldTo(told),
			Handlers: map[string]market.JobHandler{"review": func(ctx context.Context, _ json.RawMessage) error {
				began <- struct{}{}
				<-ctx.Done()
				return ctx.Err()
			}},
		})
		wait(t, began)
		ended, cancel := context.WithCancel(t.Context())
		cancel()
		if err := q.Stop(ended); err != nil {
			t.Fatal(err)
		}
		start(t, db, jobs.Options{GaveUp: toldTo(told), Handlers: map[string]market.JobHandler{"review": telling(said)}})
		if got := wait(t, said); got != `"again"` || len(told) > 0 {
			t.Errorf("ran %s, given up %d times", got, len(told))
		}
	})
}

// A process that dies in the last attempt leaves the end to those who live.
func TestLastAttemptOfAKilledProcessIsGivenUp(t *testing.T) {
	t.Parallel()
	o := storage.Options{Path: filepath.Join(t.TempDir(), "market.db")}
	db := storagetest.Open(t, o)
	enqueue(t, db, job("review", `"precious"`))
	limit(t, db, 1)
	killed(t, o)
	told := make(chan last, 10)
	n := 0
	start(t, db, jobs.Options{
		Handlers: map[string]market.JobHandler{"review": func(context.Context, json.RawMessage) error {
			t.Error("it ran once more")
			return nil
		}},
		GaveUp: func(ctx context.Context, kind string, args json.RawMessage, err error) error {
			if n++; n == 1 {
				return errors.New("not now")
			}
			return toldTo(told)(ctx, kind, args, err)
		},
		RescueAfter: rescueAfter,
	})
	if got := wait(t, told); got.kind != "review" || got.args != `"precious"` || got.err == nil {
		t.Errorf("told of %+v", got)
	}
	discarded(t, db)
}
