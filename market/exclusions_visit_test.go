package market_test

import (
	"context"
	"testing"

	"marketd/market"
)

// visitedEntries keeps what it was asked to visit.
type visitedEntries struct{ seen []market.Entry }

func (v *visitedEntries) Visit(_ context.Context, e market.Entry) market.Visits {
	v.seen = append(v.seen, e)
	return market.Visits{}
}

// Nobody who asked to be left alone is visited for another's entry, however the host
// is written; nor is the server of a listing probed.
func TestExcludedHostsAreLeftAlone(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.listed(t, "weather")
	l := w.stored(t, "weather")
	l.Entry.Server.URL = "https://api.bücher.test/mcp"
	if err := w.store.Update(t.Context(), func(tx market.Writer) error { return tx.SaveListing(t.Context(), l) }); err != nil {
		t.Fatal(err)
	}
	admin := w.account(t, "admin@example.com", market.RoleAdmin)
	x := market.NewExclusions(w.store, w.clock)
	if _, err := x.Add(t.Context(), admin, "bücher.test", "asked by mail"); err != nil {
		t.Fatal(err)
	}
	v := &visitedEntries{}
	x.Sparing(v).Visit(t.Context(), market.Entry{
		Homepage: "https://bücher.test/", Privacy: "https://www.XN--BCHER-KVA.test:443/privacy", Support: "https://help.example.com/", Icon: "https://cdn.bücher.test./icon.png",
	})
	if len(v.seen) != 1 || v.seen[0] != (market.Entry{Support: "https://help.example.com/"}) {
		t.Errorf("visited %+v", v.seen)
	}
	_, err := w.watch.CheckNow(t.Context(), w.dev, "weather")
	wantCode(t, err, "PROBES_REFUSED")
	w.clock.pass(market.DefaultThresholds().Every * 50)
	if err := w.watch.Sweep(t.Context()); err != nil {
		t.Fatal(err)
	}
	if h := w.stored(t, "weather").Health; h.Claim != 0 {
		t.Errorf("claimed %d times", h.Claim)
	}
}
