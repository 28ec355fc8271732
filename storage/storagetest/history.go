package storagetest

import (
	"context"
	"testing"
	"time"

	"marketd/market"
)

func rollupPages(t *testing.T, s market.Store) {
	page := func(listing string, res market.Resolution, n int64, packed string) market.RollupPage {
		return market.RollupPage{Listing: listing, Resolution: res, Number: n, Packed: []byte(packed)}
	}
	a1, a2 := page("a", market.FiveMinutes, 20_000, "\x00\xff'\\"), page("a", market.FiveMinutes, 20_001, "2")
	hourly, b, all := page("a", market.Hourly, 20_000, "3"), page("b", market.FiveMinutes, 20_000, "4"), page(market.WholeMarket, market.Hourly, -7, "5")
	put := func(ps ...market.RollupPage) {
		for _, p := range ps {
			update(t, s, func(ctx context.Context, w market.Writer) error { return w.PutRollupPage(ctx, p) })
		}
	}
	want := func(f market.PageFilter, want ...market.RollupPage) {
		t.Helper()
		view(t, s, func(ctx context.Context, r market.Reader) { same(t, must(r.RollupPages(ctx, f))(t), want) })
	}
	put(b, a2, a1, hourly, all)
	a := []string{"a"}
	want(market.PageFilter{Listings: a, Resolution: market.FiveMinutes}, a1, a2)
	want(market.PageFilter{Listings: a, Resolution: market.FiveMinutes, From: a2.Number}, a2)
	want(market.PageFilter{Listings: a, Resolution: market.FiveMinutes, From: a1.Number, Until: a1.Number}, a1)
	want(market.PageFilter{Listings: []string{"b", "a", "c"}, Resolution: market.FiveMinutes}, a1, a2, b)
	want(market.PageFilter{Listings: a, Resolution: market.Hourly}, hourly)
	want(market.PageFilter{Listings: a, Resolution: market.Daily})
	want(market.PageFilter{Resolution: market.Hourly})
	want(market.PageFilter{Listings: []string{market.WholeMarket}, Resolution: market.Hourly, From: -7}, all)
	a2.Packed = []byte("another")
	put(a2)
	want(market.PageFilter{Listings: a, Resolution: market.FiveMinutes, From: a2.Number}, a2)
}

// unrolled stores results of "a" with these claims, each a minute after the one before.
func unrolled(t *testing.T, s market.Store, claims ...int64) {
	for _, c := range claims {
		p := probe(c, "a", now.Add(time.Duration(c)*time.Minute))
		update(t, s, func(ctx context.Context, w market.Writer) error {
			_, err := w.InsertProbeRecord(ctx, p)
			return err
		})
	}
}

func compacted(t *testing.T, s market.Store, listing string, claim int64, at time.Time) {
	update(t, s, func(ctx context.Context, w market.Writer) error {
		return w.PutCompacted(ctx, market.Compacted{Listing: listing, Claim: claim, At: at})
	})
}

func unrolledRecords(t *testing.T, s market.Store) {
	save(t, s, listing("a"), listing("b"), listing("c"))
	unrolled(t, s, 1, 2, 3)
	other := probe(1, "b", now)
	update(t, s, func(ctx context.Context, w market.Writer) error {
		_, err := w.InsertProbeRecord(ctx, other)
		return err
	})
	want := func(listings []string, want ...int64) {
		t.Helper()
		view(t, s, func(ctx context.Context, r market.Reader) {
			var claims []int64
			for _, x := range must(r.UnrolledRecords(ctx, listings))(t) {
				claims = append(claims, x.Claim)
				if x.Listing == "a" {
					p := probe(x.Claim, "a", now.Add(time.Duration(x.Claim)*time.Minute))
					same(t, x, market.ProbeRecord{Listing: p.Listing, Claim: p.Claim, At: p.At, Reason: p.Reason, Void: p.Void, Took: p.Took})
				}
			}
			same(t, claims, want)
		})
	}
	want([]string{"a"}, 1, 2, 3)
	want([]string{"c", "b", "a"}, 1, 2, 3, 1)
	want([]string{"c"})
	want(nil)
	compacted(t, s, "a", 2, now)
	want([]string{"a"}, 3)
	compacted(t, s, "a", -1, now.Add(time.Hour)) // a mark never moves back
	want([]string{"a", "b"}, 3, 1)
}

func compactable(t *testing.T, s market.Store) {
	save(t, s, listing("a"), listing("b"), listing("c"), listing("d"))
	unrolled(t, s, 1, 2, 3)
	f := market.CompactFilter{Visited: now, Unrolled: now, Raw: now}
	want := func(want ...string) {
		t.Helper()
		view(t, s, func(ctx context.Context, r market.Reader) { same(t, must(r.Compactable(ctx, f))(t), want) })
	}
	want("a", "b", "c", "d") // none was visited
	for _, id := range []string{"a", "b", "d"} {
		compacted(t, s, id, -1, now)
	}
	want("c")
	f.Unrolled = now.Add(time.Minute + time.Microsecond)
	want("a", "c")
	compacted(t, s, "a", 1, now)
	want("c") // the second result is not that old
	f.Unrolled, f.Raw = now, now.Add(time.Minute+time.Microsecond)
	want("a", "c") // but the first one is to go
}

func dropHistory(t *testing.T, s market.Store) {
	save(t, s, listing("a"), listing("b"))
	unrolled(t, s, 1, 2, 3, 4)
	late := probe(5, "a", now.Add(-time.Hour)) // behind newer ones: it goes with them
	rest := probe(1, "b", now)
	update(t, s, func(ctx context.Context, w market.Writer) error {
		_, err := w.InsertProbeRecord(ctx, late)
		must(w.InsertProbeRecord(ctx, rest))(t)
		return err
	})
	drop := func(raw time.Time, want ...int64) {
		t.Helper()
		update(t, s, func(ctx context.Context, w market.Writer) error {
			return w.DropHistory(ctx, "a", market.Expiry{Raw: raw})
		})
		view(t, s, func(ctx context.Context, r market.Reader) {
			var claims []int64
			for _, x := range must(r.ProbeRecords(ctx, "a", 10))(t) {
				claims = append(claims, x.Claim)
			}
			same(t, claims, want)
			same(t, len(must(r.ProbeRecords(ctx, "b", 10))(t)), 1)
		})
	}
	drop(now.Add(time.Hour), 5, 4, 3, 2, 1) // none is rolled up
	compacted(t, s, "a", 4, now)
	drop(now, 5, 4, 3, 2, 1)
	drop(now.Add(3*time.Minute), 5, 4, 3)
	drop(now.Add(time.Hour), 5)
	compacted(t, s, "a", 5, now)
	drop(now)
}

func dropPages(t *testing.T, s market.Store) {
	day := now.Truncate(24 * time.Hour)
	resolutions := []market.Resolution{market.FiveMinutes, market.Hourly, market.Daily}
	for _, listing := range []string{"a", "b"} {
		for _, res := range resolutions {
			for n := range 3 {
				p := market.RollupPage{Listing: listing, Resolution: res, Number: res.Page(day) - int64(n), Packed: []byte{1}}
				update(t, s, func(ctx context.Context, w market.Writer) error { return w.PutRollupPage(ctx, p) })
			}
		}
	}
	update(t, s, func(ctx context.Context, w market.Writer) error {
		return w.DropHistory(ctx, "a", market.Expiry{FiveMinutes: day, Hourly: day.Add(-7 * 24 * time.Hour)})
	})
	view(t, s, func(ctx context.Context, r market.Reader) {
		for i, want := range []int{1, 2, 3} { // five minutes, hourly, daily for ever
			for listing, want := range map[string]int{"a": want, "b": 3} {
				got := must(r.RollupPages(ctx, market.PageFilter{Listings: []string{listing}, Resolution: resolutions[i]}))(t)
				if len(got) != want {
					t.Errorf("%s: %d pages of %v, want %d", listing, len(got), time.Duration(resolutions[i]), want)
				}
			}
		}
	})
}

func incidents(t *testing.T, s market.Store) {
	save(t, s, listing("a"), listing("b"))
	incident := func(id, listing string, start, end time.Duration) market.Incident {
		i := market.Incident{
			ID: id, Listing: listing, Start: now.Add(start), Worst: market.HealthDown, Reason: market.ReasonTLS,
			Class: market.ClassNetwork, Detail: "证书 <b>",
		}
		if end != 0 {
			i.End = now.Add(end)
		}
		return i
	}
	put := func(is ...market.Incident) {
		for _, i := range is {
			update(t, s, func(ctx context.Context, w market.Writer) error { return w.PutIncident(ctx, i) })
		}
	}
	want := func(f market.IncidentFilter, want ...market.Incident) {
		t.Helper()
		view(t, s, func(ctx context.Context, r market.Reader) { same(t, must(r.Incidents(ctx, f))(t), want) })
	}
	past, open, other := incident("a-1", "a", -9*time.Hour, -8*time.Hour), incident("a-7", "a", -time.Hour, 0), incident("b-2", "b", -2*time.Hour, 0)
	put(past, open, other)
	want(market.IncidentFilter{}, open, other, past)
	want(market.IncidentFilter{Listing: "a"}, open, past)
	want(market.IncidentFilter{Open: true}, open, other)
	want(market.IncidentFilter{Limit: 1}, open)
	want(market.IncidentFilter{Listing: "a", Since: now.Add(-8 * time.Hour)}, open)
	want(market.IncidentFilter{Listing: "a", Since: now.Add(-8*time.Hour - time.Microsecond)}, open, past)

	second := incident("a-8", "a", 0, 0)
	if err := s.Update(t.Context(), func(w market.Writer) error { return w.PutIncident(t.Context(), second) }); err == nil {
		t.Error("a listing has two incidents that last")
	}
	open.End, open.Worst = now, market.HealthGone
	put(open, second)
	want(market.IncidentFilter{Listing: "a"}, second, open, past)
	want(market.IncidentFilter{Listing: "a", Open: true}, second)
}
