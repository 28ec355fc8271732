//go:build browser

package web

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"marketd/market"
)

// TestScriptCheck follows a public check in a real browser: a server, its
// progress, its report, the link to share; and a list of tools as a file.
func TestScriptCheck(t *testing.T) {
	w := newWorld(t)
	open := make(chan struct{})
	w.examiner.examine = func(ctx context.Context, c market.Case) (market.Examined, error) {
		c.Progress(market.StepMCP)
		select {
		case <-open:
		case <-ctx.Done():
		}
		return stock(c.Entry), nil
	}
	w.examiner.tools = func(tools []json.RawMessage) market.Report {
		none := market.ProfileResult{Verdict: market.VerdictNotRun}
		return market.Report{Verdict: market.VerdictClean, Tools: len(tools), Checks: sampleChecks(), Profiles: market.Profiles{App: none, MCP: none}}
	}
	ctx := chrome(t)
	until := func(js, want string) {
		t.Helper()
		got := ""
		for end := time.Now().Add(20 * time.Second); got != want && time.Now().Before(end); { // a page that goes away answers nothing
			got, _ = chromedp.Run(ctx, chromedp.Evaluate[string](`String(`+js+`)`))
		}
		if got != want {
			t.Fatalf("%s is %q, want %q", js, got, want)
		}
	}
	text := func(sel string) string { return `(document.querySelector("` + sel + `") || {innerText: ""}).innerText` }
	err := chromedp.Do(ctx,
		chromedp.Navigate(w.http.URL+"/check?lang=en&url=https%3A%2F%2Fstock.example.com%2Fmcp"),
		chromedp.Click("[data-testid=check-server] button[type=submit]"),
		chromedp.WaitReady("[data-live]"),
	)
	if err != nil {
		t.Fatal(err)
	}
	until(`document.querySelector("[data-step=mcp]").dataset.s`, "running")
	close(open)
	until(text("[data-testid=summary]"), "Works with standard MCP clients; not yet in the app, and here is what to add")
	err = chromedp.Do(ctx, chromedp.Click("[data-testid=profile-app] li a[href^='#a-']"))
	if err != nil {
		t.Fatal(err)
	}
	until(`document.querySelector(location.hash).open`, "true")
	err = chromedp.Do(ctx, chromedp.Click(".ask > summary"), chromedp.Click("form[action$='/share'] button"), chromedp.WaitReady("[data-testid=public]"))
	if err != nil {
		t.Fatal(err)
	}
	until(`location.pathname.startsWith("/reports/")`, "true")
	until(`document.querySelector("[data-testid=public] [data-copy]").hidden`, "false")

	file := filepath.Join(t.TempDir(), "tools.json")
	if err := os.WriteFile(file, []byte("["+weatherTool+","+forecastTool+"]"), 0o600); err != nil {
		t.Fatal(err)
	}
	err = chromedp.Do(ctx,
		chromedp.Navigate(w.http.URL+"/check"),
		chromedp.Click("label[for=way-tools]"),
		chromedp.SetUploadFiles("#file", []string{file}),
		chromedp.Click("[data-testid=check-tools] button[type=submit]"),
	)
	if err != nil {
		t.Fatal(err)
	}
	until(text("[data-testid=summary]"), "A list of 2 tools was looked at, without its server")
	if got, err := chromedp.Run(ctx, chromedp.Evaluate[string](text("main"))); err != nil || strings.Contains(got, "Standard MCP") {
		t.Errorf("a list alone speaks of ways to use a server: %v", err)
	}
}
