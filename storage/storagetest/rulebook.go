package storagetest

import (
	"context"
	"testing"
	"time"

	"marketd/market"
)

func ruleSettings(t *testing.T, s market.Store) {
	one := market.SavedSetting{Rule: "DSC-003", RuleSetting: market.RuleSetting{Severity: market.SeverityWarn, Required: true}, Reason: "太严 <b>", By: "admin-1", At: now}
	two := market.SavedSetting{Rule: "ENT-002", RuleSetting: market.RuleSetting{Enforced: true}, Reason: "r", By: "admin-2", At: now.Add(time.Second)}
	update(t, s, func(ctx context.Context, w market.Writer) error {
		for _, x := range []market.SavedSetting{two, {Rule: "DSC-003", Reason: "before"}, one} {
			if err := w.SaveRuleSetting(ctx, x); err != nil {
				return err
			}
		}
		return w.DeleteRuleSetting(ctx, "never set")
	})
	view(t, s, func(ctx context.Context, r market.Reader) {
		same(t, must(r.RuleSettings(ctx))(t), []market.SavedSetting{one, two})
	})
	update(t, s, func(ctx context.Context, w market.Writer) error { return w.DeleteRuleSetting(ctx, "DSC-003") })
	view(t, s, func(ctx context.Context, r market.Reader) {
		same(t, must(r.RuleSettings(ctx))(t), []market.SavedSetting{two})
	})
}

// hit is what is recorded of a rule that hit two places.
func hit(submission, rule string, at time.Time) market.RuleHit {
	return market.RuleHit{
		Submission: submission, Rule: rule, Listing: "listing-of-" + submission, Severity: market.SeverityReject, Enforced: true, Places: 2, At: at,
		Sample: market.HitSample{Where: "/tools/0/description", Tool: "a", Evidence: "TODO <b>", Message: market.Text{ZH: "占位", EN: "placeholder"}},
	}
}

func putHits(t *testing.T, s market.Store, submission string, hits ...market.RuleHit) {
	t.Helper()
	update(t, s, func(ctx context.Context, w market.Writer) error { return w.PutRuleHits(ctx, submission, hits) })
}

// ruleHits: the last record of a submission counts, but when a rule first hit and
// that a person approved stay.
func ruleHits(t *testing.T, s market.Store) {
	insert(t, s, submission("s1", "one"), submission("s2", "two"))
	a, b, c := hit("s1", "DSC-003", now), hit("s1", "URL-001", now), hit("s2", "DSC-003", now.Add(time.Hour))
	b.Severity = market.SeverityWarn
	putHits(t, s, "s1", a, b)
	putHits(t, s, "s2", c)
	update(t, s, func(ctx context.Context, w market.Writer) error { return w.OverturnRuleHits(ctx, "s1") })
	a.Approved = true // the warning did not stand in the way
	view(t, s, func(ctx context.Context, r market.Reader) {
		same(t, must(r.RuleHits(ctx, market.RuleFilter{}))(t), []market.RuleHit{c, a, b})
		same(t, must(r.RuleHits(ctx, market.RuleFilter{Rule: "DSC-003", Limit: 1, Offset: 1}))(t), []market.RuleHit{a})
		same(t, must(r.RuleHits(ctx, market.RuleFilter{Since: now.Add(time.Minute)}))(t), []market.RuleHit{c})
	})

	later, fresh := hit("s1", "DSC-003", now.Add(time.Hour)), hit("s1", "SCH-001", now.Add(2*time.Hour))
	later.Places, later.Waived, later.Wrong, later.Enforced, later.Severity, later.Sample.Tool = 3, 1, 1, false, market.SeverityNeedsHuman, "b"
	putHits(t, s, "s1", later, fresh)
	later.At, later.Approved = now, true
	view(t, s, func(ctx context.Context, r market.Reader) {
		same(t, must(r.RuleHits(ctx, market.RuleFilter{}))(t), []market.RuleHit{fresh, c, later})
	})
	putHits(t, s, "s1")
	view(t, s, func(ctx context.Context, r market.Reader) {
		same(t, must(r.RuleHits(ctx, market.RuleFilter{}))(t), []market.RuleHit{c})
	})
}

func ruleStats(t *testing.T, s market.Store) {
	insert(t, s, submission("s1", "one"), submission("s2", "two"), submission("s3", "three"))
	old, mid, last := hit("s1", "DSC-003", now.AddDate(0, 0, -60)), hit("s2", "DSC-003", now), hit("s3", "DSC-003", now.Add(time.Second))
	mid.Listing, mid.Places, mid.Enforced = old.Listing, 5, false
	last.Waived, last.Wrong = 1, 1
	other := hit("s1", "URL-001", now)
	putHits(t, s, "s1", old, other)
	putHits(t, s, "s2", mid)
	putHits(t, s, "s3", last)
	update(t, s, func(ctx context.Context, w market.Writer) error { return w.OverturnRuleHits(ctx, "s1") })
	url := market.RuleStat{Rule: "URL-001", Submissions: 1, Listings: 1, Places: 2, Overturned: 1, Last: now}
	view(t, s, func(ctx context.Context, r market.Reader) {
		same(t, must(r.RuleStats(ctx, market.RuleFilter{}))(t), []market.RuleStat{
			{Rule: "DSC-003", Submissions: 3, Listings: 2, Places: 9, Monitored: 1, Waived: 1, Overturned: 2, Last: now.Add(time.Second)}, url,
		})
		same(t, must(r.RuleStats(ctx, market.RuleFilter{Since: now.AddDate(0, 0, -30)}))(t), []market.RuleStat{
			{Rule: "DSC-003", Submissions: 2, Listings: 2, Places: 7, Monitored: 1, Waived: 1, Overturned: 1, Last: now.Add(time.Second)}, url,
		})
		same(t, must(r.RuleStats(ctx, market.RuleFilter{Rule: "URL-001"}))(t), []market.RuleStat{url})
		same(t, len(must(r.RuleStats(ctx, market.RuleFilter{Rule: "NET-001"}))(t)), 0)
	})
}

func waiver(id, listing, finding string) market.Waiver {
	return market.Waiver{
		ID: id, Listing: listing, Owner: "owner-1", Submission: "s1", Finding: finding, Rule: "DSC-003", Where: "/tools/0/description", Tool: "a",
		Evidence: "TODO", Reason: "这是产品名", Wrong: true, By: "reviewer-1", At: now,
	}
}

func waivers(t *testing.T, s market.Store) {
	one, two, again := waiver("w1", "one", "k"), waiver("w2", "two", "k"), waiver("w3", "one", "k")
	two.At, two.Rule, two.Owner = now.Add(time.Second), "URL-001", "owner-2"
	add := func(x market.Waiver, want bool) {
		t.Helper()
		update(t, s, func(ctx context.Context, w market.Writer) error {
			same(t, must(w.InsertWaiver(ctx, x))(t), want)
			return nil
		})
	}
	add(one, true)
	add(two, true)
	add(again, false) // it is waived already
	view(t, s, func(ctx context.Context, r market.Reader) {
		same(t, must(r.Waiver(ctx, "w1"))(t), one)
		same(t, must(r.Waivers(ctx, market.WaiverFilter{}))(t), []market.Waiver{two, one})
		same(t, must(r.Waivers(ctx, market.WaiverFilter{Listing: "one", Owner: "owner-1", Holding: true}))(t), []market.Waiver{one})
		same(t, len(must(r.Waivers(ctx, market.WaiverFilter{Listing: "one", Owner: "owner-2"}))(t)), 0)
		same(t, must(r.Waivers(ctx, market.WaiverFilter{Rule: "URL-001"}))(t), []market.Waiver{two})
		_, err := r.Waiver(ctx, "w3")
		wantErr(t, err, market.ErrWaiverNotFound)
	})
	for _, by := range []string{"reviewer-2", "reviewer-3"} { // the first one counts
		update(t, s, func(ctx context.Context, w market.Writer) error {
			return w.WithdrawWaiver(ctx, "w1", by, now.Add(time.Hour))
		})
	}
	failing(t, s, market.ErrWaiverNotFound, func(ctx context.Context, w market.Writer) error {
		return w.WithdrawWaiver(ctx, "gone", "r", now)
	})
	one.WithdrawnBy, one.WithdrawnAt = "reviewer-2", now.Add(time.Hour)
	add(again, true)
	view(t, s, func(ctx context.Context, r market.Reader) {
		same(t, must(r.Waivers(ctx, market.WaiverFilter{Rule: "DSC-003"}))(t), []market.Waiver{again, one})
		same(t, must(r.Waivers(ctx, market.WaiverFilter{Rule: "DSC-003", Holding: true}))(t), []market.Waiver{again})
	})
}
