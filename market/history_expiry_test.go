package market_test

import (
	"context"
	"testing"
	"time"

	"marketd/market"
	"marketd/storage"
	"marketd/storage/storagetest"
)

// A listing that is probed no more loses what has run out, and keeps its days.
func TestHistoryRunsOut(t *testing.T) {
	t.Parallel()
	storagetest.Each(t, func(t *testing.T, db *storage.DB) {
		p := newPast(t, db, "alpha")
		p.probed(t, 10, time.Minute)
		for _, tt := range []struct {
			after                    time.Duration
			raw, fine, hourly, daily int
		}{
			{2 * time.Hour, 10, 1, 1, 1},
			{46*time.Hour + time.Microsecond, 0, 1, 1, 1},
			{13 * 24 * time.Hour, 0, 0, 1, 1},
			{84 * 24 * time.Hour, 0, 0, 0, 1},
			{3000 * 24 * time.Hour, 0, 0, 0, 1},
		} {
			p.clock.pass(tt.after)
			p.compact(t)
			if n := len(p.raw(t, "alpha")); n != tt.raw {
				t.Errorf("after %v: %d results, want %d", tt.after, n, tt.raw)
			}
			for res, want := range map[market.Resolution]int{market.FiveMinutes: tt.fine, market.Hourly: tt.hourly, market.Daily: tt.daily} {
				p.view(t, func(ctx context.Context, r market.Reader) error {
					pages, err := r.RollupPages(ctx, market.PageFilter{Listings: []string{"alpha"}, Resolution: res})
					if len(pages) != want {
						t.Errorf("after %v: %d pages of %v, want %d", tt.after, len(pages), time.Duration(res), want)
					}
					return err
				})
			}
		}
	})
}
