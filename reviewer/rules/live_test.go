package rules_test

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"testing"

	mcpgo "github.com/mark3labs/mcp-go/mcp"
	mcpgoserver "github.com/mark3labs/mcp-go/server"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"marketd/healthcheck"
	"marketd/healthcheck/netguard"
	"marketd/market"
	"marketd/reviewer"
	"marketd/reviewer/rules"
	"marketd/reviewer/rules/ruletest"
	"marketd/reviewer/rules/safety"
)

// live is the whole reviewer with a server on loopback to look at.
func live(t testing.TB, h http.Handler) (*reviewer.Reviewer, market.Case) {
	t.Helper()
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	allow := []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}
	policy := reviewer.DefaultPolicy()
	policy.Allowed = allow
	log := slog.New(slog.DiscardHandler)
	r := reviewer.New(reviewer.Options{
		Prober: healthcheck.NewProber(netguard.New(netguard.Policy{Allow: allow}), market.SystemClock{}, log, safety.Redact),
		Rules:  rules.All(), Policy: policy, Ruleset: rules.Set, Redact: safety.Redact, Log: log,
	})
	return r, market.Case{Entry: market.Entry{
		ID: "weather-demo", Kind: market.KindServer, Name: "Weather 天气", Desc: "查询国内城市的实时天气与七日预报", Cat: "weather", Author: "Example Weather",
		Server: market.Server{URL: s.URL + "/mcp"},
	}}
}

// examine makes one pass of the reviewer over a server.
func examine(t *testing.T, h http.Handler) market.Examined {
	t.Helper()
	r, c := live(t, h)
	x, err := r.Examine(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range x.Report.Checks {
		if c.State == market.CheckFailed {
			t.Errorf("%s broke", c.Rule)
		}
	}
	return x
}

// goSDK is a server on the official SDK with one good tool.
func goSDK(o *mcp.StreamableHTTPOptions) http.Handler {
	server := mcp.NewServer(&mcp.Implementation{Name: "demo", Version: "1"}, nil)
	type in struct {
		City string `json:"city" jsonschema:"城市名，例如北京"`
	}
	mcp.AddTool(server, &mcp.Tool{Name: "weather.now", Description: "查询国内城市的实时天气，返回温度、湿度和风力", Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true}},
		func(context.Context, *mcp.CallToolRequest, in) (*mcp.CallToolResult, any, error) {
			return &mcp.CallToolResult{}, nil, nil
		})
	return mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return server }, o)
}

func mcpGo(o ...mcpgoserver.StreamableHTTPOption) http.Handler {
	s := mcpgoserver.NewMCPServer("demo", "1", mcpgoserver.WithToolCapabilities(false))
	s.AddTool(
		mcpgo.NewTool("weather.now", mcpgo.WithDescription("查询国内城市的实时天气，返回温度、湿度和风力"), mcpgo.WithReadOnlyHintAnnotation(true),
			mcpgo.WithString("city", mcpgo.Required(), mcpgo.Description("城市名，例如北京"))),
		func(context.Context, mcpgo.CallToolRequest) (*mcpgo.CallToolResult, error) {
			return mcpgo.NewToolResultText("晴"), nil
		})
	return mcpgoserver.NewStreamableHTTPServer(s, o...)
}

// answering answers the health check before the SDK, as the fix says.
func answering(sdk http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err == nil && strings.TrimSpace(string(body)) == "{}" {
			_, _ = io.WriteString(w, "{}")
			return
		}
		r.Body = io.NopCloser(strings.NewReader(string(body)))
		sdk.ServeHTTP(w, r)
	})
}

func says(status int, header, value, body string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set(header, value)
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	})
}

func TestRealServers(t *testing.T) {
	t.Parallel()
	clean, human, open, rejected := market.VerdictClean, market.VerdictNeedsHuman, market.VerdictInconclusive, market.VerdictRejected
	stateless := &mcp.StreamableHTTPOptions{Stateless: true}
	for name, c := range map[string]struct {
		handler  http.Handler
		app, mcp market.Verdict
		outcome  market.Outcome // for the app
		rejects  []string       // the rules that refuse the app, heaviest first
		class    market.Class   // of the finding of HLT-001, or of META-007 in its place
	}{
		"mcp-go, stateless":          {mcpGo(mcpgoserver.WithStateLess(true)), clean, clean, market.OutcomePass, nil, ""},
		"mcp-go as it comes":         {mcpGo(), rejected, clean, market.OutcomeFail, []string{"HLT-001"}, market.ClassSessionRequired},
		"Go SDK as it comes":         {goSDK(nil), rejected, clean, market.OutcomeFail, []string{"HLT-001", "PRO-004"}, market.ClassMismatch},
		"Go SDK, stateless":          {goSDK(stateless), rejected, clean, market.OutcomeFail, []string{"HLT-001"}, market.ClassMismatch},
		"Go SDK with the fix":        {answering(goSDK(stateless)), clean, clean, market.OutcomePass, nil, ""},
		"Go SDK with the fix, JSON":  {answering(goSDK(&mcp.StreamableHTTPOptions{Stateless: true, JSONResponse: true})), clean, clean, market.OutcomePass, nil, ""},
		"a token wanted":             {says(401, "WWW-Authenticate", "Bearer", ""), human, human, market.OutcomeGated, nil, market.ClassAuth},
		"a token wanted by JSON-RPC": {says(200, "Content-Type", "application/json", `{"jsonrpc":"2.0","id":1,"error":{"code":-32001,"message":"Unauthorized"}}`), human, human, market.OutcomeGated, nil, market.ClassAuth},
		"too many requests":          {says(429, "Retry-After", "7", ""), open, open, market.OutcomeUnknown, nil, market.ClassThrottled},
		"a gateway error":            {says(502, "Content-Type", "text/plain", "bad gateway"), open, open, market.OutcomeFail, nil, market.ClassGateway},
		"a web page":                 {says(200, "Content-Type", "text/html", "<!doctype html><title>Hello</title>"), rejected, rejected, market.OutcomeFail, []string{"HLT-003"}, ""},
		"another API":                {says(200, "Content-Type", "application/json", `{"code":404}`), rejected, rejected, market.OutcomeFail, []string{"HLT-003"}, ""},
		"a redirect":                 {says(301, "Location", "/mcp/", ""), rejected, rejected, market.OutcomeFail, []string{"RED-001"}, ""},
		"a login":                    {says(302, "Location", "/login", ""), human, human, market.OutcomeGated, nil, ""},
		"nothing there":              {says(404, "Content-Type", "text/plain", "404 page not found"), rejected, rejected, market.OutcomeFail, []string{"HLT-001"}, market.ClassWrongPath},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rep := examine(t, c.handler).Report
			if p := rep.Profiles; p.App.Verdict != c.app || p.App.Outcome != c.outcome || p.MCP.Verdict != c.mcp {
				t.Errorf("profiles %+v; want app %s (%s), mcp %s", p, c.app, c.outcome, c.mcp)
			}
			if want := (market.Profiles{App: market.ProfileResult{Verdict: c.app}, MCP: market.ProfileResult{Verdict: c.mcp}}); rep.Verdict != market.RequireAny.Of(want) {
				t.Errorf("verdict %s, which is not the better one's", rep.Verdict)
			}
			var refused []string
			var class market.Class
			for _, f := range rep.Findings {
				if f.Stands() && f.Severity == market.SeverityReject && f.Profile.BearsOn(market.ProfileApp) {
					refused = append(refused, f.Rule)
				}
				if f.Rule == "HLT-001" || f.Rule == "META-007" {
					class = f.Class
				}
				ruletest.Bilingual(t, f.Rule+" message", f.Message)
				ruletest.Bilingual(t, f.Rule+" why", f.Why)
				ruletest.Bilingual(t, f.Rule+" fix", f.Fix)
			}
			if !slices.Equal(refused, c.rejects) || class != c.class {
				t.Errorf("refused by %v, want %v; class %q, want %q", refused, c.rejects, class, c.class)
			}
			if t.Failed() {
				for _, f := range rep.Findings {
					t.Logf("%s %s %s %s: %s (%s)", f.Rule, f.Severity, f.Profile, f.Where, f.Message.EN, f.Evidence)
				}
			}
		})
	}
}

// Whatever a server answers to GET and HEAD, it is judged by its answers to
// POST (rule HLT-004).
func TestGetIsNoEvidence(t *testing.T) {
	t.Parallel()
	for _, status := range []int{200, 204, 302, 400, 401, 403, 404, 406, 429, 500, 503} {
		t.Run(strconv.Itoa(status), func(t *testing.T) {
			t.Parallel()
			good := mcpGo(mcpgoserver.WithStateLess(true))
			rep := examine(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if r.Method == http.MethodPost {
					good.ServeHTTP(w, r)
					return
				}
				w.Header().Set("Location", "/login")
				w.WriteHeader(status)
			})).Report
			if p := rep.Profiles; p.App.Verdict != market.VerdictClean || p.MCP.Verdict != market.VerdictClean {
				t.Errorf("profiles %+v, findings %+v", p, rep.Findings)
			}
		})
	}
}

// A good server's report shows what was looked at, with digest and tools.
func TestGoodServerReport(t *testing.T) {
	t.Parallel()
	x := examine(t, mcpGo(mcpgoserver.WithStateLess(true)))
	if x.Report.Tools != 1 || len(x.Tools) != 1 || !strings.HasPrefix(x.Report.Digest, "v1:sha256:") || len(x.Digests) != 1 {
		t.Errorf("%d tools, digest %q", x.Report.Tools, x.Report.Digest)
	}
	if len(x.Report.Checks) != len(rules.All()) {
		t.Errorf("%d checks of %d rules", len(x.Report.Checks), len(rules.All()))
	}
	ran := 0
	for _, c := range x.Report.Checks {
		if c.State == market.CheckPass || c.State == market.CheckHit {
			ran++
		}
		if c.State == market.CheckSkipped {
			ruletest.Bilingual(t, c.Rule+" note", c.Note)
		}
		if (c.Rule == "HLT-001" || c.Rule == "PRO-001") && c.Took <= 0 {
			t.Errorf("%s took %s", c.Rule, c.Took)
		}
	}
	if ran < 50 {
		t.Errorf("only %d rules ran", ran)
	}
}
