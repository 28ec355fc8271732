// Package gosdk_test runs the fix for servers on the official Go SDK, word for
// word as the market shows it, in front of that SDK.
package gosdk_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// answerApp answers the app's health check, a POST with the body {}, and hands
// every other request on to the SDK. It imports bytes, io and net/http.
func answerApp(sdk http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost {
			head, _ := io.ReadAll(io.LimitReader(r.Body, 17))
			if len(head) <= 16 && string(bytes.TrimSpace(head)) == "{}" {
				w.Header().Set("Content-Type", "application/json")
				io.WriteString(w, "{}")
				return
			}
			r.Body = struct {
				io.Reader
				io.Closer
			}{io.MultiReader(bytes.NewReader(head), r.Body), r.Body}
		}
		sdk.ServeHTTP(w, r)
	})
}

// Stateless: the app sends tools/list and tools/call without opening a session.
func mcpHandler(server *mcp.Server) http.Handler {
	return answerApp(mcp.NewStreamableHTTPHandler(
		func(*http.Request) *mcp.Server { return server },
		&mcp.StreamableHTTPOptions{Stateless: true},
	))
}

// TestSourceIsTheSnippet keeps what runs here and what is shown the same.
func TestSourceIsTheSnippet(t *testing.T) {
	t.Parallel()
	snippet, err := os.ReadFile("../go_sdk.go.txt")
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

// serve starts a handler of the SDK, with one tool.
func serve(t *testing.T, handler func(*mcp.Server) http.Handler) string {
	t.Helper()
	server := mcp.NewServer(&mcp.Implementation{Name: "demo", Version: "1"}, nil)
	type in struct {
		City string `json:"city"`
	}
	mcp.AddTool(server, &mcp.Tool{Name: "weather.now", Description: "Current weather of a city"},
		func(_ context.Context, _ *mcp.CallToolRequest, i in) (*mcp.CallToolResult, any, error) {
			return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "sunny in " + i.City}}}, nil, nil
		})
	s := httptest.NewServer(handler(server))
	t.Cleanup(s.Close)
	return s.URL
}

// post sends a body as the app does, and gives the status and the body of the answer.
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
	stock := serve(t, func(s *mcp.Server) http.Handler {
		return mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, nil)
	})
	if status, body := post(t, stock, `{}`); status != http.StatusBadRequest {
		t.Errorf("a stock server answers {} with %d %s; is the fix still needed?", status, body)
	}
	if _, body := post(t, stock, list); strings.Contains(body, "weather.now") {
		t.Error("a stock server gives its list without a session; is the fix still needed?")
	}
}

func TestWithTheFix(t *testing.T) {
	t.Parallel()
	url := serve(t, mcpHandler)
	for _, body := range []string{`{}`, " {}\r\n"} {
		if status, got := post(t, url, body); status != http.StatusOK || !json.Valid([]byte(got)) {
			t.Errorf("%q is answered with %d %q", body, status, got)
		}
	}
	if status, got := post(t, url, list); status != http.StatusOK || !strings.Contains(got, "weather.now") || !strings.Contains(got, "inputSchema") {
		t.Errorf("tools/list is answered with %d %q", status, got)
	}
	if status, got := post(t, url, call); status != http.StatusOK || !strings.Contains(got, "sunny in Beijing") {
		t.Errorf("tools/call is answered with %d %q", status, got)
	}
	if status, _ := post(t, url, `{"a":1}`); status == http.StatusOK {
		t.Error("what is not {} does not reach the SDK")
	}
	if status, _ := post(t, url, `{}`+strings.Repeat(" ", 40)+`x`); status == http.StatusOK {
		t.Error("a body that only begins with {} does not reach the SDK")
	}
}

// A standard client still gets all it wants.
func TestStandardClient(t *testing.T) {
	t.Parallel()
	url := serve(t, mcpHandler)
	client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil)
	session, err := client.Connect(t.Context(), &mcp.StreamableClientTransport{Endpoint: url}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = session.Close() }()
	tools, err := session.ListTools(t.Context(), nil)
	if err != nil || len(tools.Tools) != 1 {
		t.Fatalf("tools %+v, error %v", tools, err)
	}
}
