package market_test

import (
	"errors"
	"slices"
	"testing"
	"time"

	"marketd/market"
)

func TestSubmitRefuses(t *testing.T) {
	t.Parallel()
	t.Run("nobody", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t)
		_, err := w.intake.Submit(t.Context(), market.Actor{}, market.SubmitRequest{Entry: entry("weather-demo"), Confirm: true})
		wantCode(t, err, "SIGN_IN_REQUIRED")
	})
	t.Run("unconfirmed", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t)
		_, err := w.intake.Submit(t.Context(), w.dev, market.SubmitRequest{Entry: entry("weather-demo")})
		wantCode(t, err, "CONFIRM_REQUIRED")
	})
	t.Run("an entry that its own rules refuse", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t)
		w.examiner.refuse = true
		_, err := w.intake.Submit(t.Context(), w.dev, market.SubmitRequest{Entry: entry("Weather"), Confirm: true})
		wantCode(t, err, "ENTRY_REFUSED")
		if e, _ := errors.AsType[*market.Error](err); len(e.Violations) != 1 || e.Violations[0].Rule != "ENT-002" {
			t.Errorf("violations %+v, want ENT-002", e.Violations)
		}
		mine, err := w.intake.Mine(t.Context(), w.dev, 10, 0)
		if err != nil || len(mine) != 0 {
			t.Errorf("%d submissions stored (%v), want none", len(mine), err)
		}
	})
	t.Run("the fourth in a minute", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t)
		for _, id := range []string{"one-1", "two-2", "three-3"} {
			if _, err := w.intake.Submit(t.Context(), w.dev, market.SubmitRequest{Entry: entry(id), Confirm: true}); err != nil {
				t.Fatal(err)
			}
		}
		_, err := w.intake.Submit(t.Context(), w.dev, market.SubmitRequest{Entry: entry("four-4"), Confirm: true})
		wantCode(t, err, "TOO_MANY_SUBMISSIONS")
		if e, _ := errors.AsType[*market.Error](err); e.RetryAfter != time.Minute {
			t.Errorf("retry after %v, want a minute", e.RetryAfter)
		}
		w.clock.pass(time.Minute)
		if _, err := w.intake.Submit(t.Context(), w.dev, market.SubmitRequest{Entry: entry("four-4"), Confirm: true}); err != nil {
			t.Errorf("a minute later: %v", err)
		}
	})
	t.Run("a second open one for the same id", func(t *testing.T) {
		t.Parallel()
		w := newWorld(t)
		w.submit(t, "weather-demo")
		_, err := w.intake.Submit(t.Context(), w.dev, market.SubmitRequest{Entry: entry("weather-demo"), Confirm: true})
		wantCode(t, err, "SUBMISSION_OPEN")
	})
}

func TestReviewMovesTheSubmission(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	s := w.reviewed(t, "weather-demo")
	if s.Stage != market.StageInReview || s.Pass != 1 || s.Digest == "" || s.ToolCount != 1 {
		t.Errorf("after a clean pass: %+v", s)
	}
	want := []string{market.ActSubmitted, market.ActExamined, market.ActQueued}
	if got := w.actions(t, "submission/"+s.ID); !slices.Equal(got, want) {
		t.Errorf("acts %v, want %v", got, want)
	}

	w.examiner.answers = []market.Examined{refused("DSC-002")}
	s = w.reviewed(t, "placeholder")
	if s.Stage != market.StageRejected || !slices.Equal(s.Decision.Rules, []string{"DSC-002"}) || s.Decision.By != "" {
		t.Errorf("after a refused pass: stage %s, decision %+v", s.Stage, s.Decision)
	}
}

// A job runs at least once; a pass counts once.
func TestReviewTwiceHasOneEffect(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	s := w.reviewed(t, "weather-demo")
	w.review(t, s.ID, 1)
	after := w.submission(t, s.ID)
	if after.Version != s.Version {
		t.Errorf("version %d became %d by a repeated job", s.Version, after.Version)
	}
	if n := len(w.actions(t, "submission/"+s.ID)); n != 3 {
		t.Errorf("%d acts after a repeated job, want 3", n)
	}
}

func TestReviewPassesAgain(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	unsure := refused("HLT-001")
	unsure.Report.Verdict, unsure.Again = market.VerdictInconclusive, time.Minute
	w.examiner.answers = []market.Examined{unsure}
	s := w.reviewed(t, "weather-demo")
	if s.Stage != market.StageChecking || s.Pass != 1 {
		t.Fatalf("stage %s after an unsure pass, want checking", s.Stage)
	}
	w.review(t, s.ID, 2)
	if s = w.submission(t, s.ID); s.Stage != market.StageInReview || s.Pass != 2 {
		t.Errorf("stage %s pass %d after a clean second pass", s.Stage, s.Pass)
	}
	if n := len(w.examiner.cases[1].Earlier); n != 1 {
		t.Errorf("the second pass saw %d earlier probes, want 1", n)
	}
}

func TestWithdraw(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	s := w.submit(t, "weather-demo")
	wantCode(t, w.intake.Withdraw(t.Context(), w.reviewer, s.ID), "SUBMISSION_NOT_FOUND")
	if err := w.intake.Withdraw(t.Context(), w.dev, s.ID); err != nil {
		t.Fatal(err)
	}
	wantCode(t, w.intake.Withdraw(t.Context(), w.dev, s.ID), "NOT_OPEN")
	w.review(t, s.ID, 1) // its job still runs
	if got := w.submission(t, s.ID); got.Stage != market.StageWithdrawn || got.Pass != 0 {
		t.Errorf("withdrawn submission moved to %s", got.Stage)
	}
	w.submit(t, "weather-demo") // and its id is free again
}

func TestStoryIsForItsOwner(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	stranger := w.account(t, "stranger@example.com", market.RoleDeveloper)
	s := w.reviewed(t, "weather-demo")
	for name, actor := range map[string]market.Actor{"nobody": {}, "stranger": stranger} {
		if _, err := w.intake.Story(t.Context(), actor, s.ID); !errors.Is(err, market.ErrSubmissionNotFound) {
			t.Errorf("%s: %v, want not found", name, err)
		}
	}
	if _, err := w.desk.Claim(t.Context(), w.reviewer, s.ID); err != nil {
		t.Fatal(err)
	}
	story, err := w.intake.Story(t.Context(), w.dev, s.ID)
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range story.Timeline {
		if a.Actor != "" && a.Actor != w.dev.Account {
			t.Errorf("the submitter learns that %s did %s", a.Actor, a.Action)
		}
	}
	if story.Report == nil || len(story.Tools) != 1 {
		t.Errorf("story without its report or tools: %+v", story)
	}
}

// A review whose job fails for good does not hold its id and a place in the queue for ever.
func TestGivenUpReviewGoesToAPerson(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	s := w.submit(t, "weather-demo")
	args := market.ReviewArgs{Submission: s.ID, Pass: 1}
	for range 2 { // told twice, done once
		if err := w.intake.GiveUp(t.Context(), args); err != nil {
			t.Fatal(err)
		}
	}
	s = w.submission(t, s.ID)
	if s.Stage != market.StageInReview || s.Verdict != market.VerdictInconclusive {
		t.Errorf("stage %s, verdict %s", s.Stage, s.Verdict)
	}
	if got, want := w.actions(t, "submission/"+s.ID), []string{market.ActSubmitted, market.ActGaveUp}; !slices.Equal(got, want) {
		t.Errorf("acts %v, want %v", got, want)
	}
	wantCode(t, w.decide(t, w.reviewer, s, market.DecideApprove, ""), "NO_EVIDENCE")
	if err := w.decide(t, w.reviewer, s, market.DecideRequestChanges, "Please submit it again."); err != nil {
		t.Error(err)
	}
}

func TestCheckStoresNothing(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	x, err := w.intake.Check(t.Context(), market.Actor{}, market.SubmitRequest{Entry: entry("weather-demo")}, nil)
	if err != nil || !x.Report.Provisional {
		t.Fatalf("check: provisional %v, error %v", x.Report.Provisional, err)
	}
	q, err := w.desk.Queue(t.Context(), w.reviewer, market.ViewWaiting, "", 10, 0)
	if err != nil || len(q.Rows) != 0 {
		t.Errorf("%d submissions after a check (%v)", len(q.Rows), err)
	}
}

// A look at a server by its address alone is no entry: that it is listed is
// nothing against it. How the rules are set holds for it all the same.
func TestCheckOfAnAddressAlone(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	l := w.listed(t, "weather-demo")
	err := w.store.Update(t.Context(), func(tx market.Writer) error {
		return tx.SaveRuleSetting(t.Context(), market.SavedSetting{Rule: "DSC-003"})
	})
	if err != nil {
		t.Fatal(err)
	}
	bare := market.Entry{Server: market.Server{URL: " " + l.Entry.Server.URL + " "}}
	for _, c := range []struct {
		name  string
		req   market.SubmitRequest
		taken bool
	}{
		{"an address", market.SubmitRequest{Entry: bare, Draft: true}, false},
		{"an entry of nothing else", market.SubmitRequest{Entry: bare}, true},
		{"an entry that is being written", market.SubmitRequest{Entry: market.Entry{ID: "another", Server: bare.Server}, Draft: true}, true},
	} {
		if _, err := w.intake.Check(t.Context(), market.Actor{}, c.req, nil); err != nil {
			t.Fatal(err)
		}
		f := w.examiner.cases[len(w.examiner.cases)-1].Facts
		if taken := len(f.Endpoints) > 0; taken != c.taken || len(f.Settings) != 1 || f.ID != market.IDFree {
			t.Errorf("%s: %+v", c.name, f)
		}
	}
}

func TestFactsOnTheIDAndEndpoint(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.listed(t, "weather-demo")
	stranger := w.account(t, "stranger@example.com", market.RoleDeveloper)
	facts := func(actor market.Actor, e market.Entry) market.Facts {
		if _, err := w.intake.Check(t.Context(), actor, market.SubmitRequest{Entry: e}, nil); err != nil {
			t.Fatal(err)
		}
		return w.examiner.cases[len(w.examiner.cases)-1].Facts
	}
	if f := facts(w.dev, entry("weather-demo")); f.ID != market.IDMine || f.Approved == nil || len(f.Endpoints) != 0 {
		t.Errorf("own update: %+v", f)
	}
	if f := facts(stranger, entry("weather-demo")); f.ID != market.IDOther || f.Approved != nil {
		t.Errorf("someone else's id: %+v", f)
	}
	copied := entry("weather-copy")
	copied.Server.URL = "https://WEATHER-demo.example.com:443/mcp/"
	if f := facts(stranger, copied); f.ID != market.IDFree || len(f.Endpoints) != 1 || f.Endpoints[0].Mine {
		t.Errorf("someone else's endpoint: %+v", f)
	}
}
