package market_test

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"testing"
	"time"

	"marketd/market"
)

// sites lists servers of which n[i] are under the domain of site i.
func (w *world) sites(t *testing.T, n ...int) {
	t.Helper()
	ids := w.many(t, sum(n))
	err := w.store.Update(t.Context(), func(tx market.Writer) error {
		i := 0
		for site, count := range n {
			for range count {
				l, err := tx.Listing(t.Context(), ids[i])
				if err != nil {
					return err
				}
				l.Entry.Server.URL = fmt.Sprintf("https://%s.site-%d.example/mcp", l.ID, site)
				if err := tx.SaveListing(t.Context(), l); err != nil {
					return err
				}
				i++
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func sum(n []int) (all int) {
	for _, x := range n {
		all += x
	}
	return all
}

func sizes(batches []market.ProbeArgs) (n []int) {
	for _, b := range batches {
		n = append(n, len(b.Claims))
	}
	return n
}

// sweep sweeps once and returns the batches without working them.
func (w *world) sweep(t *testing.T) []market.ProbeArgs {
	t.Helper()
	if err := w.watch.Sweep(t.Context()); err != nil {
		t.Fatal(err)
	}
	return w.queued(t)
}

// A site's listings are in one batch, as many as its time allows, and the site
// is left alone while a claim lives on it.
func TestSweepTakesSitesWhole(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.watch.Spacing = 2 * time.Second
	w.watch.Pause = func(ctx context.Context, _ time.Duration) error { return ctx.Err() } // the clock stands: all fit
	w.sites(t, 60, 10, 90)
	first := w.sweep(t)
	if got := sizes(first); !slices.Equal(got, []int{16 + 10 + 16}) {
		t.Fatalf("batches of %v, want one of 42: at most 16 of a site in 30 s", got)
	}
	if again := w.sweep(t); len(again) != 0 {
		t.Errorf("a second sweep made batches of %v while the first is at work", sizes(again))
	}
	if err := w.watch.Probe(t.Context(), first[0]); err != nil {
		t.Fatal(err)
	}
	if got := sizes(w.sweep(t)); !slices.Equal(got, []int{32}) {
		t.Errorf("then batches of %v, want the rest of the two large sites", got)
	}
}

func TestSweepIsBounded(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.many(t, 5_300)
	batches := w.sweep(t)
	if got := sizes(batches); len(got) != 50 || sum(got) != 5_000 {
		t.Fatalf("%d batches with %d listings, want 50 with 5,000", len(got), sum(got))
	}
	if again := w.sweep(t); len(again) != 0 {
		t.Errorf("%d more batches while as many wait as may", len(again))
	}
	if err := w.watch.Probe(t.Context(), batches[0]); err != nil {
		t.Fatal(err)
	}
	if got := sizes(w.sweep(t)); !slices.Equal(got, []int{100}) {
		t.Errorf("then batches of %v, want one for the one that is done", got)
	}
}

func TestSweepLeavesAlone(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ids := w.many(t, 5)
	err := w.store.Update(t.Context(), func(tx market.Writer) error {
		for i, hold := range []market.Hold{market.HoldQuarantined, market.HoldSuspended, market.HoldPaused} {
			l, err := tx.Listing(t.Context(), ids[i])
			if err != nil {
				return err
			}
			l.Hold = hold
			if err := tx.SaveListing(t.Context(), l); err != nil {
				return err
			}
		}
		return tx.PutExclusion(t.Context(), market.Exclusion{Domain: ids[3] + ".example", At: w.clock.Now()})
	})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, b := range w.sweep(t) {
		for _, c := range b.Claims {
			got = append(got, c.Listing)
		}
	}
	if want := []string{ids[0], ids[4]}; !slices.Equal(got, want) {
		t.Errorf("claimed %v, want the quarantined and the free one %v", got, want)
	}
}

// The probes of a site keep their distance, and what there is no time for stays due.
func TestProbesOfASiteAreSpaced(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.watch.Spacing = 2 * time.Second
	w.sites(t, 3)
	var at []time.Duration
	began := w.clock.Now()
	w.prober.during = func() { at = append(at, w.clock.Now().Sub(began)) }
	w.sweepAll(t)
	if want := []time.Duration{0, 2 * time.Second, 4 * time.Second}; !slices.Equal(at, want) {
		t.Errorf("probed at %v, want %v", at, want)
	}
	w.clock.pass(time.Hour)
	began, at = w.clock.Now(), nil
	w.prober.during = func() { at = append(at, 0); w.clock.pass(20 * time.Second) } // slow
	w.sweepAll(t)
	if len(at) != 2 {
		t.Fatalf("%d probes in 30 s of 20 s each, want 2", len(at))
	}
	w.prober.during = func() { at = append(at, 0) }
	if w.sweepAll(t); len(at) != 3 {
		t.Errorf("%d probes after the next sweep, want the third: it stayed due", len(at))
	}
}

// A batch that comes when its claims have died does nothing: they are due again.
func TestLateBatchDoesNothing(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.many(t, 2)
	late := w.sweep(t)[0]
	w.clock.pass(4 * time.Minute)
	next := w.sweep(t)[0]
	for _, b := range []market.ProbeArgs{late, next, late} {
		if err := w.watch.Probe(t.Context(), b); err != nil {
			t.Fatal(err)
		}
	}
	if len(w.prober.targets) != 2 {
		t.Errorf("%d probes of two listings", len(w.prober.targets))
	}
}

// A result that comes to be stored when it says nothing of now is as never made.
func TestOldResultIsDropped(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ids := w.many(t, 1)
	p := goodProbe()
	p.At = w.clock.Now().Add(-11 * time.Minute)
	w.answer(ids[0], p)
	w.sweepAll(t)
	if h := w.stored(t, ids[0]).Health; h.State != market.HealthUnknown || h.Folded != 0 || !h.ClaimedUntil.IsZero() {
		t.Errorf("health %+v after a result that was dropped", h)
	}
	p.At = time.Time{}
	w.answer(ids[0], p)
	if w.sweepAll(t); w.stored(t, ids[0]).Health.State != market.HealthUp {
		t.Error("it was not due again")
	}
}

// A result of what is not any more is dropped.
func TestResultOfAnotherRevisionIsDropped(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ids := w.many(t, 2)
	w.prober.during = func() {
		err := w.store.Update(context.Background(), func(tx market.Writer) error {
			l, err := tx.Listing(context.Background(), ids[0])
			if err != nil {
				return err
			}
			l.Submission = "another"
			return tx.SaveListing(context.Background(), l)
		})
		if err != nil {
			t.Error(err)
		}
	}
	w.sweepAll(t)
	for i, want := range []market.HealthState{market.HealthUnknown, market.HealthUp} {
		if got := w.stored(t, ids[i]).Health.State; got != want {
			t.Errorf("%s is %s, want %s", ids[i], got, want)
		}
	}
}

// The network goes and comes back: nobody is the worse for it, and all is right
// within one sweep.
func TestNetworkCut(t *testing.T) {
	t.Parallel()
	for _, n := range []int{4, 25} {
		t.Run(strconv.Itoa(n), func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			ids := w.many(t, n)
			w.sweepAll(t)
			for _, id := range ids {
				w.answer(id, refusedProbe)
			}
			for range 2 * 60 { // two hours
				w.clock.pass(time.Minute)
				w.sweepAll(t)
			}
			if since, _ := w.watch.Doubt(); since.IsZero() {
				t.Error("no doubt after two hours without anybody")
			}
			for _, id := range ids {
				w.answer(id, goodProbe())
			}
			w.clock.pass(2 * time.Minute)
			w.sweepAll(t)
			for _, id := range ids {
				if h := w.stored(t, id).Health; h.State != market.HealthUp || h.Failures != 0 || w.clock.Now().Sub(h.CheckedAt) > time.Minute {
					t.Errorf("%s is %s with %d failures, checked at %v", id, h.State, h.Failures, h.CheckedAt)
				}
				if got := w.events(t, id, "health."); len(got) != 0 {
					t.Errorf("%s: events %v", id, got)
				}
			}
			if since, _ := w.watch.Doubt(); !since.IsZero() {
				t.Error("the doubt stays")
			}
		})
	}
}
