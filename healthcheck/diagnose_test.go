package healthcheck_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"marketd/market"
)

// standard is a server that speaks MCP by hand and fails the contract; its
// fields say how each diagnostic is answered.
type standard struct {
	modern, initialize, list, get http.HandlerFunc
	seen                          chan request
}

func (s *standard) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	b, _ := io.ReadAll(r.Body)
	s.seen <- request{r.Method, string(b), r.Header.Clone()}
	h := says(400, "text/plain", "no")
	switch {
	case r.Method == http.MethodGet:
		h = s.get
	case r.Header.Get("Mcp-Method") != "":
		h = s.modern
	case strings.Contains(string(b), `"initialize"`):
		h = s.initialize
	case strings.Contains(string(b), `"notifications/initialized"`), r.Method == http.MethodDelete:
		h = says(202, "", "")
	case r.Header.Get("Mcp-Session-Id") != "":
		h = s.list
	}
	h(w, r)
}

func TestDiagnose(t *testing.T) {
	t.Parallel()
	no := says(400, "application/json", `{"jsonrpc":"2.0","id":null,"error":{"code":-32022,"message":"no\u0007"}}`)
	endpoint := says(200, "text/event-stream", "event: endpoint\ndata: http://169.254.169.254/\n\n")
	initialize := says(200, "application/json", `{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-06-18","capabilities":{},"serverInfo":{"name":"x","version":"1"}}}`, "Mcp-Session-Id", "s-1")
	list := says(200, "text/event-stream", "data: {\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{\"tools\":["+goodTool+"]}}\n\n")
	for _, tc := range []struct {
		name   string
		server standard
		want   []market.Diagnostic
		open   int // sessions that must be closed
	}{
		{"modern", standard{modern: listed, initialize: no, list: no, get: no}, []market.Diagnostic{{Kind: "modern", OK: true, Status: 200, Tools: 1}}, 0},
		{"session", standard{modern: no, initialize: initialize, list: list, get: no}, []market.Diagnostic{
			{Kind: "modern", Status: 400, Detail: "HTTP 400, JSON-RPC error -32022: no⟦U+0007⟧"}, {Kind: "session", OK: true, Status: 200, Tools: 1},
		}, 1},
		{"session without list", standard{modern: no, initialize: initialize, list: no, get: no}, []market.Diagnostic{
			{Kind: "modern", Status: 400, Detail: "HTTP 400, JSON-RPC error -32022: no⟦U+0007⟧"},
			{Kind: "session", Status: 400, Detail: "HTTP 400, JSON-RPC error -32022: no⟦U+0007⟧"},
			{Kind: "sse", Status: 400, Detail: "no event names an endpoint"},
		}, 1},
		{"sse", standard{modern: says(404, "", ""), initialize: says(200, "application/json", "7"), list: no, get: endpoint}, []market.Diagnostic{
			{Kind: "modern", Status: 404, Detail: "HTTP 404"}, {Kind: "session", Status: 200, Detail: "the message is not an object"}, {Kind: "sse", OK: true, Status: 200},
		}, 0},
		{"nothing", standard{modern: says(200, "application/json", `{"jsonrpc":"2.0","id":1,"result":[]}`), initialize: hang, list: no, get: forever(200, "text/event-stream", ":\n\n", 20*time.Millisecond)}, []market.Diagnostic{
			{Kind: "modern", Status: 200, Detail: "the result has no tools"}, {Kind: "session", Detail: "header: not finished in time"}, {Kind: "sse", Status: 200, Detail: "body: not finished in time"},
		}, 0},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			tc.server.seen = make(chan request, 100)
			srv := httptest.NewServer(&tc.server)
			t.Cleanup(srv.Close)
			var steps []market.Step
			limits := whole
			if tc.name == "nothing" {
				limits = short
			}
			p := prober(limits).Probe(t.Context(), market.Target{URL: srv.URL}, func(s market.Step) { steps = append(steps, s) })
			if len(p.MCP.Attempts) != len(tc.want) {
				t.Fatalf("diagnostics %+v", p.MCP.Attempts)
			}
			for i, d := range p.MCP.Attempts {
				if d != tc.want[i] {
					t.Errorf("diagnostic %+v, want %+v", d, tc.want[i])
				}
			}
			if p.Reason != market.ReasonHTTPError || p.Class != market.ClassMismatch || len(p.List.Tools) != 0 {
				t.Errorf("a diagnostic decided: reason %s, class %s", p.Reason, p.Class)
			}
			if steps[len(steps)-1] != market.StepMCP {
				t.Errorf("steps %v", steps)
			}
			close(tc.server.seen)
			closed := 0
			for r := range tc.server.seen {
				if r.method == http.MethodDelete {
					closed++
					if r.header.Get("Mcp-Session-Id") != "s-1" || r.header.Get("MCP-Protocol-Version") != "2025-06-18" {
						t.Errorf("closed with %v", r.header)
					}
				}
				if strings.Contains(r.body, "initialized") && r.header.Get("MCP-Protocol-Version") != "2025-06-18" {
					t.Errorf("initialized with %v", r.header)
				}
			}
			if closed != tc.open {
				t.Errorf("%d sessions closed, want %d", closed, tc.open)
			}
		})
	}
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

func TestProbeOverHTTP2(t *testing.T) {
	t.Parallel()
	for name, list := range map[string]http.HandlerFunc{"list": listed, "endless": forever(200, "text/event-stream", ":\n\n", 10*time.Millisecond), "silent": hang} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			limits := short
			if name == "list" {
				limits = whole
			}
			client, url := overTLS(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if r.ProtoMajor != 2 {
					t.Errorf("protocol %s", r.Proto)
				}
				if b, _ := io.ReadAll(r.Body); string(b) == "{}" {
					fine(w, r)
					return
				}
				list(w, r)
			}), limits)
			p := client.Probe(t.Context(), market.Target{URL: url}, nil)
			if p.OK() != (name == "list") || p.Class != market.ClassOK || p.Net.TLS != "TLS 1.3" || p.Net.CertUntil.IsZero() {
				t.Errorf("probe %+v", p)
			}
			if name != "list" && p.Reason != market.ReasonTimeout {
				t.Errorf("reason %s", p.Reason)
			}
		})
	}
}
