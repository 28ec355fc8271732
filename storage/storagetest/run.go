package storagetest

import (
	"context"
	"encoding/json"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"marketd/market"
)

// Run checks every promise of [market.Store] on fresh stores that open returns.
func Run(t *testing.T, open func(testing.TB) market.Store) {
	for _, c := range []struct {
		name  string
		check func(*testing.T, market.Store)
	}{
		{"accounts", accounts},
		{"account e-mail is unique", accountEmail},
		{"invites", invites},
		{"submission round trip", submissionRoundTrip},
		{"submission filters", submissionFilters},
		{"submission query", submissionQuery},
		{"submission counts", submissionCounts},
		{"one open submission a listing", oneOpenSubmission},
		{"stale submission", staleSubmission},
		{"lost update", lostUpdate},
		{"two claims", twoClaims},
		{"examinations", examinations},
		{"examination recorded twice", examinationTwice},
		{"a report replaced", replaceReport},
		{"tokens", tokens},
		{"listings", listings},
		{"listing health", listingHealth},
		{"listing order", listingOrder},
		{"icons", icons},
		{"catalog revision", catalogRevision},
		{"due listings", dueListings},
		{"probe records", probeRecords},
		{"claims", claims},
		{"claims held and released", claimsHeld},
		{"probe targets", probeTargets},
		{"many probes at once", probesAtOnce},
		{"probe recorded twice", probeTwice},
		{"transcripts", transcripts},
		{"pages of roll-ups", rollupPages},
		{"results not rolled up", unrolledRecords},
		{"listings to compact", compactable},
		{"results dropped", dropHistory},
		{"roll-ups dropped", dropPages},
		{"incidents", incidents},
		{"events", events},
		{"which events", eventFilters},
		{"channels", channels},
		{"links of channels", channelLinks},
		{"deliveries", deliveries},
		{"drifts", drifts},
		{"one open drift a listing", oneOpenDrift},
		{"tools of drifts are bounded", driftsBounded},
		{"sightings", sightings},
		{"approved tools", approvedTools},
		{"maintenance", maintenance},
		{"exclusions", exclusions},
		{"complaints", complaints},
		{"shared reports", sharedReports},
		{"acts", acts},
		{"acts at once", actsAtOnce},
		{"rule settings", ruleSettings},
		{"rule hits", ruleHits},
		{"rule statistics", ruleStats},
		{"waivers", waivers},
		{"re-reviews", rereviews},
		{"changes of a re-review", rereviewChanges},
		{"ids of listings", listingIDs},
		{"enqueue", enqueue},
		{"rollback", rollback},
		{"rollback on panic", rollbackOnPanic},
		{"rollback on cancel", rollbackOnCancel},
		{"a view sees one state", oneState},
		{"updates see each other", serialUpdates},
		{"any text", anyText},
		{"instants", instants},
		{"ten thousand", tenThousand},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			c.check(t, open(t))
		})
	}
}

// now is the instant of every test, with all the digits that a store keeps.
var now = time.Date(2026, 11, 30, 9, 0, 0, 123456000, time.UTC)

func view(t testing.TB, s market.Store, f func(context.Context, market.Reader)) {
	t.Helper()
	ctx := t.Context()
	if err := s.View(ctx, func(r market.Reader) error { f(ctx, r); return nil }); err != nil {
		t.Fatalf("view: %v", err)
	}
}

// update runs f, whose error fails the test, and so does the commit's.
func update(t testing.TB, s market.Store, f func(context.Context, market.Writer) error) {
	t.Helper()
	ctx := t.Context()
	if err := s.Update(ctx, func(w market.Writer) error { return f(ctx, w) }); err != nil {
		t.Fatalf("update: %v", err)
	}
}

// failing runs an update that must fail with the error.
func failing(t testing.TB, s market.Store, want error, f func(context.Context, market.Writer) error) {
	t.Helper()
	ctx := t.Context()
	err := s.Update(ctx, func(w market.Writer) error { return f(ctx, w) })
	wantErr(t, err, want)
}

func wantErr(t testing.TB, got, want error) {
	t.Helper()
	if got != want { //nolint:errorlint // the sentinel itself, unwrapped: its text goes to users
		t.Errorf("error = %v, want %v", got, want)
	}
}

func same(t testing.TB, got, want any) {
	t.Helper()
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("not what was stored (-want +got):\n%s", d)
	}
}

func must[T any](v T, err error) func(testing.TB) T {
	return func(t testing.TB) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

func entry(id string) market.Entry {
	return market.Entry{
		ID: id, Kind: market.KindServer, Name: "天气 " + id, Desc: "查询国内城市的实时天气 <b>&amp;</b> \u2028", Cat: "weather",
		Author: "Example", Server: market.Server{URL: "https://" + id + ".example.com/mcp"}, Homepage: "https://example.com",
	}
}

func submission(id, listing string) market.Submission {
	return market.Submission{
		ID: id, ListingID: listing, Owner: "owner-1", Revision: 1, Entry: entry(listing), Stage: market.StageChecking,
		Version: 1, Rules: []string{"DSC-003", "SCH-001"}, Verdict: market.VerdictNeedsHuman, Digest: "v1:sha256:ab", ToolCount: 3,
		Pass: 1, SubmittedAt: now, UpdatedAt: now.Add(time.Second),
	}
}

func listing(id string) market.Listing {
	return market.Listing{
		ID: id, Owner: "owner-1", Revision: 2, Submission: "sub-" + id, Entry: entry(id),
		Tools:   []json.RawMessage{json.RawMessage(`{"name": "weather.now", "x": 1.0, "d": "<&>"}`), json.RawMessage(`{"name":"b"}`)},
		Digests: []string{"v1:sha256:01", "v1:sha256:02"}, Digest: "v1:sha256:03", Auth: "none", App: market.OutcomePass,
		ApprovedBy: "reviewer-1", Ruleset: "2026-11", CreatedAt: now, ApprovedAt: now.Add(time.Hour),
		Health: market.Health{State: market.HealthUnknown},
	}
}
