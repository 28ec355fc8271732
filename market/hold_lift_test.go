package market_test

import (
	"testing"
	"time"

	"marketd/market"
)

// A hold from reports that were upheld, and a suspension, end by a reviewer's word,
// which reaches the owner and nobody else.
func TestHoldIsLifted(t *testing.T) {
	t.Parallel()
	for _, hold := range []market.Hold{market.HoldQuarantined, market.HoldSuspended} {
		t.Run(string(hold), func(t *testing.T) {
			t.Parallel()
			w := newDriftWorld(t)
			c, _ := w.complaints()
			x, err := c.Send(t.Context(), stranger(1), market.ComplaintRequest{Listing: drifting, Reason: market.ComplaintHarmful, Text: "x", Secret: market.NewComplaintSecret()})
			if err != nil {
				t.Fatal(err)
			}
			w.clock.pass(time.Minute)
			err = c.Answer(t.Context(), w.reviewer, market.ComplaintAnswer{Listing: drifting, IDs: []string{x.ID}, State: market.ComplaintUpheld, Hold: hold, Text: "It does send them."})
			if err != nil {
				t.Fatal(err)
			}
			lift := func(by market.Actor, hold market.Hold, text string) error {
				w.clock.pass(time.Minute)
				return c.Lift(t.Context(), by, market.HoldLift{Listing: drifting, Hold: hold, Text: text})
			}
			owner := w.dev
			owner.Role = market.RoleReviewer
			wantCode(t, lift(w.dev, hold, "x"), "REVIEWERS_ONLY")
			wantCode(t, lift(owner, hold, "x"), "OWN_LISTING")
			wantCode(t, lift(w.other, hold, " \u200b"), "REASON_REQUIRED")
			wantCode(t, lift(w.other, market.HoldNone, "x"), "CHANGED_SINCE_OPENED")
			if k, err := c.Case(t.Context(), w.other, drifting); err != nil || k.Lift != nil {
				t.Errorf("case: %v %v", k.Lift, err)
			}
			if err := lift(w.other, hold, "It no longer does."); err != nil {
				t.Fatal(err)
			}
			wantCode(t, lift(w.other, hold, "It no longer does."), "CHANGED_SINCE_OPENED")
			if l := w.stored(t, drifting); l.Hold != market.HoldNone {
				t.Errorf("hold %q", l.Hold)
			}
			w.wantTold(t, market.EventHeld, market.EventRestored)
			words, err := w.drifts.Words(t.Context(), w.dev, drifting)
			if err != nil || len(words) != 2 || words[0].Text != "It no longer does." || words[1].Text != "It does send them." {
				t.Errorf("to the owner: %+v %v", words, err)
			}
			for _, by := range []market.Actor{{}, w.account(t, "third@example.com", market.RoleDeveloper)} {
				if words, err := w.drifts.Words(t.Context(), by, drifting); err != nil || len(words) > 0 {
					t.Errorf("to others: %+v %v", words, err)
				}
			}
		})
	}
}

// A change of tools that stands, and reports that are open, are decided on where
// they are.
func TestHoldIsNotLiftedOverWhatStands(t *testing.T) {
	t.Parallel()
	w := newDriftWorld(t)
	c, _ := w.complaints()
	lift := func() error {
		w.clock.pass(time.Minute)
		return c.Lift(t.Context(), w.other, market.HoldLift{Listing: drifting, Hold: market.HoldQuarantined, Text: "fine"})
	}
	w.show(t, time.Hour, textDangerous)
	d := w.open(t).Drift
	wantCode(t, lift(), "HELD_FOR_TOOLS")
	if _, err := w.decide(t, w.reviewer, d, market.RefuseDrift); err != nil {
		t.Fatal(err)
	}
	wantCode(t, lift(), "HELD_FOR_TOOLS")
	w.show(t, time.Hour, textApproved)
	wantCode(t, lift(), "HELD_FOR_TOOLS")
	if k, err := c.Case(t.Context(), w.other, drifting); err != nil || k.Drift != d.ID {
		t.Errorf("the case names %q, want %q: %v", k.Drift, d.ID, err)
	}
	if past, err := w.drifts.ChangesFor(t.Context(), w.dev, drifting, 5, 0); err != nil || past[0].Said != "see the change" {
		t.Errorf("to the owner: %+v %v", past, err)
	}
	if past, err := w.drifts.ChangesFor(t.Context(), market.Actor{}, drifting, 5, 0); err != nil || past[0].Said != "" {
		t.Errorf("to others: %+v %v", past, err)
	}
	if _, err := w.decide(t, w.other, w.open(t).Drift, market.RestoreDrift); err != nil {
		t.Fatal(err)
	}
	for i := range 5 {
		if _, err := c.Send(t.Context(), stranger(i), market.ComplaintRequest{Listing: drifting, Reason: market.ComplaintHarmful, Text: "x", Secret: market.NewComplaintSecret()}); err != nil {
			t.Fatal(err)
		}
	}
	wantCode(t, lift(), "REPORTS_OPEN")
}
