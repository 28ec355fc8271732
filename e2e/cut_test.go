package e2e

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"marketd/market"
	"marketd/storage"
)

// inCut says that this process has a network of its own, which may be cut.
const inCut = "MARKETD_TEST_IN_CUT"

// The market's own network goes and comes back: nobody is marked for it, nothing
// is announced, and right after the return everything is right again. The test
// runs once more in a network namespace, whose only link it takes down.
func TestOwnNetworkIsCut(t *testing.T) {
	t.Parallel()
	if os.Getenv(inCut) != "" {
		cutNetwork(t)
		return
	}
	apart := "-rn"
	if os.Geteuid() == 0 {
		apart = "-n"
	}
	if out, err := exec.CommandContext(t.Context(), "unshare", apart, "ip", "link", "set", "lo", "up").CombinedOutput(); err != nil {
		t.Skipf("this machine gives nobody a network of its own (%v: %s); TestCut of market cuts a simulated one", err, out)
	}
	cmd := exec.CommandContext(t.Context(), "unshare", apart, os.Args[0], "-test.run=^TestOwnNetworkIsCut$", "-test.v")
	cmd.Env = append(os.Environ(), inCut+"=1")
	out, err := cmd.CombinedOutput()
	t.Logf("%s", out)
	if err != nil || !strings.Contains(string(out), "--- PASS: TestOwnNetworkIsCut") {
		t.Errorf("in a network of its own: %v", err)
	}
}

func cutNetwork(t *testing.T) {
	const (
		servers = 30
		every   = 2 * time.Second
		span    = 2 * time.Second
	)
	link(t, "up")
	w := newWatchedOf(t, servers, 10*time.Millisecond)
	o := storage.Options{Path: filepath.Join(t.TempDir(), "market.db")}
	w.list(t, o)
	p := start(t, "--data", filepath.Dir(o.Path), "--probe-allow", "127.0.0.0/8", "--sweep", "@every 1s",
		"--thresholds", "failures=3,span="+span.String()+",every="+every.String()+",retry=1s+1s",
		"--probe-spacing", "0s", "--probe-second-look", "200ms")
	db := open(t, o)
	defer shut(t, db)
	eventually(t, recovery, "good servers are up and bad ones are not", func() bool { return w.right(t, db, time.Time{}) })

	link(t, "down")
	cut := time.Now()
	<-time.After(6 * span) // the cut itself
	w.wantUnmarked(t, db, "during the cut")
	link(t, "up")
	mended := time.Now()
	eventually(t, recovery, "all is right again", func() bool { return w.right(t, db, mended) })
	t.Logf("cut for %v; all right %v after the return", mended.Sub(cut).Round(time.Millisecond), time.Since(mended).Round(time.Millisecond))
	w.wantUnmarked(t, db, "after the return")
	p.stop(t)
}

// link sets the only link of this network up or down.
func link(t *testing.T, state string) {
	t.Helper()
	if out, err := exec.CommandContext(context.WithoutCancel(t.Context()), "ip", "link", "set", "lo", state).CombinedOutput(); err != nil {
		t.Fatalf("ip link set lo %s: %v\n%s", state, err, out)
	}
}

// right reports whether each good server is up and each bad one is not, by a
// probe since the instant that counted.
func (s *watched) right(t *testing.T, db *storage.DB, since time.Time) bool {
	t.Helper()
	for _, l := range s.healths(t, db) {
		h := l.Health
		switch {
		case strings.HasPrefix(l.ID, "flappy-"):
		case !h.CheckedAt.After(since):
			return false
		case strings.HasPrefix(l.ID, "bad-"):
			if h.State != market.HealthDegraded {
				return false
			}
		case h.State != market.HealthUp || h.Reason != market.ReasonOK || h.Failures > 0:
			return false
		}
	}
	return true
}

// wantUnmarked wants every good server to be up, and nobody told otherwise.
func (s *watched) wantUnmarked(t *testing.T, db *storage.DB, when string) {
	t.Helper()
	silent := 0
	for _, l := range s.healths(t, db) {
		if !strings.HasPrefix(l.ID, "good-") {
			continue
		}
		if l.Health.State != market.HealthUp {
			t.Errorf("%s: %s is %s by %s", when, l.ID, l.Health.State, l.Health.Reason)
		}
		for _, r := range s.records(t, db, l.ID) {
			if !r.Counts() {
				silent++
			}
		}
	}
	if silent == 0 {
		t.Errorf("%s: no probe met the cut", when)
	}
	err := db.View(t.Context(), func(r market.Reader) error {
		events, err := r.Events(t.Context(), market.EventFilter{})
		for _, e := range events {
			if strings.HasPrefix(e.Listing, "good-") {
				t.Errorf("%s: announced %s of %s", when, e.Kind, e.Listing)
			}
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}
