package web

import (
	"strings"
	"testing"
	"time"

	"marketd/market"
)

func TestListingStatus(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.list(sampleListings()...)
	w.probed(sampleProbes("weather-demo", 40)...) // one timeout, two 429
	b := w.browser()

	a := b.get("/listings/weather-demo")
	bars := func(kind string) int { return a.doc.Find("#status svg.days:not(.mini) rect." + kind).Length() }
	if u, d, m, n := bars("u"), bars("d"), bars("m"), bars("n"); u != 38 || d != 1 || m != 1 || n != 50 {
		t.Errorf("bars: %d answered, %d failed, %d not counted, %d none", u, d, m, n)
	}
	if got := a.doc.Find("#status svg.days").First().AttrOr("aria-label", ""); got != "The latest 40 probes: 38 answered, 1 failed" {
		t.Errorf("the bars say %q", got)
	}
	if got := a.text("[data-testid=trust] a:nth-child(2)"); got != "97.43% of the latest 39 probes answered" {
		t.Errorf("uptime tile: %q", got)
	}
	if n := a.doc.Find("#status tbody tr").Length(); n != 20 {
		t.Errorf("%d rows in the table", n)
	}
	if got := a.text("#status tbody tr:nth-child(12)"); !strings.Contains(got, "429 · rate limited, not counted") || !strings.Contains(got, "2026-11-30 03:18 UTC") {
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

func TestQuantile(t *testing.T) {
	t.Parallel()
	spans := []time.Duration{5, 1, 4, 2, 3}
	for q, want := range map[float64]time.Duration{0: 1, .5: 3, .95: 5, 1: 5} {
		if got := quantile(spans, q); got != want {
			t.Errorf("quantile %v = %d, want %d", q, got, want)
		}
	}
	if got := spark([]time.Duration{time.Second}); got != "M0.0 2.0H300" {
		t.Errorf("one span draws %q", got)
	}
	if got := spark([]time.Duration{0, 0}); got != "M0.0 46.0L300.0 46.0" {
		t.Errorf("no time at all draws %q", got)
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
	if n := a.doc.Find("#status tbody tr").Length(); n != len(reasons) {
		t.Errorf("%d rows for %d reasons", n, len(reasons))
	}
}
