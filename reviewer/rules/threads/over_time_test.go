package threads

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"marketd/healthcheck/netguard"
	"marketd/market"
)

// bomb lists nothing, in a body of 64 MiB that is some 65 KB on the wire.
func bomb() http.Handler {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	zeros := make([]byte, 1<<20)
	for range 64 {
		_, _ = z.Write(zeros)
	}
	_ = z.Close()
	return speaks(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", asJSON)
		w.Header().Set("Content-Encoding", "gzip")
		_, _ = w.Write(b.Bytes())
	}))
}

// drip lists nothing, in a stream that never ends.
func drip() http.Handler {
	return speaks(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", events)
		tick := time.NewTicker(20 * time.Millisecond)
		defer tick.Stop()
		for {
			select {
			case <-r.Context().Done():
				return
			case <-tick.C:
				_, _ = io.WriteString(w, ": still here\n\n")
				_ = http.NewResponseController(w).Flush()
			}
		}
	}))
}

// overTime are certificates, and servers that come and go or never come to an end.
func overTime() []thread {
	good := standard(goodTool)
	reordered := []string{goodTool, strings.Replace(goodTool, "forecast_get", "warnings_get", 1)}
	tlsRules := []string{"TLS-001", "TLS-002", "TLS-003"}
	return []thread{
		{
			in: "prometheus/blackbox_exporter#340 prometheus/blackbox_exporter#637", say: "the earliest end of all that was sent raised an alarm: an old root is expired", scene: scene{handler: good, chain: crossSigned(-2 * day)},
			app: "clean pass", mcp: "clean pass", free: tlsRules,
		},
		{
			in: "prometheus/blackbox_exporter#636", say: "an old root ends tomorrow, another path lasts", scene: scene{handler: good, chain: crossSigned(day)},
			app: "clean pass", mcp: "clean pass", free: tlsRules,
		},
		{
			in: "prometheus/blackbox_exporter#589 prometheus/blackbox_exporter#1047 prometheus/blackbox_exporter#815", say: "a missing intermediate went unseen where verification was off", scene: scene{handler: good, chain: withoutMiddle},
			app: "rejected fail", mcp: "rejected fail", hits: []string{"reject TLS-001"},
		},
		{
			in: "flapjack#925 flapjack#689 centreon-engine#46", say: "up, down, up: the counters were wrong", scene: scene{handler: good, before: []market.Probe{passed(11, 200, goodTool), passed(10, 502)}},
			app: "needs_human pass", mcp: "needs_human pass", hits: []string{"needs_human HLT-006 app", "needs_human HLT-006 mcp"},
		},
		{
			in: "statping#223 UptimeFlare#175", say: "one late answer and it was down: the first look woke it up", scene: scene{handler: good, before: []market.Probe{passed(11, 502), passed(10, 200, goodTool)}},
			app: "clean pass", mcp: "clean pass", hits: []string{"info HLT-006 app"},
		},
		{
			in: "mmcdole/gofeed#269 colly#886 cortex#7515 ffuf#897", say: "65 KB of gzip were unpacked without a limit", scene: scene{handler: bomb()},
			app: "rejected fail", mcp: "rejected fail", hits: []string{"reject PRO-009 app", "reject PRO-018 mcp"},
		},
		{
			in: "defc#19", say: "a drip of bytes held the client without end", scene: scene{handler: drip(), limits: brief()},
			app: "rejected fail", mcp: "inconclusive fail", hits: []string{"reject SSE-004 app", "reject PRO-018 network mcp?"}, also: endedIn(30 * time.Second),
		},
		{
			in: "bifrost#2347 docker-agent#3233 toolhive#5702 rust-sdk#665 pgedge#213", say: "tools in another order each time, as a map gives them, were called changed", scene: scene{tools: reordered, before: []market.Probe{passed(10, 200, reordered[1], reordered[0])}},
			app: "clean pass", mcp: "clean pass", hits: []string{"info PRO-015"},
		},
	}
}

// brief is little time for each exchange.
func brief() netguard.Limits {
	return netguard.Limits{Connect: 2 * time.Second, Header: 2 * time.Second, Total: 3 * time.Second}
}

// endedIn wants the look to have come to an end.
func endedIn(most time.Duration) func(*testing.T, seen) {
	return func(t *testing.T, s seen) {
		t.Helper()
		if s.probe.Took > most {
			t.Errorf("the look took %s", s.probe.Took)
		}
	}
}
