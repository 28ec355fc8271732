package web

import (
	"strings"
	"testing"

	"marketd/market"
)

func TestListingStatus(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.list(sampleListings()...)
	w.probed(sampleProbes("weather-demo", 40)...) // one timeout, two 429
	b := w.browser()

	a := b.get("/listings/weather-demo")
	days := "#status > svg.days"
	bars := func(kind string) int { return a.doc.Find(days + " rect." + kind).Length() }
	if u, g, n := bars("u"), bars("g"), bars("n"); u != 1 || g != 1 || n != 88 {
		t.Errorf("bars: %d all answered, %d some failed, %d none", u, g, n)
	}
	if got := a.text(days + " > title"); got != "Availability over the last 90 days, a bar a day" {
		t.Errorf("the bars are %q", got)
	}
	if got := a.text(days + " > desc"); !strings.HasPrefix(got, "Days all answered: 1; some failed: 1; most failed: 0; in maintenance: 0; with nothing that counts: 88.") {
		t.Errorf("the bars say %q", got)
	}
	if got := a.text(days + " rect:last-of-type title"); got != "30 Nov: 94.11% answered, 1 of 17 failed" {
		t.Errorf("today's bar says %q", got)
	}
	if got := a.text("[data-testid=uptime]"); got != "24 hours97.43% of 39 probes7 days97.43% of 39 probes30 days97.43% of 39 probes90 days97.43% of 39 probes" {
		t.Errorf("uptimes: %q", got)
	}
	if got := a.text("[data-testid=trust] a:nth-child(2)"); got != "97.43% of 39 probes in 30 days answered" {
		t.Errorf("uptime tile: %q", got)
	}
	if got := a.text("[data-testid=days] tbody tr:first-child"); got != "2026-11-30 94.11%16110212 ms245 ms" {
		t.Errorf("today in numbers: %q", got)
	}
	if n := a.doc.Find("[data-testid=probes] tbody tr").Length(); n != 20 {
		t.Errorf("%d rows in the table", n)
	}
	if got := a.text("[data-testid=probes] tbody tr:nth-child(12)"); !strings.Contains(got, "429 · rate limited, not counted") || !strings.Contains(got, "2026-11-30 03:18 UTC") {
		t.Errorf("the twelfth row reads %q", got)
	}

	for path, want := range map[string]string{
		"/listings/units":       "Not measured No probe on record yet",
		"/listings/geo-tools":   "Not measured No probe on record yet",
		"/listings/credit-open": "Not measured No probe on record yet",
	} {
		if got := b.get(path).text("[data-testid=trust] a:nth-child(2)"); got != want {
			t.Errorf("%s: uptime tile %q", path, got)
		}
	}
}

func TestListingNotices(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.list(sampleListings()...)
	b := w.browser()
	for _, c := range []struct{ id, head, text string }{
		{"weather-demo", "", ""},
		{"units", "", ""},
		{"geo-tools", "This server is down", "Since 2026-11-25 09:00 UTC: no connection."},
		{"old-bus", "This server is gone", "the name does not resolve"},
		{"credit-open", "This server is degraded", "the last time: timed out."},
		{"law-text", "The tools differ from what was approved", "goes on showing the approved definitions"},
	} {
		got := b.get("/listings/" + c.id).text("main .note")
		if !strings.Contains(got, c.head) || !strings.Contains(got, c.text) || c.head == "" && got != "" {
			t.Errorf("%s: %q", c.id, got)
		}
	}
}

func TestListingLinksForThoseWhoMay(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	l := listing("weather-demo", "天气", "weather", weatherTool)
	w.list(l)
	for email, want := range map[string]string{devEmail: "/submissions/" + l.Submission + "/revise", reviewerEmail: "/desk/" + l.Submission, otherEmail: "", "": ""} {
		b := w.browser()
		if email != "" {
			b = w.signedIn(email)
		}
		got := b.get("/listings/weather-demo").doc.Find(".lhead a.btn").AttrOr("href", "")
		if got != want {
			t.Errorf("%q is led to %q, want %q", email, got, want)
		}
	}
}

func TestListingTools(t *testing.T) {
	t.Parallel()
	w := newWorld(t, func(o *Options) { o.Reserved = []string{"sms.read"} })
	w.list(listing("weather-demo", "weather", "weather", weatherTool, saveTool, `{"name":"sms.read","description":"x","inputSchema":{"type":"object","properties":{"a":{"type":"string"}}}}`))
	a := w.browser().get("/listings/weather-demo")
	for sel, want := range map[string]string{
		"#tool-0 summary":               "Read-only",
		"#tool-0 tbody tr:first-child":  "city requiredstring城市名",
		"#tool-0 tbody tr:nth-child(5)": "place.lat requirednumber",
		"#tool-0":                       "ext.weather.weather.now",
		"#tool-0 > div pre":             `"arguments": { "city": "<city>", "place": { "lat": -90 } }`,
		"#tool-1 summary":               "Writes: hidden in the app",
		"#tool-1 p.quiet":               "Takes no parameters.",
		"#tool-2 summary":               "Blocked: the app's own name",
		"main .chip":                    "1 write tool hidden",
		"#connect p.quiet code":         "ext.weather.*",
	} {
		if got := a.text(sel); !strings.Contains(got, want) {
			t.Errorf("%s reads %q, want %q", sel, got, want)
		}
	}
	if a.doc.Find("#tool-1").Text() != "" && strings.Contains(a.text("#tool-1"), "ext.weather.note.save") {
		t.Error("a write tool is shown as mounted")
	}
}

func TestEveryReasonHasWords(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.list(listing("weather-demo", "天气", "weather", weatherTool))
	reasons := []market.Reason{
		market.ReasonOK, market.ReasonDNS, market.ReasonConnect, market.ReasonTLS, market.ReasonTimeout, market.ReasonHTTPError, market.ReasonNotMCP,
		market.ReasonAuthRequired, market.ReasonRateLimited, market.ReasonRPCError, market.ReasonTooLarge, market.ReasonBlocked, market.ReasonOurNetwork,
	}
	records := sampleProbes("weather-demo", len(reasons))
	for i, r := range reasons {
		records[i].Reason = r
	}
	w.probed(records...)
	a := w.browser().get("/listings/weather-demo") // its words are checked by wellFormed
	if n := a.doc.Find("[data-testid=probes] tbody tr").Length(); n != len(reasons) {
		t.Errorf("%d rows for %d reasons", n, len(reasons))
	}
}
