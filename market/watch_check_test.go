package market_test

import (
	"errors"
	"testing"
	"time"

	"marketd/market"
)

// A check on demand is a probe like any other, for those who wait for it.
func TestCheckNow(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ids := w.many(t, 2)
	w.sweepAll(t)
	w.answer(ids[0], refusedProbe)
	visitor := market.Actor{IP: "192.0.2.0"}
	claim, err := w.watch.CheckNow(t.Context(), visitor, ids[0])
	if err != nil {
		t.Fatal(err)
	}
	if twice, err := w.watch.CheckNow(t.Context(), visitor, ids[0]); err != nil || twice != claim {
		t.Errorf("a second click gives %v (%v), want %v", twice, err, claim)
	}
	if c, err := w.watch.Claimed(t.Context(), ids[0]); err != nil || c.Done(claim.Number) || !c.Live || c.Claim != claim.Number {
		t.Errorf("it stands at %+v (%v)", c, err)
	}
	batches := w.queued(t)
	if len(batches) != 1 || len(batches[0].Claims) != 1 || batches[0].Claims[0] != claim {
		t.Fatalf("batches %v, want one with %v", batches, claim)
	}
	if err := w.watch.Probe(t.Context(), batches[0]); err != nil {
		t.Fatal(err)
	}
	if c, _ := w.watch.Claimed(t.Context(), ids[0]); !c.Done(claim.Number) || c.Live {
		t.Errorf("after the probe it stands at %+v", c)
	}
	if h := w.stored(t, ids[0]).Health; h.Failures != 1 {
		t.Errorf("%d failures", h.Failures)
	}
	_, err = w.watch.CheckNow(t.Context(), market.Actor{Account: "another"}, ids[0])
	wantCode(t, err, "CHECKED_JUST_NOW")
	if e, _ := errors.AsType[*market.Error](err); e.RetryAfter <= 0 || e.RetryAfter > time.Minute {
		t.Errorf("to be tried again after %v", e.RetryAfter)
	}
	w.clock.pass(time.Minute)
	if _, err = w.watch.CheckNow(t.Context(), visitor, ids[0]); err != nil {
		t.Errorf("a minute later: %v", err)
	}
}

func TestCheckNowRefuses(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ids := w.many(t, 4)
	err := w.store.Update(t.Context(), func(tx market.Writer) error {
		for _, i := range []int{0, 3} { // one site
			l, err := tx.Listing(t.Context(), ids[i])
			if err != nil {
				return err
			}
			l.Entry.Server.URL = "https://" + l.ID + ".together.example/mcp"
			if err := tx.SaveListing(t.Context(), l); err != nil {
				return err
			}
		}
		l, err := tx.Listing(t.Context(), ids[1])
		if err != nil {
			return err
		}
		l.Hold = market.HoldPaused
		if err := tx.SaveListing(t.Context(), l); err != nil {
			return err
		}
		return tx.PutExclusion(t.Context(), market.Exclusion{Domain: ids[2] + ".example", At: w.clock.Now()})
	})
	if err != nil {
		t.Fatal(err)
	}
	check := func(id string) error {
		_, err := w.watch.CheckNow(t.Context(), market.Actor{IP: "192.0.2.0"}, id)
		return err
	}
	wantCode(t, check("nothing"), "LISTING_NOT_FOUND")
	wantCode(t, check(ids[1]), "NOT_PROBED")
	wantCode(t, check(ids[2]), "PROBES_REFUSED")
	if err := check(ids[0]); err != nil {
		t.Fatal(err)
	}
	wantCode(t, check(ids[3]), "SITE_BUSY")
}

// A visitor has some checks an hour; what was refused is not counted.
func TestCheckNowIsLimited(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	ids := w.many(t, 22)
	visitor := market.Actor{IP: "192.0.2.0"}
	for _, id := range ids[:20] {
		if _, err := w.watch.CheckNow(t.Context(), visitor, id); err != nil {
			t.Fatal(err)
		}
	}
	_, err := w.watch.CheckNow(t.Context(), visitor, ids[20])
	wantCode(t, err, "TOO_MANY_CHECKS")
	if _, err := w.watch.CheckNow(t.Context(), market.Actor{IP: "198.51.100.0"}, ids[20]); err != nil {
		t.Errorf("another visitor: %v", err)
	}
	w.clock.pass(time.Hour)
	if _, err := w.watch.CheckNow(t.Context(), visitor, ids[21]); err != nil {
		t.Errorf("an hour later: %v", err)
	}
}
