package healthcheck_test

import (
	"context"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"marketd/healthcheck/netguard"
	"marketd/market"
)

// counted is a server that counts the connections made to it and those open.
type counted struct {
	*httptest.Server
	made, open atomic.Int32
}

func count(t *testing.T, h http.Handler, secure bool) *counted {
	t.Helper()
	s := &counted{Server: httptest.NewUnstartedServer(h)}
	s.Config.ErrorLog = log.New(io.Discard, "", 0)
	s.Config.ConnState = func(_ net.Conn, state http.ConnState) {
		switch state {
		case http.StateNew:
			s.made.Add(1)
			s.open.Add(1)
		case http.StateClosed, http.StateHijacked:
			s.open.Add(-1)
		case http.StateActive, http.StateIdle:
		}
	}
	if s.EnableHTTP2 = secure; secure {
		s.StartTLS()
	} else {
		s.Start()
	}
	t.Cleanup(s.Close)
	return s
}

// left waits for the server to see that we have gone.
func (s *counted) left(t *testing.T) {
	t.Helper()
	for end := time.Now().Add(5 * time.Second); s.open.Load() > 0; {
		if time.Now().After(end) {
			t.Fatalf("%d connections were left open", s.open.Load())
		}
		time.Sleep(time.Millisecond)
	}
}

// TestOneConnectionPerProbe: a probe in its good course knocks once, whatever
// it asks for, and leaves nothing open.
func TestOneConnectionPerProbe(t *testing.T) {
	t.Parallel()
	events := func(body string) http.HandlerFunc { return says(200, "text/event-stream", "data: "+body+"\n\n") }
	for name, tc := range map[string]struct {
		server  standard
		profile market.Profile
		secure  bool
	}{
		"the app's way":           {standard{app: true}, market.ProfileApp, false},
		"both ways":               {standard{app: true, discover: jsonOf(modernWelcome), modern: jsonOf(modernTool)}, "", false},
		"a session":               {standard{initialize: welcome("2025-11-25", "Mcp-Session-Id", "s"), list: jsonOf(sessionTool)}, market.ProfileMCP, false},
		"a session, in events":    {standard{initialize: welcome("2025-11-25", "Mcp-Session-Id", "s"), list: events(sessionTool)}, market.ProfileMCP, false},
		"the app's way, HTTP/2":   {standard{app: true}, market.ProfileApp, true},
		"both ways, over HTTP/2":  {standard{app: true, discover: jsonOf(modernWelcome), modern: jsonOf(modernTool)}, "", true},
		"a session, over HTTP/2":  {standard{initialize: welcome("2025-11-25", "Mcp-Session-Id", "s"), list: jsonOf(sessionTool)}, market.ProfileMCP, true},
		"a session, in events, 2": {standard{initialize: welcome("2025-11-25", "Mcp-Session-Id", "s"), list: events(sessionTool)}, market.ProfileMCP, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := tc.server
			h.seen = make(chan request, 100)
			s := count(t, &h, tc.secure)
			p := prober(whole)
			if tc.secure {
				p = trusting(s.Server, whole)
			}
			got := p.Probe(t.Context(), market.Target{URL: s.URL, Profile: tc.profile}, nil)
			if got.ReasonFor(tc.profile) != market.ReasonOK || s.made.Load() != 1 {
				t.Errorf("reason %s and %s, %d connections", got.Reason, got.MCP.Reason, s.made.Load())
			}
			s.left(t)
			for i, x := range got.Exchanges {
				if x.Reused != (i > 0) || (x.Connect > 0) != (i == 0) || (x.TLS > 0) != (tc.secure && i == 0) || x.FirstByte <= 0 || x.Took < x.DNS+x.Connect+x.TLS+x.FirstByte {
					t.Errorf("%s: %+v", x.Step, x)
				}
			}
			first := got.Exchanges[0]
			if want := (market.Phases{DNS: first.DNS, Connect: first.Connect, TLS: first.TLS, FirstByte: first.FirstByte}); got.Phases != want {
				t.Errorf("phases %+v, want %+v", got.Phases, want)
			}
		})
	}
}

// TestAskedAgainInTheOpen: a server that takes a request over a kept connection
// and closes it is asked once more over a new one, and both are told.
func TestAskedAgainInTheOpen(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		refuses int32 // lists that are not answered
		reason  market.Reason
		steps   []string
	}{
		"once":  {1, market.ReasonOK, []string{"contract", "list", "list"}},
		"twice": {2, market.ReasonConnect, []string{"contract", "list", "list"}},
	} {
		var lists atomic.Int32
		srv := newServer(t, fine, func(w http.ResponseWriter, r *http.Request) {
			if lists.Add(1) <= tc.refuses {
				panic(http.ErrAbortHandler)
			}
			listed(w, r)
		})
		got := prober(whole).Probe(t.Context(), market.Target{URL: srv.URL, Profile: market.ProfileApp}, nil)
		if got.Reason != tc.reason || !slices.Equal(steps(got)[:3], tc.steps) || got.Exchanges[1].Err == "" || !got.Exchanges[1].Reused || got.Exchanges[2].Reused || lists.Load() != 2 {
			t.Errorf("%s: reason %s after %v, %d lists", name, got.Reason, steps(got), lists.Load())
		}
		if tc.reason == market.ReasonOK && got.Phases.Connect != got.Exchanges[0].Connect+got.Exchanges[2].Connect {
			t.Errorf("%s: phases %+v", name, got.Phases)
		}
	}
}

// TestBrief: the transcript of a good probe is left out when it is not wanted,
// and that of a bad one is as ever.
func TestBrief(t *testing.T) {
	t.Parallel()
	broken := says(200, "application/json", `{"jsonrpc":"2.0","id":1,"result":{"tool":[]}}`)
	for name, list := range map[string]http.HandlerFunc{"good": listed, "bad": broken, "silent": hang, "refused": says(500, "text/plain", "no")} {
		var got [2]market.Probe
		for i := range got {
			got[i] = prober(short).Probe(t.Context(), market.Target{URL: newServer(t, fine, list).URL, Profile: market.ProfileApp, Brief: i == 1}, nil)
		}
		full, brief := got[0], got[1]
		if brief.Reason != full.Reason || brief.Class != full.Class || brief.List.Fault != full.List.Fault || len(brief.List.Tools) != len(full.List.Tools) || brief.Contract.Body != "{}" || brief.Phases.Connect <= 0 || brief.Phases.FirstByte <= 0 {
			t.Errorf("%s: %+v in place of %+v", name, brief, full)
		}
		if name == "good" {
			if len(full.Exchanges) != 2 || brief.Exchanges != nil || full.List.Answer.Body != goodList {
				t.Errorf("good: %v and %v, body %q", steps(full), steps(brief), full.List.Answer.Body)
			}
			continue
		}
		if !slices.Equal(steps(full), steps(brief)) || brief.Exchanges[1].RespBody != full.Exchanges[1].RespBody || len(brief.Exchanges[1].ReqHeader) != len(full.Exchanges[1].ReqHeader) {
			t.Errorf("%s: %v and %v", name, steps(full), steps(brief))
		}
	}
}

// TestSkew: the server's clock is known from what it says of the answer's time,
// unless a cache kept that (rule CRN-011).
func TestSkew(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		date, age string
		ahead     time.Duration
		ok        bool
	}{
		"right":  {time.Now().UTC().Format(http.TimeFormat), "", 0, true},
		"ahead":  {time.Now().Add(time.Hour).UTC().Format(http.TimeFormat), "", time.Hour, true},
		"behind": {time.Now().Add(-400 * time.Second).UTC().Format(http.TimeFormat), "", -400 * time.Second, true},
		"cached": {time.Now().UTC().Format(http.TimeFormat), "60", 0, false},
		"odd":    {"yesterday", "", 0, false},
	} {
		more := []string{"Date", tc.date}
		if tc.age != "" {
			more = append(more, "Age", tc.age)
		}
		p := probe(t, newServer(t, says(200, "application/json", "{}", more...), says(200, "application/json", goodList, more...)).URL)
		if ahead, ok := p.Skew(); ok != tc.ok || (ahead-tc.ahead).Abs() > 10*time.Second {
			t.Errorf("%s: %v, %v", name, ahead, ok)
		}
	}
	if _, ok := probe(t, "http://127.0.0.1:1/").Skew(); ok {
		t.Error("nobody told the time")
	}
}

// keeper is a server that opens a session for every request that names none,
// and counts those that nobody ended.
type keeper struct {
	mu     sync.Mutex
	opened int
	open   map[string]bool
	next   http.Handler
}

func (k *keeper) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	k.mu.Lock()
	id := r.Header.Get("Mcp-Session-Id")
	if r.Method == http.MethodDelete {
		delete(k.open, id)
	} else if id == "" {
		k.opened++
		id = "s-" + strconv.Itoa(k.opened)
		k.open[id] = true
		w.Header().Set("Mcp-Session-Id", id)
	}
	k.mu.Unlock()
	k.next.ServeHTTP(w, r)
}

// TestNoSessionLeaks: however a probe goes, every session that the server
// opened is ended (rule CRN-006).
func TestNoSessionLeaks(t *testing.T) {
	t.Parallel()
	var id atomic.Int64
	many := func(w http.ResponseWriter, r *http.Request) { // pages without end, a session each
		n := id.Add(1) + 1
		jsonOf(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"result":{"resultType":"complete","tools":[{"name":"t%d"}],"nextCursor":"c%d"}}`, n, n, n))(w, r)
	}
	for name, s := range map[string]*standard{
		"good":       {app: true, discover: jsonOf(modernWelcome), modern: jsonOf(modernTool)},
		"a session":  {initialize: welcome("2025-11-25"), list: jsonOf(sessionTool)},
		"no list":    {initialize: welcome("2025-11-25"), list: says(500, "", "")},
		"forgotten":  {initialize: welcome("2025-11-25"), list: says(404, "", "")},
		"refused":    {},
		"silent":     {initialize: welcome("2025-11-25"), list: hang},
		"many pages": {discover: jsonOf(modernWelcome), modern: many},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s.seen = make(chan request, 1000)
			k := &keeper{open: map[string]bool{}, next: s}
			srv := count(t, k, false)
			_ = prober(short).Probe(t.Context(), market.Target{URL: srv.URL}, nil)
			srv.left(t)
			k.mu.Lock()
			defer k.mu.Unlock()
			if k.opened == 0 || name == "many pages" && k.opened < 20 || len(k.open) > 0 {
				t.Errorf("of %d sessions %d were left", k.opened, len(k.open))
			}
		})
	}
}

// TestTheAppsWayOnly: a periodic probe of a server that answers the app neither
// opens a session nor a stream (rule CRN-006).
func TestTheAppsWayOnly(t *testing.T) {
	t.Parallel()
	s := &standard{app: true, discover: jsonOf(modernWelcome), initialize: welcome("2025-11-25", "Mcp-Session-Id", "s"), get: hang}
	url, requests := s.start(t)
	if p := probe(t, url); !p.OK() {
		t.Fatalf("reason %s", p.Reason)
	}
	var bodies []string
	for _, r := range requests() {
		bodies = append(bodies, r.method+" "+r.body)
	}
	if want := []string{"POST {}", "POST " + bareList}; !slices.Equal(bodies, want) {
		t.Errorf("asked %v", bodies)
	}
}

// TestTheTalkIsBounded: a server that takes every request of standard MCP and
// answers none, or refuses all with an id of null, holds nobody up.
func TestTheTalkIsBounded(t *testing.T) {
	t.Parallel()
	limits := netguard.Limits{Connect: time.Second, Header: 2 * time.Second, Total: 2 * time.Second}
	refusal := says(400, "application/json", `{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"Bad Request"}}`)
	mute := &standard{discover: hang, modern: hang, initialize: hang, get: hang}
	cross := &standard{discover: refusal, modern: refusal, initialize: refusal, get: refusal}
	for name, tc := range map[string]struct {
		server *standard
		most   time.Duration
		reason market.Reason
	}{"silent": {mute, 4 * time.Second, market.ReasonTimeout}, "400 and id null": {cross, 1500 * time.Millisecond, market.ReasonHTTPError}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			url, _ := tc.server.start(t)
			p := prober(limits).Probe(context.Background(), market.Target{URL: url, Profile: market.ProfileMCP}, nil)
			if p.Took > tc.most || p.MCP.Reason != tc.reason {
				t.Errorf("took %v, reason %s", p.Took, p.MCP.Reason)
			}
		})
	}
}
