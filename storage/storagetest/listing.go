package storagetest

import (
	"context"
	"strings"
	"testing"
	"time"

	"marketd/market"
)

func save(t testing.TB, s market.Store, ls ...market.Listing) {
	t.Helper()
	update(t, s, func(ctx context.Context, w market.Writer) error {
		for _, l := range ls {
			if err := w.SaveListing(ctx, l); err != nil {
				return err
			}
		}
		return nil
	})
}

func listings(t *testing.T, s market.Store) {
	a, b := listing("a"), listing("b")
	b.Owner, b.Entry.Server.URL, b.Hold = "owner-2", "HTTPS://A.example.com:443/mcp/", market.HoldPaused
	save(t, s, b, a)
	view(t, s, func(ctx context.Context, r market.Reader) {
		same(t, must(r.Listing(ctx, "a"))(t), a)
		same(t, must(r.Listings(ctx, market.ListingFilter{}))(t), []market.Listing{a, b})
		same(t, must(r.Listings(ctx, market.ListingFilter{Limit: 1}))(t), []market.Listing{a})
		same(t, must(r.Listings(ctx, market.ListingFilter{Owner: "owner-2"}))(t), []market.Listing{b})
		same(t, must(r.Listings(ctx, market.ListingFilter{Endpoint: "https://a.example.com/mcp"}))(t), []market.Listing{a, b})
		same(t, len(must(r.Listings(ctx, market.ListingFilter{Endpoint: "https://c.example.com"}))(t)), 0)
		_, err := r.Listing(ctx, "c")
		wantErr(t, err, market.ErrListingNotFound)
	})

	a.Revision, a.Entry.Name, a.Entry.Server.URL, a.Tools, a.Auth = 3, "新", "https://new.example.com", nil, "token"
	save(t, s, a)
	view(t, s, func(ctx context.Context, r market.Reader) {
		same(t, must(r.Listing(ctx, "a"))(t), a)
		same(t, must(r.Listings(ctx, market.ListingFilter{Endpoint: "https://a.example.com/mcp"}))(t), []market.Listing{b})
	})
}

func health() market.Health {
	return market.Health{
		State: market.HealthDegraded, Since: now, CheckedAt: now.Add(time.Minute), Reason: market.ReasonTimeout,
		Class: market.ClassNetwork, Digest: "v1:sha256:dd", Failures: 3, FailedAt: now.Add(-time.Hour), Successes: 1, Gates: 2,
		NextProbe: now.Add(5 * time.Minute), SilentFor: now.Add(-time.Minute), CertUntil: now.AddDate(0, 3, 0),
		Claim: 7, Folded: 6, ClaimedUntil: now.Add(3 * time.Minute),
	}
}

func listingHealth(t *testing.T, s market.Store) {
	l, h := listing("a"), health()
	h.State = market.HealthUp
	update(t, s, func(ctx context.Context, w market.Writer) error {
		if err := w.SaveHealth(ctx, "a", h); err != nil { // before its listing: the order within an update is free
			return err
		}
		return w.SaveListing(ctx, l)
	})
	h = health()
	update(t, s, func(ctx context.Context, w market.Writer) error { return w.SaveHealth(ctx, "a", h) })
	l.Health.State = market.HealthGone
	save(t, s, l) // leaves health alone
	l.Health = h
	view(t, s, func(ctx context.Context, r market.Reader) {
		same(t, must(r.Listing(ctx, "a"))(t), l)
		same(t, must(r.Listings(ctx, market.ListingFilter{}))(t), []market.Listing{l})
	})
}

// Ids come in the order of their bytes whatever the database's collation.
func listingOrder(t *testing.T, s market.Store) {
	want := []string{"a", "a-b", "a-c", "a1", "aa", "ab-c", "abc", "b-1", "b0"}
	for _, id := range []string{"abc", "a1", "b0", "a-c", "aa", "b-1", "a", "ab-c", "a-b"} {
		save(t, s, listing(id))
	}
	view(t, s, func(ctx context.Context, r market.Reader) {
		var got []string
		for _, l := range must(r.Listings(ctx, market.ListingFilter{}))(t) {
			got = append(got, l.ID)
		}
		same(t, got, want)
		same(t, dueIDs(must(r.DueListings(ctx, now, 100))(t)), want)
	})
}

func catalogRevision(t *testing.T, s market.Store) {
	view(t, s, func(ctx context.Context, r market.Reader) {
		same(t, must(r.CatalogRevision(ctx))(t), market.CatalogRevision{})
	})
	for n := range int64(3) {
		at := now.Add(time.Duration(n) * time.Second)
		want := market.CatalogRevision{Revision: n + 1, UpdatedAt: at}
		update(t, s, func(ctx context.Context, w market.Writer) error {
			same(t, must(w.BumpCatalog(ctx, at))(t), want)
			return nil
		})
		view(t, s, func(ctx context.Context, r market.Reader) { same(t, must(r.CatalogRevision(ctx))(t), want) })
	}
}

func dueListings(t *testing.T, s market.Store) {
	at := func(id string, hold market.Hold, next time.Time) {
		l, h := listing(id), health()
		l.Hold, h.NextProbe, h.ClaimedUntil = hold, next, now
		save(t, s, l)
		update(t, s, func(ctx context.Context, w market.Writer) error { return w.SaveHealth(ctx, id, h) })
	}
	save(t, s, listing("never-probed"))
	at("due-now", market.HoldNone, now)
	at("due-long", market.HoldNone, now.Add(-time.Hour))
	at("soon", market.HoldNone, now.Add(time.Microsecond))
	at("never", market.HoldNone, time.Time{})
	at("held", market.HoldSuspended, now.Add(-time.Hour))
	at("paused", market.HoldPaused, now.Add(-time.Hour))
	at("quarantined", market.HoldQuarantined, now.Add(-time.Minute))
	at("claimed", market.HoldNone, now.Add(-time.Hour))
	update(t, s, func(ctx context.Context, w market.Writer) error {
		return w.PutClaims(ctx, []market.Claim{{Listing: "claimed", Number: 8}}, now.Add(time.Microsecond))
	})
	view(t, s, func(ctx context.Context, r market.Reader) {
		due := func(limit int) string {
			return strings.Join(dueIDs(must(r.DueListings(ctx, now, limit))(t)), " ")
		}
		same(t, due(10), "never-probed due-long quarantined due-now")
		same(t, due(2), "never-probed due-long")
	})
}

func dueIDs(due []market.Due) []string {
	var ids []string
	for _, d := range due {
		ids = append(ids, d.Listing)
	}
	return ids
}
