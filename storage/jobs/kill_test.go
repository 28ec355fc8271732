package jobs_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"go.uber.org/goleak"

	"marketd/market"
	"marketd/storage"
	"marketd/storage/jobs"
	"marketd/storage/storagetest"
)

// childEnv makes this test binary a worker process instead of a test run.
const childEnv = "MARKETD_JOBS_TEST_CHILD"

func TestMain(m *testing.M) {
	if os.Getenv(childEnv) != "" {
		child()
		return
	}
	goleak.VerifyTestMain(m)
}

const rescueAfter = time.Second

// child works one job of kind "review", says so, and never ends it.
func child() {
	ctx := context.Background()
	db, err := storage.Open(ctx, storage.Options{Path: os.Getenv("TEST_PATH"), URL: os.Getenv("TEST_URL")})
	if err != nil {
		panic(err)
	}
	stuck := func(ctx context.Context, args json.RawMessage) error {
		fmt.Printf("began %s\n", args)
		<-ctx.Done()
		return ctx.Err()
	}
	q, err := jobs.New(db, jobs.Options{
		Handlers: map[string]market.JobHandler{"review": stuck}, RescueAfter: rescueAfter,
		Log: slog.New(slog.NewTextHandler(os.Stderr, nil)),
	})
	if err != nil {
		panic(err)
	}
	if err := q.Start(ctx); err != nil {
		panic(err)
	}
	select {}
}

// killed starts a child, waits until it is in the middle of the job, and kills it.
func killed(t *testing.T, o storage.Options) {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), childEnv+"=1", "TEST_PATH="+o.Path, "TEST_URL="+o.URL)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	began := make(chan string, 1)
	go func() {
		line, _ := bufio.NewReader(out).ReadString('\n')
		began <- line
	}()
	line := wait(t, began)
	_ = cmd.Process.Kill()
	_ = cmd.Wait()
	if line != "began \"precious\"\n" {
		t.Fatalf("the child said %q", line)
	}
}

func TestJobOfAKilledProcessIsTakenUpAgain(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		engine  string
		options func(t *testing.T) storage.Options
	}{
		{"SQLite", func(t *testing.T) storage.Options {
			return storage.Options{Path: filepath.Join(t.TempDir(), "market.db")}
		}},
		{"PostgreSQL", func(t *testing.T) storage.Options { return storage.Options{URL: storagetest.Postgres(t)} }},
	} {
		t.Run(tt.engine, func(t *testing.T) {
			t.Parallel()
			o := tt.options(t)
			db := storagetest.Open(t, o)
			enqueue(t, db, market.Job{Kind: "review", Key: "one", Args: json.RawMessage(`"precious"`)})
			for range 2 { // and the second child is killed over the first one's job
				killed(t, o)
			}
			said := make(chan string, 10)
			began := time.Now()
			start(t, db, jobs.Options{
				Handlers:    map[string]market.JobHandler{"review": telling(said), "sweep": telling(said)},
				Periodic:    []jobs.Periodic{{Kind: "sweep", Schedule: every(time.Hour), RunAtStart: true}},
				RescueAfter: rescueAfter,
			})
			// The job comes back, and so does the dead leader's office, which enqueues the sweep.
			got := map[string]time.Duration{}
			for len(got) < 2 {
				got[wait(t, said)] = time.Since(began).Round(time.Millisecond)
			}
			t.Logf("taken up again after %v, leading after %v", got[`"precious"`], got[""])
			if after := got[`"precious"`]; after < rescueAfter || after > 10*time.Second {
				t.Errorf("the job came back after %v, want between %v and 10 s", after, rescueAfter)
			}
		})
	}
}
