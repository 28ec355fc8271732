package healthcheck_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"marketd/healthcheck/netguard"
	"marketd/market"
)

// oldSSE is a server of the transport of 2024-11-05, by hand: what is POSTed to
// /messages is answered on the stream.
type oldSSE struct {
	endpoint string                                 // of the event; "" is /messages?s=1
	first    string                                 // written before the endpoint event
	answer   func(body string) (event string)       // nil: as it should be
	posted   func(w http.ResponseWriter, id string) // answers a POST; nil is 202
	mu       sync.Mutex
	to       chan string
	open     int
	posts    []request
}

func (s *oldSSE) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch {
	case r.Method == http.MethodGet && r.URL.Path == "/sse":
		s.stream(w, r)
	case r.Method == http.MethodPost && r.URL.Path == "/messages":
		b, _ := io.ReadAll(r.Body)
		s.mu.Lock()
		s.posts = append(s.posts, request{r.Method, string(b), r.Header.Clone()})
		to := s.to
		s.mu.Unlock()
		answer := s.answer
		if answer == nil {
			answer = goodEvents
		}
		if ev := answer(string(b)); ev != "" {
			to <- ev // before the POST is answered: servers may
		}
		if s.posted != nil {
			s.posted(w, string(b))
			return
		}
		w.WriteHeader(http.StatusAccepted)
	default:
		w.WriteHeader(http.StatusMethodNotAllowed)
	}
}

func (s *oldSSE) stream(w http.ResponseWriter, r *http.Request) {
	to := make(chan string, 100)
	s.mu.Lock()
	s.to, s.open = to, s.open+1
	s.mu.Unlock()
	defer func() {
		s.mu.Lock()
		s.open--
		s.mu.Unlock()
	}()
	w.Header().Set("Content-Type", "text/event-stream")
	endpoint := s.endpoint
	if endpoint == "" {
		endpoint = "/messages?s=1"
	}
	_, _ = io.WriteString(w, s.first+"event: endpoint\ndata: "+endpoint+"\n\n")
	f := http.NewResponseController(w)
	for {
		_ = f.Flush()
		select {
		case ev := <-to:
			_, _ = io.WriteString(w, ev)
		case <-r.Context().Done():
			return
		}
	}
}

func message(m string) string { return "event: message\ndata: " + m + "\n\n" }

func goodEvents(body string) string {
	switch {
	case strings.Contains(body, `"initialize"`):
		return message(`{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2024-11-05","serverInfo":{"name":"old"}}}`)
	case strings.Contains(body, `"cursor":"n"`):
		return message(`{"jsonrpc":"2.0","id":3,"result":{"tools":[{"name":"b"}]}}`)
	case strings.Contains(body, `"tools/list"`):
		return message(`{"jsonrpc":"2.0","id":2,"result":{"tools":[` + goodTool + `],"nextCursor":"n"}}`)
	}
	return ""
}

func (s *oldSSE) start(t *testing.T) string {
	t.Helper()
	srv := httptest.NewServer(s)
	t.Cleanup(srv.Close)
	return srv.URL + "/sse"
}

func TestOldTransport(t *testing.T) {
	t.Parallel()
	s := &oldSSE{first: ": hello\n\nretry: 10\n\n"}
	url := s.start(t)
	p := standardProbe(t, url, whole)
	m := p.MCP
	if m.Reason != market.ReasonOK || m.Way != "sse" || m.Version != "2024-11-05" || m.Transport() != "sse" || m.ServerName != "old" || len(m.List.Tools) != 2 || m.List.Pages != 2 || !m.List.SSE {
		t.Fatalf("talk %+v", m)
	}
	want := []string{"mcp/discover", "mcp/initialize", "mcp/list", "mcp/sse", "mcp/sse-initialize", "mcp/sse-initialized", "mcp/sse-list", "mcp/sse-list/2"}
	if !slices.Equal(steps(p), want) {
		t.Errorf("exchanges %v, want %v", steps(p), want)
	}
	stream := p.Exchanges[3]
	if stream.Status != 200 || stream.Method != http.MethodGet || !strings.Contains(stream.RespBody, "event: endpoint") || !strings.Contains(stream.RespBody, "weather.now") || stream.Err != "" {
		t.Errorf("stream %+v", stream)
	}
	if to := p.Exchanges[4].URL; to != strings.TrimSuffix(url, "/sse")+"/messages?s=1" {
		t.Errorf("sent to %s", to)
	}
	srvClosed := time.Now().Add(5 * time.Second)
	for open := 1; open > 0; {
		if time.Now().After(srvClosed) {
			t.Fatal("the stream was left open")
		}
		s.mu.Lock()
		open = s.open
		s.mu.Unlock()
	}
	for i, r := range s.posts {
		if version := r.header.Get("MCP-Protocol-Version"); (version == "2024-11-05") != (i > 0) {
			t.Errorf("%s under version %q", r.body, version)
		}
	}
}

// TestOldTransportLeadsNowhereElse: an endpoint anywhere but at the server's own
// origin is not gone to.
func TestOldTransportLeadsNowhereElse(t *testing.T) {
	t.Parallel()
	elsewhere := newServer(t, fine, listed)
	for _, endpoint := range []string{elsewhere.URL + "/messages", "//127.0.0.2/messages", "http://169.254.169.254/latest", "https://127.0.0.1/messages", "http://127.0.0.1:1/", "javascript:alert(1)", "http://[::1", "\u0001", "/" + strings.Repeat("x", 5000)} {
		s := &oldSSE{endpoint: endpoint}
		p := standardProbe(t, s.start(t), whole)
		if p.MCP.Reason != market.ReasonNotMCP || p.MCP.List.Fault.Code != market.FaultEndpoint || len(s.posts) != 0 {
			t.Errorf("%.60s: reason %s, fault %+v, %d posts", endpoint, p.MCP.Reason, p.MCP.List.Fault, len(s.posts))
		}
	}
	if n := len(elsewhere.requests()); n != 0 {
		t.Errorf("%d requests went elsewhere", n)
	}
	s := &oldSSE{}
	srv := httptest.NewServer(s)
	t.Cleanup(srv.Close)
	for _, endpoint := range []string{srv.URL + "/messages", "messages", "?x", "http://someone:secret@" + srv.Listener.Addr().String() + "/messages#part"} {
		s.endpoint = endpoint
		if p := standardProbe(t, srv.URL+"/sse", whole); p.MCP.List.Fault.Code == market.FaultEndpoint {
			t.Errorf("%s: %+v", endpoint, p.MCP.List.Fault)
		}
	}
}

func TestOldTransportFaults(t *testing.T) {
	t.Parallel()
	limits := netguard.Limits{Connect: time.Second, Header: 4 * time.Second, Total: 4500 * time.Millisecond}
	onList := func(ev string) func(string) string {
		return func(body string) string {
			if strings.Contains(body, `"tools/list"`) {
				return ev
			}
			return goodEvents(body)
		}
	}
	for _, tc := range []struct {
		name   string
		server *oldSSE
		reason market.Reason
		fault  string
	}{
		{"a notification and a request first", &oldSSE{answer: onList(message(`{"jsonrpc":"2.0","method":"notifications/message"}`) + message(`{"jsonrpc":"2.0","id":9,"method":"roots/list"}`) + message(sessionTool))}, market.ReasonOK, ""},
		{"pings", &oldSSE{answer: onList("event: ping\ndata: x\n\n" + message(sessionTool))}, market.ReasonOK, ""},
		{"an error", &oldSSE{answer: onList(message(`{"jsonrpc":"2.0","id":2,"error":{"code":-32601,"message":"no"}}`))}, market.ReasonRPCError, market.FaultRPCError},
		{"another id", &oldSSE{answer: onList(message(`{"jsonrpc":"2.0","id":7,"result":{}}`) + "event: bye\n\n"), posted: nil}, market.ReasonTimeout, market.FaultStreamNoReply},
		{"a duplicate key", &oldSSE{answer: onList(message(strings.Replace(sessionTool, `"name"`, `"name":"x","name"`, 1)))}, market.ReasonNotMCP, market.FaultUnstrictJSON},
		{"no answer to initialize", &oldSSE{answer: func(string) string { return "" }}, market.ReasonTimeout, market.FaultStreamNoReply},
		{"no version", &oldSSE{answer: func(string) string { return message(`{"jsonrpc":"2.0","id":1,"result":{}}`) }}, market.ReasonNotMCP, market.FaultEnvelope},
		{"messages refused", &oldSSE{posted: func(w http.ResponseWriter, _ string) { w.WriteHeader(http.StatusNotFound) }}, market.ReasonHTTPError, market.FaultStatus},
		{"messages gated", &oldSSE{posted: func(w http.ResponseWriter, _ string) { w.WriteHeader(http.StatusUnauthorized) }}, market.ReasonAuthRequired, market.FaultStatus},
		{"initialized refused", &oldSSE{posted: func(w http.ResponseWriter, body string) {
			if strings.Contains(body, "initialized") {
				w.WriteHeader(http.StatusInternalServerError)
			}
		}}, market.ReasonHTTPError, market.FaultStatus},
		{"endless pings", &oldSSE{answer: onList(strings.Repeat("data: ping\n\n", 60))}, market.ReasonNotMCP, market.FaultStreamNoise},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			p := standardProbe(t, tc.server.start(t), limits)
			m := p.MCP
			if m.Reason != tc.reason || m.List.Fault.Code != tc.fault || m.List.OK() != (tc.reason == market.ReasonOK) {
				t.Errorf("reason %s, fault %+v, attempts %+v", m.Reason, m.List.Fault, m.Attempts)
			}
			if p.Took > 3*limits.Total {
				t.Errorf("took %v", p.Took)
			}
		})
	}
}

// TestNoOldTransport: streams that never name an endpoint are left, and say
// nothing of the server: what it answered to initialize does.
func TestNoOldTransport(t *testing.T) {
	t.Parallel()
	limits := netguard.Limits{Connect: time.Second, Header: 3 * time.Second, Total: 3 * time.Second}
	for name, get := range map[string]http.HandlerFunc{
		"comments":         forever(200, "text/event-stream", ": x\n\n", 10*time.Millisecond),
		"events":           forever(200, "text/event-stream", "data: x\n\n", 0),
		"silence":          hang,
		"an empty stream":  says(200, "text/event-stream", ""),
		"another type":     says(200, "application/json", "{}"),
		"a large comment":  forever(200, "text/event-stream", ": "+strings.Repeat("x", 64<<10), 0),
		"a redirect":       says(307, "", "", "Location", "http://169.254.169.254/"),
		"breaks in a word": says(200, "text/event-stream", "event: endpoint\ndata: /mess", "Content-Length", "1000"),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := &standard{get: get}
			url, requests := s.start(t)
			p := standardProbe(t, url, limits)
			if p.MCP.Reason != market.ReasonHTTPError || len(p.MCP.Attempts) != 3 || p.MCP.Attempts[2].OK || p.MCP.Attempts[2].Detail == "" {
				t.Errorf("reason %s, attempts %+v", p.MCP.Reason, p.MCP.Attempts)
			}
			if n := len(requests()); n != 4 {
				t.Errorf("%d requests", n)
			}
			if p.Took > 2*limits.Total {
				t.Errorf("took %v", p.Took)
			}
		})
	}
}
