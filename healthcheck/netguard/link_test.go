package netguard_test

import (
	"bufio"
	"crypto/tls"
	"errors"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"marketd/healthcheck/netguard"
	"marketd/market"
)

// turn is what a server says to one request on a connection.
type turn struct {
	says string
	ends bool // and closes
	hold bool // and says no more
}

// scripted serves each connection with its own turns, the last of them for all
// connections after; it counts connections.
func scripted(t *testing.T, secure *tls.Config, conns ...[]turn) (addr string, count *atomic.Int32) {
	t.Helper()
	count = &atomic.Int32{}
	addr = raw(t, func(c net.Conn, stop <-chan struct{}) {
		n := int(count.Add(1))
		if secure != nil {
			c = tls.Server(c, secure)
			defer func() { _ = c.Close() }()
		}
		r := bufio.NewReader(c)
		for _, s := range conns[min(n, len(conns))-1] {
			req, err := http.ReadRequest(r)
			if err != nil {
				return
			}
			_, _ = io.Copy(io.Discard, req.Body)
			if _, err := io.WriteString(c, s.says); err != nil || s.ends {
				return
			}
			if s.hold {
				<-stop
			}
		}
		_, _ = r.ReadByte() // until the client goes
	})
	return addr, count
}

func says(body string) turn {
	return turn{says: "HTTP/1.1 200 OK\r\nContent-Length: " + strconv.Itoa(len(body)) + "\r\n\r\n" + body}
}

// linked makes one exchange over a link and reads the answer to its end.
func linked(t *testing.T, l *netguard.Link, url string) (string, *netguard.Facts, error) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url, strings.NewReader("{}"))
	if err != nil {
		t.Fatal(err)
	}
	resp, facts, err := l.Do(req)
	if err != nil {
		return "", facts, err
	}
	b, err := io.ReadAll(resp.Body)
	_ = resp.Body.Close()
	return string(b), facts, err
}

// TestLinkKeepsItsConnection: whatever the server does between two exchanges,
// the second is answered by what was said to it, over the same connection when
// that is in order and a new one when not.
func TestLinkKeepsItsConnection(t *testing.T) {
	t.Parallel()
	const stray = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nstray"
	one, two := says("one"), says("two")
	with := func(s turn, more string) turn { s.says += more; return s }
	ends := func(s turn) turn { s.ends = true; return s }
	head := func(h string) turn {
		return turn{says: strings.Replace(says("one").says, "\r\n\r\n", "\r\n"+h+"\r\n\r\n", 1)}
	}
	chunked := func(tail string) turn {
		return turn{says: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\none\r\n0\r\n" + tail}
	}
	ca := newAuthority(t)
	cfg := tlsConfig(ca.issue(t, "tls.test.cn", time.Now().Add(-time.Hour), time.Now().Add(time.Hour)))
	for name, tc := range map[string]struct {
		first []turn
		conns int32
	}{
		"stays open":                {[]turn{one, two}, 1},
		"chunked":                   {[]turn{chunked("\r\n"), two}, 1},
		"trailer":                   {[]turn{chunked("X-A: b\r\n\r\n"), two}, 1},
		"informs first":             {[]turn{{says: "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n" + one.says}, two}, 1},
		"closes in silence":         {[]turn{ends(one)}, 2},
		"says that it closes":       {[]turn{head("Connection: close"), two}, 2},
		"HTTP/1.0":                  {[]turn{{says: strings.Replace(one.says, "1.1", "1.0", 1)}, two}, 2},
		"a second answer after one": {[]turn{with(one, stray), two}, 2},
		"bytes after the answer":    {[]turn{with(one, "x"), two}, 2},
		"bytes after the chunks":    {[]turn{chunked("\r\nHTTP/1.1 200 OK\r\n\r\n"), two}, 2},
		"body to the end":           {[]turn{{says: "HTTP/1.1 200 OK\r\n\r\none", ends: true}}, 2},
	} {
		for _, scheme := range []string{"http", "https"} {
			t.Run(name+"/"+scheme, func(t *testing.T) {
				t.Parallel()
				var secure *tls.Config
				if scheme == "https" {
					secure = cfg
				}
				addr, count := scripted(t, secure, tc.first, []turn{two, two})
				_, port, _ := net.SplitHostPort(addr)
				c := netguard.New(netguard.Policy{Allow: loopback, CA: ca.pool, Resolver: resolver{"tls.test.cn": {"127.0.0.1"}}})
				l := c.Link()
				defer l.Close()
				for i, want := range []string{"one", "two"} {
					body, facts, err := linked(t, l, scheme+"://tls.test.cn:"+port)
					if e, ok := errors.AsType[*netguard.Error](err); ok && e.Stale { // its end came as the request left
						body, facts, err = linked(t, l, scheme+"://tls.test.cn:"+port)
					}
					if err != nil || body != want {
						t.Fatalf("exchange %d: %q, error %v", i, body, err)
					}
					if reused := i == 1 && tc.conns == 1; facts.Reused != reused || reused != (facts.Connect() == 0) || facts.FirstByte <= 0 || facts.Net.Dialled != addr || (facts.Net.TLS != "") != (scheme == "https") {
						t.Errorf("exchange %d: facts %+v", i, facts)
					}
				}
				if n := count.Load(); n != tc.conns {
					t.Errorf("%d connections, want %d", n, tc.conns)
				}
			})
		}
	}
}

// TestLinkTellsOfAStaleConnection: the server takes the second request and
// closes. Nothing is sent again by itself.
func TestLinkTellsOfAStaleConnection(t *testing.T) {
	t.Parallel()
	addr, count := scripted(t, nil, []turn{says("one"), {ends: true}}, []turn{{ends: true}})
	l := netguard.New(netguard.Policy{Allow: loopback}).Link()
	defer l.Close()
	if body, _, err := linked(t, l, "http://"+addr); body != "one" {
		t.Fatalf("body %q, error %v", body, err)
	}
	for i, stale := range []bool{true, false} {
		_, _, err := linked(t, l, "http://"+addr)
		if e, ok := errors.AsType[*netguard.Error](err); !ok || e.Reason != market.ReasonConnect || e.Stale != stale {
			t.Errorf("exchange %d: error %#v", i, err)
		}
		if n := count.Load(); n != int32(1+i) {
			t.Errorf("exchange %d: %d connections", i, n)
		}
	}
}

// TestLinkIsForOneOrigin: a connection is never used for another host, port or
// scheme, though the address be the same.
func TestLinkIsForOneOrigin(t *testing.T) {
	t.Parallel()
	addr, count := scripted(t, nil, []turn{says("one"), says("two")})
	_, port, _ := net.SplitHostPort(addr)
	l := netguard.New(netguard.Policy{Allow: loopback, Resolver: resolver{"a.test.cn": {"127.0.0.1"}, "b.test.cn": {"127.0.0.1"}}}).Link()
	defer l.Close()
	for _, host := range []string{"a.test.cn", "b.test.cn", "127.0.0.1"} {
		if body, facts, err := linked(t, l, "http://"+host+":"+port); body != "one" || facts.Reused {
			t.Errorf("%s: %q, error %v, facts %+v", host, body, err, facts)
		}
	}
	if n := count.Load(); n != 3 {
		t.Errorf("%d connections", n)
	}
}

// TestLinkBesideAnOpenAnswer: an exchange made while the body of another is
// open gets a connection of its own, and both end.
func TestLinkBesideAnOpenAnswer(t *testing.T) {
	t.Parallel()
	addr, count := scripted(t, nil, []turn{{says: "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n: x\n\n", hold: true}}, []turn{says("two"), says("three")})
	l := netguard.New(netguard.Policy{Allow: loopback}).Link()
	defer l.Close()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+addr, nil)
	if err != nil {
		t.Fatal(err)
	}
	stream, _, err := l.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"two", "three"} {
		if body, _, err := linked(t, l, "http://"+addr); body != want {
			t.Errorf("%q, error %v", body, err)
		}
	}
	if err := errors.Join(stream.Body.Close(), stream.Body.Close()); err != nil || count.Load() != 2 {
		t.Errorf("%d connections, error %v", count.Load(), err)
	}
	if _, err := stream.Body.Read(make([]byte, 1)); err == nil {
		t.Error("a closed body was read")
	}
}

// TestHeadsInAFlood: heads that only inform are bounded together with the one
// that answers, by bytes.
func TestHeadsInAFlood(t *testing.T) {
	t.Parallel()
	hint := "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n"
	for n, reason := range map[int]market.Reason{10: "", 10_000: market.ReasonTooLarge} {
		addr := raw(t, func(c net.Conn, _ <-chan struct{}) { answer(c, strings.Repeat(hint, n)+says("one").says) })
		body, _, _, err := get(t, netguard.New(netguard.Policy{Allow: loopback}), "http://"+addr)
		if reason == "" {
			if body != "one" || err != nil {
				t.Errorf("%d hints: %q, error %v", n, body, err)
			}
			continue
		}
		wantFault(t, err, reason, netguard.PhaseHeader, "")
	}
}

// TestRequestsThatCannotBeSent: no line of a request can become two.
func TestRequestsThatCannotBeSent(t *testing.T) {
	t.Parallel()
	addr, count := scripted(t, nil, []turn{says("one")})
	for name, change := range map[string]func(*http.Request){
		"value":  func(r *http.Request) { r.Header.Set("X-A", "b\r\nX-C: d") },
		"name":   func(r *http.Request) { r.Header["X-A: b\r\nX-C"] = []string{"d"} },
		"method": func(r *http.Request) { r.Method = "GET / HTTP/1.1\r\nX-A: b\r\n\r\n" },
		"query":  func(r *http.Request) { r.URL.RawQuery = "a HTTP/1.1\r\nX-A: b" },
		"blank":  func(r *http.Request) { r.URL.RawQuery = "a b" },
	} {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+addr, nil)
		if err != nil {
			t.Fatal(err)
		}
		change(req)
		resp, _, err := netguard.New(netguard.Policy{Allow: loopback}).Do(req)
		if err == nil {
			_ = resp.Body.Close()
			t.Fatalf("%s: it was sent", name)
		}
		wantFault(t, err, market.ReasonBlocked, netguard.PhaseGuard, "")
	}
	if n := count.Load(); n > 5 {
		t.Errorf("%d connections", n)
	}
}
