package e2e

import (
	"encoding/json"
	"errors"
	"os/exec"
	"slices"
	"testing"

	mcpgoserver "github.com/mark3labs/mcp-go/server"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// report is the part of a report that the tests look at.
type report struct {
	Verdict  string `json:"verdict"`
	Profiles struct {
		App profile `json:"app"`
		MCP profile `json:"mcp"`
	} `json:"profiles"`
	SDK      string    `json:"sdk"`
	Tools    int       `json:"tools"`
	Score    *int      `json:"score"`
	Findings []finding `json:"findings"`
}

type profile struct {
	Verdict   string `json:"verdict"`
	Outcome   string `json:"outcome"`
	Version   string `json:"version"`
	Transport string `json:"transport"`
}

type finding struct {
	Rule     string            `json:"rule"`
	Severity string            `json:"severity"`
	Profile  string            `json:"profile"`
	Where    string            `json:"where"`
	Class    string            `json:"class"`
	Evidence string            `json:"evidence"`
	Message  map[string]string `json:"message"`
	Fix      map[string]string `json:"fix"`
	Snippets []snippet         `json:"snippets"`
}

type snippet struct {
	Lang string `json:"lang"`
	Code string `json:"code"`
}

// check asks marketd check what it thinks of a server, and returns its exit code.
func check(t *testing.T, url string, args ...string) (report, int) {
	t.Helper()
	cmd := exec.Command(binary, append([]string{"check", url, "--format", "json"}, args...)...)
	out, err := cmd.Output()
	if e, ok := errors.AsType[*exec.ExitError](err); err != nil && !ok {
		t.Fatal(err)
	} else if ok && len(out) == 0 {
		t.Fatalf("marketd check %s: %v\n%s", url, err, e.Stderr)
	}
	var r report
	if err := json.Unmarshal(out, &r); err != nil {
		t.Fatalf("marketd check %s prints no report: %v\n%.2000s", url, err, out)
	}
	return r, cmd.ProcessState.ExitCode()
}

func (r report) rejects(profile string) []finding {
	return slices.DeleteFunc(slices.Clone(r.Findings), func(f finding) bool {
		return f.Severity != "reject" || f.Profile != "" && f.Profile != profile
	})
}

func (r report) find(rule string) (finding, bool) {
	i := slices.IndexFunc(r.Findings, func(f finding) bool { return f.Rule == rule })
	if i < 0 {
		return finding{}, false
	}
	return r.Findings[i], true
}

// Servers that nobody here wrote, as they are: standard MCP works with all of
// them, and the app with those that answer its health check, which one SDK
// does. The others are told what to add, and never that they are down.
func TestRealServers(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		start     func(t *testing.T) string
		sdk       string
		class     string // of what keeps the app out; "" when nothing does
		version   string
		transport string
	}{
		"mcp-go stateless":      {func(t *testing.T) string { return serve(t, mcpGo(mcpgoserver.WithStateLess(true))) }, "mcp-go", "", "2026-07-28", "streamable-http"},
		"mcp-go stateful":       {func(t *testing.T) string { return serve(t, mcpGo()) }, "mcp-go", "session-required", "2026-07-28", "streamable-http"},
		"go-sdk stateful":       {func(t *testing.T) string { return serve(t, goSDK(nil)) }, "go-sdk", "contract-mismatch", "2025-11-25", "streamable-http"},
		"go-sdk stateless":      {func(t *testing.T) string { return serve(t, goSDK(&mcp.StreamableHTTPOptions{Stateless: true})) }, "go-sdk", "contract-mismatch", "2026-07-28", "streamable-http"},
		"typescript stateless":  {func(t *testing.T) string { return typeScript(t, "v1-stateless") }, "typescript", "contract-mismatch", "2025-11-25", "streamable-http"},
		"typescript JSON":       {func(t *testing.T) string { return typeScript(t, "v1-stateless-json") }, "typescript", "contract-mismatch", "2025-11-25", "streamable-http"},
		"typescript stateful":   {func(t *testing.T) string { return typeScript(t, "v1-stateful") }, "typescript", "contract-mismatch", "2025-11-25", "streamable-http"},
		"typescript 2":          {func(t *testing.T) string { return typeScript(t, "v2") }, "typescript", "contract-mismatch", "2026-07-28", "streamable-http"},
		"server-everything":     {func(t *testing.T) string { return everything(t, "streamableHttp") + "/mcp" }, "typescript", "contract-mismatch", "2025-11-25", "streamable-http"},
		"server-everything SSE": {func(t *testing.T) string { return everything(t, "sse") + "/sse" }, "", "wrong-path", "2024-11-05", "sse"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r, code := check(t, c.start(t))
			if r.Profiles.MCP.Outcome != "pass" || r.Profiles.MCP.Version != c.version || r.Profiles.MCP.Transport != c.transport || len(r.rejects("mcp")) > 0 {
				t.Errorf("standard MCP: %+v, want pass by %s over %s; rejects %+v", r.Profiles.MCP, c.version, c.transport, r.rejects("mcp"))
			}
			if r.SDK != c.sdk {
				t.Errorf("recognised as %q, want %q", r.SDK, c.sdk)
			}
			if r.Tools == 0 || r.Score == nil {
				t.Errorf("%d tools, score %v", r.Tools, r.Score)
			}
			if r.Verdict != r.Profiles.MCP.Verdict || r.Verdict == "rejected" {
				t.Errorf("verdict %q of %+v: the better profile's counts", r.Verdict, r.Profiles)
			}
			if want := map[string]int{"clean": 0, "needs_human": 1}[r.Verdict]; code != want {
				t.Errorf("exit code %d of %q, want %d", code, r.Verdict, want)
			}
			if c.class == "" {
				if r.Profiles.App.Outcome != "pass" || len(r.rejects("app")) > 0 {
					t.Errorf("app: %+v, rejects %+v", r.Profiles.App, r.rejects("app"))
				}
				return
			}
			wantAdvice(t, r, c.class)
		})
	}
}

// wantAdvice wants the app's profile to fail for the contract alone, in its
// class, with a fix to paste.
func wantAdvice(t *testing.T, r report, class string) {
	t.Helper()
	if r.Profiles.App.Verdict != "rejected" || r.Profiles.App.Outcome != "fail" {
		t.Errorf("app: %+v, want rejected, fail", r.Profiles.App)
	}
	f, ok := r.find("HLT-001")
	if !ok {
		t.Fatalf("no HLT-001 among %+v", r.Findings)
	}
	if f.Class != class || f.Profile != "app" {
		t.Errorf("class %q on profile %q, want %q on app", f.Class, f.Profile, class)
	}
	if f.Fix["zh"] == "" || f.Fix["en"] == "" {
		t.Errorf("no fix in both languages: %+v", f)
	}
	if class != "wrong-path" && len(f.Snippets) == 0 {
		t.Errorf("nothing to paste: %+v", f)
	}
}

// The fix of HLT-001 is enough where the server is stateless.
func TestFixedServerPasses(t *testing.T) {
	t.Parallel()
	r, code := check(t, serve(t, answeringEmpty(goSDK(&mcp.StreamableHTTPOptions{Stateless: true}))))
	if r.Profiles.App.Outcome != "pass" || len(r.rejects("app")) > 0 || code != 0 {
		t.Errorf("app %+v, rejects %+v, exit code %d", r.Profiles.App, r.rejects("app"), code)
	}
}
