// Package mcpgo_test runs the fix for servers on mcp-go, word for word as the
// market shows it, on that library.
package mcpgo_test

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// Stateless: the app sends tools/list and tools/call without opening a session,
// and its health check, a POST with the body {}, gets an answer of status 200.
func mcpHandler(s *server.MCPServer) http.Handler {
	return server.NewStreamableHTTPServer(s, server.WithStateLess(true))
}

// TestSourceIsTheSnippet keeps what runs here and what is shown the same.
func TestSourceIsTheSnippet(t *testing.T) {
	t.Parallel()
	snippet, err := os.ReadFile("../mcp_go.go.txt")
	if err != nil {
		t.Fatal(err)
	}
	source, err := os.ReadFile("answer_test.go")
	if err != nil {
		t.Fatal(err)
	}
	if len(snippet) == 0 || !strings.Contains(string(source), string(snippet)) {
		t.Error("the code in this file is not the snippet")
	}
}

func serve(t *testing.T, handler func(*server.MCPServer) http.Handler) string {
	t.Helper()
	s := server.NewMCPServer("demo", "1", server.WithToolCapabilities(false))
	s.AddTool(mcp.NewTool("weather.now", mcp.WithDescription("Current weather of a city"), mcp.WithString("city", mcp.Required())),
		func(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			return mcp.NewToolResultText("sunny in " + req.GetString("city", "")), nil
		})
	ts := httptest.NewServer(handler(s))
	t.Cleanup(ts.Close)
	return ts.URL
}

func post(t *testing.T, url, body string) (int, string) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/json, text/event-stream")
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	b, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, string(b)
}

const (
	list = `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}}`
	call = `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"weather.now","arguments":{"city":"Beijing"}}}`
)

func TestWithoutTheFix(t *testing.T) {
	t.Parallel()
	stock := serve(t, func(s *server.MCPServer) http.Handler { return server.NewStreamableHTTPServer(s) })
	if status, body := post(t, stock, `{}`); status == http.StatusOK || status == http.StatusMethodNotAllowed {
		t.Errorf("a stock server answers {} with %d %s; is the fix still needed?", status, body)
	}
}

func TestWithTheFix(t *testing.T) {
	t.Parallel()
	url := serve(t, mcpHandler)
	if status, got := post(t, url, `{}`); status != http.StatusOK {
		t.Errorf("{} is answered with %d %q", status, got)
	}
	if status, got := post(t, url, list); status != http.StatusOK || !strings.Contains(got, "weather.now") {
		t.Errorf("tools/list is answered with %d %q", status, got)
	}
	if status, got := post(t, url, call); status != http.StatusOK || !strings.Contains(got, "sunny in Beijing") {
		t.Errorf("tools/call is answered with %d %q", status, got)
	}
}
