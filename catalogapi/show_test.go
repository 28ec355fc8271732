package catalogapi_test

import (
	"context"
	"encoding/json"
	"encoding/xml"
	"net/http"
	"strings"
	"testing"
	"time"

	"marketd/catalogapi"
	"marketd/i18n"
	"marketd/market"
	"marketd/storage"
	"marketd/storage/storagetest"
)

// window is the API on a database of its own, with listings and their history
// written into it.
type window struct {
	*client
	db      *storage.DB
	clock   *hand
	catalog *market.Catalog
}

func newWindow(t *testing.T) *window {
	t.Helper()
	w := &window{db: storagetest.SQLite(t), clock: newHand()}
	w.catalog = market.NewCatalog(w.db)
	history := market.NewHistory(w.db, w.clock)
	_, w.client = serve(t, catalogapi.Options{
		Catalog: w.catalog, Clock: w.clock, History: history, BaseURL: "https://market.example",
		Standing: market.NewStanding(market.StandingOptions{
			Store: w.db, Catalog: w.catalog, History: history, Clock: w.clock,
			Sweep: func(context.Context) (market.SweepStanding, bool) {
				return market.SweepStanding{Last: w.clock.Now().Add(-time.Minute), Lag: 90 * time.Second}, true
			},
			Parts: []market.Part{{Name: "web", Ask: func(context.Context) market.PartStanding { return market.PartStanding{State: market.PartFine} }}, {Name: "probes"}},
		}),
		Changes: func(context.Context, string, int, int) ([]market.ToolsChange, error) {
			at := time.Date(2026, 11, 3, 6, 30, 0, 0, time.UTC)
			return []market.ToolsChange{{ID: "d1", At: at, State: market.DriftTaken, Class: market.DriftCosmetic}, {ID: "r1", At: at, State: market.DriftRevised, Class: market.DriftNone, Revision: 1}}, nil
		},
		Words: func(lang market.Lang) catalogapi.Words { return i18n.For(string(lang)) },
	})
	return w
}

func (w *window) write(t *testing.T, f func(market.Writer) error) {
	t.Helper()
	err := w.db.Update(t.Context(), func(tx market.Writer) error {
		if err := f(tx); err != nil {
			return err
		}
		_, err := tx.BumpCatalog(t.Context(), w.clock.Now())
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := w.catalog.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// list publishes a listing with n probes half an hour apart, every tenth failed.
func (w *window) list(t *testing.T, l market.Listing, n int) {
	t.Helper()
	w.write(t, func(tx market.Writer) error {
		if err := tx.SaveListing(t.Context(), l); err != nil {
			return err
		}
		if err := tx.SaveHealth(t.Context(), l.ID, l.Health); err != nil {
			return err
		}
		for i := range n {
			r := market.ProbeRecord{
				Listing: l.ID, Claim: int64(i + 1), At: w.clock.Now().Add(-time.Duration(n-i) * 30 * time.Minute),
				Reason: market.ReasonOK, Class: market.ClassOK, Status: 200, Took: 180 * time.Millisecond,
			}
			if i%10 == 9 {
				r.Reason, r.Class = market.ReasonTimeout, market.ClassNetwork
			}
			if _, err := tx.InsertProbeRecord(t.Context(), r); err != nil {
				return err
			}
		}
		return nil
	})
}

func (w *window) incident(t *testing.T, i market.Incident) {
	t.Helper()
	w.write(t, func(tx market.Writer) error { return tx.PutIncident(t.Context(), i) })
}

// picture is a badge as a browser reads it.
type picture struct {
	Width int    `xml:"width,attr"`
	Role  string `xml:"role,attr"`
	Label string `xml:"aria-label,attr"`
	Lang  string `xml:"lang,attr"`
	Title string `xml:"title"`
	Text  []struct {
		X      int    `xml:"x,attr"`
		Length int    `xml:"textLength,attr"`
		Said   string `xml:",chardata"`
	} `xml:"g>text"`
}

func TestBadges(t *testing.T) {
	t.Parallel()
	w := newWindow(t)
	w.list(t, listing("weather-demo", w.clock.Now()), 20)
	fresh := listing("fresh", w.clock.Now())
	fresh.Health = market.Health{}
	w.list(t, fresh, 0)
	changed := listing("changed", w.clock.Now())
	changed.Health.Digest = "v1:sha256:other"
	w.list(t, changed, 0)
	for _, c := range []struct {
		path, says string
		status     int
	}{
		{"weather-demo/uptime.svg?lang=en", "uptime 30 days: 90%", 200},
		{"weather-demo/uptime.svg?lang=en&range=24h", "uptime 24 hours: 90%", 200},
		{"weather-demo/uptime.svg", "可用率 30 天: 90%", 200},
		{"weather-demo/health.svg", "状态: 正常", 200},
		{"weather-demo/health.svg?lang=en", "health: Up", 200},
		{"weather-demo/tools.svg?lang=en", "tools: 0", 200},
		{"changed/tools.svg?lang=en", "tools: 0 · changed", 200},
		{"fresh/uptime.svg?lang=en", "uptime 30 days: no data yet", 200},
		{"fresh/health.svg?lang=en", "health: Not measured", 200},
		{"nobody/health.svg?lang=en", "health: unknown", 404},
		{"nobody/uptime.svg", "可用率: 没有这个条目", 404},
	} {
		res := w.get("/badge/" + c.path)
		var p picture
		if err := xml.Unmarshal(res.body, &p); err != nil {
			t.Errorf("%s: %v: %s", c.path, err, res.body)
			continue
		}
		if res.StatusCode != c.status || res.Header.Get("Content-Type") != "image/svg+xml" || res.Header.Get("Access-Control-Allow-Origin") != "*" {
			t.Errorf("%s: %d %v", c.path, res.StatusCode, res.Header)
		}
		if p.Role != "img" || p.Label != c.says || p.Title != c.says {
			t.Errorf("%s is named %q and %q, want %q", c.path, p.Label, p.Title, c.says)
		}
		if last := p.Text[1]; p.Text[0].Said+": "+last.Said != c.says || last.X+last.Length+6 != p.Width {
			t.Errorf("%s: %+v in %d", c.path, p.Text, p.Width)
		}
	}
	for path, status := range map[string]int{"weather-demo/uptime.svg?range=2h": 422, "weather-demo/uptime.png": 404, "weather-demo/other.svg": 404, "weather-demo/uptime": 404} {
		if res := w.get("/badge/" + path); res.StatusCode != status || res.Header.Get("Content-Type") != "application/problem+json" {
			t.Errorf("%s: %d %s", path, res.StatusCode, res.body)
		}
	}
}

func TestBadgeEndpointIsOfShields(t *testing.T) {
	t.Parallel()
	w := newWindow(t)
	w.list(t, listing("weather-demo", w.clock.Now()), 20)
	for path, want := range map[string]string{
		"weather-demo/uptime.json?lang=en&range=7d": `{"schemaVersion":1,"label":"uptime 7 days","message":"90%","color":"b3313f","cacheSeconds":300}`,
		"weather-demo/health.json":                  `{"schemaVersion":1,"label":"状态","message":"正常","color":"2f7d46","cacheSeconds":300}`,
		"nobody/tools.json?lang=en":                 `{"schemaVersion":1,"label":"tools","message":"unknown","color":"6b665c","isError":true,"cacheSeconds":300}`,
	} {
		res := w.get("/badge/" + path)
		if got := strings.TrimSpace(string(res.body)); got != want || res.Header.Get("Content-Type") != "application/json" {
			t.Errorf("%s: %s", path, got)
		}
	}
}

// What everyone may have carries a validator, and is not sent twice; HEAD has
// the header of GET.
func TestReadsAreFresh(t *testing.T) {
	t.Parallel()
	w := newWindow(t)
	w.list(t, listing("weather-demo", w.clock.Now()), 20)
	for _, path := range []string{
		"/badge/weather-demo/uptime.svg", "/badge/weather-demo/tools.json", "/api/v1/packages/weather-demo/health", "/api/v1/status",
		"/feed.atom", "/incidents.atom", "/listings/weather-demo/feed.atom", "/publishers/weather-demo.example.com/feed.atom",
	} {
		for _, coding := range []string{"identity", "gzip"} {
			first := w.get(path, "Accept-Encoding: "+coding)
			if first.StatusCode != http.StatusOK || first.Header.Get("Etag") == "" || !strings.Contains(first.Header.Get("Cache-Control"), "max-age=60") {
				t.Errorf("%s: %d %v", path, first.StatusCode, first.Header)
			}
			again := w.get(path, "Accept-Encoding: "+coding, "If-None-Match: "+first.Header.Get("Etag"))
			if again.StatusCode != http.StatusNotModified || len(again.body) > 0 {
				t.Errorf("%s again: %d, %d bytes", path, again.StatusCode, len(again.body))
			}
			head := w.do(http.MethodHead, path, "", "Accept-Encoding: "+coding)
			if head.StatusCode != http.StatusOK || head.Header.Get("Etag") != first.Header.Get("Etag") || len(head.body) > 0 {
				t.Errorf("HEAD %s: %d %v", path, head.StatusCode, head.Header)
			}
		}
	}
	modified := w.get("/feed.atom").Header.Get("Last-Modified")
	if res := w.get("/feed.atom", "If-Modified-Since: "+modified); modified == "" || res.StatusCode != http.StatusNotModified {
		t.Errorf("since %q: %d", modified, res.StatusCode)
	}
}

// A server that answers within a millisecond has a time to answer all the same.
func TestLatencyOfAFastServer(t *testing.T) {
	t.Parallel()
	for d, want := range map[time.Duration]int64{0: 0, time.Microsecond: 1, 500 * time.Microsecond: 1, time.Millisecond: 1, 182 * time.Millisecond: 182} {
		if got := catalogapi.Latency(d); got != want {
			t.Errorf("%v: %d ms, want %d", d, got, want)
		}
	}
	var h market.Histogram
	h.Add(90 * time.Microsecond)
	if got := catalogapi.Latency(h.Quantile(.5)); got != 1 {
		t.Errorf("the first bucket: %d ms", got)
	}
}

func TestHealthOfAListing(t *testing.T) {
	t.Parallel()
	w := newWindow(t)
	l := listing("weather-demo", w.clock.Now())
	l.Health.CertUntil = w.clock.Now().Add(40 * 24 * time.Hour)
	w.list(t, l, 40)
	start := w.clock.Now().Add(-5 * time.Hour)
	w.incident(t, market.Incident{ID: "weather-demo-9", Listing: l.ID, Start: start, End: start.Add(time.Hour), Worst: market.HealthDegraded, Reason: market.ReasonTLS, Detail: "expired"})

	h := decode[catalogapi.Health](t, w.get("/api/v1/packages/weather-demo/health?range=7d"))
	if h.ID != l.ID || h.State != market.HealthUp || h.Step != 3600 || h.CertificateUntil == nil || len(h.Incidents) != 1 || *h.Uptime.Day.Share != .9 {
		t.Errorf("%+v", h)
	}
	total := 0
	for _, p := range h.Points {
		total += p.OK + p.Failed
		if p.OK > 0 && (p.P50 < 160 || p.P50 > 201) {
			t.Errorf("p50 %d", p.P50)
		}
	}
	if total != 40 || h.Uptime.Week.Counted != 40 {
		t.Errorf("%d probes in the points, %d in the week", total, h.Uptime.Week.Counted)
	}
	if day := decode[catalogapi.Health](t, w.get("/api/v1/packages/weather-demo/health?range=24h&step=24h")); len(day.Points) != 1 || day.Points[0].OK+day.Points[0].Failed != 18 {
		t.Errorf("today: %+v", day.Points)
	}
	for path, code := range map[string]string{
		"weather-demo/health?range=2d":             "RANGE_INVALID",
		"weather-demo/health?step=x":               "STEP_INVALID",
		"weather-demo/health?step=7m":              "HISTORY_RANGE_INVALID",
		"weather-demo/health?range=1y&step=5m":     "HISTORY_RANGE_INVALID",
		"weather-demo/health?range=24h&step=-5m":   "HISTORY_RANGE_INVALID",
		"weather-demo/health?range=24h&step=1000h": "HISTORY_RANGE_INVALID",
		"weather-demo/health?range=24h&step=1ns":   "HISTORY_RANGE_INVALID",
		"weather-demo/health?range=24h&step=1s":    "HISTORY_RANGE_INVALID",
		"nobody/health":                            "LISTING_NOT_FOUND",
	} {
		res := w.get("/api/v1/packages/" + path)
		if p := decode[catalogapi.Problem](t, res); p.Code != code || res.Header.Get("Content-Type") != "application/problem+json" {
			t.Errorf("%s: %s", path, res.body)
		}
	}
}

func TestStatusOfTheMarket(t *testing.T) {
	t.Parallel()
	w := newWindow(t)
	w.list(t, listing("weather-demo", w.clock.Now()), 1)
	down := listing("downtown", w.clock.Now())
	down.Health.State = market.HealthDown
	w.list(t, down, 0)
	held := listing("held", w.clock.Now())
	held.Hold, held.Health.State = market.HoldQuarantined, market.HealthDown
	w.list(t, held, 0)
	for _, id := range []string{"downtown", "held"} {
		w.incident(t, market.Incident{ID: id + "-1", Listing: id, Start: w.clock.Now().Add(-80 * time.Hour), Worst: market.HealthDown, Reason: market.ReasonConnect})
	}
	res := w.get("/api/v1/status")
	st := decode[catalogapi.Status](t, res)
	if st.Listings.Up != 1 || st.Listings.Down != 1 || len(st.Days) != 90 || st.Sweep.Lag != 90 {
		t.Errorf("%s", res.body)
	}
	if len(st.Incidents) != 1 || st.Incidents[0].Listing != "downtown" {
		t.Errorf("a listing on hold is told of: %+v", st.Incidents)
	}
	if len(st.Parts) != 2 || st.Parts[0].State != market.PartFine || st.Parts[1].State != market.PartUnknown {
		t.Errorf("parts: %+v", st.Parts)
	}
	var raw map[string]json.RawMessage
	if err := json.Unmarshal(res.body, &raw); err != nil || string(raw["incidents"]) == "null" {
		t.Error(err)
	}
}
