package e2e

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"

	mcpgo "github.com/mark3labs/mcp-go/mcp"
	mcpgoserver "github.com/mark3labs/mcp-go/server"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// report is the part of a check's answer that the tests look at.
type report struct {
	Report struct {
		Verdict  string    `json:"verdict"`
		App      string    `json:"app"`
		SDK      string    `json:"sdk"`
		Findings []finding `json:"findings"`
	} `json:"report"`
}

type finding struct {
	Rule     string            `json:"rule"`
	Severity string            `json:"severity"`
	Where    string            `json:"where"`
	Class    string            `json:"class"`
	Message  map[string]string `json:"message"`
	Fix      map[string]string `json:"fix"`
	Snippets []struct {
		Lang string `json:"lang"`
		Code string `json:"code"`
	} `json:"snippets"`
}

// check asks the market what it thinks of a server, storing nothing.
func check(t *testing.T, p *process, url string) report {
	t.Helper()
	body := fmt.Sprintf(`{"id":"real-server","name":"Real server","desc":"A server that somebody else wrote","cat":"other","author":"Example","server":{"url":%q}}`, url)
	resp, err := client(t).Post(p.URL+"/api/v1/submissions", "application/json", bytes.NewBufferString(body))
	if err != nil {
		t.Fatal(err)
	}
	answer, err := read(resp)
	if err != nil || resp.StatusCode != http.StatusOK {
		t.Fatalf("check of %s: %s (%v)\n%s", url, resp.Status, err, answer)
	}
	var r report
	if err := json.Unmarshal(answer, &r); err != nil {
		t.Fatal(err)
	}
	return r
}

func (r report) rejects() []finding {
	return slices.DeleteFunc(slices.Clone(r.Report.Findings), func(f finding) bool { return f.Severity != "reject" })
}

// wantMismatch wants the report to refuse the server for the contract alone, to
// say so without calling it down, and to give a fix.
func wantMismatch(t *testing.T, r report) {
	t.Helper()
	if r.Report.Verdict != "rejected" || r.Report.Profiles.App.Outcome != "fail" {
		t.Errorf("verdict %q, app %q; want rejected, fail", r.Report.Verdict, r.Report.Profiles.App.Outcome)
	}
	i := slices.IndexFunc(r.Report.Findings, func(f finding) bool { return f.Rule == "HLT-001" })
	if i < 0 {
		t.Fatalf("no HLT-001 among %+v", r.Report.Findings)
	}
	f := r.Report.Findings[i]
	if f.Class != "contract-mismatch" {
		t.Errorf("class %q, want contract-mismatch", f.Class)
	}
	if f.Fix["zh"] == "" || f.Fix["en"] == "" || len(f.Snippets) == 0 {
		t.Errorf("no fix in both languages, or nothing to paste: %+v", f)
	}
}

// Servers that nobody here wrote, as they are.
func TestRealServers(t *testing.T) {
	t.Parallel()
	p := start(t, "--data", t.TempDir(), "--probe-allow", "127.0.0.0/8", "--pace", "fast")
	t.Run("mcp-go stateless passes the app's profile", func(t *testing.T) {
		t.Parallel()
		r := check(t, p, mcpGo(t))
		if r.Report.Profiles.App.Outcome != "pass" || len(r.rejects()) > 0 {
			t.Errorf("app %q, rejects %+v", r.Report.Profiles.App.Outcome, r.rejects())
		}
	})
	t.Run("go-sdk is refused with the class contract-mismatch", func(t *testing.T) {
		t.Parallel()
		r := check(t, p, serve(t, goSDK()))
		wantMismatch(t, r)
		if r.Report.SDK != "go-sdk" {
			t.Errorf("recognised as %q", r.Report.SDK)
		}
	})
	t.Run("go-sdk with the fix passes", func(t *testing.T) {
		t.Parallel()
		r := check(t, p, serve(t, answeringEmpty(goSDK())))
		if r.Report.Profiles.App.Outcome != "pass" || len(r.rejects()) > 0 {
			t.Errorf("app %q, rejects %+v", r.Report.Profiles.App.Outcome, r.rejects())
		}
	})
	t.Run("server-everything from npm is refused with the class contract-mismatch", func(t *testing.T) {
		t.Parallel()
		r := check(t, p, everything(t))
		wantMismatch(t, r)
		if r.Report.SDK != "typescript" {
			t.Errorf("recognised as %q", r.Report.SDK)
		}
	})
}

func serve(t *testing.T, h http.Handler) string {
	t.Helper()
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	return s.URL + "/mcp"
}

func mcpGo(t *testing.T) string {
	t.Helper()
	s := mcpgoserver.NewMCPServer("clock", "1.0.0")
	s.AddTool(mcpgo.NewTool("time.now",
		mcpgo.WithDescription("Tells the time of day in a time zone of the IANA list"),
		mcpgo.WithString("zone", mcpgo.Required(), mcpgo.Description("Time zone, for example Asia/Shanghai")),
		mcpgo.WithReadOnlyHintAnnotation(true), mcpgo.WithDestructiveHintAnnotation(false),
	), func(context.Context, mcpgo.CallToolRequest) (*mcpgo.CallToolResult, error) {
		return mcpgo.NewToolResultText("12:00"), nil
	})
	return serve(t, mcpgoserver.NewStreamableHTTPServer(s, mcpgoserver.WithStateLess(true)))
}

// goSDK is a stock server on the official Go SDK, stateless as its documentation shows.
func goSDK() http.Handler {
	type arguments struct {
		Zone string `json:"zone" jsonschema:"Time zone, for example Asia/Shanghai"`
	}
	s := mcp.NewServer(&mcp.Implementation{Name: "clock", Version: "1.0.0"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "time_now", Description: "Tells the time of day in a time zone of the IANA list"},
		func(context.Context, *mcp.CallToolRequest, arguments) (*mcp.CallToolResult, any, error) {
			return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "12:00"}}}, nil, nil
		})
	return mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, &mcp.StreamableHTTPOptions{Stateless: true})
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

// everything starts the reference server from npm.
func everything(t *testing.T) string {
	t.Helper()
	program := filepath.Join("npm", "node_modules", "@modelcontextprotocol", "server-everything", "dist", "index.js")
	if _, err := os.Stat(program); err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal("the npm packages are not installed: npm ci --prefix e2e/npm")
		}
		t.Skip("install the npm packages first: npm ci --prefix e2e/npm")
	}
	port := freePort(t)
	cmd := exec.Command("node", program, "streamableHttp")
	cmd.Env = append(os.Environ(), fmt.Sprintf("PORT=%d", port))
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	address := fmt.Sprintf("127.0.0.1:%d", port)
	eventually(t, 30*time.Second, "server-everything listens", func() bool {
		c, err := net.DialTimeout("tcp", address, time.Second)
		if err == nil {
			_ = c.Close()
		}
		return err == nil
	})
	return "http://" + address + "/mcp"
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
