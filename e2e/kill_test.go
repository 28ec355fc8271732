package e2e

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/http"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"marketd/market"
	"marketd/market/digest"
	"marketd/storage"
	"marketd/storage/storagetest"
)

const (
	kills       = 12
	submissions = 10
	listings    = 24
	// recovery is how long after the last start everything must be finished: a
	// dead worker's job is rescued after 2 s here, after 2 min by default.
	recovery = 60 * time.Second
)

// Killed at random moments, many times, the market loses nothing and does
// nothing twice: every review and every probe has its effects exactly once.
func TestKill(t *testing.T) {
	t.Parallel()
	t.Run("SQLite", func(t *testing.T) {
		t.Parallel()
		data := t.TempDir()
		killed(t, storage.Options{Path: filepath.Join(data, "market.db")}, "--data", data)
	})
	t.Run("PostgreSQL", func(t *testing.T) {
		t.Parallel()
		url := storagetest.Postgres(t)
		killed(t, storage.Options{URL: url}, "--data", t.TempDir(), "--database-url", url)
	})
}

func killed(t *testing.T, db storage.Options, args ...string) {
	t.Helper()
	target := serve(t, slowMCP(60*time.Millisecond))
	seed(t, db, target)
	args = append(args, "--probe-allow", "127.0.0.0/8", "--pace", "fast", "--sweep", "@every 1s", "--rescue-after", "2s",
		"--thresholds", "every=5s", "--probe-spacing", "0s")
	for range kills {
		p := start(t, args...)
		// Somewhere in the middle of reviews, sweeps and folds.
		<-time.After(time.Duration(50+rand.IntN(900)) * time.Millisecond)
		p.kill(t)
	}
	last := start(t, args...)
	begun := time.Now()
	eventually(t, recovery, "every review and probe finished after the restart", func() bool { return finished(t, db) })
	t.Logf("everything finished %v after the restart that followed %d kills", time.Since(begun).Round(time.Millisecond), kills)
	last.stop(t)
	verify(t, db)
}

// open opens the market's database beside the program.
func open(t *testing.T, o storage.Options) *storage.DB {
	t.Helper()
	db, err := storage.Open(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	return db
}

func shut(t *testing.T, db *storage.DB) {
	t.Helper()
	if err := db.Close(); err != nil {
		t.Error(err)
	}
}

// seed puts submissions with their review jobs, and listings that are due, in
// an empty database before the market has ever run.
func seed(t *testing.T, o storage.Options, target string) {
	t.Helper()
	db := open(t, o)
	defer shut(t, db)
	now := market.SystemClock{}.Now()
	err := db.Update(t.Context(), func(w market.Writer) error {
		owner := market.Account{ID: market.NewID(now), Email: "dev@example.com", Name: "dev", Role: market.RoleDeveloper, CreatedAt: now}
		if err := w.InsertAccount(t.Context(), owner); err != nil {
			return err
		}
		for i := range submissions {
			if err := submit(t, w, owner.ID, entryAt(fmt.Sprintf("pending-%02d", i), target), now); err != nil {
				return err
			}
		}
		for i := range listings {
			if err := list(t, w, owner.ID, entryAt(fmt.Sprintf("listed-%02d", i), target), now); err != nil {
				return err
			}
		}
		_, err := w.BumpCatalog(t.Context(), now)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func entryAt(id, target string) market.Entry {
	return market.Entry{
		ID: id, Kind: market.KindServer, Name: "Clock " + id, Desc: "Tells the time of day in any zone", Cat: "other",
		Author: "Example", Server: market.Server{URL: target + "/" + id},
	}
}

func submit(t *testing.T, w market.Writer, owner string, e market.Entry, now time.Time) error {
	t.Helper()
	s := market.Submission{
		ID: market.NewID(now), ListingID: e.ID, Owner: owner, Revision: 1, Entry: e,
		Stage: market.StageChecking, SubmittedAt: now, UpdatedAt: now,
	}
	if err := w.InsertSubmission(t.Context(), s); err != nil {
		return err
	}
	if err := w.AppendAct(t.Context(), market.Act{At: now, Actor: owner, Action: market.ActSubmitted, Object: "submission/" + s.ID}); err != nil {
		return err
	}
	args, err := json.Marshal(market.ReviewArgs{Submission: s.ID, Pass: 1})
	if err != nil {
		return err
	}
	return w.Enqueue(t.Context(), market.Job{Kind: market.JobReview, Args: args})
}

func list(t *testing.T, w market.Writer, owner string, e market.Entry, now time.Time) error {
	t.Helper()
	set, each := digest.List(clockTools)
	l := market.Listing{
		ID: e.ID, Owner: owner, Revision: 1, Entry: e, Tools: clockTools, Digests: each, Digest: set,
		Auth: "none", App: market.OutcomePass, CreatedAt: now, ApprovedAt: now,
	}
	if err := w.SaveListing(t.Context(), l); err != nil {
		return err
	}
	return w.SaveHealth(t.Context(), l.ID, market.Health{State: market.HealthUp, Since: now, Digest: set, NextProbe: now})
}

// finished reports whether no submission is being checked any more and every
// listing has been probed.
func finished(t *testing.T, o storage.Options) bool {
	t.Helper()
	db := open(t, o)
	defer shut(t, db)
	done := true
	err := db.View(t.Context(), func(r market.Reader) error {
		checking, err := r.Submissions(t.Context(), market.SubmissionFilter{Stages: []market.Stage{market.StageChecking}})
		if err != nil || len(checking) > 0 {
			done = false
			return err
		}
		all, err := r.Listings(t.Context(), market.ListingFilter{})
		for _, l := range all {
			done = done && l.Health.Successes > 0
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return done
}

func verify(t *testing.T, o storage.Options) {
	t.Helper()
	db := open(t, o)
	defer shut(t, db)
	if _, err := db.VerifyAudit(t.Context()); err != nil {
		t.Errorf("audit log: %v", err)
	}
	err := db.View(t.Context(), func(r market.Reader) error {
		all, err := r.Submissions(t.Context(), market.SubmissionFilter{Limit: 100})
		if err != nil {
			return err
		}
		if len(all) != submissions {
			t.Errorf("%d submissions, want %d", len(all), submissions)
		}
		for _, s := range all {
			if err := verifySubmission(t, r, s); err != nil {
				return err
			}
		}
		listed, err := r.Listings(t.Context(), market.ListingFilter{})
		if err != nil {
			return err
		}
		if len(listed) != listings {
			t.Errorf("%d listings, want %d", len(listed), listings)
		}
		for _, l := range listed {
			if err := verifyListing(t, r, l); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// reviewPasses is how often a review looks at a server.
const reviewPasses = 3

// verifySubmission wants exactly one examination for each pass, and one line for each step.
func verifySubmission(t *testing.T, r market.Reader, s market.Submission) error {
	t.Helper()
	if s.Stage != market.StageInReview || s.Pass != reviewPasses {
		t.Errorf("%s: stage %s after %d passes, want in_review after %d", s.ListingID, s.Stage, s.Pass, reviewPasses)
	}
	passes, err := r.Examinations(t.Context(), s.ID)
	if err != nil {
		return err
	}
	if len(passes) != reviewPasses || slices.ContainsFunc(passes, func(x market.Examination) bool { return len(x.Tools) != 1 }) {
		t.Errorf("%s: %d examinations stored, want %d with the tool", s.ListingID, len(passes), reviewPasses)
	}
	acts, err := r.Acts(t.Context(), market.AuditFilter{Object: "submission/" + s.ID, Oldest: true})
	var got []string
	for _, a := range acts {
		got = append(got, a.Action)
	}
	want := append([]string{market.ActSubmitted}, slices.Repeat([]string{market.ActExamined}, reviewPasses)...)
	if want = append(want, market.ActQueued); !slices.Equal(got, want) {
		t.Errorf("%s: acts %v, want %v", s.ListingID, got, want)
	}
	return err
}

// verifyListing wants every stored probe folded once: the server was always
// good, so the row of successes is as long as the history.
func verifyListing(t *testing.T, r market.Reader, l market.Listing) error {
	t.Helper()
	records, err := r.ProbeRecords(t.Context(), l.ID, 1000)
	if l.Health.State != market.HealthUp || l.Health.Successes != len(records) {
		t.Errorf("%s: %s with %d successes folded, %d probes stored", l.ID, l.Health.State, l.Health.Successes, len(records))
	}
	return err
}

var clockTools = []json.RawMessage{json.RawMessage(`{"name":"time.now","description":"Tells the time of day in a time zone of the IANA list","inputSchema":{"type":"object","properties":{"zone":{"type":"string","description":"Time zone, for example Asia/Shanghai"}},"required":["zone"]}}`)}

// slowMCP is a good server that takes its time, so that a kill lands in a probe.
func slowMCP(delay time.Duration) http.Handler {
	answer := fmt.Appendf(nil, `{"jsonrpc":"2.0","id":1,"result":{"tools":[%s]}}`, clockTools[0])
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		select {
		case <-time.After(delay):
		case <-r.Context().Done():
			return
		}
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(answer)
	})
}
