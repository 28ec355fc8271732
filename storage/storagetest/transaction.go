package storagetest

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"marketd/market"
)

var errOwn = errors.New("the caller's own")

func enqueue(t *testing.T, s market.Store) {
	update(t, s, func(ctx context.Context, w market.Writer) error {
		for _, j := range []market.Job{
			{Kind: market.JobReview, Args: []byte(`{"submission":"s","pass":1}`)},
			{Kind: market.JobSweep, Key: "sweep"},
			{Kind: market.JobSweep, Key: "sweep"}, // waits already: no error
			{Kind: market.JobProbe, Args: []byte(`{"batch":"b"}`), RunAt: now.AddDate(10, 0, 0)},
		} {
			if err := w.Enqueue(ctx, j); err != nil {
				return err
			}
		}
		return nil
	})
}

// everything writes with every method that writes.
func everything(ctx context.Context, w market.Writer) error {
	probed := func(_ bool, err error) error { return err }
	steps := []func() error{
		func() error { return w.InsertAccount(ctx, account("a", market.RoleAdmin)) },
		func() error { return w.InsertInvite(ctx, market.Invite{Hash: "h", ExpiresAt: now.Add(time.Hour)}) },
		func() error { return w.InsertSubmission(ctx, submission("s", "weather")) },
		func() error { return w.UpdateSubmission(ctx, submission("s", "weather")) },
		func() error { return probed(w.InsertExamination(ctx, examination("s", 1))) },
		func() error { return w.PutToken(ctx, "submission/s", []byte("x")) },
		func() error { return w.SaveListing(ctx, listing("weather")) },
		func() error { return w.SaveHealth(ctx, "weather", health()) },
		func() error { return probed(w.InsertProbeRecord(ctx, probe(1, "weather", now))) },
		func() error { return w.SaveRuleSetting(ctx, market.SavedSetting{Rule: "DSC-003"}) },
		func() error { return w.PutRuleHits(ctx, "s", []market.RuleHit{hit("s", "DSC-003", now)}) },
		func() error { return probed(w.InsertWaiver(ctx, waiver("w", "weather", "k"))) },
		func() error { return w.InsertRereview(ctx, rereview("r", now)) },
		func() error {
			return w.PutRereviewChange(ctx, market.RereviewChange{Rereview: "r", Listing: "weather"})
		},
		func() error { return w.AppendAct(ctx, act(1)) },
		func() error { return w.Enqueue(ctx, market.Job{Kind: market.JobReview, Key: "k"}) },
		func() error { _, err := w.BumpCatalog(ctx, now); return err },
	}
	for _, f := range steps {
		if err := f(); err != nil {
			return err
		}
	}
	return nil
}

func wantEmpty(t *testing.T, s market.Store) {
	t.Helper()
	view(t, s, func(ctx context.Context, r market.Reader) {
		same(t, len(must(r.Accounts(ctx, ""))(t)), 0)
		same(t, len(must(r.Submissions(ctx, market.SubmissionFilter{}))(t)), 0)
		same(t, len(must(r.Examinations(ctx, "s"))(t)), 0)
		same(t, len(must(r.Listings(ctx, market.ListingFilter{}))(t)), 0)
		same(t, len(must(r.ProbeRecords(ctx, "weather", 9))(t)), 0)
		same(t, len(must(r.RuleSettings(ctx))(t)), 0)
		same(t, len(must(r.RuleHits(ctx, market.RuleFilter{}))(t)), 0)
		same(t, len(must(r.Waivers(ctx, market.WaiverFilter{}))(t)), 0)
		same(t, len(must(r.Rereviews(ctx, 9))(t)), 0)
		same(t, len(must(r.RereviewChanges(ctx, market.ChangeFilter{}))(t)), 0)
		same(t, len(must(r.Acts(ctx, market.AuditFilter{}))(t)), 0)
		same(t, must(r.CatalogRevision(ctx))(t), market.CatalogRevision{})
	})
	failing(t, s, market.ErrInviteInvalid, func(ctx context.Context, w market.Writer) error {
		same(t, len(must(w.Token(ctx, "submission/s"))(t)), 0)
		_, err := w.TakeInvite(ctx, "h", now)
		return err
	})
	update(t, s, everything) // nothing is in its way
}

func rollback(t *testing.T, s market.Store) {
	failing(t, s, errOwn, func(ctx context.Context, w market.Writer) error {
		if err := everything(ctx, w); err != nil {
			return err
		}
		return errOwn
	})
	wantEmpty(t, s)
}

func rollbackOnPanic(t *testing.T, s market.Store) {
	func() {
		defer func() { same(t, recover(), any("boom")) }()
		_ = s.Update(t.Context(), func(w market.Writer) error {
			if err := everything(t.Context(), w); err != nil {
				t.Errorf("write: %v", err)
			}
			panic("boom")
		})
	}()
	wantEmpty(t, s)
}

func rollbackOnCancel(t *testing.T, s market.Store) {
	ctx, cancel := context.WithCancel(t.Context())
	err := s.Update(ctx, func(w market.Writer) error {
		if err := everything(ctx, w); err != nil {
			return err
		}
		cancel()
		return nil
	})
	if err == nil {
		t.Error("an update whose context ended was committed")
	}
	wantEmpty(t, s)
}

// lostUpdate has many read the same version and write it: one wins.
func lostUpdate(t *testing.T, s market.Store) {
	insert(t, s, submission("s", "weather"))
	var x market.Submission
	view(t, s, func(ctx context.Context, r market.Reader) { x = must(r.Submission(ctx, "s"))(t) })
	var won, stale atomic.Int32
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			mine := x
			mine.Digest = fmt.Sprint(i)
			err := s.Update(t.Context(), func(w market.Writer) error { return w.UpdateSubmission(t.Context(), mine) })
			switch {
			case err == nil:
				won.Add(1)
			case errors.Is(err, market.ErrStale):
				stale.Add(1)
			default:
				t.Errorf("update: %v", err)
			}
		})
	}
	wg.Wait()
	if won.Load() != 1 || stale.Load() != 7 {
		t.Errorf("%d won and %d were stale, want 1 and 7", won.Load(), stale.Load())
	}
}

// twoClaims reads and writes in one update, as the desk does: the second sees
// the first's claim.
func twoClaims(t *testing.T, s market.Store) {
	insert(t, s, submission("s", "weather"))
	var got atomic.Int32
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			err := s.Update(t.Context(), func(w market.Writer) error {
				x, err := w.Submission(t.Context(), "s")
				if err != nil || x.Claimed(now) {
					return err
				}
				x.ClaimedBy, x.ClaimedUntil = fmt.Sprint("reviewer-", i), now.Add(market.ClaimFor)
				if err := w.UpdateSubmission(t.Context(), x); err != nil {
					return err
				}
				got.Add(1)
				return nil
			})
			if err != nil {
				t.Errorf("claim: %v", err)
			}
		})
	}
	wg.Wait()
	if got.Load() != 1 {
		t.Errorf("%d reviewers claimed one submission", got.Load())
	}
}

// serialUpdates count up by reading and writing: none is lost, none is stale.
func serialUpdates(t *testing.T, s market.Store) {
	insert(t, s, submission("s", "weather"))
	const writers, each = 6, 5
	var wg sync.WaitGroup
	for range writers {
		wg.Go(func() {
			for range each {
				err := s.Update(t.Context(), func(w market.Writer) error {
					x, err := w.Submission(t.Context(), "s")
					if err != nil {
						return err
					}
					x.ToolCount++
					return w.UpdateSubmission(t.Context(), x)
				})
				if err != nil {
					t.Errorf("update: %v", err)
				}
			}
		})
	}
	wg.Wait()
	view(t, s, func(ctx context.Context, r market.Reader) {
		same(t, must(r.Submission(ctx, "s"))(t).ToolCount, 3+writers*each)
	})
}

func oneState(t *testing.T, s market.Store) {
	view(t, s, func(ctx context.Context, r market.Reader) {
		same(t, must(r.CatalogRevision(ctx))(t).Revision, int64(0))
		update(t, s, func(ctx context.Context, w market.Writer) error { _, err := w.BumpCatalog(ctx, now); return err })
		same(t, must(r.CatalogRevision(ctx))(t).Revision, int64(0))
	})
	view(t, s, func(ctx context.Context, r market.Reader) {
		same(t, must(r.CatalogRevision(ctx))(t).Revision, int64(1))
	})
}
