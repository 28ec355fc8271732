package web

import (
	"net/http"
	"testing"

	"marketd/market"
)

// In a demo a listing's page is told when its listing is no longer so.
func TestListingFollowsItsState(t *testing.T) {
	t.Parallel()
	w := newWorld(t, func(o *Options) { o.Demo = &switchDemo{} })
	l := listing("weather-demo", "天气", "weather", forecastTool)
	w.list(l)
	b := w.browser()
	page := b.get("/listings/weather-demo")
	live := page.doc.Find("[data-live]").AttrOr("data-live", "")
	if live == "" || page.doc.Find("noscript meta[http-equiv=refresh]").Length()+page.doc.Find("noscript").Length() == 0 {
		t.Fatal("the page does not follow its listing")
	}
	events := b.events(live)
	defer events.close()
	l.Health.State, l.Health.Reason = market.HealthDegraded, market.ReasonConnect
	w.list(l)
	events.want("done", "1-degraded-false")

	late := b.events(live) // opened by a page that is out of date already
	defer late.close()
	late.want("done", "1-degraded-false")
	if a := b.get("/listings/none/events"); a.status != http.StatusNotFound {
		t.Errorf("a listing that is none: %d", a.status)
	}
}

func TestListingOfARealMarketKeepsStill(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.list(listing("weather-demo", "天气", "weather", forecastTool))
	b := w.browser()
	if a := b.get("/listings/weather-demo"); a.has("[data-live], noscript meta") {
		t.Error("the page loads itself anew")
	}
	if a := b.get("/listings/weather-demo/events"); a.status != http.StatusNotFound {
		t.Errorf("events: %d", a.status)
	}
}

func TestTrust(t *testing.T) {
	t.Parallel()
	p, none := english(), market.ProbeCounts{}
	for _, c := range []struct {
		name            string
		health          market.HealthState
		app             market.Outcome
		month           market.ProbeCounts
		place           int
		state, head, at string
	}{
		{"up", market.HealthUp, market.OutcomePass, none, 0, "pass", "Works in the app", "Both of the app's probes passed at review"},
		{"down", market.HealthDown, market.OutcomePass, none, 0, "unknown", "Worked at review", "Keeps the app's contract, but does not answer now"},
		{"gone with a token", market.HealthGone, market.OutcomeGated, none, 0, "unknown", "Worked at review", "Keeps the app's contract, but does not answer now"},
		{"down, and never right", market.HealthDown, market.OutcomeFail, none, 0, "reject", "Not for the app", "Does not keep the app's contract"},
		{"no probe", market.HealthUp, market.OutcomePass, none, 1, "unknown", "Not measured", "No probe on record yet"},
		{"one good", market.HealthUp, market.OutcomePass, market.ProbeCounts{OK: 1}, 1, "up", "Up", "The latest probe was answered"},
		{"one bad", market.HealthUp, market.OutcomePass, market.ProbeCounts{Failed: 1, Unknown: 1}, 1, "down", "Failed", "The latest probe was not answered"},
		{"two good", market.HealthUp, market.OutcomePass, market.ProbeCounts{OK: 1, Gated: 1}, 1, "up", "100%", "of 2 probes in 30 days answered"},
		{"half", market.HealthUp, market.OutcomePass, market.ProbeCounts{OK: 1, Failed: 1}, 1, "degraded", "50%", "of 2 probes in 30 days answered"},
		{"none of two", market.HealthDown, market.OutcomePass, market.ProbeCounts{Failed: 2, Maintenance: 3}, 1, "down", "0%", "of 2 probes in 30 days answered"},
	} {
		got := trust(p, market.Listing{App: c.app, Health: market.Health{State: c.health}}, &story{Overview: market.Overview{Uptimes: market.Uptimes{Month: c.month}}})[c.place]
		if got.State != c.state || got.Head != c.head || got.Text != c.at {
			t.Errorf("%s: %s %q %q", c.name, got.State, got.Head, got.Text)
		}
	}
}
