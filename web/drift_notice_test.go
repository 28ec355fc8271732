package web

import (
	"strings"
	"testing"
	"time"

	"marketd/market"
)

// Each hold and each state of a change has its own words.
func TestNoticesOfAListing(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		hold market.Hold
		past []market.Drift
		now  string // digest that the server shows; "" for the approved one
		want string // how the first notice begins; "" for none
	}{
		"nothing":                {want: ""},
		"suspended":              {hold: market.HoldSuspended, want: "Suspended The market has taken it out of the catalog."},
		"refused":                {hold: market.HoldSuspended, past: []market.Drift{{State: market.DriftRefused}}, want: "Suspended Its tools changed on"},
		"refused, quarantined":   {hold: market.HoldQuarantined, past: []market.Drift{{State: market.DriftRefused, Held: true}}, want: "Quarantined: do not use it for now Its tools changed on"},
		"reported after a drift": {hold: market.HoldQuarantined, past: []market.Drift{{State: market.DriftAccepted, Held: true}}, want: "Quarantined: do not use it for now It may do harm"},
		"reported":               {hold: market.HoldQuarantined, want: "Quarantined: do not use it for now It may do harm"},
		"leads elsewhere":        {hold: market.HoldQuarantined, past: []market.Drift{{State: market.DriftOpen, Held: true, Before: "v1:sha256:00", After: "redirect:evil-sample.com"}}, want: "Quarantined: do not use it for now Its address was found to send apps on to another site"},
		"paused":                 {hold: market.HoldPaused, want: "Paused Its publisher has taken it out"},
		"paused after a hold":    {hold: market.HoldPaused, past: []market.Drift{{State: market.DriftAccepted, Held: true}}, want: "Paused Its publisher has taken it out"},
		"changed":                {now: "v1:sha256:99", want: "The tools differ from what was approved"},
		"dismissed":              {now: "v1:sha256:99", past: []market.Drift{{State: market.DriftDismissed, After: "v1:sha256:99"}}, want: "The server offers other tools than are shown A reviewer"},
		"another since":          {now: "v1:sha256:98", past: []market.Drift{{State: market.DriftDismissed, After: "v1:sha256:99"}}, want: "The tools differ from what was approved"},
		"taken":                  {past: []market.Drift{{ID: "d", State: market.DriftTaken, MovedAt: epoch.Add(-time.Hour)}}, want: "A cosmetic change was taken over On 2026-11-30"},
		"taken long ago":         {past: []market.Drift{{ID: "d", State: market.DriftTaken, MovedAt: epoch.Add(-takenShown)}}, want: ""},
		"back after a day":       {past: []market.Drift{{ID: "d", State: market.DriftOpen, Changes: []market.DriftChange{{Rule: "DRF-006"}}}}, want: "It went away and came back with other tools"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			l := listing("one", "One", "other", forecastTool)
			if l.Hold = c.hold; c.now != "" {
				l.Health.Digest = c.now
			}
			w.list(l)
			for i := range c.past {
				c.past[i].ID, c.past[i].Listing, c.past[i].Owner, c.past[i].SeenAt = "d", l.ID, w.account(devEmail).ID, epoch.Add(-20*24*time.Hour)
			}
			w.drifted(c.past)
			got := w.browser().get("/listings/one").text("[data-testid=notice]")
			if c.want == "" && got != "" || !strings.HasPrefix(tight(got), tight(c.want)) {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}
