package storagetest

import (
	"context"
	"fmt"
	"testing"
	"time"

	"marketd/market"
)

// A claim keeps its listing from being due until it dies, and makes the row of
// a listing that was never probed.
func claims(t *testing.T, s market.Store) {
	save(t, s, listing("a"), listing("b"))
	h := health()
	h.NextProbe, h.ClaimedUntil = now.Add(-time.Hour), time.Time{}
	update(t, s, func(ctx context.Context, w market.Writer) error {
		if err := w.SaveHealth(ctx, "a", h); err != nil {
			return err
		}
		return w.PutClaims(ctx, []market.Claim{{Listing: "a", Number: 8}, {Listing: "b", Number: 1}}, now.Add(time.Minute))
	})
	view(t, s, func(ctx context.Context, r market.Reader) {
		same(t, len(must(r.DueListings(ctx, now, 10))(t)), 0)
		same(t, must(r.ClaimedListings(ctx, now))(t), []market.Due{
			{Listing: "a", Endpoint: listing("a").Entry.Endpoint(), Claim: 8}, {Listing: "b", Endpoint: listing("b").Entry.Endpoint(), Claim: 1},
		})
		same(t, len(must(r.ClaimedListings(ctx, now.Add(time.Minute)))(t)), 0)
		same(t, dueIDs(must(r.DueListings(ctx, now.Add(time.Minute), 10))(t)), []string{"b", "a"})
		got := must(r.Listing(ctx, "a"))(t).Health
		h.Claim, h.ClaimedUntil = 8, now.Add(time.Minute)
		same(t, got, h)
	})
}

func claimsHeld(t *testing.T, s market.Store) {
	save(t, s, listing("a"), listing("b"), listing("c"))
	update(t, s, func(ctx context.Context, w market.Writer) error {
		if err := w.PutClaims(ctx, []market.Claim{{Listing: "a", Number: 1}, {Listing: "b", Number: 1}}, now.Add(time.Minute)); err != nil {
			return err
		}
		return w.SaveHealth(ctx, "c", market.Health{State: market.HealthUp, Claim: 3, Folded: 3, ClaimedUntil: now.Add(time.Minute)}) // has its result
	})
	until := func(id string) (at time.Time) {
		view(t, s, func(ctx context.Context, r market.Reader) { at = must(r.Listing(ctx, id))(t).Health.ClaimedUntil })
		return at
	}
	hold := func(at time.Time, ids ...string) {
		update(t, s, func(ctx context.Context, w market.Writer) error {
			return w.HoldClaims(ctx, ids, at, now.Add(time.Hour))
		})
	}
	hold(now, "a", "c")
	hold(now.Add(time.Minute), "b") // it has died by then
	hold(now)
	same(t, until("a"), now.Add(time.Hour))
	same(t, until("b"), now.Add(time.Minute))
	same(t, until("c"), now.Add(time.Minute))
	update(t, s, func(ctx context.Context, w market.Writer) error {
		return w.ReleaseClaims(ctx, []market.Claim{{Listing: "a", Number: 1}, {Listing: "b", Number: 2}, {Listing: "c", Number: 3}})
	})
	same(t, until("a"), time.Time{})
	same(t, until("b"), now.Add(time.Minute)) // another claim's
	same(t, until("c"), now.Add(time.Minute))
}

// What a batch reads is the listing but for what is large.
func probeTargets(t *testing.T, s market.Store) {
	a, b := listing("a"), listing("b")
	a.Health, b.Health = market.Health{State: market.HealthUnknown}, health()
	save(t, s, a, b)
	update(t, s, func(ctx context.Context, w market.Writer) error {
		if err := w.SaveHealth(ctx, "b", b.Health); err != nil {
			return err
		}
		return w.PutToken(ctx, "listing/a", []byte("sealed"))
	})
	view(t, s, func(ctx context.Context, r market.Reader) {
		got := must(r.ProbeTargets(ctx, []string{"b", "gone", "a"}))(t)
		same(t, len(got), 2)
		for i, want := range []market.Listing{a, b} {
			l := got[i].Listing
			same(t, []any{l.ID, l.Owner, l.Revision, l.Submission, l.Entry, l.Digest, l.Auth, l.App, l.MCP, l.Hold, l.CreatedAt, l.ApprovedAt, l.Health},
				[]any{want.ID, want.Owner, want.Revision, want.Submission, want.Entry, want.Digest, want.Auth, want.App, want.MCP, want.Hold, want.CreatedAt, want.ApprovedAt, want.Health})
		}
		same(t, string(got[0].Token), "sealed")
		same(t, len(got[1].Token), 0)
		same(t, len(must(r.ProbeTargets(ctx, nil))(t)), 0)
		var lean []market.Listing
		for _, l := range []market.Listing{a, b} {
			lean = append(lean, market.Listing{ID: l.ID, Submission: l.Submission, Digest: l.Digest, Hold: l.Hold, Health: l.Health})
		}
		same(t, must(r.Healths(ctx, []string{"b", "gone", "a"}))(t), lean)
	})
}

// More results than one statement takes are stored all the same, and one that
// is stored already stays as it is.
func probesAtOnce(t *testing.T, s market.Store) {
	var results []market.ProbeResult
	for i := range 120 {
		id := fmt.Sprintf("l-%03d", i)
		save(t, s, listing(id))
		results = append(results, market.ProbeResult{Record: probe(1, id, now), Health: health()})
	}
	first := results[7].Record
	first.Detail = "the first"
	update(t, s, func(ctx context.Context, w market.Writer) error {
		if _, err := w.InsertProbeRecord(ctx, first); err != nil {
			return err
		}
		return w.PutProbes(ctx, results)
	})
	view(t, s, func(ctx context.Context, r market.Reader) {
		for _, x := range results {
			want := x.Record
			if x.Record.Listing == first.Listing {
				want = first
			}
			same(t, must(r.ProbeRecords(ctx, x.Record.Listing, 10))(t), []market.ProbeRecord{want})
			same(t, must(r.Listing(ctx, x.Record.Listing))(t).Health, x.Health)
		}
	})
}
