//go:build browser

package web

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"marketd/market"
)

// TestScript runs the page's script in a real browser, under the page's own
// content policy.
func TestScript(t *testing.T) {
	w := newWorld(t)
	w.list(sampleListings()...)
	w.probed(sampleProbes("weather-demo", 3)...)
	ctx := chrome(t)
	ask := func(js string) string {
		t.Helper()
		got, err := chromedp.Run(ctx, chromedp.Evaluate[string](`String(`+js+`)`))
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	if err := chromedp.Do(ctx, chromedp.Navigate(w.http.URL+"/listings/weather-demo?lang=en")); err != nil {
		t.Fatal(err)
	}
	for js, want := range map[string]string{
		`document.querySelectorAll("[data-copy][hidden]").length`:                                         "0",
		`document.querySelector("time[data-rel]").title`:                                                  "2026-11-30 08:48 UTC",
		`getComputedStyle(document.querySelector("header")).position`:                                     "static",
		`document.querySelector("#c1").checked`:                                                           "false",
		`getComputedStyle(document.querySelector("#c1 + label + div")).display`:                           "none",
		`(() => { try { document.body.innerHTML = "<b>x"; return "set" } catch { return "refused" } })()`: "refused",
	} {
		if got := ask(js); got != want {
			t.Errorf("%s is %q, want %q", js, got, want)
		}
	}
	if got := ask(`document.querySelector("time[data-rel]").textContent`); got == "2026-11-30 08:48 UTC" || got == "" {
		t.Errorf("the time stays absolute: %q", got)
	}
	if err := chromedp.Do(ctx, chromedp.Click("label[for=c1]")); err != nil {
		t.Fatal(err)
	}
	if got := ask(`document.querySelector("#c1 + label + div").innerText`); !strings.Contains(got, "cursor://") {
		t.Errorf("the second tab shows %q", got)
	}
	if err := chromedp.Do(ctx, chromedp.Navigate(w.http.URL+"/")); err != nil {
		t.Fatal(err)
	}
	// DevTools types a character even after its keydown is refused, so the slash is an event of its own.
	slash := `document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "/", bubbles: true, cancelable: true }))`
	if taken, focused := ask(slash), ask(`document.activeElement.id`); taken != "false" || focused != "q" {
		t.Errorf("/ focuses %q, and is typed there: %s", focused, taken)
	}
	if err := chromedp.Do(ctx, chromedp.KeyEvent("weather"+kb.Enter)); err != nil {
		t.Fatal(err)
	}
	// The page that answers may not be there yet; asking a page that goes away is an error.
	where := ""
	for end := time.Now().Add(20 * time.Second); !strings.Contains(where, "q=weather") && time.Now().Before(end); {
		where, _ = chromedp.Run(ctx, chromedp.Location())
	}
	if !strings.HasSuffix(where, "/?q=weather") {
		t.Errorf("searching by keyboard alone leads to %q", where)
	}
}

// A page whose stream was refused follows its check all the same.
func TestScriptWithoutStream(t *testing.T) {
	w := newWorld(t)
	open := make(chan struct{})
	w.examiner.examine = func(ctx context.Context, c market.Case) (market.Examined, error) {
		select {
		case <-open:
		case <-ctx.Done():
		}
		return good(c.Entry), nil
	}
	for range viewerStreams {
		if _, err := w.web.streams.enter("client 127.0.0.1"); err != nil {
			t.Fatal(err)
		}
	}
	ctx := chrome(t)
	err := chromedp.Do(ctx,
		chromedp.Navigate(w.http.URL+"/submit?lang=en&url=https%3A%2F%2Fweather.example.com%2Fmcp"),
		chromedp.Click("button[value=check]"),
		chromedp.WaitReady("[data-live]"),
	)
	if err != nil {
		t.Fatal(err)
	}
	close(open)
	following := "true"
	for end := time.Now().Add(20 * time.Second); following != "false" && time.Now().Before(end); {
		following, _ = chromedp.Run(ctx, chromedp.Evaluate[string](`String(document.querySelector("[data-live]") !== null)`))
	}
	if following != "false" {
		t.Error("the page waits for a stream that it was refused")
	}
}
