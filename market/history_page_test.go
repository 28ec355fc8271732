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
func page(r *rand.Rand, res market.Resolution, slots int) market.RollupPage {
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
		p.Rollups = append(p.Rollups, u)
	}
	return p
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
		want := page(r, res, slots)
		b, err := want.MarshalBinary()
		if err != nil {
			t.Fatal(err)
		}
		got := market.RollupPage{Listing: "a", Resolution: res, Number: want.Number}
		if err := got.UnmarshalBinary(b); err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Errorf("%v (-want +got):\n%s", time.Duration(res), d)
		}
		b[0]++
		if got.UnmarshalBinary(b) == nil {
			t.Error("another format is taken")
		}
	}
	stray := market.RollupPage{Resolution: market.Daily, Number: 1, Rollups: []market.Rollup{{Start: time.Unix(0, 0)}}}
	if _, err := stray.MarshalBinary(); err == nil {
		t.Error("a roll-up is packed in a page that is not its own")
	}
}

func FuzzPage(f *testing.F) {
	r := rand.New(rand.NewPCG(9, 10))
	for res, slots := range map[market.Resolution]int{market.FiveMinutes: 288, market.Hourly: 168, market.Daily: 32} {
		p := page(r, res, slots)
		b, _ := p.MarshalBinary()
		f.Add(b)
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		for _, res := range []market.Resolution{market.FiveMinutes, market.Hourly, market.Daily} {
			p := market.RollupPage{Resolution: res, Number: 3}
			if p.UnmarshalBinary(b) != nil {
				continue
			}
			if again, err := p.MarshalBinary(); err != nil || !bytes.Equal(again, b) {
				t.Errorf("%x is taken and packed as %x (%v)", b, again, err)
			}
		}
	})
}
