package market_test

import (
	"slices"
	"testing"
	"time"

	"marketd/market"
)

// announced are the kinds of what was announced, oldest first.
func (w *world) announced(t *testing.T, f market.EventFilter) []string {
	t.Helper()
	var out []string
	err := w.store.View(t.Context(), func(r market.Reader) error {
		events, err := r.Events(t.Context(), f)
		for _, e := range slices.Backward(events) {
			out = append(out, string(e.Kind)+" "+e.Data.Decision+" "+e.Account)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestSubmissionsAnnounceThemselves(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	s := w.reviewed(t, "a")
	w.review(t, s.ID, 1) // the job runs twice
	w.clock.pass(time.Minute)
	_, err := w.desk.Decide(t.Context(), w.reviewer, market.DecideRequest{ID: s.ID, Version: s.Version, Digest: s.Digest, Kind: market.DecideApprove})
	if err != nil {
		t.Fatal(err)
	}
	waiting := "submission.waiting  "
	if got, want := w.announced(t, market.EventFilter{Listing: "a"}), []string{waiting, "submission.decided approve " + w.dev.Account}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}

	w.examiner.answers = append(w.examiner.answers, refused("SAF-001"))
	s = w.reviewed(t, "b")
	w.clock.pass(time.Minute)
	if err := w.intake.Appeal(t.Context(), w.dev, s.ID, "The rule is mistaken about this text."); err != nil {
		t.Fatal(err)
	}
	if got, want := w.announced(t, market.EventFilter{Listing: "b"}), []string{"submission.decided reject " + w.dev.Account, waiting}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}

	s = w.submit(t, "c")
	if err := w.intake.GiveUp(t.Context(), market.ReviewArgs{Submission: s.ID}); err != nil {
		t.Fatal(err)
	}
	if got, want := w.announced(t, market.EventFilter{Listing: "c"}), []string{waiting}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestExpireForgetsAndTakesUp(t *testing.T) {
	t.Parallel()
	n := newNoticing(t)
	c := n.channel(t, n.dev, market.ChannelSettings{})
	n.happen(t, market.EventHeld, n.dev.Account, "a", 0)
	n.deliver(t, c)
	n.clock.pass(market.EventsKept - time.Hour)
	n.happen(t, market.EventHeld, n.dev.Account, "b", 0)
	n.clock.pass(2 * time.Hour) // nobody delivers the second
	for range 2 {
		if err := n.notices.Expire(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if got := n.announced(t, market.EventFilter{}); len(got) != 1 {
		t.Errorf("kept: %q", got)
	}
	if lines := n.log(t, n.dev, c); len(lines) != 1 || lines[0].Of.Listing != "b" {
		t.Errorf("log: %+v", lines)
	}
}
