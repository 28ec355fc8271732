package healthcheck_test

import (
	"bytes"
	"compress/gzip"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"marketd/healthcheck/netguard"
	"marketd/market"
)

// forever writes s again and again until the client goes; every is the pause.
func forever(status int, media, s string, every time.Duration, more ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		says(status, media, "", more...)(w, r)
		f := http.NewResponseController(w)
		tick := time.NewTicker(max(every, time.Nanosecond))
		defer tick.Stop()
		for {
			if _, err := io.WriteString(w, s); err != nil || f.Flush() != nil {
				return
			}
			select {
			case <-tick.C:
			case <-r.Context().Done():
				return
			}
		}
	}
}

func bomb(t *testing.T) http.HandlerFunc {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := z.Write(make([]byte, 64<<20)); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return says(200, "application/json", b.String(), "Content-Encoding", "gzip")
}

// hang answers nothing until the client goes.
func hang(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }

// hostile is a server that meets the contract and attacks with its list.
type hostile struct {
	name   string
	list   http.HandlerFunc
	fault  string
	reason market.Reason
}

func totalOf(l netguard.Limits) time.Duration {
	return netguard.New(netguard.Policy{Limits: l}).Limits().Total
}

func (h hostile) check(t *testing.T, limits netguard.Limits) {
	t.Helper()
	p := prober(limits).Probe(t.Context(), market.Target{URL: newServer(t, fine, h.list).URL}, nil)
	if p.Class != market.ClassOK || p.List.Fault.Code != h.fault || p.Reason != h.reason {
		t.Errorf("%s: class %s, fault %+v, reason %s (%s)", h.name, p.Class, p.List.Fault, p.Reason, p.List.Answer.Detail)
	}
	if most := 2*totalOf(limits) + 5*time.Second; p.Took > most {
		t.Errorf("%s: took %v", h.name, p.Took)
	}
	for _, x := range p.Exchanges {
		if len(x.RespBody) > 16<<10 {
			t.Errorf("%s: %s keeps %d bytes", h.name, x.Step, len(x.RespBody))
		}
	}
}

func TestProbeSlowLists(t *testing.T) {
	t.Parallel()
	const drop = 20 * time.Millisecond
	var wg sync.WaitGroup // at once: they wait more than they work
	for _, tc := range []hostile{
		{"never answers", hang, market.FaultTransport, market.ReasonTimeout},
		{"drips JSON", forever(200, "application/json", " ", drop), market.FaultTransport, market.ReasonTimeout},
		{"drips comments", forever(200, "text/event-stream", ":\n\n", drop), market.FaultStreamNoReply, market.ReasonTimeout},
		{"drips a line", forever(200, "text/event-stream", "d", drop), market.FaultStreamNoReply, market.ReasonTimeout},
		{"asks and waits", forever(200, "text/event-stream", "data: {\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"roots/list\"}\n\n", drop), market.FaultWithheld, market.ReasonTimeout},
		{"chunks without end", forever(200, "application/json", "[", drop), market.FaultTransport, market.ReasonTimeout},
		{"drips an error", forever(500, "text/plain", "x", drop), market.FaultStatus, market.ReasonHTTPError},
	} {
		wg.Go(func() { tc.check(t, short) })
	}
	wg.Wait()
}

func TestProbeLargeLists(t *testing.T) {
	t.Parallel()
	for _, tc := range []hostile{
		{"comments at full speed", forever(200, "text/event-stream", ": "+strings.Repeat("x", 64<<10)+"\n", 0), market.FaultStreamNoReply, market.ReasonTooLarge},
		{"pings at full speed", forever(200, "text/event-stream", "data: ping\n\n", 0), market.FaultStreamNoise, market.ReasonNotMCP},
		{"50 MiB", says(200, "application/json", `{"a":"`+strings.Repeat("x", 50<<20)), market.FaultTooLarge, market.ReasonTooLarge},
		{"a large event", says(200, "text/event-stream", "data: "+strings.Repeat("x", 5<<20)), market.FaultStreamNoReply, market.ReasonTooLarge},
		{"gzip bomb", bomb(t), market.FaultTooLarge, market.ReasonTooLarge},
		{"huge header", says(200, "application/json", goodList, "X-A", strings.Repeat("a", 10<<20)), market.FaultTransport, market.ReasonTooLarge},
		{"depth bomb", says(200, "application/json", strings.Repeat("[", 1<<20)), market.FaultUnstrictJSON, market.ReasonNotMCP},
		{"many names", says(200, "application/json", "{"+strings.Repeat(`"a":1,`, 300_000)), market.FaultUnstrictJSON, market.ReasonNotMCP},
		{"redirect inwards", says(307, "", "", "Location", "http://169.254.169.254/latest/meta-data/"), market.FaultStatus, market.ReasonHTTPError},
		{"panics", func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, market.FaultTransport, market.ReasonConnect},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			tc.check(t, whole)
		})
	}
}

// TestProbeHostileContracts: what the status says stands, whatever the body does.
func TestProbeHostileContracts(t *testing.T) {
	t.Parallel()
	const drop = 20 * time.Millisecond
	for _, tc := range []struct {
		name     string
		contract http.HandlerFunc
		class    market.Class
		reason   market.Reason
		status   int
		limits   netguard.Limits
	}{
		{"never answers", hang, market.ClassNetwork, market.ReasonTimeout, 0, short},
		{"drips the body", forever(200, "application/json", "x", drop), market.ClassOK, market.ReasonOK, 200, short},
		{"50 MiB", says(200, "application/json", strings.Repeat("x", 50<<20)), market.ClassOK, market.ReasonOK, 200, whole},
		{"stream left open", forever(200, "text/event-stream", ":\n", drop), market.ClassOK, market.ReasonOK, 200, short},
		{"gzip bomb", bomb(t), market.ClassOK, market.ReasonOK, 200, whole},
		{"huge header", says(200, "application/json", "{}", "X-A", strings.Repeat("a", 10<<20)), market.ClassNetwork, market.ReasonTooLarge, 0, whole},
		{"drips a refusal", forever(400, "text/plain", "x", drop), market.ClassMismatch, market.ReasonHTTPError, 400, short},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			srv := newServer(t, tc.contract, listed)
			p := prober(tc.limits).Probe(t.Context(), market.Target{URL: srv.URL}, nil)
			if p.Class != tc.class || p.Reason != tc.reason || p.Contract.Status != tc.status {
				t.Errorf("class %s, reason %s, answer %+v", p.Class, p.Reason, p.Contract)
			}
			if p.Took > 2*totalOf(tc.limits) || len(p.Contract.Body) > 16<<10 {
				t.Errorf("took %v, %d bytes", p.Took, len(p.Contract.Body))
			}
		})
	}
}

// TestProbeAsksForTheListAfterSilence: a server that hangs on {} may well
// have a list, and the developer wants to hear both.
func TestProbeAsksForTheListAfterSilence(t *testing.T) {
	t.Parallel()
	p := probeShortly(t, newServer(t, hang, listed).URL)
	if !p.List.OK() || p.Reason != market.ReasonTimeout {
		t.Errorf("reason %s, list %+v", p.Reason, p.List)
	}
}

// TestProbeBudget: a server that is as slow as it can be everywhere takes no
// more than two exchanges' time and a moment.
func TestProbeBudget(t *testing.T) {
	t.Parallel()
	srv := httptest.NewServer(forever(400, "application/json", "x", 20*time.Millisecond, "Mcp-Session-Id", "s"))
	t.Cleanup(srv.Close)
	start := time.Now()
	p := probeShortly(t, srv.URL)
	if took := time.Since(start); took > 6*short.Total {
		t.Errorf("took %v", took)
	}
	if p.Class != market.ClassMismatch {
		t.Errorf("class %s", p.Class)
	}
}

// accepts serves raw connections until the test ends.
func accepts(t *testing.T, handle func(net.Conn)) string {
	t.Helper()
	var lc net.ListenConfig
	l, err := lc.Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	stop := make(chan struct{})
	wg.Go(func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			wg.Go(func() {
				defer func() { _ = conn.Close() }()
				handle(conn)
				<-stop
			})
		}
	})
	t.Cleanup(func() {
		close(stop)
		_ = l.Close()
		wg.Wait()
	})
	return l.Addr().String()
}

func TestProbeSilentSockets(t *testing.T) {
	t.Parallel()
	silent := accepts(t, func(net.Conn) {})
	var wg sync.WaitGroup
	for url, sent := range map[string]bool{"http://" + silent: true, "https://" + silent: false} {
		wg.Go(func() {
			p := probeShortly(t, url)
			if p.Reason != market.ReasonTimeout || p.Class != market.ClassNetwork || p.Contract.Sent != sent || len(p.MCP.Attempts) != 0 {
				t.Errorf("%s: reason %s, answer %+v", url, p.Reason, p.Contract)
			}
			if p.List.Answer.Sent != sent {
				t.Errorf("%s: the list was asked for: %v", url, p.List.Answer.Sent)
			}
		})
	}
	wg.Wait()
	notHTTP := accepts(t, func(c net.Conn) { _, _ = io.WriteString(c, "220 smtp ready\r\n") })
	if p := probeShortly(t, "http://"+notHTTP); p.Reason != market.ReasonHTTPError {
		t.Errorf("reason %s", p.Reason)
	}
}

// TestProbeNeverGoesElsewhere gives every header and body by which a server
// could send a client on, and counts who arrives.
func TestProbeNeverGoesElsewhere(t *testing.T) {
	t.Parallel()
	var hits atomic.Int32
	elsewhere := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { hits.Add(1) }))
	t.Cleanup(elsewhere.Close)
	for _, status := range []int{200, 301, 302, 303, 307, 308, 401} {
		h := says(status, "application/json", `{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"a","icons":[{"src":"`+elsewhere.URL+`"}],"inputSchema":{"$ref":"`+elsewhere.URL+`"}}]}}`,
			"Location", elsewhere.URL, "Link", "<"+elsewhere.URL+">; rel=preload", "Refresh", "0; url="+elsewhere.URL,
			"WWW-Authenticate", `Bearer resource_metadata="`+elsewhere.URL+`"`, "Alt-Svc", `h2="`+elsewhere.Listener.Addr().String()+`"`)
		srv := newServer(t, h, h)
		client := prober(whole)
		_ = client.Probe(t.Context(), market.Target{URL: srv.URL, Token: "secret-token-" + strconv.Itoa(status)}, nil)
	}
	if hits.Load() != 0 {
		t.Errorf("%d requests went elsewhere", hits.Load())
	}
}
