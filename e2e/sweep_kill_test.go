package e2e

import (
	"bufio"
	"encoding/json"
	"log/slog"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"marketd/market"
	"marketd/storage"
	"marketd/storage/storagetest"
)

// doomsAnEngine is where a round kills its processes: in sum, on both engines,
// 52 times in sweeps and compactions.
var doomsAnEngine = []struct {
	job   string // "" is at a random time, from outside
	times int
	steps int64 // one of these
}{
	{market.JobSweep, 13, 7},
	{market.JobCompact, 13, 120},
	{market.JobProbe, 6, 5},
	{"", 6, 0},
}

// Killed anywhere in sweeps, probes and compactions, the watch loses no result
// and counts none twice, and roll-ups equal a recount. The watch is the real
// one, with store, queue and prober, in processes that are killed one after
// another: a process that kills itself between two statements does so far more
// often and more exactly than one that is killed from outside could be.
//
// KILL_ROUNDS (1) is how often all of it is done, KILL_SEED the seed of the
// random numbers.
func TestSweepsAndCompactionsAreKilled(t *testing.T) {
	t.Parallel()
	seed := uint64(time.Now().UnixNano())
	if s := os.Getenv("KILL_SEED"); s != "" {
		n, err := strconv.ParseUint(s, 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		seed = n
	}
	t.Run("SQLite", func(t *testing.T) {
		t.Parallel()
		killWatchers(t, seed, storage.Options{Path: filepath.Join(t.TempDir(), "market.db")})
	})
	t.Run("PostgreSQL", func(t *testing.T) {
		t.Parallel()
		killWatchers(t, seed, storage.Options{URL: storagetest.PostgresMigrated(t)})
	})
}

func killWatchers(t *testing.T, seed uint64, o storage.Options) {
	t.Helper()
	t.Logf("KILL_SEED=%d", seed)
	random := rand.New(rand.NewPCG(seed, 0))
	rounds := 1
	if s := os.Getenv("KILL_ROUNDS"); s != "" {
		rounds, _ = strconv.Atoi(s)
	}
	servers := newWatched(t)
	servers.list(t, o)
	var dooms []doom
	for range rounds {
		for _, where := range doomsAnEngine {
			for range where.times {
				d := doom{Job: where.job}
				if d.Options.Path, d.Options.URL = o.Path, o.URL; d.Job != "" {
					d.Step = 1 + random.Int64N(where.steps)
				}
				dooms = append(dooms, d)
			}
		}
	}
	random.Shuffle(len(dooms), func(i, j int) { dooms[i], dooms[j] = dooms[j], dooms[i] })
	kills, began := map[string]int{}, time.Now()
	for _, d := range dooms {
		where := watchAndDie(t, d, time.Duration(random.IntN(600))*time.Millisecond)
		kills[where]++
	}
	t.Logf("%d processes killed in %v: %v", len(dooms), time.Since(began).Round(time.Second), kills)
	if got, want := kills[market.JobSweep]+kills[market.JobCompact], 26*rounds*3/4; got < want {
		t.Errorf("%d killed in sweeps and compactions, want at least %d", got, want)
	}
	servers.finish(t, o)
	servers.verify(t, o, len(dooms))
}

// longestLife is when a process is killed that has not come to its step.
const longestLife = 4 * time.Second

// watchAndDie has a process watch until it is killed, and returns in which job
// that was; "" when from outside, which is so long after it has started when
// nothing else is said.
func watchAndDie(t *testing.T, d doom, life time.Duration) (where string) {
	t.Helper()
	raw, err := json.Marshal(d)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), asWatcher+"="+string(raw))
	said := &lines{}
	cmd.Stderr = said
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	started, ended := make(chan struct{}), make(chan string, 1)
	go func() {
		last := ""
		begun := sync.OnceFunc(func() { close(started) })
		for s := bufio.NewScanner(out); s.Scan(); {
			if last = s.Text(); last == "started" {
				begun()
			}
		}
		begun() // it may die in what another one left, before it says so
		ended <- last
	}()
	select {
	case <-started:
	case <-time.After(30 * time.Second):
		t.Errorf("a process did not start:\n%s", said)
	}
	if d.Job != "" {
		life = longestLife
	}
	timer := time.AfterFunc(life, func() { _ = cmd.Process.Kill() })
	last := <-ended
	timer.Stop()
	if err := cmd.Wait(); err == nil || err.Error() != "signal: killed" {
		t.Fatalf("a process ended by itself (%v):\n%s", err, said)
	}
	if said.String() != "" {
		t.Logf("a process said:\n%s", said)
	}
	if strings.HasPrefix(last, "dies in "+d.Job) {
		return d.Job
	}
	return ""
}

// finish works what the last process left behind, and rolls all of it up.
func (s *watched) finish(t *testing.T, o storage.Options) {
	t.Helper()
	db := open(t, o)
	defer shut(t, db)
	q, err := watchQueue(db, db, slog.New(slog.NewTextHandler(t.Output(), &slog.HandlerOptions{Level: slog.LevelWarn})), false)
	if err != nil {
		t.Fatal(err)
	}
	if err := q.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	eventually(t, recovery, "every claim has its result", func() bool {
		for _, l := range s.healths(t, db) {
			if l.Health.Folded < l.Health.Claim {
				return false
			}
		}
		return true
	})
	if err := q.Stop(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := market.NewHistory(db, anHourAhead{}).Compact(t.Context()); err != nil {
		t.Fatal(err)
	}
}

func (s *watched) healths(t *testing.T, db *storage.DB) (all []market.Listing) {
	t.Helper()
	err := db.View(t.Context(), func(r market.Reader) (err error) {
		all, err = r.Healths(t.Context(), s.ids)
		return err
	})
	if err != nil || len(all) != len(s.ids) {
		t.Fatalf("%d of %d listings (%v)", len(all), len(s.ids), err)
	}
	return all
}
