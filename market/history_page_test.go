package market_test

import (
	"bytes"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"marketd/market"
)

// page is one of random roll-ups, some of them missing.
func page(t testing.TB, r *rand.Rand, res market.Resolution, slots int) (market.RollupPage, []market.Rollup) {
	t.Helper()
	var rollups []market.Rollup
	p := market.RollupPage{Listing: "a", Resolution: res, Number: res.Page(time.Date(2026, 11, 30, 9, 0, 0, 0, time.UTC))}
	first := time.Unix(p.Number*int64(slots)*int64(time.Duration(res)/time.Second), 0).UTC()
	for slot := range slots {
		if r.IntN(3) == 0 {
			continue
		}
		u := market.Rollup{Start: first.Add(time.Duration(slot) * time.Duration(res))}
		for range 1 + r.IntN(20) {
			rec := market.ProbeRecord{Reason: market.ReasonOK, Took: time.Duration(r.IntN(3000)) * time.Millisecond}
			switch r.IntN(8) {
			case 0:
				rec.Reason = market.ReasonTimeout
			case 1:
				rec.Reason = market.ReasonAuthRequired
			case 2:
				rec.Reason = market.ReasonRateLimited
			case 3:
				rec.Void = market.VoidMaintenance
			case 4:
				rec.Void = market.VoidSweep
			}
			u.Count(rec)
		}
		rollups = append(rollups, u)
	}
	if err := p.Pack(rollups); err != nil {
		t.Fatal(err)
	}
	return p, rollups
}

func TestPagesAreAlignedInUTC(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 11, 30, 23, 59, 59, 999999000, time.UTC)
	shanghai := time.FixedZone("CST", 8*3600)
	for res, length := range map[market.Resolution]time.Duration{
		market.FiveMinutes: 24 * time.Hour, market.Hourly: 7 * 24 * time.Hour, market.Daily: 32 * 24 * time.Hour,
	} {
		n := res.Page(at)
		if res.Page(at.In(shanghai)) != n {
			t.Errorf("%v: the page depends on the zone", time.Duration(res))
		}
		if got := res.Page(at.Add(length)); got != n+1 {
			t.Errorf("%v: the page after %d is %d", time.Duration(res), n, got)
		}
	}
	if a, b := market.FiveMinutes.Page(at), market.FiveMinutes.Page(at.Add(time.Microsecond)); b != a+1 {
		t.Errorf("a day's page ends at midnight UTC: %d, %d", a, b)
	}
}

func TestPagesPacked(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(7, 8))
	for res, slots := range map[market.Resolution]int{market.FiveMinutes: 288, market.Hourly: 168, market.Daily: 32} {
		p, want := page(t, r, res, slots)
		got, err := p.Rollups()
		if d := cmp.Diff(want, got); d != "" || err != nil {
			t.Errorf("%v: %v (-want +got):\n%s", time.Duration(res), err, d)
		}
		p.Packed[0]++
		if _, err := p.Rollups(); err == nil {
			t.Error("another format is taken")
		}
		p.Packed = nil
		if _, err := p.Rollups(); err == nil {
			t.Error("nothing at all is taken")
		}
	}
	stray := market.Rollup{Start: time.Unix(0, 0).UTC(), ProbeCounts: market.ProbeCounts{OK: 1}}
	for n, rollups := range map[int64][]market.Rollup{1: {stray}, -1: {stray}, 0: {{Start: stray.Start}}} {
		p := market.RollupPage{Resolution: market.Daily, Number: n}
		if p.Pack(rollups) == nil {
			t.Errorf("page %d takes a roll-up that has no place in it", n)
		}
	}
}

func FuzzPage(f *testing.F) {
	r := rand.New(rand.NewPCG(9, 10))
	for res, slots := range map[market.Resolution]int{market.FiveMinutes: 288, market.Hourly: 168, market.Daily: 32} {
		p, _ := page(f, r, res, slots)
		f.Add(p.Packed)
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		for _, res := range []market.Resolution{market.FiveMinutes, market.Hourly, market.Daily} {
			p := market.RollupPage{Resolution: res, Number: 3, Packed: b}
			rollups, err := p.Rollups()
			if err != nil {
				continue
			}
			if err := p.Pack(rollups); err != nil || !bytes.Equal(p.Packed, b) {
				t.Errorf("%x is taken and packed as %x (%v)", b, p.Packed, err)
			}
		}
	})
}
