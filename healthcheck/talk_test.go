package healthcheck_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"marketd/healthcheck/netguard"
	"marketd/market"
)

// standard is a server that speaks MCP by hand: its fields say how each kind of
// request is answered; nil is 400. The app's way works when app is set.
type standard struct {
	discover, modern, initialize, initialized, list, get http.HandlerFunc
	app                                                  bool
	closing                                              int // the status of DELETE; 0 is 200
	seen                                                 chan request
}

func (s *standard) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	b, _ := io.ReadAll(r.Body)
	body := string(b)
	s.seen <- request{r.Method, body, r.Header.Clone()}
	h := s.answer(r, body)
	if h == nil {
		h = says(400, "text/plain", "no")
	}
	h(w, r)
}

func (s *standard) answer(r *http.Request, body string) http.HandlerFunc {
	switch {
	case r.Method == http.MethodGet:
		return s.get
	case r.Method == http.MethodDelete:
		return says(max(s.closing, 200), "", "")
	case r.Header.Get("Mcp-Method") == "server/discover":
		return s.discover
	case r.Header.Get("Mcp-Method") == "tools/list":
		return s.modern
	case strings.Contains(body, `"initialize"`):
		return s.initialize
	case strings.Contains(body, `"notifications/initialized"`):
		if s.initialized == nil {
			return says(202, "", "")
		}
		return s.initialized
	case r.Header.Get("MCP-Protocol-Version") != "":
		return s.list
	case s.app && body == "{}":
		return fine
	case s.app:
		return listed
	}
	return nil
}

// start serves until the test ends; it returns the address and what was asked.
func (s *standard) start(t *testing.T) (url string, requests func() []request) {
	t.Helper()
	s.seen = make(chan request, 1000)
	srv := httptest.NewServer(s)
	t.Cleanup(srv.Close)
	return srv.URL + "/mcp", func() []request {
		var all []request
		for len(s.seen) > 0 {
			all = append(all, <-s.seen)
		}
		return all
	}
}

// Answers of good servers, in each way.
const (
	modernTool    = `{"jsonrpc":"2.0","id":2,"result":{"resultType":"complete","tools":[` + goodTool + `]}}`
	sessionTool   = `{"jsonrpc":"2.0","id":2,"result":{"tools":[` + goodTool + `]}}`
	noMethod      = `{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"Method not found"}}`
	modernWelcome = `{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","supportedVersions":["2026-07-28","2025-11-25"],"capabilities":{"tools":{}},` +
		`"instructions":"Ask for a city","_meta":{"io.modelcontextprotocol/serverInfo":{"name":"weather","title":"天气","version":"1"}}}}`
)

// JSON answers with a text.
func jsonOf(body string, more ...string) http.HandlerFunc {
	return says(200, "application/json", body, more...)
}

// welcome is the answer to initialize.
func welcome(version string, more ...string) http.HandlerFunc {
	return jsonOf(`{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"`+version+`","capabilities":{},"serverInfo":{"name":"clock","title":"钟","version":"1"},"instructions":"Ask for a zone"}}`, more...)
}

// steps are the exchanges of a probe.
func steps(p market.Probe) []string {
	var all []string
	for _, x := range p.Exchanges {
		all = append(all, x.Step)
	}
	return all
}

// ways are the attempts of a probe as "kind status", with a "+" when it worked.
func ways(p market.Probe) []string {
	var all []string
	for _, d := range p.MCP.Attempts {
		s := fmt.Sprintf("%s %d", d.Kind, d.Status)
		if d.OK {
			s += "+"
		}
		all = append(all, s)
	}
	return all
}

func standardProbe(t *testing.T, url string, limits netguard.Limits) market.Probe {
	t.Helper()
	return prober(limits).Probe(t.Context(), market.Target{URL: url, Profile: market.ProfileMCP}, nil)
}

// TestBothProfiles: a good server of 2026-07-28 is asked four times in all, and
// what it says of itself is kept.
func TestBothProfiles(t *testing.T) {
	t.Parallel()
	s := &standard{app: true, discover: jsonOf(modernWelcome), modern: jsonOf(modernTool)}
	url, requests := s.start(t)
	var told []market.Step
	p := prober(whole).Probe(t.Context(), market.Target{URL: url}, func(s market.Step) { told = append(told, s) })
	m := p.MCP
	if !p.OK() || m.Reason != market.ReasonOK || m.Way != "modern" || m.Version != "2026-07-28" || m.Transport() != "streamable-http" || len(m.List.Tools) != 1 {
		t.Fatalf("app %s, talk %+v", p.Reason, m)
	}
	if m.ServerName != "weather" || m.ServerTitle != "天气" || m.Instructions != "Ask for a city" {
		t.Errorf("introduced as %q, %q, %q", m.ServerName, m.ServerTitle, m.Instructions)
	}
	if want := []string{"contract", "list", "mcp/discover", "mcp/list"}; !slices.Equal(steps(p), want) {
		t.Errorf("exchanges %v, want %v", steps(p), want)
	}
	if want := []market.Step{market.StepResolve, market.StepContract, market.StepList, market.StepMCP}; !slices.Equal(told, want) {
		t.Errorf("steps %v, want %v", told, want)
	}
	got := requests()
	if len(got) != 4 {
		t.Fatalf("%d requests", len(got))
	}
	const meta = `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"marketd-prober","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}}`
	for i, method := range []string{"server/discover", "tools/list"} {
		r := got[2+i]
		if r.header.Get("MCP-Protocol-Version") != "2026-07-28" || r.header.Get("Mcp-Method") != method || r.header.Get("Mcp-Name") != "" ||
			r.body != fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":%q,"params":{%s}}`, 1+i, method, meta) {
			t.Errorf("%s: %v %s", method, r.header, r.body)
		}
	}
}

// TestOneProfile: what was not asked for is not tried.
func TestOneProfile(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		profile market.Profile
		app     bool
		steps   []string
		reason  market.Reason
		mcp     market.Reason
		told    []market.Step
	}{
		{market.ProfileApp, true, []string{"contract", "list"}, market.ReasonOK, "", []market.Step{market.StepResolve, market.StepContract, market.StepList}},
		{market.ProfileApp, false, []string{"contract", "list", "mcp/discover", "mcp/list"}, market.ReasonHTTPError, market.ReasonOK, []market.Step{market.StepResolve, market.StepContract, market.StepList, market.StepMCP}},
		{market.ProfileMCP, true, []string{"mcp/discover", "mcp/list"}, "", market.ReasonOK, []market.Step{market.StepResolve, market.StepMCP}},
	} {
		s := &standard{app: tc.app, discover: jsonOf(modernWelcome), modern: jsonOf(modernTool)}
		url, _ := s.start(t)
		var told []market.Step
		p := prober(whole).Probe(t.Context(), market.Target{URL: url, Profile: tc.profile, Agent: "phone/7"}, func(s market.Step) { told = append(told, s) })
		if !slices.Equal(steps(p), tc.steps) || p.Reason != tc.reason || p.MCP.Reason != tc.mcp || !slices.Equal(told, tc.told) {
			t.Errorf("%s: exchanges %v, app %q, standard %q, told %v", tc.profile, steps(p), p.Reason, p.MCP.Reason, told)
		}
		if p.Agent != "phone/7" {
			t.Errorf("agent %q", p.Agent)
		}
		for _, x := range p.Exchanges {
			if !slices.Contains(x.ReqHeader, market.Header{Name: "User-Agent", Value: "phone/7"}) {
				t.Errorf("%s was sent as %v", x.Step, x.ReqHeader)
			}
		}
		for len(s.seen) > 0 {
			if r := <-s.seen; r.header.Get("User-Agent") != "phone/7" {
				t.Errorf("%s came from %q", r.body, r.header.Get("User-Agent"))
			}
		}
	}
}

// TestWays goes through what a server may answer in each way, and how often.
func TestWays(t *testing.T) {
	t.Parallel()
	no := says(400, "application/json", `{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"no\u0007"}}`)
	legacyOnly := says(400, "application/json", `{"jsonrpc":"2.0","id":1,"error":{"code":-32022,"message":"v","data":{"supported":["2024-11-05","2025-06-18"],"requested":"2026-07-28"}}}`)
	page := says(200, "text/html", "<html>hello</html>")
	gate := says(401, "", "", "WWW-Authenticate", "Bearer")
	for _, tc := range []struct {
		name    string
		server  standard
		ways    []string
		reason  market.Reason
		fault   string
		version string
	}{
		{"modern", standard{discover: jsonOf(modernWelcome), modern: jsonOf(modernTool)}, []string{"modern 200+"}, market.ReasonOK, "", "2026-07-28"},
		{"modern in a stream", standard{discover: says(200, "text/event-stream", "data: "+modernWelcome+"\n\n"), modern: says(200, "text/event-stream", ": hi\n\ndata: "+modernTool+"\n\n")}, []string{"modern 200+"}, market.ReasonOK, "", "2026-07-28"},
		{"no discover, a modern list", standard{discover: says(404, "application/json", noMethod), modern: jsonOf(modernTool)}, []string{"modern 200+"}, market.ReasonOK, "", "2026-07-28"},
		{"no discover under 200, a modern list", standard{discover: jsonOf(noMethod), modern: jsonOf(modernTool)}, []string{"modern 200", "session 400", "modern 200+"}, market.ReasonOK, "", "2026-07-28"},
		{"a list that is not modern", standard{discover: jsonOf(noMethod), modern: jsonOf(sessionTool)}, []string{"modern 200", "session 400", "sse 400"}, market.ReasonHTTPError, market.FaultStatus, ""},
		{"session", standard{discover: no, initialize: welcome("2025-11-25", "Mcp-Session-Id", "s-1"), list: jsonOf(sessionTool)}, []string{"modern 400", "session 200+"}, market.ReasonOK, "", "2025-11-25"},
		{"no session id", standard{discover: no, initialize: welcome("2025-03-26"), list: jsonOf(sessionTool)}, []string{"modern 400", "session 200+"}, market.ReasonOK, "", "2025-03-26"},
		{"discover names old versions", standard{discover: jsonOf(strings.Replace(modernWelcome, `"2026-07-28",`, "", 1)), initialize: welcome("2025-11-25"), list: jsonOf(sessionTool)}, []string{"modern 200", "session 200+"}, market.ReasonOK, "", "2025-11-25"},
		{"-32022 names old versions", standard{discover: legacyOnly, initialize: welcome("2025-06-18"), list: jsonOf(sessionTool)}, []string{"modern 400", "session 200+"}, market.ReasonOK, "", "2025-06-18"},
		{"a modern list that is none, and a session", standard{discover: jsonOf(modernWelcome), modern: no, initialize: welcome("2025-11-25"), list: jsonOf(sessionTool)}, []string{"modern 400", "session 200+"}, market.ReasonOK, "", "2025-11-25"},
		{"a modern list that is none", standard{discover: jsonOf(modernWelcome), modern: jsonOf(noMethod)}, []string{"modern 200", "session 400"}, market.ReasonRPCError, market.FaultRPCError, ""},
		{"no list in the session", standard{discover: no, initialize: welcome("2025-11-25"), list: jsonOf(`{"jsonrpc":"2.0","id":2,"result":{"tools":null}}`)}, []string{"modern 400", "session 200"}, market.ReasonNotMCP, market.FaultNoTools, ""},
		{"a duplicate key in the list", standard{discover: no, initialize: welcome("2025-11-25"), list: jsonOf(strings.Replace(sessionTool, `"name"`, `"name":"x","name"`, 1))}, []string{"modern 400", "session 200"}, market.ReasonNotMCP, market.FaultUnstrictJSON, ""},
		{"no version", standard{discover: no, initialize: jsonOf(`{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"latest"}}`)}, []string{"modern 400", "session 200", "sse 400"}, market.ReasonNotMCP, market.FaultEnvelope, ""},
		{"initialized refused", standard{discover: no, initialize: welcome("2025-11-25"), initialized: says(405, "", ""), list: jsonOf(sessionTool)}, []string{"modern 400", "session 405"}, market.ReasonHTTPError, market.FaultStatus, ""},
		{"gated", standard{discover: gate, initialize: gate}, []string{"modern 401", "session 401"}, market.ReasonAuthRequired, market.FaultStatus, ""},
		{"gated but for what is free", standard{discover: gate, initialize: welcome("2025-11-25"), list: jsonOf(sessionTool)}, []string{"modern 401", "session 200+"}, market.ReasonOK, "", "2025-11-25"},
		{"gated, and initialize is not known", standard{discover: gate, modern: gate}, []string{"modern 401", "session 400", "sse 400"}, market.ReasonAuthRequired, market.FaultStatus, ""},
		{"403 to discover alone", standard{discover: says(403, "", ""), initialize: welcome("2025-11-25"), list: jsonOf(sessionTool)}, []string{"modern 403", "session 200+"}, market.ReasonOK, "", "2025-11-25"},
		{"403 to both", standard{discover: says(403, "", ""), initialize: says(403, "", "")}, []string{"modern 403", "session 403"}, market.ReasonAuthRequired, market.FaultStatus, ""},
		{"gated list", standard{discover: no, initialize: welcome("2025-11-25"), list: gate}, []string{"modern 400", "session 401"}, market.ReasonAuthRequired, market.FaultStatus, ""},
		{"throttled", standard{discover: says(429, "", "", "Retry-After", "30")}, []string{"modern 429"}, market.ReasonRateLimited, market.FaultStatus, ""},
		{"a challenge", standard{discover: says(403, "text/html", "<html><title>Just a moment...</title>")}, []string{"modern 403"}, market.ReasonHTTPError, market.FaultStatus, ""},
		{"a web page", standard{discover: page, initialize: page, get: page}, []string{"modern 200", "session 200", "sse 200"}, market.ReasonNotMCP, market.FaultHTML, ""},
		{"nothing", standard{}, []string{"modern 400", "session 400", "sse 400"}, market.ReasonHTTPError, market.FaultStatus, ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			url, _ := tc.server.start(t)
			p := standardProbe(t, url, whole)
			m := p.MCP
			if !slices.Equal(ways(p), tc.ways) || m.Reason != tc.reason || m.List.Fault.Code != tc.fault || m.Version != tc.version {
				t.Errorf("ways %v, reason %s, fault %+v, version %q; attempts %+v", ways(p), m.Reason, m.List.Fault, m.Version, m.Attempts)
			}
			if m.List.OK() != (tc.reason == market.ReasonOK) || (m.Way != "") != m.List.OK() {
				t.Errorf("way %q, list %+v", m.Way, m.List)
			}
			if tc.name == "throttled" && m.List.Answer.RetryAfter != 30*time.Second {
				t.Errorf("to come again after %v", m.List.Answer.RetryAfter)
			}
			if tc.name == "session" && m.Attempts[0].Detail != "HTTP 400 JSON-RPC error -32600: no⟦U+0007⟧" {
				t.Errorf("detail %q", m.Attempts[0].Detail)
			}
			if p.Reason != "" || p.Class != "" || p.Contract.Sent {
				t.Errorf("the app's way was judged: %s, %s", p.Reason, p.Class)
			}
		})
	}
}

// TestVersionsAsked: the newest that the server names is asked for, and what
// was agreed on goes into every request after it.
func TestVersionsAsked(t *testing.T) {
	t.Parallel()
	refuse := func(supported string) http.HandlerFunc {
		return says(400, "application/json", `{"jsonrpc":"2.0","id":1,"error":{"code":-32022,"message":"v","data":{"supported":[`+supported+`]}}}`)
	}
	for supported, want := range map[string]string{
		`"2024-11-05","2025-06-18"`: "2025-06-18", `"2025-11-25"`: "2025-11-25", ``: "2025-11-25", `"2027-01-01"`: "2025-11-25", `7`: "2025-11-25",
	} {
		s := &standard{discover: refuse(supported), initialize: welcome("2025-03-26", "Mcp-Session-Id", "s-1"), list: jsonOf(sessionTool), closing: 405}
		url, requests := s.start(t)
		p := standardProbe(t, url, whole)
		if p.MCP.Version != "2025-03-26" || p.MCP.ServerName != "clock" || p.MCP.ServerTitle != "钟" || p.MCP.Instructions != "Ask for a zone" {
			t.Errorf("%s: talk %+v", supported, p.MCP)
		}
		if want := []string{"mcp/discover", "mcp/initialize", "mcp/initialized", "mcp/session-list", "close"}; !slices.Equal(steps(p), want) {
			t.Errorf("exchanges %v", steps(p))
		}
		for _, r := range requests() {
			switch version := r.header.Get("MCP-Protocol-Version"); {
			case strings.Contains(r.body, `"initialize"`):
				if !strings.Contains(r.body, `"protocolVersion":"`+want+`"`) || version != "" {
					t.Errorf("%s: asked %s under version %q", supported, r.body, version)
				}
			case !strings.Contains(r.body, "discover"):
				if version != "2025-03-26" || r.header.Get("Mcp-Session-Id") != "s-1" {
					t.Errorf("%s %s under version %q", r.method, r.body, version)
				}
			}
		}
	}
}

// TestLaterPages: both ways read every page, each page with all that a request has.
func TestLaterPages(t *testing.T) {
	t.Parallel()
	paged := func(w http.ResponseWriter, r *http.Request) {
		body := `{"jsonrpc":"2.0","id":2,"result":{"resultType":"complete","tools":[{"name":"a"}],"nextCursor":"n\"ext"}}`
		if strings.Contains(r.Header.Get("X-Body"), `"cursor":"n\"ext"`) {
			body = `{"jsonrpc":"2.0","id":3,"result":{"tools":[{"name":"b"}]}}`
		}
		jsonOf(body)(w, r)
	}
	for name, s := range map[string]*standard{
		"mcp/list": {discover: jsonOf(modernWelcome), modern: paged}, "mcp/session-list": {initialize: welcome("2025-11-25"), list: paged},
	} {
		s.seen = make(chan request, 100)
		srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			b, _ := io.ReadAll(r.Body)
			r.Header.Set("X-Body", string(b))
			r.Body = io.NopCloser(strings.NewReader(string(b)))
			s.ServeHTTP(w, r)
		}))
		t.Cleanup(srv.Close)
		p := standardProbe(t, srv.URL, whole)
		l := p.MCP.List
		if len(l.Tools) != 2 || l.Pages != 2 || l.FirstPage != 1 || !slices.Equal(codes(l), []string{market.NoteLaterPages}) || !slices.Contains(steps(p), name+"/2") {
			t.Errorf("%s: list %+v, exchanges %v", name, l, steps(p))
		}
	}
}
