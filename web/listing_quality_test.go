package web

import (
	"encoding/json"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"marketd/market"
)

func TestListingSaysWhoCanUseIt(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.list(sampleListings()...)
	for _, c := range []struct{ id, app, mcp, tile, how string }{
		{"weather-demo", "The app can use it", "Standard MCP clients can use it", "Works in the app", "MCP 2025-11-25"},
		{"fx", "The app can use it with a token", "Standard MCP clients can use it", "Needs a token", "MCP 2025-11-25"},
		{"units", "Not for the app", "Standard MCP clients can use it", "Works with MCP clients", "MCP 2026-07-28"},
	} {
		a := w.browser().get("/listings/" + c.id)
		if got := a.text("[data-testid=profile-app] h3"); got != c.app {
			t.Errorf("%s: the app: %q, want %q", c.id, got, c.app)
		}
		if got := a.text("[data-testid=profile-mcp]"); !strings.Contains(got, c.mcp) || !strings.Contains(got, c.how) {
			t.Errorf("%s: standard MCP: %q", c.id, got)
		}
		if got := a.text("[data-testid=trust] a:first-child b"); got != c.tile || !a.has("#works") {
			t.Errorf("%s: the tile reads %q, want %q", c.id, got, c.tile)
		}
		if hasApp := strings.Contains(a.text("#connect"), "ext."); hasApp == (c.id == "units") {
			t.Errorf("%s: how to install it in the app is shown: %v", c.id, hasApp)
		}
		if mounts := strings.Contains(a.text("#tools"), "In the app"); mounts == (c.id == "units") {
			t.Errorf("%s: the app's names of its tools are shown: %v", c.id, mounts)
		}
	}
	home := w.browser().get("/")
	if got := home.doc.Find(".card .meta:contains('MCP clients only')").Length(); got != 1 {
		t.Errorf("%d cards are for standard clients alone", got)
	}
}

// A listing's page says how good its tools are; the rules run once, however
// often it is read, and again after a while.
func TestListingQuality(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	var ran atomic.Int32
	w.examiner.tools = func(tools []json.RawMessage) market.Report {
		ran.Add(1)
		r := market.Report{Ruleset: "2026-12-01.1", Checks: sampleChecks(), Tools: len(tools)}
		score(&r)
		return r
	}
	w.list(sampleListings()...)
	b := w.browser()
	for range 3 {
		a := b.get("/listings/weather-demo")
		for _, c := range []struct{ sel, want string }{
			{"#quality .ring", "81"},
			{"#quality [data-rule=DSC-003]", "3 of 4 parameters have no description"},
			{"#quality [data-rule=DSC-003]", "How to fix it Describe every parameter"},
			{"#quality a[href='/rules/DSC-003']", "DSC-003"},
			{"#quality", "Judged by the present ruleset 2026-12-01.1"},
			{"#tools h2", "about 412 tokens"},
			{"#tool-0 summary", "quality 75 of 100 · about 318 tokens"},
		} {
			if got := a.text(c.sel); !strings.Contains(got, c.want) {
				t.Errorf("%s reads %q, want %q", c.sel, got, c.want)
			}
		}
	}
	if n := ran.Load(); n != 1 {
		t.Errorf("the rules ran %d times", n)
	}
	w.clock.add(time.Hour)
	if b.get("/listings/weather-demo"); ran.Load() != 2 {
		t.Errorf("an hour later they ran %d times", ran.Load())
	}
}
