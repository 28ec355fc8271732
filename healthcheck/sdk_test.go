package healthcheck_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"

	"github.com/mark3labs/mcp-go/mcp"
	mcpgo "github.com/mark3labs/mcp-go/server"
	gosdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"marketd/market"
)

func goSDK() *gosdk.Server {
	s := gosdk.NewServer(&gosdk.Implementation{Name: "stock", Version: "1"}, nil)
	type in struct {
		City string `json:"city"`
	}
	gosdk.AddTool(s, &gosdk.Tool{Name: "weather", Description: "the weather of a city"}, func(context.Context, *gosdk.CallToolRequest, in) (*gosdk.CallToolResult, any, error) {
		return &gosdk.CallToolResult{}, nil, nil
	})
	return s
}

func goSDKHandler(o gosdk.StreamableHTTPOptions) http.Handler {
	s := goSDK()
	return gosdk.NewStreamableHTTPHandler(func(*http.Request) *gosdk.Server { return s }, &o)
}

func goSDKLegacy() http.Handler {
	s := goSDK()
	return gosdk.NewSSEHandler(func(*http.Request) *gosdk.Server { return s }, nil)
}

func mcpGoHandler(o ...mcpgo.StreamableHTTPOption) http.Handler {
	s := mcpgo.NewMCPServer("stock", "1", mcpgo.WithToolCapabilities(false))
	s.AddTool(mcp.NewTool("weather", mcp.WithDescription("the weather of a city"), mcp.WithString("city")), func(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return mcp.NewToolResultText("sunny"), nil
	})
	return mcpgo.NewStreamableHTTPServer(s, o...)
}

// alive is the fix that HLT-001 gives: answer {} before the SDK sees it.
func alive(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost && r.ContentLength == 2 {
			w.Header().Set("Content-Type", "application/json")
			_, _ = w.Write([]byte("{}"))
			return
		}
		next.ServeHTTP(w, r)
	})
}

// sessions counts the sessions that a server opened and that were closed again.
type sessions struct {
	http.Handler
	mu   sync.Mutex
	open map[string]bool
	most int
}

func (s *sessions) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.Handler.ServeHTTP(w, r)
	s.mu.Lock()
	defer s.mu.Unlock()
	if r.Method == http.MethodDelete {
		delete(s.open, r.Header.Get("Mcp-Session-Id"))
	} else if id := w.Header().Get("Mcp-Session-Id"); id != "" {
		s.open[id] = true
		s.most = max(s.most, len(s.open))
	}
}

func mcpGoLegacy() http.Handler {
	s := mcpgo.NewMCPServer("stock", "1", mcpgo.WithToolCapabilities(false))
	s.AddTool(mcp.NewTool("weather", mcp.WithDescription("the weather of a city"), mcp.WithString("city")), func(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return mcp.NewToolResultText("sunny"), nil
	})
	return mcpgo.NewSSEServer(s)
}

// TestProbeRealServers holds the classes of the measured table, and the way of
// standard MCP, against SDKs that others wrote.
func TestProbeRealServers(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name     string
		handler  http.Handler
		path     string
		class    market.Class
		reason   market.Reason
		listed   bool
		sdk      string
		way      string
		version  string
		requests int // both profiles together
		sessions bool
	}{
		{"go-sdk stateful", goSDKHandler(gosdk.StreamableHTTPOptions{}), "", market.ClassMismatch, market.ReasonHTTPError, false, "go-sdk", "session", "2025-11-25", 7, true},
		{"go-sdk stateless, SSE", goSDKHandler(gosdk.StreamableHTTPOptions{Stateless: true}), "", market.ClassMismatch, market.ReasonHTTPError, true, "go-sdk", "modern", "2026-07-28", 4, false},
		{"go-sdk stateless, JSON", goSDKHandler(gosdk.StreamableHTTPOptions{Stateless: true, JSONResponse: true}), "", market.ClassMismatch, market.ReasonHTTPError, true, "go-sdk", "modern", "2026-07-28", 4, false},
		{"go-sdk 2024 SSE", goSDKLegacy(), "", market.ClassMismatch, market.ReasonHTTPError, false, "go-sdk", "sse", "2024-11-05", 9, false},
		{"go-sdk stateless with the fix", alive(goSDKHandler(gosdk.StreamableHTTPOptions{Stateless: true})), "", market.ClassOK, market.ReasonOK, true, "", "modern", "2026-07-28", 4, false},
		{"go-sdk stateful with half the fix", alive(goSDKHandler(gosdk.StreamableHTTPOptions{})), "", market.ClassOK, market.ReasonRPCError, false, "go-sdk", "session", "2025-11-25", 7, true},
		{"mcp-go", mcpGoHandler(), "", market.ClassSessionRequired, market.ReasonHTTPError, false, "mcp-go", "modern", "2026-07-28", 4, false},
		{"mcp-go stateless", mcpGoHandler(mcpgo.WithStateLess(true)), "", market.ClassOK, market.ReasonOK, true, "mcp-go", "modern", "2026-07-28", 4, false},
		{"mcp-go 2024 SSE", mcpGoLegacy(), "/sse", market.ClassOK, market.ReasonHTTPError, false, "", "sse", "2024-11-05", 9, false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			counted := &sessions{Handler: tc.handler, open: map[string]bool{}}
			srv := httptest.NewServer(counted)
			t.Cleanup(srv.Close)
			p := prober(whole).Probe(t.Context(), market.Target{URL: srv.URL + tc.path}, nil)
			if p.Class != tc.class || p.Reason != tc.reason || p.List.OK() != tc.listed || p.SDK != tc.sdk {
				t.Errorf("class %s, reason %s, listed %v (%+v), sdk %q; contract %d %q", p.Class, p.Reason, p.List.OK(), p.List.Fault, p.SDK, p.Contract.Status, p.Contract.Body)
			}
			m := p.MCP
			if m.Reason != market.ReasonOK || m.Way != tc.way || m.Version != tc.version || m.ServerName != "stock" || len(m.List.Tools) != 1 {
				t.Errorf("standard MCP %+v", m)
			}
			if len(p.Exchanges) != tc.requests {
				t.Errorf("asked %v", steps(p))
			}
			counted.mu.Lock()
			defer counted.mu.Unlock()
			if len(counted.open) != 0 || (counted.most > 0) != tc.sessions {
				t.Errorf("%d sessions at most, %d left open", counted.most, len(counted.open))
			}
		})
	}
}

// TestSDKByItsHand: what standard MCP alone shows of an SDK.
func TestSDKByItsHand(t *testing.T) {
	t.Parallel()
	refusal := func(status int, body string) *standard {
		return &standard{discover: says(status, "application/json", body)}
	}
	for name, tc := range map[string]struct {
		server *standard
		want   string
	}{
		"typescript refuses":       {refusal(400, `{"jsonrpc":"2.0","error":{"code":-32000,"message":"Bad Request: Unsupported protocol version: 2026-07-28 (supported versions: 2025-11-25)"},"id":null}`), "typescript"},
		"python refuses":           {refusal(400, `{"jsonrpc":"2.0","id":"server-error","error":{"code":-32600,"message":"Bad Request: Unsupported protocol version"}}`), "python"},
		"go-sdk refuses":           {refusal(400, `{"jsonrpc":"2.0","id":1,"error":{"code":-32022,"message":"protocol version \"2026-07-28\" is not supported by this server"}}`), "go-sdk"},
		"somebody refuses":         {refusal(400, `{"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"no"}}`), ""},
		"typescript answers":       {&standard{initialize: says(200, "text/event-stream", "event: message\ndata: {\"result\":{\"protocolVersion\":\"2025-11-25\"},\"jsonrpc\":\"2.0\",\"id\":1}\n\n"), list: jsonOf(sessionTool)}, "typescript"},
		"result first, id before":  {&standard{initialize: jsonOf(`{"result":{"protocolVersion":"2025-11-25"},"id":1,"jsonrpc":"2.0"}`), list: jsonOf(sessionTool)}, ""},
		"python answers":           {&standard{initialize: jsonOf(`{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-11-25","capabilities":{"experimental":{},"tools":{"listChanged":false}},"serverInfo":{"name":"x"}}}`), list: jsonOf(sessionTool)}, "python"},
		"FastMCP without a name":   {&standard{initialize: jsonOf(`{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-11-25","serverInfo":{"name":"FastMCP-a1b2"}}}`), list: jsonOf(sessionTool)}, "python"},
		"nothing out of the usual": {&standard{initialize: welcome("2025-11-25"), list: jsonOf(sessionTool)}, ""},
	} {
		url, _ := tc.server.start(t)
		if p := standardProbe(t, url, whole); p.SDK != tc.want {
			t.Errorf("%s: %q, want %q", name, p.SDK, tc.want)
		}
	}
}
