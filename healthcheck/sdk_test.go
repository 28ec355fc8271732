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

// TestProbeRealServers holds the classes of the measured table against SDKs
// that others wrote.
func TestProbeRealServers(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name     string
		handler  http.Handler
		class    market.Class
		reason   market.Reason
		listed   bool
		rpcCode  int
		sdk      string
		works    string // the diagnostic that worked
		sessions bool
	}{
		{"go-sdk stateful", goSDKHandler(gosdk.StreamableHTTPOptions{}), market.ClassMismatch, market.ReasonHTTPError, false, 0, "go-sdk", "session", true},
		{"go-sdk stateless, SSE", goSDKHandler(gosdk.StreamableHTTPOptions{Stateless: true}), market.ClassMismatch, market.ReasonHTTPError, true, 0, "go-sdk", "modern", false},
		{"go-sdk stateless, JSON", goSDKHandler(gosdk.StreamableHTTPOptions{Stateless: true, JSONResponse: true}), market.ClassMismatch, market.ReasonHTTPError, true, 0, "go-sdk", "modern", false},
		{"go-sdk 2024 SSE", goSDKLegacy(), market.ClassMismatch, market.ReasonHTTPError, false, 0, "go-sdk", "sse", false},
		{"go-sdk stateless with the fix", alive(goSDKHandler(gosdk.StreamableHTTPOptions{Stateless: true})), market.ClassOK, market.ReasonOK, true, 0, "", "", false},
		{"go-sdk stateful with half the fix", alive(goSDKHandler(gosdk.StreamableHTTPOptions{})), market.ClassOK, market.ReasonRPCError, false, 0, "go-sdk", "session", true},
		{"mcp-go", mcpGoHandler(), market.ClassSessionRequired, market.ReasonHTTPError, false, 0, "mcp-go", "modern", false},
		{"mcp-go stateless", mcpGoHandler(mcpgo.WithStateLess(true)), market.ClassOK, market.ReasonOK, true, 0, "mcp-go", "", false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			counted := &sessions{Handler: tc.handler, open: map[string]bool{}}
			srv := httptest.NewServer(counted)
			t.Cleanup(srv.Close)
			p := probe(t, srv.URL)
			if p.Class != tc.class || p.Reason != tc.reason || p.List.OK() != tc.listed || p.SDK != tc.sdk {
				t.Errorf("class %s, reason %s, listed %v (%+v), sdk %q; contract %d %q", p.Class, p.Reason, p.List.OK(), p.List.Fault, p.SDK, p.Contract.Status, p.Contract.Body)
			}
			works := ""
			for _, d := range p.MCP.Attempts {
				if d.OK {
					works = d.Kind
				}
			}
			if works != tc.works {
				t.Errorf("works %q, want %q: %+v", works, tc.works, p.MCP.Attempts)
			}
			counted.mu.Lock()
			defer counted.mu.Unlock()
			if len(counted.open) != 0 || (counted.most > 0) != tc.sessions {
				t.Errorf("%d sessions at most, %d left open", counted.most, len(counted.open))
			}
		})
	}
}
