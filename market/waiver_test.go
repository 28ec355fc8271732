package market_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"marketd/market"
	"marketd/reviewer"
	"marketd/storage"
	"marketd/storage/storagetest"
)

// finding is the first finding of a rule in the submission's report.
func (s *shop) finding(t *testing.T, id, rule string) market.Finding {
	t.Helper()
	for _, f := range s.report(t, id).Findings {
		if f.Rule == rule {
			return f
		}
	}
	t.Fatalf("%s does not hit", rule)
	return market.Finding{}
}

// waive lets the first finding of a rule be.
func (s *shop) waive(t *testing.T, actor market.Actor, id, rule string, wrong bool) error {
	t.Helper()
	_, err := s.waivers.Waive(t.Context(), actor, market.WaiveRequest{
		ID: id, Version: s.submission(t, id).Version, Finding: s.finding(t, id, rule).Key(), Reason: "it is the product's name", Wrong: wrong,
	})
	return err
}

func (s *shop) appeal(t *testing.T, actor market.Actor, id string) error {
	t.Helper()
	return s.intake.Appeal(t.Context(), actor, id, "TODO is what we do")
}

// From refused by the rules over an appeal and a waiver to a listing, and on: the
// waiver holds for what is the same, and for nothing else.
func TestAppealWaiveApprove(t *testing.T) {
	t.Parallel()
	storagetest.Each(t, func(t *testing.T, db *storage.DB) {
		s := shopOn(t, db)
		sub := s.seen(t, "one", "TODO lists")
		if err := s.appeal(t, s.dev, sub.ID); err != nil {
			t.Fatal(err)
		}
		sub = s.submission(t, sub.ID)
		if sub.Stage != market.StageInReview || sub.Verdict != market.VerdictRejected || sub.Appeal.Text != "TODO is what we do" || sub.Decision.Kind != "" {
			t.Fatalf("after the appeal: %+v", sub)
		}
		err := s.decide(t, s.reviewer, sub, market.DecideApprove, "")
		wantCode(t, err, "FINDINGS_STAND")
		if err == nil || !strings.Contains(err.Error(), "DSC-003") {
			t.Errorf("the error does not say what stands: %v", err)
		}
		if err := s.waive(t, s.reviewer, sub.ID, "DSC-003", true); err != nil {
			t.Fatal(err)
		}
		wantCode(t, s.decide(t, s.reviewer, sub, market.DecideApprove, ""), "CHANGED_SINCE_OPENED") // that screen is old now
		sub = s.submission(t, sub.ID)
		if f := s.finding(t, sub.ID, "DSC-003"); sub.Verdict != market.VerdictClean || len(sub.Rules) > 0 || f.Waived == nil || f.Waived.Reason != "it is the product's name" {
			t.Fatalf("after the waiver: %s %v, %+v", sub.Verdict, sub.Rules, f.Waived)
		}
		if err := s.decide(t, s.reviewer, sub, market.DecideApprove, ""); err != nil {
			t.Fatal(err)
		}
		if l := s.listing(t, "one"); l.App != market.OutcomePass {
			t.Errorf("listed as %s", l.App)
		}
		if got := s.stats(t, "DSC-003"); got != "1 1 1 0 1 1" {
			t.Errorf("statistics: %s, want it waived and overturned", got)
		}

		if next := s.seen(t, "one", "TODO lists"); next.Verdict != market.VerdictClean {
			t.Errorf("the same finding in the next revision: %s", next.Verdict)
		} else if err := s.decide(t, s.reviewer, next, market.DecideReject, "enough"); err != nil {
			t.Fatal(err)
		}
		if next := s.seen(t, "one", "TODO lists, and more TODO"); next.Verdict != market.VerdictRejected {
			t.Errorf("other evidence: %s", next.Verdict)
		}
		if other := s.seen(t, "two", "TODO lists"); other.Verdict != market.VerdictRejected {
			t.Errorf("another listing: %s", other.Verdict)
		}
		s.serves("one", "TODO lists")
		for actor, want := range map[market.Actor]market.Verdict{s.dev: market.VerdictClean, {}: market.VerdictRejected, s.second: market.VerdictRejected} {
			x, err := s.intake.Check(t.Context(), actor, market.SubmitRequest{Entry: entry("one")}, nil)
			if err != nil || x.Report.Verdict != want {
				t.Errorf("a check by %q: %s, %v; want %s", actor.Account, x.Report.Verdict, err, want)
			}
		}
	})
}

func TestAppealRefuses(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	sub := s.seen(t, "one", "TODO")
	wantCode(t, s.appeal(t, s.second, sub.ID), "SUBMISSION_NOT_FOUND")
	wantCode(t, s.appeal(t, s.reviewer, sub.ID), "SUBMISSION_NOT_FOUND")
	wantCode(t, s.intake.Appeal(t.Context(), s.dev, sub.ID, " \u200b "), "REASON_REQUIRED")
	fine := s.seen(t, "fine", "good")
	wantCode(t, s.appeal(t, s.dev, fine.ID), "NOT_APPEALABLE")

	newer := s.seen(t, "one", "TODO")
	wantCode(t, s.appeal(t, s.dev, sub.ID), "NEWER_SUBMISSION")
	for range 2 { // a second click
		if err := s.appeal(t, s.dev, newer.ID); err != nil {
			t.Fatal(err)
		}
	}
	if got := s.actions(t, "submission/"+newer.ID); !slices.Equal(got, []string{"submitted", "examined", "auto_rejected", "appealed"}) {
		t.Errorf("the log: %v", got)
	}
	if err := s.decide(t, s.reviewer, s.submission(t, newer.ID), market.DecideReject, "the rule is right"); err != nil {
		t.Fatal(err)
	}
	wantCode(t, s.appeal(t, s.dev, newer.ID), "NOT_APPEALABLE")

	again := s.seen(t, "one", "TODO")
	s.intake.Limits.Waiting = 1
	wantCode(t, s.appeal(t, s.dev, again.ID), "QUEUE_FULL")
}

func TestWaiveRefuses(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	sub := s.seen(t, "one", "a secret")
	key := s.finding(t, sub.ID, "SEC-030").Key()
	mine, err := s.intake.Submit(t.Context(), s.reviewer, market.SubmitRequest{Entry: entry("mine"), Confirm: true})
	if err != nil {
		t.Fatal(err)
	}
	s.serves("mine", "a secret")
	s.review(t, mine.ID, 1)
	held := s.seen(t, "held", "a secret")
	if _, err := s.desk.Claim(t.Context(), s.other, held.ID); err != nil {
		t.Fatal(err)
	}
	good := market.WaiveRequest{ID: sub.ID, Version: sub.Version, Finding: key, Reason: "fine"}
	with := func(f func(*market.WaiveRequest)) market.WaiveRequest { r := good; f(&r); return r }
	for name, c := range map[string]struct {
		actor market.Actor
		req   market.WaiveRequest
		code  string
	}{
		"a developer":      {s.dev, good, "REVIEWERS_ONLY"},
		"one's own":        {s.reviewer, with(func(r *market.WaiveRequest) { r.ID = mine.ID }), "OWN_SUBMISSION"},
		"another's claim":  {s.reviewer, with(func(r *market.WaiveRequest) { r.ID = held.ID }), "CLAIMED"},
		"no reason":        {s.reviewer, with(func(r *market.WaiveRequest) { r.Reason = " " }), "REASON_REQUIRED"},
		"an older screen":  {s.reviewer, with(func(r *market.WaiveRequest) { r.Version-- }), "CHANGED_SINCE_OPENED"},
		"no such finding":  {s.reviewer, with(func(r *market.WaiveRequest) { r.Finding = "x" }), "FINDING_GONE"},
		"no such case":     {s.reviewer, with(func(r *market.WaiveRequest) { r.ID = "x" }), "SUBMISSION_NOT_FOUND"},
		"still in checks":  {s.reviewer, with(func(r *market.WaiveRequest) { r.ID = s.submit(t, "checking").ID }), "ALREADY_DECIDED"},
		"refused by rules": {s.reviewer, with(func(r *market.WaiveRequest) { r.ID = s.seen(t, "refused", "TODO").ID }), "ALREADY_DECIDED"},
	} {
		_, err := s.waivers.Waive(t.Context(), c.actor, c.req)
		if err == nil {
			t.Errorf("%s: was waived", name)
			continue
		}
		wantCode(t, err, c.code)
	}
	if got := s.submission(t, sub.ID); got.Version != sub.Version || got.Verdict != market.VerdictNeedsHuman {
		t.Errorf("something was waived: %+v", got)
	}
	for range 2 { // a second click, from the same screen
		if _, err := s.waivers.Waive(t.Context(), s.reviewer, good); err != nil {
			t.Fatal(err)
		}
	}
	if got := s.submission(t, sub.ID); got.Version != sub.Version+1 || got.Verdict != market.VerdictClean {
		t.Errorf("version %d and verdict %s after a waiver and a second click", got.Version, got.Verdict)
	}
	if got := s.actions(t, "submission/"+sub.ID); !slices.Contains(got, "finding_waived") {
		t.Errorf("the log: %v", got)
	}
}

// What is withdrawn counts again: at once in a case that waits, later otherwise.
func TestWithdrawWaiver(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	sub := s.seen(t, "one", "a secret")
	if err := s.waive(t, s.reviewer, sub.ID, "SEC-030", false); err != nil {
		t.Fatal(err)
	}
	story, err := s.rules.Rule(t.Context(), s.reviewer, "SEC-030", 1, 0)
	if err != nil || len(story.Waivers) != 1 || story.Names[s.reviewer.Account] == "" {
		t.Fatalf("the rule's waivers: %+v, %v", story.Waivers, err)
	}
	id := story.Waivers[0].ID
	open := s.submission(t, sub.ID)
	if _, err := s.waivers.Withdraw(t.Context(), s.dev, id); err == nil {
		t.Error("a developer withdraws a waiver")
	}
	owner := s.dev
	owner.Role = market.RoleReviewer
	_, err = s.waivers.Withdraw(t.Context(), owner, id)
	wantCode(t, err, "OWN_SUBMISSION")
	_, err = s.waivers.Withdraw(t.Context(), s.other, "x")
	wantCode(t, err, "WAIVER_NOT_FOUND")
	for range 2 {
		if _, err := s.waivers.Withdraw(t.Context(), s.other, id); err != nil {
			t.Fatal(err)
		}
	}
	got := s.submission(t, sub.ID)
	if got.Verdict != market.VerdictNeedsHuman || got.Version != open.Version+1 || s.finding(t, sub.ID, "SEC-030").Waived != nil {
		t.Errorf("the open case: %s at version %d", got.Verdict, got.Version)
	}
	wantCode(t, s.decide(t, s.reviewer, open, market.DecideApprove, ""), "CHANGED_SINCE_OPENED")
	s.clock.pass(time.Second)
	if err := s.waive(t, s.reviewer, sub.ID, "SEC-030", false); err != nil {
		t.Fatal("waived anew: ", err)
	}
	if err := s.decide(t, s.reviewer, s.submission(t, sub.ID), market.DecideApprove, ""); err != nil {
		t.Fatal(err)
	}
	story, err = s.rules.Rule(t.Context(), s.reviewer, "SEC-030", 1, 0)
	if err != nil || len(story.Waivers) != 2 {
		t.Fatalf("the rule's waivers: %+v, %v", story.Waivers, err)
	}
	if _, err := s.waivers.Withdraw(t.Context(), s.other, story.Waivers[0].ID); err != nil { // no case is open
		t.Fatal(err)
	}
	if next := s.seen(t, "one", "a secret"); next.Verdict != market.VerdictNeedsHuman {
		t.Errorf("the next revision: %s", next.Verdict)
	}
}

// An id that its owner gave up takes no waivers along.
func TestWaiverGoesWithTheOwner(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	sub := s.seen(t, "brand", "TODO lists")
	if err := s.appeal(t, s.dev, sub.ID); err != nil {
		t.Fatal(err)
	}
	if err := s.waive(t, s.reviewer, sub.ID, "DSC-003", true); err != nil {
		t.Fatal(err)
	}
	if err := s.intake.Withdraw(t.Context(), s.dev, sub.ID); err != nil {
		t.Fatal(err)
	}
	theirs, err := s.intake.Submit(t.Context(), s.second, market.SubmitRequest{Entry: entry("brand"), Confirm: true})
	if err != nil {
		t.Fatal(err)
	}
	s.review(t, theirs.ID, 1)
	if got := s.submission(t, theirs.ID); got.Verdict != market.VerdictRejected {
		t.Errorf("another's submission of the id: %s", got.Verdict)
	}
}

// A check that broke cannot be let be: nobody knows what it would have found.
func TestBrokenCheckIsNotWaived(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	rules := shopRules()
	rules[0].Check = func(*reviewer.Dossier) []reviewer.Hit { panic("on purpose") }
	engine := reviewer.New(reviewer.Options{Prober: s.prober, Rules: rules, Ruleset: "test"})
	s.intake = market.NewIntake(market.IntakeOptions{Store: s.store, Examiner: engine, Checker: engine, Sealer: plainSealer{}, Clock: s.clock})
	sub := s.seen(t, "one", "fine")
	if sub.Verdict != market.VerdictNeedsHuman {
		t.Fatalf("a broken check: %s", sub.Verdict)
	}
	wantCode(t, s.waive(t, s.reviewer, sub.ID, "DSC-003", false), "FINDING_GONE")
}

// A profile that the rules refuse is not approved, though another is.
func TestApprovalIsPerProfile(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	x := clean()
	x.Report.Profiles.App.Verdict = market.VerdictRejected
	x.Report.Profiles.MCP = market.ProfileResult{Verdict: market.VerdictClean, Outcome: market.OutcomePass}
	w.examiner.answers = []market.Examined{x}
	s := w.reviewed(t, "one")
	if err := w.decide(t, w.reviewer, s, market.DecideApprove, ""); err != nil {
		t.Fatal(err)
	}
	if l := w.listing(t, "one"); l.App != market.OutcomeFail || l.MCP != market.OutcomePass {
		t.Errorf("approved for the app as %s, for MCP as %s", l.App, l.MCP)
	}
}
