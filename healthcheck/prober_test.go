package healthcheck_test

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"marketd/healthcheck"
	"marketd/healthcheck/netguard"
	"marketd/market"
)

const (
	bareList = `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}}`
	goodTool = `{"name":"weather.now","description":"现在的天气","inputSchema":{"type":"object","properties":{}}}`
	goodList = `{"jsonrpc":"2.0","id":1,"result":{"tools":[` + goodTool + `]}}`
)

var loopback = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}

// short lets a test of a time-out end soon, and a good answer come in time on
// a busy machine. Other tests take the true limits.
var (
	short = netguard.Limits{Connect: 1500 * time.Millisecond, Header: 1500 * time.Millisecond, Total: 2 * time.Second}
	whole = netguard.Limits{}
)

func prober(limits netguard.Limits) *healthcheck.Prober {
	client := netguard.New(netguard.Policy{Allow: loopback, UserAgent: "marketd-prober/1", Limits: limits})
	return healthcheck.NewProber(client, market.SystemClock{}, slog.New(slog.DiscardHandler), nil)
}

// server answers POST {} with contract and tools/list with list; everything
// else is 400. It keeps what it was asked.
type server struct {
	*httptest.Server
	mu   sync.Mutex
	seen []request
}

type request struct {
	method, body string
	header       http.Header
}

func (s *server) requests() []request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.seen)
}

func (s *server) count(f func(request) bool) int {
	n := 0
	for _, r := range s.requests() {
		if f(r) {
			n++
		}
	}
	return n
}

func newServer(t *testing.T, contract, list http.HandlerFunc) *server {
	t.Helper()
	s := &server{}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		b, _ := io.ReadAll(r.Body)
		s.mu.Lock()
		s.seen = append(s.seen, request{r.Method, string(b), r.Header.Clone()})
		s.mu.Unlock()
		r.Body = io.NopCloser(strings.NewReader(string(b)))
		switch {
		case r.Method == http.MethodPost && string(b) == "{}":
			contract(w, r)
		case r.Method == http.MethodPost && strings.Contains(string(b), `"tools/list"`) && r.Header.Get("MCP-Protocol-Version") == "":
			list(w, r)
		default:
			w.WriteHeader(http.StatusBadRequest)
		}
	}))
	t.Cleanup(s.Close)
	return s
}

// says answers with a status, a media type ("" for none) and a body.
func says(status int, media, body string, more ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header()["Content-Type"] = nil // no guess by net/http
		if media != "" {
			w.Header().Set("Content-Type", media)
		}
		for i := 0; i+1 < len(more); i += 2 {
			w.Header().Set(more[i], more[i+1])
		}
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	}
}

var (
	fine   = says(200, "application/json", "{}")
	listed = says(200, "application/json", goodList)
)

// probe looks as the app does.
func probe(t *testing.T, url string) market.Probe {
	t.Helper()
	return prober(whole).Probe(t.Context(), market.Target{URL: url, Profile: market.ProfileApp}, nil)
}

func probeShortly(t *testing.T, url string) market.Probe {
	t.Helper()
	return prober(short).Probe(t.Context(), market.Target{URL: url, Profile: market.ProfileApp}, nil)
}

func TestProbeSendsWhatTheAppSends(t *testing.T) {
	t.Parallel()
	srv := newServer(t, fine, listed)
	var steps []market.Step
	p := prober(whole).Probe(t.Context(), market.Target{URL: srv.URL + "/mcp?lang=zh", Profile: market.ProfileApp}, func(s market.Step) { steps = append(steps, s) })
	if !p.OK() || p.Class != market.ClassOK || len(p.List.Tools) != 1 || string(p.List.Tools[0]) != goodTool {
		t.Fatalf("probe %+v", p)
	}
	got := srv.requests()
	if len(got) != 2 || got[0].body != "{}" || got[1].body != bareList {
		t.Fatalf("requests %+v", got)
	}
	for _, r := range got {
		r.header.Del("Connection") // net/http's own, since no connection is kept
		want := map[string]string{
			"Content-Type": "application/json", "Accept": "application/json, text/event-stream",
			"User-Agent": "marketd-prober/1", "Content-Length": r.header.Get("Content-Length"),
		}
		for name := range r.header {
			if r.header.Get(name) != want[name] {
				t.Errorf("header %s: %q, want %q", name, r.header.Get(name), want[name])
			}
		}
		if len(r.header) != len(want) {
			t.Errorf("header %v", r.header)
		}
	}
	if want := []market.Step{market.StepResolve, market.StepContract, market.StepList}; !slices.Equal(steps, want) {
		t.Errorf("steps %v, want %v", steps, want)
	}
	if p.Took <= 0 || p.At.IsZero() || !p.Net.Lifted || p.List.Pages != 1 || p.List.FirstPage != 1 || p.List.Bytes != int64(len(goodList)) {
		t.Errorf("probe %+v", p)
	}
	if len(p.Exchanges) != 2 || p.Exchanges[1].RespBody != goodList || p.Exchanges[1].Status != 200 || p.Exchanges[1].Took <= 0 {
		t.Errorf("exchanges %+v", p.Exchanges)
	}
}

// TestProbeClasses is HLT-001's table, one row after the other.
func TestProbeClasses(t *testing.T) {
	t.Parallel()
	const page = "<!DOCTYPE html><html><body>hello</body></html>"
	for _, tc := range []struct {
		name     string
		contract http.HandlerFunc
		class    market.Class
		reason   market.Reason
		lists    int // bare lists sent
	}{
		{"200", says(200, "application/json", "{}"), market.ClassOK, market.ReasonOK, 1},
		{"200 empty", says(200, "", ""), market.ClassOK, market.ReasonOK, 1},
		{"200 error -32600", says(200, "application/json", `{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"x"}}`), market.ClassOK, market.ReasonOK, 1},
		{"200 {} called HTML", says(200, "text/html; charset=UTF-8", "{}"), market.ClassOK, market.ReasonOK, 1},
		{"405", says(405, "application/json", "{}"), market.ClassOK, market.ReasonOK, 1},
		{"405 empty", says(405, "", ""), market.ClassOK, market.ReasonOK, 1},
		{"405 page of a web server", says(405, "text/html", page), market.ClassOK, market.ReasonOK, 1},
		{"405 page of a firewall", says(405, "text/html", "<!doctypehtml><html><title>405</title><!-- aliyun_waf -->"), market.ClassChallenge, market.ReasonHTTPError, 1},
		{"200 page", says(200, "text/html", page), market.ClassNotEndpoint, market.ReasonNotMCP, 1},
		{"200 page without a type", says(200, "", page), market.ClassNotEndpoint, market.ReasonNotMCP, 1},
		{"202", says(202, "", ""), market.ClassMismatch, market.ReasonHTTPError, 1},
		{"204", says(204, "", ""), market.ClassMismatch, market.ReasonHTTPError, 1},
		{"301", says(301, "", "", "Location", "/mcp/"), market.ClassMoved, market.ReasonHTTPError, 1},
		{"307 to metadata", says(307, "", "", "Location", "http://169.254.169.254/latest/"), market.ClassMoved, market.ReasonHTTPError, 1},
		{"400", says(400, "text/plain", "malformed payload"), market.ClassMismatch, market.ReasonHTTPError, 1},
		{"401", says(401, "application/json", `{"error":"x"}`, "WWW-Authenticate", `Bearer realm="x"`), market.ClassAuth, market.ReasonAuthRequired, 1},
		{"402", says(402, "application/json", "{}"), market.ClassAuth, market.ReasonAuthRequired, 1},
		{"403", says(403, "", ""), market.ClassAuth, market.ReasonAuthRequired, 1},
		{"403 challenge", says(403, "text/html", "<html><title>Just a moment...</title>", "Server", "cloudflare"), market.ClassChallenge, market.ReasonHTTPError, 1},
		{"403 JSON of a CDN", says(403, "application/json", "{}", "Server", "cloudflare"), market.ClassAuth, market.ReasonAuthRequired, 1},
		{"404 JSON-RPC", says(404, "application/json", `{"jsonrpc":"2.0","id":null,"error":{"code":-32001,"message":"Session not found"}}`), market.ClassSessionRequired, market.ReasonHTTPError, 1},
		{"404 wording", says(404, "text/plain", "Invalid session ID"), market.ClassSessionRequired, market.ReasonHTTPError, 1},
		{"404", says(404, "text/plain", "404 page not found"), market.ClassWrongPath, market.ReasonHTTPError, 1},
		{"410", says(410, "", ""), market.ClassWrongPath, market.ReasonHTTPError, 1},
		{"406", says(406, "", ""), market.ClassAccept, market.ReasonHTTPError, 1},
		{"408", says(408, "", ""), market.ClassThrottled, market.ReasonRateLimited, 0},
		{"425", says(425, "", ""), market.ClassThrottled, market.ReasonRateLimited, 0},
		{"429", says(429, "", "", "Retry-After", "30"), market.ClassThrottled, market.ReasonRateLimited, 0},
		{"503 Retry-After", says(503, "", "", "Retry-After", "30"), market.ClassThrottled, market.ReasonRateLimited, 0},
		{"503 challenge", says(503, "text/html", "<html>captcha"), market.ClassChallenge, market.ReasonHTTPError, 1},
		{"503", says(503, "", ""), market.ClassGateway, market.ReasonHTTPError, 1},
		{"407", says(407, "", ""), market.ClassProxy, market.ReasonHTTPError, 1},
		{"415", says(415, "", ""), market.ClassContentType, market.ReasonHTTPError, 1},
		{"421", says(421, "", ""), market.ClassProxy, market.ReasonHTTPError, 1},
		{"422", says(422, "application/json", "{}"), market.ClassMismatch, market.ReasonHTTPError, 1},
		{"426", says(426, "", ""), market.ClassProxy, market.ReasonHTTPError, 1},
		{"431", says(431, "", ""), market.ClassProxy, market.ReasonHTTPError, 1},
		{"500", says(500, "", ""), market.ClassServerError, market.ReasonHTTPError, 1},
		{"501", says(501, "", ""), market.ClassServerError, market.ReasonHTTPError, 1},
		{"502", says(502, "", ""), market.ClassGateway, market.ReasonHTTPError, 1},
		{"504", says(504, "", ""), market.ClassGateway, market.ReasonHTTPError, 1},
		{"522", says(522, "", ""), market.ClassGateway, market.ReasonHTTPError, 1},
		{"599", says(599, "", ""), market.ClassServerError, market.ReasonHTTPError, 1},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			srv := newServer(t, tc.contract, listed)
			p := probe(t, srv.URL)
			if p.Class != tc.class || p.Reason != tc.reason {
				t.Errorf("class %s, reason %s, want %s, %s", p.Class, p.Reason, tc.class, tc.reason)
			}
			if n := srv.count(func(r request) bool { return r.body == bareList }); n < tc.lists || tc.lists == 0 && n > 0 {
				t.Errorf("%d bare lists, want %d", n, tc.lists)
			}
			if (p.Contract.Detail == "") != (tc.class == market.ClassOK) {
				t.Errorf("detail %q", p.Contract.Detail)
			}
			if n := srv.count(func(r request) bool { return strings.Contains(r.body, "initialize") }); n > 0 && (tc.reason == market.ReasonAuthRequired || tc.reason == market.ReasonRateLimited) {
				t.Error("a server that wants a token or rest was diagnosed")
			}
		})
	}
}

func TestProbeAnswerFacts(t *testing.T) {
	t.Parallel()
	srv := newServer(t, says(503, "Text/Plain; charset=x", "busy", "Retry-After", "7200", "WWW-Authenticate", "Bearer x=y", "Server", "Nginx/1", "Location", "/a"), listed)
	a := probe(t, srv.URL).Contract
	if a.Status != 503 || a.MediaType != "text/plain" || a.Body != "busy" || a.RetryAfter != time.Hour || a.AuthScheme != "Bearer" || a.Server != "nginx/1" || a.Location != "" || !a.Sent || a.Reason != market.ReasonOK {
		t.Errorf("answer %+v", a)
	}
	srv = newServer(t, says(302, "", "", "Location", "/login?next=/mcp"), listed)
	if a := probe(t, srv.URL).Contract; a.Location != "/login?next=/mcp" {
		t.Errorf("location %q", a.Location)
	}
}

func TestProbeStopped(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	srv := newServer(t, fine, func(_ http.ResponseWriter, r *http.Request) {
		cancel()
		<-r.Context().Done()
	})
	p := prober(whole).Probe(ctx, market.Target{URL: srv.URL}, nil)
	if p.Reason != market.ReasonOurNetwork || p.Reason.Counts() {
		t.Errorf("reason %s: our own stop must not count against the server", p.Reason)
	}
}

func TestProbeBadTargets(t *testing.T) {
	t.Parallel()
	for _, url := range []string{"", "://", "http://[::1", "ftp://127.0.0.1/", "http://169.254.169.254/", "https://10.0.0.1/mcp", "http://\x00/", "https://127.0.0.1:99999/"} {
		p := probe(t, url)
		if p.Reason != market.ReasonBlocked || p.Class != market.ClassNetwork || p.Contract.Sent || p.List.Answer.Sent {
			t.Errorf("%q: reason %s, class %s", url, p.Reason, p.Class)
		}
	}
}

func TestProbeDown(t *testing.T) {
	t.Parallel()
	srv := newServer(t, fine, listed)
	srv.Close()
	p := probe(t, srv.URL)
	if p.Reason != market.ReasonConnect || p.Class != market.ClassNetwork || p.Contract.Detail != "connect: connection refused" || len(p.MCP.Attempts) != 0 {
		t.Errorf("probe %+v", p)
	}
}

// A redirect to where no probe goes is known for one, and not followed.
func TestRedirectAstray(t *testing.T) {
	t.Parallel()
	for location, want := range map[string]bool{"https://10.0.0.1/": true, "http://api.test.cn/": false, "/mcp/": false, "ftp://api.test.cn/": true, "http://[::1": false} {
		s := newServer(t, says(307, "", "", "Location", location), fine)
		p := prober(whole).Probe(t.Context(), market.Target{URL: s.URL}, nil)
		if p.Class != market.ClassMoved || p.Contract.Location != location || p.Contract.Astray != want {
			t.Errorf("%s: class %s, location %q, astray %v", location, p.Class, p.Contract.Location, p.Contract.Astray)
		}
	}
}
