package e2e

import (
	"cmp"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"marketd/market"
	"marketd/storage"
	"marketd/storage/storagetest"
)

// replicaTimes are those of the test of replicas. With REPLICAS_DEFAULTS=1 a dead
// process is taken over from as by default, which takes two minutes.
type replicaTimes struct {
	rescue string        // --rescue-after; "" for the default
	within time.Duration // then every server has been probed by the other; polls and probes do not shrink with rescue
}

// Two processes on one PostgreSQL share the sweeps and never probe a server
// twice in an interval. One is killed with probes under way, and the other has
// taken over soon after what --rescue-after says: by default, within three minutes.
func TestReplicas(t *testing.T) {
	t.Parallel()
	times := replicaTimes{"10s", 30 * time.Second}
	if os.Getenv("REPLICAS_DEFAULTS") != "" {
		times = replicaTimes{"", 3 * time.Minute}
	}
	const (
		servers = 200
		workers = "6" // of one process: 40 probes a second, of the 50 that are due
		every   = 4 * time.Second
		shared  = 5 * every
	)
	url := storagetest.PostgresMigrated(t)
	o := storage.Options{URL: url}
	w := newWatchedOf(t, servers, 150*time.Millisecond)
	w.list(t, o)
	args := func() []string {
		a := []string{
			"--data", t.TempDir(), "--database-url", url, "--probe-allow", "127.0.0.0/8", "--sweep", "@every 1s",
			"--thresholds", fmt.Sprintf("every=%v,retry=1s+1s", every), "--probe-spacing", "0s", "--workers", workers,
		}
		if times.rescue != "" {
			a = append(a, "--rescue-after", times.rescue)
		}
		return a
	}
	first := start(t, args()...)
	second := start(t, args()...)
	begun := time.Now()
	<-time.After(shared) // the measure itself
	ended := time.Now()
	share := w.shares(begun, ended)
	t.Logf("probes of %v by process: %v", ended.Sub(begun).Round(time.Second), share)
	for _, p := range []*process{first, second} {
		if n := share[p.URL]; n < servers/10 {
			t.Errorf("%s made %d probes of %v", p.URL, n, share)
		}
	}
	w.wantApart(t, every*8/10, "", ended)

	dead, left := first, second
	if share[second.URL] > share[first.URL] { // the one that leads
		dead, left = second, first
	}
	w.waitForProbe(t, dead.URL)
	dead.kill(t)
	killed := time.Now()
	eventually(t, times.within, "every server is probed by the process that is left", func() bool {
		return len(w.notProbedBy(left.URL, killed)) == 0
	})
	t.Logf("taken over %v after the kill", time.Since(killed).Round(100*time.Millisecond))
	<-time.After(2 * every) // what goes on as it did
	left.stop(t)
	w.wantApart(t, every*8/10, dead.URL, killed)
	w.verifyReplicas(t, o)
}

// shares counts the probes by the process that made them.
func (s *watched) shares(from, until time.Time) map[string]int {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := map[string]int{}
	for _, all := range s.probes {
		for _, v := range all {
			if v.at.After(from) && v.at.Before(until) {
				n[v.process()]++
			}
		}
	}
	return n
}

// process is the URL of the market that probes, which its User-Agent tells.
func (v visit) process() string {
	_, url, _ := strings.Cut(v.agent, "(+")
	return strings.TrimSuffix(url, "/prober)")
}

// wantApart wants the probes of each good server at least so far apart, but for
// those that died with their process.
func (s *watched) wantApart(t *testing.T, least time.Duration, dead string, killed time.Time) {
	t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	closest := time.Hour
	for id, all := range s.probes {
		if !strings.HasPrefix(id, "good-") {
			continue // those are looked at twice, and soon again
		}
		slices.SortFunc(all, func(a, b visit) int { return a.at.Compare(b.at) })
		for i := range all[1:] {
			if all[i].process() == dead && killed.Sub(all[i].at) < time.Second {
				continue
			}
			apart := all[i+1].at.Sub(all[i].at)
			if closest = min(closest, apart); apart < least {
				t.Errorf("%s was probed by %s, and after %v by %s", id, all[i].process(), apart, all[i+1].process())
			}
		}
	}
	t.Logf("two probes of one server are at least %v apart", closest.Round(time.Millisecond))
}

// waitForProbe waits until the process has a batch under way.
func (s *watched) waitForProbe(t *testing.T, url string) {
	t.Helper()
	from := time.Now()
	eventually(t, recovery, "a batch of "+url, func() bool { return s.shares(from, time.Now())[url] >= 20 })
}

// notProbedBy is what the process has not probed since.
func (s *watched) notProbedBy(url string, since time.Time) (ids []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, id := range s.ids {
		if !slices.ContainsFunc(s.probes[id], func(v visit) bool { return v.at.After(since) && v.process() == url }) {
			ids = append(ids, id)
		}
	}
	return ids
}

// verifyReplicas wants one result for each claim but the last, which the process
// that was stopped may have left to the next one.
func (s *watched) verifyReplicas(t *testing.T, o storage.Options) {
	t.Helper()
	db := open(t, o)
	defer shut(t, db)
	results := 0
	for _, l := range s.healths(t, db) {
		records := s.records(t, db, l.ID)
		results += len(records)
		if l.Health.Claim-l.Health.Folded > 1 {
			t.Errorf("%s: %d claims, folded to %d", l.ID, l.Health.Claim, l.Health.Folded)
		}
		last := slices.MaxFunc(append(records, market.ProbeRecord{}), func(a, b market.ProbeRecord) int { return cmp.Compare(a.Claim, b.Claim) })
		if last.Claim != l.Health.Folded || int64(len(records)) != l.Health.Folded {
			t.Errorf("%s: %d results up to claim %d, folded to %d", l.ID, len(records), last.Claim, l.Health.Folded)
		}
	}
	t.Logf("%d results, each of a claim of its own, without a gap", results)
}
