package market_test

import (
	"testing"
	"time"

	"marketd/market"
)

func (w *world) decide(t *testing.T, actor market.Actor, s market.Submission, kind market.DecisionKind, text string) error {
	t.Helper()
	_, err := w.desk.Decide(t.Context(), actor, market.DecideRequest{ID: s.ID, Version: s.Version, Digest: s.Digest, Kind: kind, Text: text})
	return err
}

func TestApprovePublishes(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	l := w.listed(t, "weather-demo")
	if l.Revision != 1 || l.Digest == "" || len(l.Tools) != 1 || l.App != market.OutcomePass || l.Auth != "none" {
		t.Errorf("listing %+v", l)
	}
	if l.Health.State != market.HealthUp || l.Health.NextProbe.IsZero() {
		t.Errorf("health %+v, want up and due", l.Health)
	}
	if rev := w.catalog.Current().Revision; rev != 1 {
		t.Errorf("catalog revision %d, want 1", rev)
	}
	w.listed(t, "weather-demo") // an update
	if l := w.listing(t, "weather-demo"); l.Revision != 2 || l.CreatedAt.Equal(l.ApprovedAt) {
		t.Errorf("update: revision %d, created %v, approved %v", l.Revision, l.CreatedAt, l.ApprovedAt)
	}
}

func TestDecideRefuses(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	s := w.reviewed(t, "weather-demo")
	wantCode(t, w.decide(t, w.dev, s, market.DecideApprove, ""), "REVIEWERS_ONLY")
	for _, empty := range []string{"  ", "\u200b", "\u2060 \n"} {
		wantCode(t, w.decide(t, w.reviewer, s, market.DecideReject, empty), "REASON_REQUIRED")
	}
	wantCode(t, w.decide(t, w.reviewer, s, "maybe", ""), "DECISION_REQUIRED")

	stale := s
	stale.Digest = "v1:sha256:other"
	wantCode(t, w.decide(t, w.reviewer, stale, market.DecideApprove, ""), "CHANGED_SINCE_OPENED")
	stale = s
	stale.Version--
	wantCode(t, w.decide(t, w.reviewer, stale, market.DecideApprove, ""), "CHANGED_SINCE_OPENED")

	if err := w.decide(t, w.reviewer, s, market.DecideReject, "The descriptions do not say what comes back."); err != nil {
		t.Fatal(err)
	}
	wantCode(t, w.decide(t, w.reviewer, s, market.DecideApprove, ""), "ALREADY_DECIDED")
	if got := w.submission(t, s.ID); got.Stage != market.StageRejected || got.Decision.By != w.reviewer.Account {
		t.Errorf("stage %s by %q", got.Stage, got.Decision.By)
	}
}

func TestNobodyDecidesOnTheirOwn(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	s, err := w.intake.Submit(t.Context(), w.reviewer, market.SubmitRequest{Entry: entry("weather-demo"), Confirm: true})
	if err != nil {
		t.Fatal(err)
	}
	w.review(t, s.ID, 1)
	s = w.submission(t, s.ID)
	wantCode(t, w.decide(t, w.reviewer, s, market.DecideApprove, ""), "OWN_SUBMISSION")
	_, err = w.desk.Claim(t.Context(), w.reviewer, s.ID)
	wantCode(t, err, "OWN_SUBMISSION") // a claim of one's own would keep the others away
	if err := w.decide(t, w.other, s, market.DecideApprove, ""); err != nil {
		t.Errorf("another reviewer: %v", err)
	}
}

func TestClaimHoldsForFifteenMinutes(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	s := w.reviewed(t, "weather-demo")
	s, err := w.desk.Claim(t.Context(), w.reviewer, s.ID)
	if err != nil {
		t.Fatal(err)
	}
	_, err = w.desk.Claim(t.Context(), w.other, s.ID)
	wantCode(t, err, "CLAIMED")
	wantCode(t, w.decide(t, w.other, s, market.DecideApprove, ""), "CLAIMED")
	again, err := w.desk.Claim(t.Context(), w.reviewer, s.ID)
	if err != nil || again.Version != s.Version {
		t.Errorf("a second click: version %d→%d, %v", s.Version, again.Version, err)
	}
	w.clock.pass(market.ClaimFor)
	taken, err := w.desk.Claim(t.Context(), w.other, s.ID)
	if err != nil || taken.ClaimedBy != w.other.Account {
		t.Errorf("after %v: claimed by %q, %v", market.ClaimFor, taken.ClaimedBy, err)
	}
	if got := w.submission(t, s.ID); got.Version != taken.Version {
		t.Errorf("Claim answered version %d, stored is %d", taken.Version, got.Version)
	}
	if err := w.desk.Release(t.Context(), w.other, s.ID); err != nil {
		t.Fatal(err)
	}
	if got := w.submission(t, s.ID); got.ClaimedBy != "" {
		t.Errorf("released, and still claimed by %q", got.ClaimedBy)
	}
}

func TestChangesRequestedIsAnsweredByANewRevision(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	old := w.reviewed(t, "weather-demo")
	if err := w.decide(t, w.reviewer, old, market.DecideRequestChanges, "Say which cities."); err != nil {
		t.Fatal(err)
	}
	w.clock.pass(time.Hour)
	s := w.submit(t, "weather-demo")
	if s.Revision != 2 {
		t.Errorf("revision %d, want 2", s.Revision)
	}
	if got := w.submission(t, old.ID); got.Stage != market.StageWithdrawn {
		t.Errorf("the old submission is %s, want withdrawn", got.Stage)
	}
	story, err := w.intake.Story(t.Context(), w.dev, s.ID)
	if err != nil || story.Previous == nil {
		t.Errorf("the story does not know the revision before (%v)", err)
	}
}

func TestQueueViews(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	first, second := w.reviewed(t, "weather-one"), w.reviewed(t, "weather-two")
	if _, err := w.desk.Claim(t.Context(), w.reviewer, second.ID); err != nil {
		t.Fatal(err)
	}
	w.submit(t, "weather-three")
	_, err := w.desk.Queue(t.Context(), w.dev, market.ViewWaiting, "", 10, 0)
	wantCode(t, err, "REVIEWERS_ONLY")
	q, err := w.desk.Queue(t.Context(), w.reviewer, market.ViewWaiting, "", 10, 0)
	if err != nil {
		t.Fatal(err)
	}
	if len(q.Rows) != 2 || q.Rows[0].ID != first.ID {
		t.Errorf("waiting: %d rows, the first is not the oldest", len(q.Rows))
	}
	for view, want := range map[string]int{market.ViewWaiting: 2, market.ViewMine: 1, market.ViewRunning: 1, market.ViewDecided: 0} {
		if q.Counts[view] != want {
			t.Errorf("count of %s is %d, want %d", view, q.Counts[view], want)
		}
	}
	q, err = w.desk.Queue(t.Context(), w.reviewer, market.ViewMine, "", 10, 0)
	if err != nil || len(q.Rows) != 1 || q.Names[w.reviewer.Account] == "" {
		t.Errorf("mine: %d rows, names %v, %v", len(q.Rows), q.Names, err)
	}
}

// Two people submit one address; what was approved first stays alone.
func TestOneEndpointOnePublisher(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	stranger := w.account(t, "stranger@example.com", market.RoleDeveloper)
	first := w.reviewed(t, "weather-demo")
	copied := entry("weather-copy")
	copied.Server.URL = first.Entry.Server.URL
	second, err := w.intake.Submit(t.Context(), stranger, market.SubmitRequest{Entry: copied, Confirm: true})
	if err != nil {
		t.Fatal(err)
	}
	w.review(t, second.ID, 1)
	if err := w.decide(t, w.reviewer, first, market.DecideApprove, ""); err != nil {
		t.Fatal(err)
	}
	wantCode(t, w.decide(t, w.reviewer, w.submission(t, second.ID), market.DecideApprove, ""), "ENDPOINT_TAKEN")
}

// A playbook has no server: nothing probes it, nothing calls it down.
func TestListingWithoutAServerIsNotProbed(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	e := entry("recipe-book")
	e.Kind, e.Server.URL = market.KindDeclarative, ""
	s, err := w.intake.Submit(t.Context(), w.dev, market.SubmitRequest{Entry: e, Confirm: true})
	if err != nil {
		t.Fatal(err)
	}
	w.review(t, s.ID, 1)
	if err := w.decide(t, w.reviewer, w.submission(t, s.ID), market.DecideApprove, ""); err != nil {
		t.Fatal(err)
	}
	w.clock.pass(24 * time.Hour)
	err = w.store.View(t.Context(), func(r market.Reader) error {
		due, err := r.DueListings(t.Context(), w.clock.Now(), 10)
		if len(due) != 0 {
			t.Errorf("due for a probe: %v", due)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// A resubmission comes with what was said of the one before.
func TestCaseKnowsTheRevisionBefore(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	first := w.reviewed(t, "weather-demo")
	if c, err := w.desk.Case(t.Context(), w.reviewer, first.ID); err != nil || c.Previous != nil {
		t.Errorf("the first revision has one before it: %v, %v", c.Previous, err)
	}
	if err := w.decide(t, w.reviewer, first, market.DecideReject, "Say which cities."); err != nil {
		t.Fatal(err)
	}
	c, err := w.desk.Case(t.Context(), w.reviewer, w.reviewed(t, "weather-demo").ID)
	if err != nil {
		t.Fatal(err)
	}
	if c.Previous == nil || c.Previous.Decision.Text != "Say which cities." || len(c.PreviousTools) != 1 {
		t.Errorf("previous %+v with %d tools", c.Previous, len(c.PreviousTools))
	}
	if c.Names[w.reviewer.Account] == "" {
		t.Error("who decided on the revision before has no name")
	}
	q, err := w.desk.Queue(t.Context(), w.reviewer, market.ViewDecided, "", 10, 0)
	if err != nil || len(q.Rows) != 1 || q.Names[w.reviewer.Account] == "" {
		t.Errorf("the decided name nobody: %v (%v)", q.Names, err)
	}
}

func TestDecisionsOfTheDay(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.listed(t, "weather-one")
	w.clock.pass(25 * time.Hour)
	w.listed(t, "weather-two")
	w.examiner.answers = []market.Examined{refused("DSC-002")}
	w.reviewed(t, "weather-three") // the rules' decision is nobody's
	q, err := w.desk.Queue(t.Context(), w.reviewer, market.ViewDecided, "", 10, 0)
	if err != nil || q.Decided24h != 1 {
		t.Errorf("%d decisions in 24 hours (%v), want 1", q.Decided24h, err)
	}
}

func TestCaseKnowsWhatAnUpdateReplaces(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.listed(t, "weather-demo")
	s := w.reviewed(t, "weather-demo")
	c, err := w.desk.Case(t.Context(), w.reviewer, s.ID)
	if err != nil {
		t.Fatal(err)
	}
	if c.Approved == nil || c.Approved.Revision != 1 || len(c.History) != 1 || len(c.Examinations) != 1 || c.Own {
		t.Errorf("case: approved %v, %d past submissions, %d passes, own %v", c.Approved, len(c.History), len(c.Examinations), c.Own)
	}
	if c.Owner.Password != "" {
		t.Error("the case carries the owner's password hash")
	}
}
