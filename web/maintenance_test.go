package web

import (
	"net/http"
	"strings"
	"testing"

	"marketd/market"
)

func TestMaintenancePages(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.list(sampleListings()...)
	const at = "/listings/weather-demo/maintenance"
	if a := w.signedIn(otherEmail).get(at); a.status != http.StatusForbidden {
		t.Errorf("another's: %d", a.status)
	}
	if a := w.browser().get(at); a.status != http.StatusSeeOther {
		t.Errorf("a visitor's: %d", a.status)
	}
	b := w.signedIn(devEmail)
	if a := b.get("/listings/weather-demo"); !a.has("[data-testid=acts] a[href='" + at + "']") {
		t.Errorf("the owner finds no way: %s", a.text("[data-testid=acts]"))
	}
	b.header.Set("Accept-Language", "zh-CN")
	form := b.get(at).fields("form[action='" + at + "']")
	// Typed in the page's zone, which is Beijing's, though the answer may be read in another language.
	b.header.Set("Accept-Language", "en")
	typed := with(form, "from", "2026-12-01T02:00", "for", "120", "text", "<b>new disks</b>")
	for range 2 {
		if a := b.post(at, typed...); a.status != http.StatusSeeOther {
			t.Fatalf("announce: %d %s", a.status, a.text("#problems"))
		}
	}
	a := b.get(at)
	windows := a.doc.Find("[data-testid=window]")
	if windows.Length() != 1 || windows.Find("time").First().AttrOr("datetime", "") != "2026-11-30T18:00:00Z" || windows.Find("b").Length() > 0 {
		t.Errorf("announced: %s", a.text("main"))
	}
	if got := b.get("/listings/weather-demo").text("[data-testid=notice]"); strings.Contains(got, "maintenance") {
		t.Errorf("told of before it begins: %q", got)
	}
	for field, pairs := range map[string][]string{
		"from": {"from", "yesterday", "for", "60"}, "for": {"from", "", "for", "9999"}, "text": {"from", "", "for", "60", "text", strings.Repeat("x", 301)},
	} {
		if a := b.post(at, pairs...); a.status != http.StatusUnprocessableEntity || !a.has("a[href='#"+field+"']") {
			t.Errorf("%s: %d %s", field, a.status, a.text("#problems"))
		}
	}
	cancel := windows.Find("form").AttrOr("action", "")
	for range 2 {
		if a := b.post(cancel); a.status != http.StatusSeeOther {
			t.Errorf("cancel: %d", a.status)
		}
	}
	if a := b.get(at); !strings.Contains(a.text("[data-testid=window]"), "Called off") {
		t.Errorf("called off: %s", a.text("main"))
	}
	b.post(at, with(form, "from", "", "for", "60")...)
	if got := w.browser().get("/listings/weather-demo").text("main"); !strings.Contains(got, "Under maintenance") {
		t.Errorf("a visitor is not told of the maintenance under way: %s", got)
	}
}

func TestPauseAndResume(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.list(sampleListings()...)
	b := w.signedIn(devEmail)
	if a := w.signedIn(reviewerEmail).post("/listings/weather-demo/pause"); a.status != http.StatusForbidden {
		t.Errorf("a reviewer's: %d", a.status)
	}
	for range 2 {
		if a := b.post("/listings/weather-demo/pause"); a.status != http.StatusSeeOther {
			t.Fatalf("pause: %d", a.status)
		}
	}
	if l, _ := w.catalog.Current().Page("weather-demo"); l.Hold != market.HoldPaused {
		t.Errorf("hold %q", l.Hold)
	}
	if a := b.get("/listings/weather-demo/maintenance"); !a.has("form[action='/listings/weather-demo/resume']") {
		t.Errorf("no way back: %s", a.text("main"))
	}
	if a := b.post("/listings/weather-demo/check"); a.status != http.StatusConflict && a.status != http.StatusForbidden {
		t.Errorf("a check of what is paused: %d", a.status)
	}
	if a := b.post("/listings/weather-demo/resume"); a.status != http.StatusSeeOther {
		t.Fatalf("resume: %d", a.status)
	}
	if l, ok := w.catalog.Current().Listing("weather-demo"); !ok || l.Hold != market.HoldNone || !l.Health.NextProbe.Equal(w.clock.Now()) {
		t.Errorf("resumed: %v %q, probed %v", ok, l.Hold, l.Health.NextProbe)
	}
}

// Anybody who is signed in has a listing checked; its page waits for that and
// says so, without script.
func TestCheckAgain(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.list(sampleListings()...)
	const page = "/listings/weather-demo"
	if a := w.browser().post(page + "/check"); a.status != http.StatusUnauthorized {
		t.Errorf("a visitor's: %d", a.status)
	}
	if a := w.browser().get(page); a.has("form[action='"+page+"/check']") || !a.has("[data-testid=acts] a[href^='/signin']") {
		t.Errorf("a visitor sees %s", a.text("[data-testid=acts]"))
	}
	b := w.signedIn(otherEmail)
	if a := b.get(page); !a.has("form[action='" + page + "/check']") {
		t.Fatalf("no button: %s", a.text("[data-testid=acts]"))
	}
	sent := b.post(page + "/check")
	to, _, _ := strings.Cut(sent.header.Get("Location"), "#")
	if sent.status != http.StatusSeeOther || !strings.HasPrefix(to, page+"?checking=") {
		t.Fatalf("check: %d %s %s", sent.status, to, sent.text("main"))
	}
	if again := b.post(page + "/check"); again.header.Get("Location") != sent.header.Get("Location") {
		t.Errorf("a second click: %d %s", again.status, again.text("main"))
	}
	waits := b.get(to)
	if waits.header.Get("Refresh") == "" || !strings.Contains(waits.text("[data-testid=acts]"), "Being checked") {
		t.Errorf("while it is under way: %q %s", waits.header.Get("Refresh"), waits.text("[data-testid=acts]"))
	}
	w.fold("weather-demo")
	if done := b.get(to); done.header.Get("Refresh") != "" || !strings.Contains(done.text("[data-testid=acts]"), "Checked; the result") {
		t.Errorf("after it: %q %s", done.header.Get("Refresh"), done.text("[data-testid=acts]"))
	}
	busy := b.post(page + "/check")
	if busy.status != http.StatusTooManyRequests || busy.header.Get("Retry-After") == "" || !busy.has("a[href='"+page+"']") {
		t.Errorf("at once again: %d %s", busy.status, busy.text("main"))
	}
	for _, odd := range []string{"?checking=x", "?checking=-1", "?checking=99"} {
		if a := b.get(page + odd); a.status != http.StatusOK || a.header.Get("Refresh") != "" {
			t.Errorf("%s: %d", odd, a.status)
		}
	}
}

// fold has the listing's claim come back.
func (w *world) fold(id string) {
	w.t.Helper()
	ctx := w.t.Context()
	err := w.store.Update(ctx, func(tx market.Writer) error {
		l, err := tx.Listing(ctx, id)
		if err != nil {
			return err
		}
		l.Health.Folded = l.Health.Claim
		return tx.SaveHealth(ctx, id, l.Health)
	})
	if err != nil {
		w.t.Fatal(err)
	}
}

func TestExclusionPages(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	admin := w.admin()
	if a := w.signedIn(reviewerEmail).post("/desk/exclusions", "domain", "example.org", "reason", "x"); a.status != http.StatusForbidden {
		t.Errorf("a reviewer's: %d", a.status)
	}
	a := admin.post("/desk/exclusions", "domain", "com", "reason", "")
	if a.status != http.StatusUnprocessableEntity || !a.has("a[href='#domain']") || !a.has("a[href='#reason']") || a.doc.Find("#domain").AttrOr("value", "") != "com" {
		t.Errorf("wrong: %d %s", a.status, a.text("#problems"))
	}
	for range 2 {
		if a := admin.post("/desk/exclusions", "domain", "https://Example.com", "reason", "asked by mail"); a.status != http.StatusSeeOther {
			t.Fatalf("add: %d %s", a.status, a.text("#problems"))
		}
	}
	if a := w.signedIn(reviewerEmail).get("/desk/exclusions"); a.doc.Find("[data-testid=exclusion]").Length() != 1 || a.has("form[action='/desk/exclusions/lift']") {
		t.Errorf("a reviewer sees: %s", a.text("main"))
	}
	dev := w.signedIn(devEmail)
	if _, a := dev.check(formOf("weather")...); !strings.Contains(a.text("main"), "asked us not to visit") {
		t.Errorf("check: %d %s", a.status, a.text("main"))
	}
	if a := admin.post("/desk/exclusions/lift", "domain", "example.com", "reason", ""); a.status != http.StatusUnprocessableEntity || !a.has("details[open] .wrong") {
		t.Errorf("lifted without a reason: %d", a.status)
	}
	if a := admin.post("/desk/exclusions/lift", "domain", "example.com", "reason", "they want it back"); a.status != http.StatusSeeOther {
		t.Errorf("lift: %d", a.status)
	}
	if a := admin.get("/desk/exclusions"); a.has("[data-testid=exclusion]") {
		t.Errorf("still there: %s", a.text("main"))
	}
}

func TestProberTellsHowToBeLeftOut(t *testing.T) {
	t.Parallel()
	told := newWorld(t, func(o *Options) {
		o.Contact, o.ProbesFrom, o.SecondAgent = "probes@example.com", []string{"198.51.100.7"}, "okhttp/4"
	}).browser().get("/prober")
	if !told.has("#stop a[href='mailto:probes@example.com']") || told.text("#from code") != "198.51.100.7" || !strings.Contains(told.text("main"), "okhttp/4") || !strings.Contains(told.text("main"), "marketd-probe/1") {
		t.Errorf("told: %s", told.text("main"))
	}
	silent := newWorld(t).browser().get("/prober")
	if silent.has("#stop a") || silent.has("#from code") || !strings.Contains(silent.text("#stop"), "Ask the operator") {
		t.Errorf("untold: %s", silent.text("main"))
	}
}
