package market_test

import (
	"context"
	"fmt"
	"syscall"
	"testing"
	"time"

	"marketd/market"
	"marketd/storage"
	"marketd/storage/storagetest"
)

// lived gives the first listing so many days of a probe every ten minutes,
// compacted every six hours, as the job would every hour.
func (p *past) lived(tb testing.TB, days int) {
	tb.Helper()
	for range days * 4 {
		p.probed(tb, 36, 10*time.Minute)
		p.clock.pass(time.Second)
		p.compact(tb)
	}
}

func eachEngine(b *testing.B, f func(b *testing.B, db *storage.DB)) {
	b.Helper()
	b.Run("SQLite", func(b *testing.B) { f(b, storagetest.SQLite(b)) })
	b.Run("PostgreSQL", func(b *testing.B) { f(b, storagetest.PostgresDB(b)) })
}

// cpu is what this process has used. PostgreSQL's own is not in it.
func cpu(b *testing.B) time.Duration {
	b.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// BenchmarkHistory is what pages read of a listing with a year of history, and
// a page of 24 cards.
func BenchmarkHistory(b *testing.B) {
	eachEngine(b, func(b *testing.B, db *storage.DB) {
		ids := make([]string, 24)
		for i := range ids {
			ids[i] = fmt.Sprintf("listing-%02d", i)
		}
		p := newPast(b, db, ids[0])
		p.lived(b, 365)
		many := newPast(b, db, ids...)
		many.clock = p.clock
		many.records[ids[0]] = p.records[ids[0]]
		many.lived(b, 3)
		many.probed(b, 5, 10*time.Minute)
		h := market.NewHistory(db, p.clock)
		now := p.clock.Now()
		for name, read := range map[string]func(context.Context) error{
			"page":   func(ctx context.Context) error { _, err := h.Overview(ctx, ids[0]); return err },
			"market": func(ctx context.Context) error { _, err := h.Overview(ctx, market.WholeMarket); return err },
			"cards":  func(ctx context.Context) error { _, err := h.Summaries(ctx, ids); return err },
			"range-30d-by-hour": func(ctx context.Context) error {
				_, err := h.Range(ctx, ids[0], now.AddDate(0, 0, -30), now, time.Hour)
				return err
			},
			"range-24h-by-5m": func(ctx context.Context) error {
				_, err := h.Range(ctx, ids[0], now.AddDate(0, 0, -1), now, 5*time.Minute)
				return err
			},
		} {
			b.Run(name, func(b *testing.B) {
				b.ReportAllocs()
				before := cpu(b)
				for b.Loop() {
					if err := read(b.Context()); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64((cpu(b)-before).Microseconds())/float64(b.N), "cpu-µs/op")
			})
		}
	})
}

// BenchmarkCompaction is an hour of 1,000 listings that are probed every ten
// minutes, a day after they began.
func BenchmarkCompaction(b *testing.B) {
	eachEngine(b, func(b *testing.B, db *storage.DB) {
		ids := make([]string, 1000)
		for i := range ids {
			ids[i] = fmt.Sprintf("listing-%04d", i)
		}
		p := newPast(b, db, ids...)
		for range 24 {
			p.probed(b, 6, 10*time.Minute)
			p.clock.pass(time.Minute)
			p.compact(b)
		}
		for b.Loop() {
			b.StopTimer()
			p.probed(b, 7, 10*time.Minute)
			b.StartTimer()
			before := cpu(b)
			p.compact(b)
			b.ReportMetric(float64((cpu(b)-before).Microseconds())/float64(len(ids)), "cpu-µs/listing")
		}
	})
}
