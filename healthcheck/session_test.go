package healthcheck_test

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"marketd/healthcheck/netguard"
	"marketd/market"
)

func closed(requests []request) []string {
	var all []string
	for _, r := range requests {
		if r.method == http.MethodDelete {
			all = append(all, r.header.Get("Mcp-Session-Id")+" "+r.header.Get("MCP-Protocol-Version"))
		}
	}
	return all
}

// TestSessionsAreClosed: a session opened by a mere {} or tools/list is closed
// too, once; an id that is no header value is let be.
func TestSessionsAreClosed(t *testing.T) {
	t.Parallel()
	with := func(id string) http.HandlerFunc { return says(200, "application/json", "{}", "Mcp-Session-Id", id) }
	for id, want := range map[string]int{"abc": 1, "with blank": 0, "中": 0, strings.Repeat("x", 2000): 0, "": 0} {
		srv := newServer(t, with(id), says(200, "application/json", goodList, "Mcp-Session-Id", id))
		p := probe(t, srv.URL)
		n := srv.count(func(r request) bool { return r.method == http.MethodDelete && r.header.Get("Mcp-Session-Id") == id })
		if n != want || !p.OK() || p.Contract.SessionID != (id != "") {
			t.Errorf("id %q: %d closed, want %d; reason %s", id, n, want, p.Reason)
		}
	}
}

// TestSessionThatIsGone: one more is opened, once, and both are closed.
func TestSessionThatIsGone(t *testing.T) {
	t.Parallel()
	gone := says(404, "application/json", `{"jsonrpc":"2.0","id":null,"error":{"code":-32001,"message":"Session not found"}}`)
	for name, tc := range map[string]struct {
		initialized, list func(id string) http.HandlerFunc
		works             bool
		initializes       int
	}{
		"before the list": {list: func(id string) http.HandlerFunc {
			if id == "s-1" {
				return gone
			}
			return jsonOf(sessionTool)
		}, works: true, initializes: 2},
		"before initialized": {initialized: func(id string) http.HandlerFunc {
			if id == "s-1" {
				return gone
			}
			return says(202, "", "")
		}, list: func(string) http.HandlerFunc { return jsonOf(sessionTool) }, works: true, initializes: 2},
		"for ever": {list: func(string) http.HandlerFunc { return gone }, initializes: 2},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var opened atomic.Int32
			byID := func(f func(string) http.HandlerFunc) http.HandlerFunc {
				return func(w http.ResponseWriter, r *http.Request) { f(r.Header.Get("Mcp-Session-Id"))(w, r) }
			}
			s := &standard{list: byID(tc.list), initialize: func(w http.ResponseWriter, r *http.Request) {
				welcome("2025-11-25", "Mcp-Session-Id", []string{"s-1", "s-2", "s-3"}[opened.Add(1)-1])(w, r)
			}}
			if tc.initialized != nil {
				s.initialized = byID(tc.initialized)
			}
			url, requests := s.start(t)
			p := standardProbe(t, url, whole)
			if p.MCP.List.OK() != tc.works || int(opened.Load()) != tc.initializes {
				t.Errorf("talk %+v after %d initialize", p.MCP, opened.Load())
			}
			if got := closed(requests()); !slices.Equal(got, []string{"s-1 2025-11-25", "s-2 2025-11-25"}) {
				t.Errorf("closed %v", got)
			}
		})
	}
}

// TestSessionsAreClosedHoweverItEnds: the list never comes, or we are stopped.
func TestSessionsAreClosedHoweverItEnds(t *testing.T) {
	t.Parallel()
	for _, stopped := range []bool{false, true} {
		ctx, cancel := context.WithCancel(t.Context())
		s := &standard{initialize: welcome("2025-11-25", "Mcp-Session-Id", "s-1"), list: func(w http.ResponseWriter, r *http.Request) {
			if stopped {
				cancel()
			}
			hang(w, r)
		}}
		url, requests := s.start(t)
		p := prober(short).Probe(ctx, market.Target{URL: url, Profile: market.ProfileMCP}, nil)
		want := market.ReasonTimeout
		if stopped {
			want = market.ReasonOurNetwork
		}
		if p.MCP.Reason != want {
			t.Errorf("stopped %v: reason %s", stopped, p.MCP.Reason)
		}
		if got := closed(requests()); !slices.Equal(got, []string{"s-1 2025-11-25"}) {
			t.Errorf("stopped %v: closed %v", stopped, got)
		}
		cancel()
	}
}

// TestNoWayIsWaitedFor: a server that refuses discover with a body that never
// ends, or says nothing at all to it, is asked in the next way soon.
func TestNoWayIsWaitedFor(t *testing.T) {
	t.Parallel()
	limits := netguard.Limits{Connect: 3 * time.Second, Header: 5 * time.Second, Total: 6 * time.Second}
	for name, discover := range map[string]http.HandlerFunc{
		"400 and id null":         says(400, "application/json", `{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"Bad Request"}}`),
		"400 that never ends":     forever(400, "application/json", " ", 10*time.Millisecond),
		"silence":                 hang,
		"a stream without answer": forever(200, "text/event-stream", ": x\n\n", 10*time.Millisecond),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := &standard{discover: discover, initialize: welcome("2025-11-25"), list: jsonOf(sessionTool)}
			url, _ := s.start(t)
			start := time.Now()
			p := standardProbe(t, url, limits)
			took := time.Since(start)
			if p.MCP.Way != "session" || took > 5500*time.Millisecond || name == "400 and id null" && took > 1900*time.Millisecond {
				t.Errorf("way %q after %v: %+v", p.MCP.Way, took, p.MCP.Attempts)
			}
		})
	}
}

// TestUnreachableIsNotAskedAgain: what the app's way has shown is not tried
// once more, and what it asks of us is kept.
func TestUnreachableIsNotAskedAgain(t *testing.T) {
	t.Parallel()
	down := newServer(t, fine, listed)
	down.Close()
	for url, want := range map[string]market.Reason{
		down.URL: market.ReasonConnect, "http://169.254.169.254/": market.ReasonBlocked, "http://nobody.invalid/": market.ReasonBlocked,
		newServer(t, says(429, "", ""), listed).URL: market.ReasonRateLimited,
	} {
		p := prober(whole).Probe(t.Context(), market.Target{URL: url}, nil)
		if p.Reason != want && !strings.Contains(url, "invalid") || p.MCP.Reason != p.Reason || len(p.MCP.Attempts) != 0 {
			t.Errorf("%s: app %s, standard %s, %v", url, p.Reason, p.MCP.Reason, ways(p))
		}
		if p := probe(t, url); !p.MCP.IsZero() {
			t.Errorf("%s: %+v, though it was not asked for", url, p.MCP)
		}
	}
	p := standardProbe(t, down.URL, whole)
	if p.MCP.Reason != market.ReasonConnect || len(p.Exchanges) != 1 || p.Reason != "" {
		t.Errorf("reason %s after %v", p.MCP.Reason, steps(p))
	}
}
