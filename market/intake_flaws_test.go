package market_test

import (
	"testing"

	"marketd/market"
)

// A form hears of everything at once, before anybody signed in or confirmed.
func TestFlawsAreToldTogether(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.examiner.refuse = true
	flaws, err := w.intake.Flaws(t.Context(), market.Actor{}, market.SubmitRequest{Entry: entry("Weather"), Token: "two words"})
	if err != nil {
		t.Fatal(err)
	}
	if len(flaws) != 2 || flaws[0].Path != "/testToken" || flaws[1].Rule != "ENT-002" {
		t.Errorf("flaws %+v, want the token's and ENT-002", flaws)
	}
	w.examiner.refuse = false
	if flaws, err := w.intake.Flaws(t.Context(), w.dev, market.SubmitRequest{Entry: entry("weather-demo")}); err != nil || len(flaws) != 0 {
		t.Errorf("a good entry has %+v (%v)", flaws, err)
	}
	if mine, err := w.intake.Mine(t.Context(), w.dev, 10, 0); err != nil || len(mine) != 0 {
		t.Errorf("%d submissions stored (%v), want none", len(mine), err)
	}
}
