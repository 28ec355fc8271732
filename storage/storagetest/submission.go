package storagetest

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"marketd/market"
)

func insert(t testing.TB, s market.Store, subs ...market.Submission) {
	t.Helper()
	update(t, s, func(ctx context.Context, w market.Writer) error {
		for _, x := range subs {
			if err := w.InsertSubmission(ctx, x); err != nil {
				return err
			}
		}
		return nil
	})
}

func ids(subs []market.Submission) string {
	names := make([]string, len(subs))
	for i, s := range subs {
		names[i] = s.ID
	}
	return strings.Join(names, " ")
}

func submissionRoundTrip(t *testing.T, s market.Store) {
	x := submission("s1", "weather")
	y := market.Submission{ID: "s2", ListingID: "bare", Revision: 1, Stage: market.StageRejected, SubmittedAt: now, UpdatedAt: now}
	insert(t, s, x, y)
	view(t, s, func(ctx context.Context, r market.Reader) {
		same(t, must(r.Submission(ctx, "s1"))(t), x)
		same(t, must(r.Submission(ctx, "s2"))(t), y)
		_, err := r.Submission(ctx, "s3")
		wantErr(t, err, market.ErrSubmissionNotFound)
		same(t, must(r.LastRevision(ctx, "weather"))(t), 1)
		same(t, must(r.LastRevision(ctx, "unheard-of"))(t), 0)
	})

	x.Stage, x.ClaimedBy, x.ClaimedUntil, x.Pass = market.StageApproved, "reviewer-1", now.Add(market.ClaimFor), 2
	x.Decision = market.Decision{Kind: market.DecideApprove, By: "reviewer-1", At: now, Rules: []string{"DSC-001"}, Text: "好"}
	x.Decision.Ruleset, x.Appeal = "2026-12-01.1", market.Appeal{At: now, Text: "请人看看"}
	x.Entry.Name, x.Rules = "改名", nil
	update(t, s, func(ctx context.Context, w market.Writer) error { return w.UpdateSubmission(ctx, x) })
	x.Version++
	view(t, s, func(ctx context.Context, r market.Reader) { same(t, must(r.Submission(ctx, "s1"))(t), x) })
}

func submissionFilters(t *testing.T, s market.Store) {
	a, b, c := submission("a", "one"), submission("b", "two"), submission("c", "three")
	b.SubmittedAt, b.Stage, b.ClaimedBy = now.Add(time.Second), market.StageInReview, "r1"
	c.SubmittedAt, c.Stage, c.Owner = now.Add(time.Second), market.StageApproved, "owner-2"
	insert(t, s, a, b, c)
	for _, tt := range []struct {
		name   string
		filter market.SubmissionFilter
		want   string
	}{
		{"all, newest first, by id within an instant", market.SubmissionFilter{}, "c b a"},
		{"oldest", market.SubmissionFilter{Oldest: true}, "a b c"},
		{"owner", market.SubmissionFilter{Owner: "owner-2"}, "c"},
		{"listing", market.SubmissionFilter{ListingID: "two"}, "b"},
		{"stages", market.SubmissionFilter{Stages: []market.Stage{market.StageChecking, market.StageInReview}}, "b a"},
		{"claimed", market.SubmissionFilter{ClaimedBy: "r1"}, "b"},
		{"together", market.SubmissionFilter{Owner: "owner-1", Stages: []market.Stage{market.StageApproved}}, ""},
		{"limit", market.SubmissionFilter{Limit: 2}, "c b"},
		{"offset", market.SubmissionFilter{Limit: 2, Offset: 2}, "a"},
		{"beyond", market.SubmissionFilter{Offset: 9}, ""},
		{"negative", market.SubmissionFilter{Limit: -1, Offset: -1}, "c b a"},
	} {
		view(t, s, func(ctx context.Context, r market.Reader) {
			if got := ids(must(r.Submissions(ctx, tt.filter))(t)); got != tt.want {
				t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
			}
		})
	}
}

func submissionQuery(t *testing.T, s market.Store) {
	a, b, c := submission("a", "weather-demo"), submission("b", "maps"), submission("c", "odd")
	a.Entry.Name, a.Rules = "天气 Émile ÄÖÜ", []string{"DSC-003"}
	b.Entry.Name, b.Rules = "Maps of 100%", []string{"URL-001"}
	b.Entry.Server.URL = "https://API.Maps.example.org/mcp"
	c.Entry.Name, c.Rules = `under_score \ back`, nil
	insert(t, s, a, b, c)
	for _, tt := range []struct{ query, want string }{
		{"天气", "a"},
		{"WEATHER-", "a"},
		{"émile äöü", "a"},
		{"dsc-003", "a"},
		{"api.maps.EXAMPLE", "b"},
		{"100%", "b"},
		{"0%m", ""},
		{"under_score", "c"},
		{"under?score", ""},
		{"underscore", ""},
		{`\ back`, "c"},
		{"  maps \n of ", "b"},
		{"   ", "c b a"},
		{"maps.example.orgurl-001", ""},
		{"B", "c b"}, // b by its id, c by its name
		{strings.Repeat("长", 100_000), ""},
		{"'; DROP TABLE submission; --", ""},
	} {
		view(t, s, func(ctx context.Context, r market.Reader) {
			if got := ids(must(r.Submissions(ctx, market.SubmissionFilter{Query: tt.query}))(t)); got != tt.want {
				t.Errorf("query %.40q: got %q, want %q", tt.query, got, tt.want)
			}
		})
	}
}

func submissionCounts(t *testing.T, s market.Store) {
	a, b, c := submission("a", "one"), submission("b", "two"), submission("c", "three")
	c.Stage = market.StageRejected
	insert(t, s, a, b, c)
	view(t, s, func(ctx context.Context, r market.Reader) {
		got := must(r.CountSubmissions(ctx, market.SubmissionFilter{Limit: 1, Offset: 5}))(t)
		same(t, got, map[market.Stage]int{market.StageChecking: 2, market.StageRejected: 1})
		same(t, must(r.CountSubmissions(ctx, market.SubmissionFilter{Query: "TWO"}))(t), map[market.Stage]int{market.StageChecking: 1})
		same(t, must(r.CountSubmissions(ctx, market.SubmissionFilter{Owner: "x"}))(t), map[market.Stage]int{})
	})
}

func oneOpenSubmission(t *testing.T, s market.Store) {
	for i, stage := range []market.Stage{market.StageChecking, market.StageInReview, market.StageChangesRequested} {
		id := fmt.Sprintf("listing-%d", i)
		first, second := submission(id+"-a", id), submission(id+"-b", id)
		first.Stage, second.Revision = stage, 2
		insert(t, s, first)
		failing(t, s, market.ErrIDTaken, func(ctx context.Context, w market.Writer) error { return w.InsertSubmission(ctx, second) })

		first.Stage = market.StageWithdrawn
		update(t, s, func(ctx context.Context, w market.Writer) error { return w.UpdateSubmission(ctx, first) })
		insert(t, s, second)
		view(t, s, func(ctx context.Context, r market.Reader) { same(t, must(r.LastRevision(ctx, id))(t), 2) })

		third := submission(id+"-c", id) // revision 1 once more
		third.Stage = market.StageRejected
		failing(t, s, market.ErrIDTaken, func(ctx context.Context, w market.Writer) error { return w.InsertSubmission(ctx, third) })
	}
}

func staleSubmission(t *testing.T, s market.Store) {
	x := submission("s", "weather")
	insert(t, s, x)
	update(t, s, func(ctx context.Context, w market.Writer) error { return w.UpdateSubmission(ctx, x) })
	failing(t, s, market.ErrStale, func(ctx context.Context, w market.Writer) error { return w.UpdateSubmission(ctx, x) })
	x.ID = "gone"
	failing(t, s, market.ErrSubmissionNotFound, func(ctx context.Context, w market.Writer) error { return w.UpdateSubmission(ctx, x) })
}

func tokens(t *testing.T, s market.Store) {
	x := submission("s", "weather")
	insert(t, s, x)
	sealed := []byte{0, 1, 0xff, 0, 'x'}
	update(t, s, func(ctx context.Context, w market.Writer) error {
		same(t, len(must(w.Token(ctx, "submission/s"))(t)), 0)
		if err := w.PutToken(ctx, "submission/s", []byte("first")); err != nil {
			return err
		}
		return w.PutToken(ctx, "submission/s", sealed)
	})
	x.HasToken = true
	update(t, s, func(ctx context.Context, w market.Writer) error {
		same(t, must(w.Token(ctx, "submission/s"))(t), sealed)
		same(t, must(w.Submission(ctx, "s"))(t), x)
		if err := w.DeleteToken(ctx, "submission/s"); err != nil {
			return err
		}
		return w.DeleteToken(ctx, "submission/never")
	})
	view(t, s, func(ctx context.Context, r market.Reader) {
		same(t, must(r.Submission(ctx, "s"))(t).HasToken, false)
	})
}
