package web

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"marketd/market"
	"marketd/templates"
)

// watching gives the server what tells of health.
func (w *world) watching(o *Options) {
	o.History = market.NewHistory(w.store, w.clock)
	o.Standing = market.NewStanding(market.StandingOptions{
		Store: w.store, Catalog: w.catalog, History: o.History, Clock: w.clock,
		Sweep: func(context.Context) (market.SweepStanding, bool) {
			return market.SweepStanding{Last: w.clock.Now().Add(-40 * time.Second), Lag: 12 * time.Second}, true
		},
		Parts: []market.Part{
			{Name: "web", Ask: partIs(market.PartStanding{State: market.PartFine})},
			{Name: "database", Ask: partIs(market.PartStanding{State: market.PartBroken, Text: market.Text{ZH: "数据库写不进去。", EN: "It takes no writes."}})},
			{Name: "probes", Ask: partIs(market.PartStanding{State: market.PartSlow, Since: epoch.Add(-time.Hour), Text: market.Text{ZH: "探测做得比计划晚。", EN: "Probes are made later than planned."}})},
			{Name: "notices"},
		},
	})
}

func partIs(s market.PartStanding) func(context.Context) market.PartStanding {
	return func(context.Context) market.PartStanding { return s }
}

func TestHealthPage(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	l := listing("weather-demo", "天气预报", "weather", weatherTool)
	l.Health.CertUntil, l.Health.NextProbe = epoch.Add(16*24*time.Hour), epoch.Add(18*time.Minute)
	l.Health.Failures, l.Health.FailedAt = 2, epoch.Add(-20*time.Minute)
	w.list(l)
	w.lived(t, "weather-demo")
	b := w.browser()
	a := b.get("/listings/weather-demo/health")
	for sel, want := range map[string]string{
		"h1":                             "天气预报: health",
		"[data-testid=counts]":           "Failures in a row: 2 (since 30 Nov 08:40 UTC). After 3 over 30 min it is marked degraded.",
		"[data-testid=cert]":             "16 days left",
		"[data-testid=incidents]":        "Was degraded 3 Nov 06:02 to 07:40 UTC: a TLS fault, for 1 h 38 mintls: the certificate has expired <script>⟦U+202E⟧",
		"[data-testid=windows]":          "Planned 1 Dec 15:00 to 17:00 UTC, 2 h in all机房搬迁，其间不可用。",
		"[data-testid=phases]":           "Done",
		"[data-testid=said]:first-child": "",
	} {
		if got := a.text(sel); !strings.Contains(got, want) {
			t.Errorf("%s reads %q, want %q", sel, got, want)
		}
	}
	if n := a.doc.Find("#days svg.days > rect").Length(); n != 90 {
		t.Errorf("%d bars", n)
	}
	for kind, want := range map[string]int{"w": 1, "d": 1, "m": 2, "n": 3} {
		if n := a.doc.Find("#days svg.days > rect." + kind).Length(); n != want {
			t.Errorf("%d bars of kind %s, want %d", n, kind, want)
		}
	}
	if n := a.doc.Find("[data-testid=days] tbody tr").Length(); n != 87 {
		t.Errorf("%d days in the table", n)
	}
	if n := a.doc.Find("[data-testid=said]").Length(); n != 2 {
		t.Errorf("%d transcripts", n)
	}

	b.header.Set("Accept-Language", "zh-CN")
	if got := b.get("/listings/weather-demo").text("[data-testid=incidents]"); !strings.Contains(got, "11 月 3 日 14:02 到 15:40：证书或加密有问题，持续 1 小时 38 分") {
		t.Errorf("in Chinese: %q", got)
	}
}

func TestTranscriptsAreDownloaded(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	held := listing("held", "x", "weather", weatherTool)
	held.Hold = market.HoldQuarantined
	w.list(listing("weather-demo", "天气", "weather", weatherTool), held)
	w.lived(t, "weather-demo")
	w.lived(t, "held")
	b := w.browser()
	sh := b.get("/listings/weather-demo/health/good.sh")
	if sh.status != 200 || !strings.Contains(sh.body, "curl") || !strings.Contains(sh.body, "https://weather-demo.example.com/mcp") || !strings.HasPrefix(sh.header.Get("Content-Disposition"), "attachment") {
		t.Errorf("%d %v %s", sh.status, sh.header, sh.body)
	}
	var said struct {
		Good      bool
		Exchanges []market.Exchange
	}
	if a := b.get("/listings/weather-demo/health/bad.json"); a.status != 200 || json.Unmarshal([]byte(a.body), &said) != nil || said.Good || len(said.Exchanges) != 1 || said.Exchanges[0].Err == "" {
		t.Errorf("%d %s", a.status, a.body)
	}
	for _, path := range []string{"weather-demo/health/good.txt", "weather-demo/health/x.sh", "held/health/good.sh", "none/health/good.sh", "none/health"} {
		if a := b.get("/listings/" + path); a.status != 404 {
			t.Errorf("%s: %d", path, a.status)
		}
	}
	if a := b.get("/listings/held/health"); a.status != 200 || a.has("[data-testid=said]") {
		t.Errorf("what is held: %d", a.status)
	}
}

func TestIncidentsArePaged(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.list(listing("weather-demo", "天气", "weather", weatherTool))
	err := w.store.Update(t.Context(), func(tx market.Writer) error {
		for i := range 45 {
			at := epoch.Add(-time.Duration(i+1) * 24 * time.Hour)
			x := market.Incident{ID: fmt.Sprintf("i%d", i), Listing: "weather-demo", Start: at, End: at.Add(time.Hour), Worst: market.HealthDegraded, Reason: market.ReasonTimeout}
			if err := tx.PutIncident(t.Context(), x); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	b := w.browser()
	for page, want := range map[string]int{"": 20, "?page=2": 20, "?page=3": 5} {
		if n := b.get("/listings/weather-demo/health" + page).doc.Find("[data-testid=incidents] > li").Length(); n != want {
			t.Errorf("page %q has %d, want %d", page, n, want)
		}
	}
	for _, page := range []string{"4", "1000000"} {
		if a := b.get("/listings/weather-demo/health?page=" + page); !a.has("[data-testid=past-end]") {
			t.Errorf("page %s is not told to be past the end", page)
		}
	}
}

func TestStatusPage(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.list(sampleListings()...)
	err := w.store.Update(t.Context(), func(tx market.Writer) error {
		x := market.Incident{ID: "geo-tools-1", Listing: "geo-tools", Start: epoch.Add(-5 * 24 * time.Hour), Worst: market.HealthDown, Reason: market.ReasonConnect}
		return tx.PutIncident(t.Context(), x)
	})
	if err != nil {
		t.Fatal(err)
	}
	a := w.browser().get("/status")
	for sel, want := range map[string]string{
		"main .note":               "1 part of the market does not workServers listed: 8. Degraded, down or gone: 3.",
		"[data-testid=states]":     "3 Up1 Needs a token1 Degraded1 Not measured1 Down1 Gone",
		"[data-testid=incidents]":  "Down OpenStreetMap places since 25 Nov 09:00 UTC: no connection, for 5 d so far",
		"[data-testid=parts]":      "Database Not workingIt takes no writes. Probes Slow, or in doubtProbes are made later than planned. since 2026-11-30 08:00 UTCNotices Not measured",
		"aside":                    "Longest waitunder a minute",
		"#listings p.quiet":        "No figures yet",
		"footer a[href='/status']": "Status",
	} {
		if got := a.text(sel); !strings.Contains(got, want) {
			t.Errorf("%s reads %q, want %q", sel, got, want)
		}
	}
	if feed := a.doc.Find("head link[rel=alternate]").AttrOr("href", ""); feed != "/incidents.atom?lang=en" {
		t.Errorf("the feed is %q", feed)
	}
}

func TestCountsInWords(t *testing.T) {
	t.Parallel()
	p, th := english(), market.DefaultThresholds()
	p.Now = epoch
	ago := epoch.Add(-2 * time.Hour)
	for _, c := range []struct {
		h    market.Health
		want string
	}{
		{market.Health{}, "No probe has said anything yet; the first one that does settles the state."},
		{market.Health{State: market.HealthUp}, "No failures in a row. After 3 over 30 min it is marked degraded."},
		{market.Health{State: market.HealthUp, Failures: 1, FailedAt: ago}, "Failures in a row: 1 (since 30 Nov 07:00 UTC). After 3 over 30 min it is marked degraded."},
		{market.Health{State: market.HealthDegraded, Failures: 9, FailedAt: ago}, "Failures in a row: 9 (since 30 Nov 07:00 UTC). After 3 d it is marked down and leaves the app's catalog."},
		{market.Health{State: market.HealthDegraded, Successes: 1}, "Successes in a row: 1. After 2 it is up again."},
		{market.Health{State: market.HealthDown, Failures: 99, Since: ago}, "Down (since 30 Nov 07:00 UTC) and out of the app's catalog. Once it has been down for 30 d, on 30 Dec, it is marked gone."},
		{market.Health{State: market.HealthUp, Gates: 1}, "No failures in a row. After 3 over 30 min it is marked degraded.|Answers in a row that want a token: 1. After 2 it is marked so, which is no fault."},
		{market.Health{State: market.HealthGone, Failures: 9, SilentFor: ago}, "Gone. It is still probed now and then, and comes back by itself.|No probe counts, since 30 Nov 07:00 UTC: maintenance was announced, the server throttles us, or our own network is doubted. The state stays."},
	} {
		if got := strings.Join(countsText(p, th, &c.h), "|"); got != c.want {
			t.Errorf("%+v\n says %q\n want %q", c.h, got, c.want)
		}
	}
}

func TestPhases(t *testing.T) {
	t.Parallel()
	ms := time.Millisecond
	got, _ := phases(english(), []market.ProbeRecord{
		{Reason: market.ReasonDNS, Took: ms},
		{Reason: market.ReasonOK, DNS: 10 * ms, Connect: 20 * ms, TLS: 30 * ms, FirstByte: 40 * ms, Took: 200 * ms},
	})
	want := []templates.PhaseView{
		{Label: "Resolve", Took: "10 ms", From: 0, Width: 50},
		{Label: "Connect", Took: "20 ms", From: 50, Width: 100},
		{Label: "TLS", Took: "30 ms", From: 150, Width: 150},
		{Label: "First byte", Took: "40 ms", From: 300, Width: 200},
		{Label: "Other exchanges", Took: "100 ms", From: 500, Width: 500},
		{Label: "Done", Took: "200 ms", Width: 1000},
	}
	if !slices.Equal(got, want) {
		t.Errorf("%+v", got)
	}
	if got, _ := phases(english(), []market.ProbeRecord{{Reason: market.ReasonTimeout, Took: ms}}); got != nil {
		t.Errorf("without a good probe: %+v", got)
	}
}

func TestSparkPath(t *testing.T) {
	t.Parallel()
	for want, spans := range map[string][]time.Duration{
		"M0.0 2.0H300.0":                  {time.Second},
		"":                                {0, 0},
		"M0.0 2.0H100.0M200.0 24.0H300.0": {2 * time.Second, 0, time.Second},
		"M0.0 24.0L150.0 2.0H300.0":       {time.Second, 2 * time.Second},
	} {
		if got := sparkPath(spans, slices.Max(spans)); got != want {
			t.Errorf("%v draws %q, want %q", spans, got, want)
		}
	}
}

func TestKind(t *testing.T) {
	t.Parallel()
	for want, all := range map[string][]market.ProbeCounts{
		"u": {{OK: 1}, {Gated: 3}, {OK: 2, Unknown: 5, Maintenance: 1}},
		"g": {{OK: 2, Failed: 1}, {Gated: 51, Failed: 49}},
		"d": {{Failed: 1}, {OK: 1, Failed: 1}},
		"w": {{Maintenance: 1, Unknown: 4}},
		"m": {{Unknown: 1}},
		"n": {{}},
	} {
		for _, c := range all {
			if got := kind(c); got != want {
				t.Errorf("%+v is %q, want %q", c, got, want)
			}
		}
	}
}

// BenchmarkListingOfAYear is the page of a listing with a year of history, as the
// server gives it: the aim is 5 ms of processor time.
func BenchmarkListingOfAYear(b *testing.B) {
	w := newWorld(b)
	w.list(listing("weather-demo", "天气预报", "weather", weatherTool, forecastTool, saveTool))
	w.lived(b, "weather-demo")
	for _, path := range []string{"/listings/weather-demo", "/listings/weather-demo/health"} {
		b.Run(strings.TrimPrefix(path, "/listings/weather-demo")+"/page", func(b *testing.B) {
			r := httptest.NewRequestWithContext(b.Context(), http.MethodGet, path, nil)
			b.ReportAllocs()
			defer cpuTime(b)()
			for b.Loop() {
				rec := httptest.NewRecorder()
				w.web.Handler().ServeHTTP(rec, r)
				if rec.Code != http.StatusOK {
					b.Fatal(rec.Code)
				}
			}
		})
	}
}
