package storage_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"marketd/market"
	"marketd/storage"
)

// handClock is a clock that the test sets.
type handClock struct{ at time.Time }

func (c *handClock) Now() time.Time { return c.at }

// A month of a market: how many listings, how often each is probed, and for how
// many days.
const (
	monthListings = 50
	monthEvery    = 10 * time.Minute
	monthDays     = 30
)

// BenchmarkMonth is 30 days of 50 listings that are probed every ten minutes
// and compacted as the job does it, and what is in the database then, by
// listing. Run it with -benchtime 1x.
func BenchmarkMonth(b *testing.B) {
	each(b, func(b *testing.B, db *storage.DB) {
		for b.Loop() {
			month(b, db)
		}
		for table, bytes := range sizes(b, db) {
			b.ReportMetric(float64(bytes)/monthListings/1e3, table+"-kB/listing")
		}
		for name, res := range map[string]market.Resolution{"fine": market.FiveMinutes, "hourly": market.Hourly, "daily": market.Daily} {
			b.ReportMetric(packed(b, db, res), name+"-B/roll-up")
		}
	})
}

func month(b *testing.B, db *storage.DB) {
	b.Helper()
	ctx := b.Context()
	clock := &handClock{time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)}
	history, r := market.NewHistory(db, clock), rand.New(rand.NewPCG(1, 2))
	must(b, db.Update(ctx, func(w market.Writer) error {
		for n := range monthListings {
			if err := w.SaveListing(ctx, market.Listing{ID: fmt.Sprintf("listing-%05d", n), Entry: market.Entry{}}); err != nil {
				return err
			}
		}
		return nil
	}))
	claim := int64(0)
	for hour := range monthDays * 24 {
		must(b, db.Update(ctx, func(w market.Writer) error {
			for range time.Hour / monthEvery {
				claim++
				clock.at = clock.at.Add(monthEvery)
				if err := sweep(ctx, w, r, clock.at, claim); err != nil {
					return err
				}
			}
			return nil
		}))
		if hour%2 == 1 {
			must(b, history.Compact(ctx))
		}
		if hour%24 == 23 && storage.HasManyWriters(db) { // a real day is long enough for PostgreSQL to do it by itself
			for _, table := range []string{"probe_record", "rollup", "compacted"} {
				_, err := storage.Raw(db).ExecContext(ctx, "VACUUM (ANALYZE) "+table)
				must(b, err)
			}
		}
	}
}

// sweep stores a result of each listing: of 100 one is a failure, and the
// latencies spread around the listing's own as they do in the open.
func sweep(ctx context.Context, w market.Writer, r *rand.Rand, at time.Time, claim int64) error {
	for n := range monthListings {
		own := 40 * math.Pow(1.02, float64(n)) // ms, up to 2 s
		p := market.ProbeRecord{
			Listing: fmt.Sprintf("listing-%05d", n), Claim: claim, At: at.Add(time.Duration(r.IntN(int(monthEvery)))), Reason: market.ReasonOK,
			Class: market.ClassOK, Status: 200, DNS: 3 * time.Millisecond, Connect: 20 * time.Millisecond, TLS: 25 * time.Millisecond,
			FirstByte: 30 * time.Millisecond, Took: time.Duration(own * math.Exp(r.NormFloat64()/3) * float64(time.Millisecond)), Bytes: 14_321,
			Digest: fmt.Sprintf("v1:sha256:%064x", n), CertUntil: at.AddDate(0, 2, 0),
		}
		if r.IntN(100) == 0 {
			p.Reason, p.Class, p.Status, p.Digest, p.Detail = market.ReasonTimeout, market.ClassNetwork, 0, "", "no answer within 10 s"
		}
		if _, err := w.InsertProbeRecord(ctx, p); err != nil {
			return err
		}
	}
	return nil
}

// sizes is what the tables take with their indexes, in bytes.
func sizes(b *testing.B, db *storage.DB) map[string]int64 {
	b.Helper()
	query := "SELECT COALESCE(SUM(pgsize), 0) FROM dbstat WHERE name IN (SELECT name FROM sqlite_schema WHERE tbl_name = $1)"
	if storage.HasManyWriters(db) {
		query = "SELECT pg_total_relation_size($1)"
	}
	out := map[string]int64{}
	for _, table := range []string{"probe_record", "rollup", "compacted"} {
		var n int64
		must(b, storage.Raw(db).QueryRowContext(b.Context(), query, table).Scan(&n))
		out[table] = n
	}
	return out
}

// packed is what a roll-up of the resolution takes within its page, in bytes.
func packed(b *testing.B, db *storage.DB, res market.Resolution) float64 {
	b.Helper()
	bytes, rollups := 0, 0
	must(b, db.View(b.Context(), func(r market.Reader) error {
		pages, err := r.RollupPages(b.Context(), market.PageFilter{Listings: []string{"listing-00000", "listing-00049"}, Resolution: res})
		if err != nil {
			return err
		}
		for _, p := range pages {
			bytes += len(p.Packed)
			if err := p.Each(func(*market.Rollup) { rollups++ }); err != nil {
				return err
			}
		}
		return nil
	}))
	return float64(bytes) / float64(rollups)
}
