//go:build browser

package web

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"marketd/market"
)

// ownCheckShots are the moments of the public check, each with a browser that
// started one.
func ownCheckShots(t *testing.T, w *world) []shot {
	t.Helper()
	stay := make(chan struct{})
	t.Cleanup(func() { close(stay) })
	w.examiner.mu.Lock()
	w.examiner.examine = func(ctx context.Context, c market.Case) (market.Examined, error) {
		url := c.Entry.Server.URL
		switch {
		case strings.Contains(url, "slow"):
			c.Progress(market.StepMCP)
			select {
			case <-stay:
			case <-ctx.Done():
			}
		case strings.Contains(url, "gated"):
			x := examined(c.Entry)
			x.Report.Profiles, x.Report.Verdict = both(market.VerdictNeedsHuman, market.OutcomeGated), market.VerdictNeedsHuman
			return x, nil
		case strings.Contains(url, "hostile"):
			x := suspicious(c.Entry)
			score(&x.Report)
			return x, nil
		case strings.Contains(url, "refused"):
			return refused(c.Entry), nil
		case strings.Contains(url, "stock"):
			return stock(c.Entry), nil
		}
		return good(c.Entry), nil
	}
	w.examiner.tools = func([]json.RawMessage) market.Report {
		x := stock(market.Entry{})
		none := market.ProfileResult{Verdict: market.VerdictNotRun}
		x.Report.Findings = x.Report.Findings[1:]
		x.Report.Profiles = market.Profiles{App: none, MCP: none}
		return x.Report
	}
	w.examiner.mu.Unlock()
	shots := []shot{{"own-check", "/check", "", nil}, {"own-check-tools", "/check?way=tools", "", nil}}
	for _, id := range []string{"slow", "gated", "hostile", "refused", "stock", "good"} {
		w.clock.add(time.Minute)
		b := w.browser()
		url := "https://" + id + ".example.com/mcp"
		if id == "refused" {
			url = "https://" + id + "-papers-gateway.cn-north-1.example.edu/platform/v2/services/open-access-literature-search/mcp"
		}
		path := b.post("/check", "url", url).header.Get("Location")
		if id != "slow" {
			b.wait(path)
		}
		shots = append(shots, shot{name: "own-check-" + id, path: path, browser: b})
		if id == "stock" {
			link := b.post(path + "/share").header.Get("Location")
			shots = append(shots, shot{name: "shared-mine", path: link, browser: b}, shot{name: "shared", path: link})
		}
	}
	w.clock.add(time.Minute)
	b := w.browser()
	path := b.upload("", "["+weatherTool+","+forecastTool+"]").header.Get("Location")
	b.wait(path)
	return append(shots, shot{name: "own-check-list", path: path, browser: b})
}
