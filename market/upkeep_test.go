package market_test

import (
	"errors"
	"testing"
	"time"

	"marketd/market"
)

func TestMaintenanceBounds(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.listed(t, "weather")
	up := market.NewUpkeep(w.store, w.clock, w.catalog.Nudge)
	now := w.clock.Now()
	const day = 24 * time.Hour
	for _, c := range []struct {
		name string
		from time.Time
		long time.Duration
		text string
		path string // of what is wrong; "" when nothing is
	}{
		{"now", time.Time{}, time.Hour, "", ""},
		{"over the one before", now.Add(59 * time.Minute), time.Hour, "", "from"},
		{"right after it", now.Add(time.Hour), day, "", ""},
		{"in the past", now.Add(-time.Hour), time.Hour, "", "from"},
		{"too far", now.Add(91 * day), time.Hour, "", "from"},
		{"too short", now.Add(40 * day), time.Minute, "", "for"},
		{"too long", now.Add(40 * day), day + time.Minute, "", "for"},
		{"a long text", now.Add(40 * day), time.Hour, string(make([]byte, 301)), "text"},
		{"a second day", now.Add(5 * day), day, "", ""},
		{"23 hours more", now.Add(10 * day), 23 * time.Hour, "", ""},
		{"over 72 hours in 30 days", now.Add(20 * day), time.Hour, "", "for"},
		{"as much in the next 30 days", now.Add(45 * day), day, "", ""},
		{"into those of both sides", now.Add(30 * day), 15 * time.Hour, "", ""},
	} {
		_, err := up.Announce(t.Context(), w.dev, market.AnnounceRequest{Listing: "weather", From: c.from, For: c.long, Text: c.text})
		path := ""
		if e, ok := errors.AsType[*market.Error](err); ok && len(e.Violations) == 1 {
			path = e.Violations[0].Path
		}
		if path != c.path || (err == nil) != (c.path == "") {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

func TestMaintenanceIsItsOwners(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.listed(t, "weather")
	up := market.NewUpkeep(w.store, w.clock, w.catalog.Nudge)
	req := market.AnnounceRequest{Listing: "weather", For: time.Hour, Text: "new disks"}
	if _, err := up.Announce(t.Context(), w.reviewer, req); market.KindOf(err) != market.Forbidden {
		t.Errorf("a reviewer's: %v", err)
	}
	if err := up.Pause(t.Context(), market.Actor{}, "weather"); market.KindOf(err) != market.Unauthorized {
		t.Errorf("a visitor's: %v", err)
	}
	first, err := up.Announce(t.Context(), w.dev, req)
	if err != nil {
		t.Fatal(err)
	}
	w.clock.pass(2 * time.Second)
	if again, err := up.Announce(t.Context(), w.dev, req); err != nil || again.ID != first.ID {
		t.Errorf("a second click: %v %v", again.ID, err)
	}
	later, err := up.Announce(t.Context(), w.dev, market.AnnounceRequest{Listing: "weather", From: w.clock.Now().Add(5 * time.Hour), For: time.Hour})
	if err != nil {
		t.Fatal(err)
	}
	w.clock.pass(10 * time.Minute)
	if err := up.CallOff(t.Context(), w.reviewer, "weather", first.ID); market.KindOf(err) != market.Forbidden {
		t.Errorf("called off by another: %v", err)
	}
	for _, id := range []string{first.ID, first.ID, later.ID, later.ID} {
		if err := up.CallOff(t.Context(), w.dev, "weather", id); err != nil {
			t.Fatal(err)
		}
	}
	_, windows, err := up.Windows(t.Context(), w.dev, "weather")
	if err != nil || len(windows) != 2 {
		t.Fatalf("%v %v", windows, err)
	}
	if windows[0].CancelledAt.IsZero() || windows[0].Holds(later.From) {
		t.Errorf("one that never began holds: %+v", windows[0])
	}
	if over := windows[1]; !over.Until.Equal(w.clock.Now()) || !over.Holds(first.From.Add(time.Minute)) || over.Holds(w.clock.Now()) {
		t.Errorf("one that was ended: %+v", over)
	}
	if acts := w.actions(t, "listing/weather"); len(acts) < 4 || acts[len(acts)-1] != market.ActCalledOff || acts[len(acts)-4] != market.ActAnnounced {
		t.Errorf("acts %v", acts)
	}
}

// Whom we are to leave alone is not visited, under whatever name and port.
func TestExclusions(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	x := market.NewExclusions(w.store, w.clock)
	admin := w.account(t, "admin@example.com", market.RoleAdmin)
	open := w.submit(t, "waiting")
	if _, err := x.Add(t.Context(), w.reviewer, "example.org", "asked"); market.KindOf(err) != market.Forbidden {
		t.Errorf("a reviewer's: %v", err)
	}
	for typed, want := range map[string]string{
		"https://*.Example.ORG/": "example.org", "示例.cn": "xn--fsq092h.cn", "192.0.2.7": "192.0.2.7", "[2001:DB8::1]": "2001:db8::1",
		"com": "", "example.org/mcp": "", "a b.cn": "", "": "",
	} {
		e, err := x.Add(t.Context(), admin, typed, "asked by mail")
		if e.Domain != want || (err == nil) != (want != "") {
			t.Errorf("%q: %q %v", typed, e.Domain, err)
		}
	}
	if _, err := x.Add(t.Context(), admin, "waiting.example.com", "asked by mail"); err != nil {
		t.Fatal(err)
	}
	for server, left := range map[string]bool{
		"https://example.org/mcp": true, "https://MCP.Example.org:8443/mcp": true, "https://myexample.org/mcp": false,
		"https://示例.cn/mcp": true, "https://a.xn--fsq092h.cn/mcp": true, "http://192.0.2.7:80/": true, "http://[2001:db8::1]/": true, "https://example.net/mcp": false,
	} {
		e := entry("fresh")
		e.Server.URL = server
		_, err := w.intake.Check(t.Context(), w.dev, market.SubmitRequest{Entry: e}, nil)
		wrong, ok := errors.AsType[*market.Error](err)
		if got := ok && wrong.Code == "PROBE_EXCLUDED"; got != left {
			t.Errorf("check %s: %v", server, err)
		}
		flaws, err := w.intake.Flaws(t.Context(), w.dev, market.SubmitRequest{Entry: e})
		if got := len(flaws) > 0; err != nil || got != left {
			t.Errorf("flaws %s: %v %v", server, flaws, err)
		}
	}
	e := entry("fresh")
	e.Server.URL = "https://mcp.example.org/mcp"
	if _, err := w.intake.Submit(t.Context(), w.dev, market.SubmitRequest{Entry: e, Confirm: true}); market.KindOf(err) != market.Invalid {
		t.Errorf("submit: %v", err)
	}
	w.review(t, open.ID, 1)
	if s := w.submission(t, open.ID); s.Stage != market.StageInReview || s.Pass != 0 {
		t.Errorf("a submission under review: %s, %d passes", s.Stage, s.Pass)
	}
	for range 2 {
		if err := x.Lift(t.Context(), admin, "example.org", "they asked to be back"); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := w.intake.Check(t.Context(), w.dev, market.SubmitRequest{Entry: e}, nil); err != nil {
		t.Errorf("after it was lifted: %v", err)
	}
	if got := w.actions(t, "domain/example.org"); len(got) != 2 || got[1] != market.ActReadmitted {
		t.Errorf("acts %v", got)
	}
}
