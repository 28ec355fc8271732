package main

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	mcpgo "github.com/mark3labs/mcp-go/mcp"
	mcpgoserver "github.com/mark3labs/mcp-go/server"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"marketd/market"
)

// commandProcess is the program itself, as a shell runs it.
func commandProcess(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	t.Cleanup(cancel)
	cmd := exec.CommandContext(ctx, os.Args[0], args...)
	cmd.Env = append(os.Environ(), asProgram+"=1", "LANG=C", "LC_ALL=", "LC_MESSAGES=")
	return cmd
}

// exitCode is the code that a command ended with.
func exitCode(t *testing.T, err error) int {
	t.Helper()
	if e, ok := errors.AsType[*exec.ExitError](err); ok {
		return e.ExitCode()
	}
	if err != nil {
		t.Fatal(err)
	}
	return 0
}

// clock is the tool of the servers that others' SDKs make.
const clockSays = "Returns the time of day in a time zone of the IANA list, as hours and minutes."

func serveHandler(t *testing.T, h http.Handler) string {
	t.Helper()
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	return s.URL + "/mcp"
}

func mcpGoServer() http.Handler {
	s := mcpgoserver.NewMCPServer("clock", "1.0.0")
	s.AddTool(mcpgo.NewTool("time_now", mcpgo.WithDescription(clockSays),
		mcpgo.WithString("zone", mcpgo.Required(), mcpgo.Description("Time zone, for example Asia/Shanghai")),
		mcpgo.WithReadOnlyHintAnnotation(true), mcpgo.WithDestructiveHintAnnotation(false),
	), func(context.Context, mcpgo.CallToolRequest) (*mcpgo.CallToolResult, error) {
		return mcpgo.NewToolResultText("12:00"), nil
	})
	return mcpgoserver.NewStreamableHTTPServer(s, mcpgoserver.WithStateLess(true))
}

func goSDKServer(stateless bool) http.Handler {
	type arguments struct {
		Zone string `json:"zone" jsonschema:"Time zone, for example Asia/Shanghai"`
	}
	s := mcp.NewServer(&mcp.Implementation{Name: "clock", Version: "1.0.0"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "time_now", Description: clockSays, Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true}},
		func(context.Context, *mcp.CallToolRequest, arguments) (*mcp.CallToolResult, any, error) {
			return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "12:00"}}}, nil, nil
		})
	return mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, &mcp.StreamableHTTPOptions{Stateless: stateless})
}

// Servers that nobody here wrote: the verdict of each profile, the exit code,
// and a fix for the SDK that was recognised alone.
func TestCheckRealServers(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		server   http.Handler
		args     []string
		code     int
		app, mcp market.Verdict
		fix      string // language of what is to be pasted
	}{
		"mcp-go":                   {mcpGoServer(), []string{"--require=both"}, 0, market.VerdictClean, market.VerdictClean, ""},
		"go-sdk":                   {goSDKServer(true), nil, 0, market.VerdictRejected, market.VerdictClean, "Go"},
		"go-sdk for both":          {goSDKServer(true), []string{"--require=both"}, 1, market.VerdictRejected, market.VerdictClean, "Go"},
		"go-sdk stateful":          {goSDKServer(false), []string{"--require=app"}, 1, market.VerdictRejected, market.VerdictClean, "Go"},
		"go-sdk by the app's way":  {goSDKServer(true), []string{"--profile=app"}, 1, market.VerdictRejected, "", "Go"},
		"go-sdk by standard MCP":   {goSDKServer(true), []string{"--profile=mcp"}, 0, market.VerdictNotRun, market.VerdictClean, ""},
		"a server that is no more": {nil, nil, 2, "", "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			url := "http://127.0.0.1:9/mcp" // nobody listens there
			if c.server != nil {
				url = serveHandler(t, c.server)
			}
			cmd := commandProcess(t, append([]string{"check", url, "--format", "json"}, c.args...)...)
			var errs strings.Builder
			cmd.Stderr = &errs
			out, err := cmd.Output()
			if code := exitCode(t, err); code != c.code || errs.Len() > 0 {
				t.Errorf("exit code %d, want %d: %s%s", code, c.code, out, &errs)
			}
			all := reportsOf(t, string(out))
			if len(all) != 1 {
				t.Fatalf("%s", out)
			}
			r := all[0]
			if c.app != "" && r.Profiles.App.Verdict != c.app || c.mcp != "" && r.Profiles.MCP.Verdict != c.mcp {
				t.Errorf("app %s, mcp %s; want %s, %s: %s", r.Profiles.App.Verdict, r.Profiles.MCP.Verdict, c.app, c.mcp, out)
			}
			if c.fix == "" {
				return
			}
			i := slices.IndexFunc(r.Findings, func(f market.Finding) bool { return f.Rule == "HLT-001" })
			if i < 0 || len(r.Findings[i].Snippets) != 1 || r.Findings[i].Snippets[0].Lang != c.fix || r.Findings[i].Profile != market.ProfileApp {
				t.Errorf("no HLT-001 for the app alone with a fix in %s: %s", c.fix, out)
			}
		})
	}
}

// A reader that goes away, such as head, is no fault: nothing is said of it.
func TestCheckIntoABrokenPipe(t *testing.T) {
	t.Parallel()
	path := write(t, "tools.json", `[`+strings.Repeat(placeholder+",", 99)+fine+`]`)
	for _, format := range []string{"text", "json", "sarif", "markdown"} {
		cmd := commandProcess(t, "check", "--format", format, "--verbose", "--tools", path, "--tools", path, "--tools", path)
		var errs strings.Builder
		cmd.Stderr = &errs
		r, w, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		_ = r.Close()
		cmd.Stdout = w
		err = cmd.Run()
		_ = w.Close()
		if state := cmd.ProcessState.Sys().(syscall.WaitStatus); err == nil || errs.Len() > 0 || state.Signaled() && state.Signal() != syscall.SIGPIPE {
			t.Errorf("%s: %v: %s", format, err, &errs)
		}
	}
}

// watched is a watch under way.
type watched struct {
	cmd   *exec.Cmd
	lines chan string
}

func watching(t *testing.T, args ...string) *watched {
	t.Helper()
	w := &watched{cmd: commandProcess(t, append([]string{"check", "--watch"}, args...)...), lines: make(chan string, 1000)}
	out, err := w.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	w.cmd.Stderr = w.cmd.Stdout
	if err := w.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		defer close(w.lines)
		s := bufio.NewScanner(out)
		s.Buffer(nil, 8<<20)
		for s.Scan() {
			w.lines <- s.Text()
		}
		_, _ = io.Copy(io.Discard, out)
	}()
	return w
}

// until reads on to a line that has the text, and returns what it read.
func (w *watched) until(t *testing.T, text string) string {
	t.Helper()
	var b strings.Builder
	late := time.After(patience)
	for {
		select {
		case line, ok := <-w.lines:
			b.WriteString(line + "\n")
			if strings.Contains(line, text) {
				return b.String()
			}
			if !ok {
				t.Fatalf("it ended before %q:\n%s", text, &b)
			}
		case <-late:
			t.Fatalf("no %q:\n%s", text, &b)
		}
	}
}

// end interrupts the watch and returns its exit code.
func (w *watched) end(t *testing.T) int {
	t.Helper()
	if err := w.cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	for range w.lines { // Wait wants the pipe read to its end
	}
	return exitCode(t, w.cmd.Wait())
}

// A watch of a file says what was mended and what is new whenever it is
// written, puts up with one that cannot be read, and ends with the last code.
func TestWatchAFile(t *testing.T) {
	t.Parallel()
	path := write(t, "tools.json", `[`+placeholder+`]`)
	save := func(data string) {
		t.Helper()
		if err := os.WriteFile(path, []byte(data), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	w := watching(t, "--tools", path)
	if out := w.until(t, "Watching"); !strings.Contains(out, "DSC-002") || strings.Contains(out, "mended") || strings.Contains(out, "\x1b") {
		t.Errorf("at first:\n%s", out)
	}
	save(`[` + fine)
	w.until(t, "is no JSON")
	save(`[` + fine + `]`)
	if out := w.until(t, "Watching"); !strings.Contains(out, "✓ DSC-002 /tools/0/description") {
		t.Errorf("when it was mended:\n%s", out)
	}
	save(`[` + fine + `,` + placeholder + `]`)
	if out := w.until(t, "Watching"); !strings.Contains(out, "mended: 0, new: ") || !strings.Contains(out, "✗ DSC-002 /tools/1/description") {
		t.Errorf("when it was broken:\n%s", out)
	}
	if code := w.end(t); code != exitFound {
		t.Errorf("it ends with %d, want 1", code)
	}
}

func TestWatchAServer(t *testing.T) {
	t.Parallel()
	broken := make(chan bool, 1)
	broken <- true
	good := mcpGoServer()
	url := serveHandler(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		is := <-broken
		broken <- is
		if is {
			http.Error(w, "no", http.StatusNotFound)
			return
		}
		good.ServeHTTP(w, r)
	}))
	w := watching(t, "--format=json", "--require=both", url)
	first := reportsOf(t, w.until(t, `"verdict"`))[0]
	<-broken
	broken <- false
	second := reportsOf(t, w.until(t, `"verdict"`))[0]
	if first.Verdict != market.VerdictRejected || second.Verdict != market.VerdictClean {
		t.Errorf("%s, then %s", first.Verdict, second.Verdict)
	}
	if code := w.end(t); code != exitClean {
		t.Errorf("it ends with %d, want 0", code)
	}
}
