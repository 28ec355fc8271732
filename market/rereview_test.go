package market_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"marketd/market"
	"marketd/reviewer"
	"marketd/storage"
	"marketd/storage/storagetest"
)

func (s *shop) propose(t *testing.T, want map[string]market.RuleSetting, reset ...string) market.Rereview {
	t.Helper()
	run, err := s.rereviews.Start(t.Context(), s.admin, market.Propose{Want: want, Reset: reset, Reason: "to see"})
	if err != nil {
		t.Fatal(err)
	}
	return run
}

func (s *shop) show(t *testing.T, id string) market.RereviewStory {
	t.Helper()
	story, err := s.rereviews.Show(t.Context(), s.reviewer, id, market.ChangeFilter{})
	if err != nil {
		t.Fatal(err)
	}
	return story
}

// batch does the job that the re-review waits for, as often as is said.
func (s *shop) batch(t *testing.T, id string, times int) {
	t.Helper()
	run := s.show(t, id).Rereview
	for range times {
		if err := s.rereviews.Batch(t.Context(), market.RereviewArgs{Rereview: id, Applying: run.Applying, After: run.Cursor}); err != nil {
			t.Fatal(err)
		}
	}
}

// walk does the jobs of a re-review until it waits for a person.
func (s *shop) walk(t *testing.T, id string) market.Rereview {
	t.Helper()
	for range 20 {
		if run := s.show(t, id).Rereview; !run.State.AtWork() {
			return run
		}
		s.batch(t, id, 1)
	}
	t.Fatal("it does not end")
	return market.Rereview{}
}

// A dry run tells what would change and changes nothing, without a packet; then
// it is applied, and nothing is delisted by itself.
func TestRereview(t *testing.T) {
	t.Parallel()
	storagetest.Each(t, func(t *testing.T, db *storage.DB) {
		s := shopOn(t, db)
		s.set(t, "DSC-003", monitor)
		hit := s.sells(t, "b-todo", "TODO")
		person := s.sells(t, "c-secret", "a secret")
		for _, id := range []string{"a-fine", "d-fine", "e-fine"} {
			s.sells(t, id, "fine")
		}
		s.listing(t, "b-todo")
		packets, catalog := len(s.prober.targets), s.catalog.Current().Revision

		run := s.propose(t, map[string]market.RuleSetting{"SEC-030": {Severity: market.SeverityWarn, Enforced: true, Required: true}}, "DSC-003")
		run = s.walk(t, run.ID)
		wantRun(t, run, market.RereviewDone, 5)
		story := s.show(t, run.ID)
		if len(story.Changes) != 2 || story.Moved {
			t.Fatalf("changes: %+v", story.Changes)
		}
		todo, secret := story.Changes[0], story.Changes[1]
		if todo.Listing != "b-todo" || !todo.Look || todo.Before.All != market.VerdictClean || todo.After.All != market.VerdictRejected || len(todo.Findings) != 1 ||
			!slices.Equal(todo.Shifts, []market.RuleShift{{Rule: "DSC-003", Before: "monitor", After: "reject"}}) || story.Listings["b-todo"] != "Weather b-todo" {
			t.Errorf("what becomes worse: %+v", todo)
		}
		if secret.Listing != "c-secret" || secret.Look || secret.After.All != market.VerdictClean ||
			!slices.Equal(secret.Shifts, []market.RuleShift{{Rule: "SEC-030", Before: "needs_human", After: "warn"}}) {
			t.Errorf("what becomes better: %+v", secret)
		}
		if n := run.Tally; n.Verdicts["clean→rejected"] != 1 || n.Verdicts["needs_human→clean"] != 1 || n.Rules["DSC-003"].Heavier != 1 || n.Rules["SEC-030"].Lighter != 1 || n.Changed != 2 || n.Look != 1 {
			t.Errorf("tally %+v", n)
		}
		if set, _ := s.rules.Settings(t.Context()); s.submission(t, hit.ID).Verdict != market.VerdictClean || s.stats(t, "DSC-003") != "1 1 1 1 0 0" || len(set) != 1 {
			t.Error("the dry run changed something")
		}

		for range 2 { // a second click
			if err := s.rereviews.Apply(t.Context(), s.admin, run.ID); err != nil {
				t.Fatal(err)
			}
		}
		if set, _ := s.rules.Settings(t.Context()); len(set) != 1 || set["SEC-030"].Severity != market.SeverityWarn {
			t.Errorf("settings after apply: %+v", set)
		}
		run = s.walk(t, run.ID)
		wantRun(t, run, market.RereviewApplied, 5)
		if run.Tally.Look != 1 || run.Tally.Changed != 2 {
			t.Errorf("tally of what was applied: %+v", run.Tally)
		}
		if s.submission(t, hit.ID).Verdict != market.VerdictRejected || s.finding(t, hit.ID, "DSC-003").Enforced != true || s.submission(t, person.ID).Verdict != market.VerdictClean {
			t.Error("the new verdicts are not recorded")
		}
		if got := s.stats(t, "DSC-003"); got != "1 1 1 0 0 0" {
			t.Errorf("hits %s; want the one, which counts now", got)
		}
		if l := s.listing(t, "b-todo"); l.App != market.OutcomePass || s.catalog.Current().Revision != catalog {
			t.Errorf("the listing or the catalog changed: %s", l.App)
		}
		if len(s.prober.targets) != packets {
			t.Error("a server was asked")
		}
		if got := s.actions(t, "submission/"+hit.ID); got[len(got)-1] != "rejudged" {
			t.Errorf("the log: %v", got)
		}
		if got := s.actions(t, "rereview/"+run.ID); !slices.Equal(got, []string{"rereview_started", "rereview_applied"}) {
			t.Errorf("the log of the re-review: %v", got)
		}
	})
}

func wantRun(t *testing.T, run market.Rereview, state market.RereviewState, judged int) {
	t.Helper()
	if run.State != state || run.Judged != judged || run.Total != judged || run.Unseen != 0 {
		t.Fatalf("%s after %d of %d, %d unseen; want %s after %d", run.State, run.Judged, run.Total, run.Unseen, state, judged)
	}
}

// A batch that runs again, late or after a cancel, has no effect twice.
func TestRereviewBatchIsKeptOnce(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	s.set(t, "DSC-003", monitor)
	for i := range 4 {
		s.sells(t, fmt.Sprintf("l-%d", i), "TODO")
	}
	run := s.propose(t, nil, "DSC-003")
	s.batch(t, run.ID, 3)
	if got := s.show(t, run.ID); got.Rereview.Judged != 2 || got.Rereview.Tally.Look != 2 || got.Rereview.Cursor != "l-1" {
		t.Fatalf("after one batch, three times: %+v", got.Rereview)
	}
	run = s.walk(t, run.ID)
	if run.Judged != 4 || run.Tally.Look != 4 || run.Tally.Rules["DSC-003"].Heavier != 4 {
		t.Errorf("at the end: %+v", run)
	}

	run = s.propose(t, nil, "DSC-003")
	s.batch(t, run.ID, 1)
	for range 2 {
		if err := s.rereviews.Cancel(t.Context(), s.admin, run.ID); err != nil {
			t.Fatal(err)
		}
	}
	late := market.RereviewArgs{Rereview: run.ID, After: "l-1"}
	if err := s.rereviews.Batch(t.Context(), late); err != nil {
		t.Fatal(err)
	}
	if got := s.show(t, run.ID).Rereview; got.State != market.RereviewCancelled || got.Judged != 2 {
		t.Errorf("after the cancel: %s, %d", got.State, got.Judged)
	}
	wantCode(t, s.rereviews.Apply(t.Context(), s.admin, run.ID), "REREVIEW_MOVED_ON")
}

func TestRereviewRefuses(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	ctx := t.Context()
	start := func(actor market.Actor, p market.Propose) error {
		_, err := s.rereviews.Start(ctx, actor, p)
		return err
	}
	want := func(rule string, set market.RuleSetting) map[string]market.RuleSetting {
		return map[string]market.RuleSetting{rule: set}
	}
	wantCode(t, start(s.reviewer, market.Propose{Reason: "r"}), "ADMINS_ONLY")
	wantCode(t, start(s.admin, market.Propose{}), "REASON_REQUIRED")
	wantCode(t, start(s.admin, market.Propose{Reason: "r", Want: want("XXX-001", monitor)}), "RULE_NOT_FOUND")
	wantCode(t, start(s.admin, market.Propose{Reason: "r", Reset: []string{"XXX-001"}}), "RULE_NOT_FOUND")
	wantCode(t, start(s.admin, market.Propose{Reason: "r", Want: want("SCH-033", monitor)}), "RULE_NOT_SETTABLE")
	wantCode(t, start(s.admin, market.Propose{Reason: "r", Want: want("DSC-003", market.RuleSetting{Severity: "fatal"})}), "SEVERITY_UNKNOWN")
	if _, err := s.rereviews.Show(ctx, s.dev, "x", market.ChangeFilter{}); !errors.Is(err, market.ErrReviewersOnly) {
		t.Errorf("a developer looks: %v", err)
	}

	run := s.propose(t, want("DSC-003", monitor))
	wantCode(t, start(s.admin, market.Propose{Reason: "r"}), "REREVIEW_RUNNING")
	wantCode(t, s.rereviews.Apply(ctx, s.admin, run.ID), "REREVIEW_MOVED_ON")
	wantCode(t, s.rereviews.Cancel(ctx, s.reviewer, run.ID), "ADMINS_ONLY")
	wantCode(t, s.rereviews.Cancel(ctx, s.admin, "x"), "REREVIEW_NOT_FOUND")
	if run = s.walk(t, run.ID); run.State != market.RereviewDone || run.Total != 0 {
		t.Fatalf("over nothing: %+v", run)
	}
	s.set(t, "SEC-030", monitor)
	wantCode(t, s.rereviews.Apply(ctx, s.admin, run.ID), "SETTINGS_MOVED")
	if !s.show(t, run.ID).Moved {
		t.Error("the page does not tell that the settings moved")
	}
}

// What cannot be judged is counted, and a job that fails for good is gone on with.
func TestRereviewGivesUpAndGoesOn(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	s.sells(t, "one", "fine")
	ctx := t.Context()
	err := s.store.Update(ctx, func(w market.Writer) error {
		return w.SaveListing(ctx, market.Listing{ID: "imported", Owner: s.dev.Account, Submission: "none", Entry: entry("imported")})
	})
	if err != nil {
		t.Fatal(err)
	}
	run := s.propose(t, map[string]market.RuleSetting{"DSC-003": monitor})
	wantCode(t, s.rereviews.Resume(ctx, s.reviewer, run.ID), "ADMINS_ONLY")
	for range 2 {
		if err := s.rereviews.GiveUp(ctx, market.RereviewArgs{Rereview: run.ID}); err != nil {
			t.Fatal(err)
		}
	}
	if got := s.show(t, run.ID).Rereview; got.State != market.RereviewFailed {
		t.Fatalf("%s after the job failed for good", got.State)
	}
	for range 2 {
		if err := s.rereviews.Resume(ctx, s.admin, run.ID); err != nil {
			t.Fatal(err)
		}
	}
	if run = s.walk(t, run.ID); run.State != market.RereviewDone || run.Judged != 2 || run.Unseen != 1 {
		t.Errorf("%s: %d judged, %d unseen", run.State, run.Judged, run.Unseen)
	}
	if err := s.rereviews.GiveUp(ctx, market.RereviewArgs{Rereview: "gone"}); err != nil {
		t.Errorf("a job of nothing: %v", err)
	}
}

// judgeThen does something after each judgement, as another might at the time.
type judgeThen struct {
	market.Rejudger
	then func()
}

func (j judgeThen) Rejudge(ctx context.Context, c market.Case) (market.Report, error) {
	r, err := j.Rejudger.Rejudge(ctx, c)
	if j.then != nil {
		j.then()
	}
	return r, err
}

// A revision that is approved while the one before is judged has the batch made again.
func TestRereviewOfWhatIsReplacedMeanwhile(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	s.set(t, "DSC-003", monitor)
	s.sells(t, "one", "TODO")
	engine := reviewer.New(reviewer.Options{Rules: shopRules(), Ruleset: "test"})
	again := true
	s.rereviews = market.NewRereviews(market.RereviewOptions{Store: s.store, Rules: s.rules, Clock: s.clock, Judge: judgeThen{engine, func() {
		if again {
			again = false
			s.sells(t, "one", "fine")
		}
	}}})
	run := s.propose(t, nil, "DSC-003")
	if err := s.rereviews.Batch(t.Context(), market.RereviewArgs{Rereview: run.ID}); err == nil {
		t.Fatal("the old revision's judgement was kept")
	}
	if run = s.walk(t, run.ID); run.State != market.RereviewDone || run.Tally.Look != 0 {
		t.Errorf("%s: %+v", run.State, run.Tally)
	}
}
