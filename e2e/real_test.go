package e2e

import (
	"bytes"
	"context"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	mcpgo "github.com/mark3labs/mcp-go/mcp"
	mcpgoserver "github.com/mark3labs/mcp-go/server"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func serve(t *testing.T, h http.Handler) string {
	t.Helper()
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	return s.URL + "/mcp"
}

// mcpGo is a server on mcp-go.
func mcpGo(options ...mcpgoserver.StreamableHTTPOption) http.Handler {
	s := mcpgoserver.NewMCPServer("clock", "1.0.0")
	s.AddTool(mcpgo.NewTool("time_now",
		mcpgo.WithDescription("Tells the time of day in a time zone of the IANA list"),
		mcpgo.WithString("zone", mcpgo.Required(), mcpgo.Description("Time zone, for example Asia/Shanghai")),
		mcpgo.WithReadOnlyHintAnnotation(true), mcpgo.WithDestructiveHintAnnotation(false),
	), func(context.Context, mcpgo.CallToolRequest) (*mcpgo.CallToolResult, error) {
		return mcpgo.NewToolResultText("12:00"), nil
	})
	return mcpgoserver.NewStreamableHTTPServer(s, options...)
}

// goSDK is a server on the official Go SDK; nil options are its stock ones, stateful.
func goSDK(o *mcp.StreamableHTTPOptions) http.Handler {
	type arguments struct {
		Zone string `json:"zone" jsonschema:"Time zone, for example Asia/Shanghai"`
	}
	s := mcp.NewServer(&mcp.Implementation{Name: "clock", Version: "1.0.0"}, nil)
	tool := &mcp.Tool{
		Name: "time_now", Description: "Tells the time of day in a time zone of the IANA list",
		Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true},
	}
	mcp.AddTool(s, tool, func(context.Context, *mcp.CallToolRequest, arguments) (*mcp.CallToolResult, any, error) {
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "12:00"}}}, nil, nil
	})
	return mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, o)
}

// answeringEmpty is the fix of HLT-001: answer 200 to the app's empty object.
func answeringEmpty(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 1<<20))
		if err == nil && r.Method == http.MethodPost && string(bytes.TrimSpace(body)) == "{}" {
			w.WriteHeader(http.StatusOK)
			return
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		next.ServeHTTP(w, r)
	})
}

// npm is a package's program, or one of ours, under npm/.
func npm(t *testing.T, path ...string) string {
	t.Helper()
	program := filepath.Join(append([]string{"npm"}, path...)...)
	_, err := os.Stat(program)
	if err == nil {
		_, err = os.Stat(filepath.Join("npm", "node_modules"))
	}
	if err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal("the npm packages are not installed: npm ci --prefix e2e/npm")
		}
		t.Skip("install the npm packages first: npm ci --prefix e2e/npm")
	}
	return program
}

// node starts a program that listens on the port it is told as %PORT% in its
// arguments or as PORT, and waits until it does.
func node(t *testing.T, program string, args ...string) string {
	t.Helper()
	port := strconv.Itoa(freePort(t))
	for i := range args {
		args[i] = strings.ReplaceAll(args[i], "%PORT%", port)
	}
	cmd := exec.Command("node", append([]string{program}, args...)...)
	cmd.Env = append(os.Environ(), "PORT="+port)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	address := "127.0.0.1:" + port
	eventually(t, 30*time.Second, program+" listens", func() bool {
		c, err := net.DialTimeout("tcp", address, time.Second)
		if err == nil {
			_ = c.Close()
		}
		return err == nil
	})
	return "http://" + address
}

// everything starts the reference server from npm in one of its transports.
func everything(t *testing.T, transport string) string {
	t.Helper()
	return node(t, npm(t, "node_modules", "@modelcontextprotocol", "server-everything", "dist", "index.js"), transport)
}

// typeScript starts a server on the TypeScript SDK in one of its configurations.
func typeScript(t *testing.T, mode string) string {
	t.Helper()
	return node(t, npm(t, "typescript.mjs"), "%PORT%", mode) + "/mcp"
}

func freePort(t *testing.T) int {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	port := l.Addr().(*net.TCPAddr).Port
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	return port
}
