package market_test

import (
	"strings"
	"testing"
	"time"

	"marketd/market"
)

const (
	addressA = "https://a.example.com/mcp"
	addressB = "https://b.example.com/mcp"
)

// sent submits the entry at the address, examines it, and tells with which token.
func (w *world) sent(t *testing.T, url, token string) (market.Submission, string) {
	t.Helper()
	e := entry("weather-demo")
	e.Server.URL = url
	s, err := w.intake.Submit(t.Context(), w.dev, market.SubmitRequest{Entry: e, Token: token, Confirm: true})
	if err != nil {
		t.Fatal(err)
	}
	w.clock.pass(time.Minute)
	w.review(t, s.ID, 1)
	return w.submission(t, s.ID), w.examiner.cases[len(w.examiner.cases)-1].Token
}

func (w *world) withdraw(t *testing.T, s market.Submission) {
	t.Helper()
	if err := w.intake.Withdraw(t.Context(), w.dev, s.ID); err != nil {
		t.Fatal(err)
	}
}

// A token is sent to the address it was given for, and nowhere else.
func TestTokenStaysWithItsEndpoint(t *testing.T) {
	t.Parallel()
	t.Run("from one submission to the next", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t)
		w.examiner.answers = []market.Examined{refused("DSC-002"), refused("DSC-002"), refused("DSC-002"), refused("DSC-002")}
		for _, c := range []struct{ url, token, want string }{
			{addressA, "s3cret", "s3cret"},
			{addressA + "/", "", "s3cret"},
			{addressB, "", ""},
			{addressA, "", "s3cret"},
		} {
			if _, got := w.sent(t, c.url, c.token); got != c.want {
				t.Errorf("%s with token %q: sent %q, want %q", c.url, c.token, got, c.want)
			}
		}
	})
	t.Run("from the listing", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t)
		s, _ := w.sent(t, addressA, "s3cret")
		if err := w.decide(t, w.reviewer, s, market.DecideApprove, ""); err != nil {
			t.Fatal(err)
		}
		s, got := w.sent(t, addressB, "")
		if got != "" {
			t.Errorf("the listing's token went to another address: %q", got)
		}
		w.withdraw(t, s)
		if s, got = w.sent(t, addressB, ""); got != "" {
			t.Errorf("… at the second try: %q", got)
		}
		w.withdraw(t, s)
		if _, got = w.sent(t, addressA, ""); got != "s3cret" {
			t.Errorf("an update at the same address was sent %q, want the listing's token", got)
		}
	})
}

// Deleted is deleted: no copy of a token comes back.
func TestDeletedTokenStaysDeleted(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.examiner.answers = []market.Examined{refused("DSC-002"), refused("DSC-002")}
	w.sent(t, addressA, "s3cret")
	second, _ := w.sent(t, addressA, "")
	if err := w.intake.DeleteToken(t.Context(), w.dev, second.ID); err != nil {
		t.Fatal(err)
	}
	if _, got := w.sent(t, addressA, ""); got != "" {
		t.Errorf("the deleted token was sent: %q", got)
	}
}

func TestWithdrawnSubmissionKeepsNoToken(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	s, _ := w.sent(t, addressA, "s3cret")
	w.withdraw(t, s)
	if _, got := w.sent(t, addressA, ""); got != "" {
		t.Errorf("a withdrawn submission left its token: %q", got)
	}
}

// Approved while a probe was under way: neither the new token goes to the old
// address, nor do the old server's tools count against the new revision.
func TestProbeOfAnotherRevisionIsDropped(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	s, _ := w.sent(t, addressA, "old-token")
	if err := w.decide(t, w.reviewer, s, market.DecideApprove, ""); err != nil {
		t.Fatal(err)
	}
	next, _ := w.sent(t, addressB, "new-token")
	w.prober.during = func() {
		if err := w.decide(t, w.reviewer, next, market.DecideApprove, ""); err != nil {
			t.Error(err)
		}
	}
	w.prober.answers[addressA] = refusedProbe
	w.probe(t, "b1", "weather-demo")
	if got := w.prober.targets[0]; got.URL != addressA || got.Token != "old-token" {
		t.Errorf("probed %s with %q", got.URL, got.Token)
	}
	if l := w.listing(t, "weather-demo"); l.Revision != 2 || l.Health.Failures != 0 {
		t.Errorf("revision %d with %d failures of the one before", l.Revision, l.Health.Failures)
	}
}

func TestTokenThatDoesNotOpenIsWorkedWithout(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	s, _ := w.sent(t, addressA, "s3cret")
	if err := w.decide(t, w.reviewer, s, market.DecideApprove, ""); err != nil {
		t.Fatal(err)
	}
	err := w.store.Update(t.Context(), func(tx market.Writer) error {
		return tx.PutToken(t.Context(), "listing/weather-demo", []byte("sealed under another key"))
	})
	if err != nil {
		t.Fatal(err)
	}
	w.probe(t, "b1", "weather-demo")
	if got := w.prober.targets[0].Token; got != "" {
		t.Errorf("probed with %q", got)
	}
	if _, got := w.sent(t, addressA, ""); got != "" {
		t.Errorf("reviewed with %q", got)
	}
}

func TestTokenShape(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for token, ok := range map[string]bool{
		"": true, "abc": true, " padded ": true, strings.Repeat("x", market.MaxToken): true,
		strings.Repeat("x", market.MaxToken+1): false, "Bearer abc": false, "a\nb": false, "令牌": false, "a\x00": false,
	} {
		_, err := w.intake.Check(t.Context(), market.Actor{}, market.SubmitRequest{Entry: entry("weather-demo"), Token: token}, nil)
		if ok && err != nil {
			t.Errorf("token %.20q: %v", token, err)
		}
		if !ok {
			wantCode(t, err, "TOKEN_INVALID")
		}
	}
}
