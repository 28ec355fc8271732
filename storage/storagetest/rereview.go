package storagetest

import (
	"context"
	"testing"
	"time"

	"marketd/market"
)

func rereview(id string, at time.Time) market.Rereview {
	return market.Rereview{
		ID: id, State: market.RereviewRunning, Settings: map[string]market.RuleSetting{"DSC-003": {Severity: market.SeverityWarn, Enforced: true}},
		Base: map[string]market.RuleSetting{"URL-001": {Enforced: true, Required: true}}, Reason: "试试", By: "admin-1", At: at, Total: 3,
	}
}

func rereviews(t *testing.T, s market.Store) {
	a, b := rereview("r1", now), rereview("r2", now.Add(time.Second))
	b.Settings, b.Base = nil, nil
	update(t, s, func(ctx context.Context, w market.Writer) error {
		for _, x := range []market.Rereview{a, b} {
			if err := w.InsertRereview(ctx, x); err != nil {
				return err
			}
		}
		return nil
	})
	view(t, s, func(ctx context.Context, r market.Reader) {
		same(t, must(r.Rereview(ctx, "r1"))(t), a)
		same(t, must(r.Rereviews(ctx, 9))(t), []market.Rereview{b, a})
		same(t, must(r.Rereviews(ctx, 1))(t), []market.Rereview{b})
		_, err := r.Rereview(ctx, "r3")
		wantErr(t, err, market.ErrRereviewNotFound)
	})
	a.State, a.Ruleset, a.Applying, a.Cursor, a.Judged, a.Unseen = market.RereviewApplied, "2026-12-01.1", true, "weather", 2, 1
	a.Tally = market.Tally{Verdicts: map[string]int{"clean→rejected": 1}, Rules: map[string]market.RuleTally{"DSC-003": {Gained: 1}}, Changed: 1, Look: 1}
	a.AppliedBy, a.AppliedAt, a.EndedAt, a.Total = "admin-2", now.Add(time.Hour), now.Add(2*time.Hour), 4
	update(t, s, func(ctx context.Context, w market.Writer) error { return w.UpdateRereview(ctx, a) })
	failing(t, s, market.ErrStale, func(ctx context.Context, w market.Writer) error { return w.UpdateRereview(ctx, a) })
	gone := rereview("r3", now)
	failing(t, s, market.ErrRereviewNotFound, func(ctx context.Context, w market.Writer) error { return w.UpdateRereview(ctx, gone) })
	a.Version++
	view(t, s, func(ctx context.Context, r market.Reader) { same(t, must(r.Rereview(ctx, "r1"))(t), a) })
}

func rereviewChanges(t *testing.T, s market.Store) {
	update(t, s, func(ctx context.Context, w market.Writer) error {
		if err := w.InsertRereview(ctx, rereview("r1", now)); err != nil {
			return err
		}
		return w.InsertRereview(ctx, rereview("r2", now))
	})
	change := func(run, listing, rule string, look bool) market.RereviewChange {
		return market.RereviewChange{
			Rereview: run, Listing: listing, Submission: "sub-" + listing, Before: market.Verdicts{All: market.VerdictClean},
			After: market.Verdicts{All: market.VerdictRejected, App: market.VerdictRejected, MCP: market.VerdictClean}, Look: look,
			Shifts:   []market.RuleShift{{Rule: rule, After: "reject"}},
			Findings: []market.Finding{{Rule: rule, Severity: market.SeverityReject, Enforced: true, Where: "/entry/name", Evidence: "<b>\u2028"}},
		}
	}
	a, b, c, other := change("r1", "a", "DSC-003", false), change("r1", "b", "URL-001", true), change("r1", "c", "DSC_003", false), change("r2", "a", "DSC-003", true)
	update(t, s, func(ctx context.Context, w market.Writer) error {
		for _, x := range []market.RereviewChange{c, {Rereview: "r1", Listing: "a"}, b, other, a} {
			if err := w.PutRereviewChange(ctx, x); err != nil {
				return err
			}
		}
		return nil
	})
	view(t, s, func(ctx context.Context, r market.Reader) {
		of := func(f market.ChangeFilter) []market.RereviewChange {
			f.Rereview = "r1"
			return must(r.RereviewChanges(ctx, f))(t)
		}
		same(t, of(market.ChangeFilter{}), []market.RereviewChange{b, a, c})
		same(t, of(market.ChangeFilter{Look: true}), []market.RereviewChange{b})
		same(t, of(market.ChangeFilter{Rule: "DSC_003"}), []market.RereviewChange{c}) // "_" is itself
		same(t, of(market.ChangeFilter{Limit: 1, Offset: 1}), []market.RereviewChange{a})
	})
	update(t, s, func(ctx context.Context, w market.Writer) error { return w.DeleteRereviewChanges(ctx, "r1") })
	view(t, s, func(ctx context.Context, r market.Reader) {
		same(t, len(must(r.RereviewChanges(ctx, market.ChangeFilter{Rereview: "r1"}))(t)), 0)
		same(t, must(r.RereviewChanges(ctx, market.ChangeFilter{Rereview: "r2"}))(t), []market.RereviewChange{other})
	})
}

func listingIDs(t *testing.T, s market.Store) {
	save(t, s, listing("b"), listing("a"), listing("c"))
	view(t, s, func(ctx context.Context, r market.Reader) {
		same(t, must(r.ListingIDs(ctx, "", 2))(t), []string{"a", "b"})
		same(t, must(r.ListingIDs(ctx, "b", 2))(t), []string{"c"})
		same(t, len(must(r.ListingIDs(ctx, "c", 2))(t)), 0)
		same(t, must(r.CountListings(ctx))(t), 3)
	})
}

func replaceReport(t *testing.T, s market.Store) {
	insert(t, s, submission("s", "weather"))
	one, two := examination("s", 1), examination("s", 2)
	update(t, s, func(ctx context.Context, w market.Writer) error {
		for _, e := range []market.Examination{one, two} {
			if _, err := w.InsertExamination(ctx, e); err != nil {
				return err
			}
		}
		two.Report.Verdict, two.Report.Findings = market.VerdictClean, nil
		return w.ReplaceReport(ctx, "s", 2, two.Report)
	})
	view(t, s, func(ctx context.Context, r market.Reader) {
		same(t, must(r.Examinations(ctx, "s"))(t), []market.Examination{one, two})
	})
}
