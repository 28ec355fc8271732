//go:build browser

package web

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/chromedp"

	"marketd/catalogapi"
	"marketd/i18n"
	"marketd/market"
)

// healthWorld is a market with a year behind it, and badges and feeds beside its pages.
func healthWorld(t *testing.T) *world {
	t.Helper()
	var o Options
	w := newWorld(t, func(made *Options) { o = *made })
	all := sampleListings()
	all[0].Health.CertUntil, all[0].Health.NextProbe = epoch.Add(16*24*time.Hour), epoch.Add(18*time.Minute)
	all[0].Health.Failures, all[0].Health.FailedAt = 2, epoch.Add(-20*time.Minute)
	w.list(all...)
	w.lived(t, "weather-demo")
	w.lived(t, "papers")
	days, _ := aYear()
	err := w.store.Update(t.Context(), func(tx market.Writer) error {
		if err := putRollups(t, tx, market.WholeMarket, market.Daily, days); err != nil {
			return err
		}
		return tx.PutIncident(t.Context(), market.Incident{ID: "geo-tools-1", Listing: "geo-tools", Start: epoch.Add(-5 * 24 * time.Hour), Worst: market.HealthDown, Reason: market.ReasonConnect, Detail: "connect: connection refused"})
	})
	if err != nil {
		t.Fatal(err)
	}
	api := catalogapi.New(catalogapi.Options{
		Catalog: w.catalog, Clock: w.clock, Log: o.Log, History: o.History, Standing: o.Standing,
		Words: func(lang market.Lang) catalogapi.Words { return i18n.For(string(lang)) },
	})
	mux := http.NewServeMux()
	for _, pattern := range catalogapi.Patterns() {
		mux.Handle(pattern, api.Handler())
	}
	mux.Handle("/", w.web.Handler())
	w.http = httptest.NewServer(mux)
	t.Cleanup(func() { w.http.Close(); api.Close() })
	return w
}

// TestHealthShots photographs what shows health.
func TestHealthShots(t *testing.T) {
	w := healthWorld(t)
	shootAll(t, w, []shot{
		{"health-listing", "/listings/weather-demo", "", nil},
		{"health-page", "/listings/weather-demo/health", "", nil},
		{"health-none", "/listings/units/health", "", nil},
		{"health-status", "/status", "", nil},
		{"health-home", "/", "", nil},
		{"badge-uptime", "/badge/weather-demo/uptime.svg", "", nil},
	})
}

// TestHealthIsSpoken asks Chromium what it tells a screen reader: the bars and the
// line have a name and a description, and the table has the numbers of the bars.
func TestHealthIsSpoken(t *testing.T) {
	w := healthWorld(t)
	ctx := chrome(t)
	for _, path := range []string{"/listings/weather-demo", "/listings/weather-demo/health", "/badge/weather-demo/uptime.svg?lang=en"} {
		if err := chromedp.Do(ctx, chromedp.EmulateViewport(390, 900), chromedp.Navigate(w.http.URL+path)); err != nil {
			t.Fatal(err)
		}
		tree, err := chromedp.Call(ctx, accessibility.GetFullAXTree, accessibility.GetFullAXTreeParams{})
		if err != nil {
			t.Fatal(err)
		}
		var images []string
		for _, n := range tree.Nodes {
			if n.Role != nil && (string(n.Role.Value) == `"image"` || string(n.Role.Value) == `"img"`) && !n.Ignored {
				images = append(images, strings.Trim(string(n.Name.Value), `"`))
			}
		}
		want := "Availability over the last 90 days, a bar a day"
		if strings.HasPrefix(path, "/badge/") {
			want = "uptime 30 days: "
		}
		if !strings.Contains(strings.Join(images, "|"), want) {
			t.Errorf("%s has the images %q", path, images)
		}
		for _, name := range images {
			if name == "" {
				t.Errorf("%s has an image without a name", path)
			}
		}
	}
}

// TestTableHasTheNumbersOfTheBars compares what the bars say on hovering with the
// table that stands beside them.
func TestTableHasTheNumbersOfTheBars(t *testing.T) {
	w := healthWorld(t)
	ctx := chrome(t)
	if err := chromedp.Do(ctx, chromedp.Navigate(w.http.URL+"/listings/weather-demo/health")); err != nil {
		t.Fatal(err)
	}
	read := func(expression string) string {
		s, err := chromedp.Run(ctx, chromedp.Evaluate[string](expression+`.map(e => (e.textContent.match(/[\d.]+%/) || [""])[0]).filter(s => s).join()`))
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	bars := read(`[...document.querySelectorAll("#days svg.days > rect > title")].reverse()`)
	table := read(`[...document.querySelectorAll("[data-testid=days] tbody td:nth-child(2)")]`)
	if bars != table || strings.Count(bars, "%") != 84 {
		t.Errorf("the bars say %s\nthe table %s", bars, table)
	}
}
