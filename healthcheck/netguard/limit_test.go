package netguard_test

import (
	"bufio"
	"bytes"
	"compress/flate"
	"compress/gzip"
	"compress/zlib"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"marketd/healthcheck/netguard"
	"marketd/market"
)

// raw serves connections by hand, for answers no HTTP server would give. The
// handler returns when stop is closed at the latest.
func raw(t *testing.T, handle func(conn net.Conn, stop <-chan struct{})) string {
	t.Helper()
	var lc net.ListenConfig
	l, err := lc.Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	stop := make(chan struct{})
	var wg sync.WaitGroup
	wg.Go(func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			wg.Go(func() {
				defer func() { _ = conn.Close() }()
				handle(conn, stop)
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

// answer reads the request's header, then writes s.
func answer(conn net.Conn, s string) {
	r := bufio.NewReader(conn)
	for {
		line, err := r.ReadString('\n')
		if err != nil || strings.TrimSpace(line) == "" {
			break
		}
	}
	_, _ = io.WriteString(conn, s)
}

// drip writes s again and again, slowly, until stop or the client goes.
func drip(conn net.Conn, s string, stop <-chan struct{}) {
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for {
		if _, err := io.WriteString(conn, s); err != nil {
			return
		}
		select {
		case <-tick.C:
		case <-stop:
			return
		}
	}
}

func TestDoHoldsItsBounds(t *testing.T) {
	t.Parallel()
	hold := func(_ net.Conn, stop <-chan struct{}) { <-stop }
	says := func(s string) func(net.Conn, <-chan struct{}) {
		return func(conn net.Conn, _ <-chan struct{}) { answer(conn, s) }
	}
	var wg sync.WaitGroup // at once: they wait more than they work
	for _, tc := range []struct {
		name, scheme string
		handle       func(net.Conn, <-chan struct{})
		reason       market.Reason
		phase        netguard.Phase
		fault        string
	}{
		{"accepts TLS and is silent", "https", hold, market.ReasonTimeout, netguard.PhaseTLS, "handshake"},
		{"accepts and is silent", "http", hold, market.ReasonTimeout, netguard.PhaseHeader, ""},
		{"drips the header", "http", func(c net.Conn, stop <-chan struct{}) {
			answer(c, "HTTP/1.1 200 OK\r\n")
			drip(c, "X-A: b\r\n", stop)
		}, market.ReasonTimeout, netguard.PhaseHeader, ""},
		{"drips the body", "http", func(c net.Conn, stop <-chan struct{}) {
			answer(c, "HTTP/1.1 200 OK\r\n\r\n")
			drip(c, "a", stop)
		}, market.ReasonTimeout, netguard.PhaseBody, ""},
		{"chunks without end", "http", func(c net.Conn, stop <-chan struct{}) {
			answer(c, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
			drip(c, "1\r\na\r\n", stop)
		}, market.ReasonTimeout, netguard.PhaseBody, ""},
		{"informs without end", "http", func(c net.Conn, stop <-chan struct{}) {
			answer(c, "")
			drip(c, "HTTP/1.1 103 Early Hints\r\n\r\n", stop)
		}, market.ReasonTimeout, netguard.PhaseHeader, ""},
		{"huge header", "http", says("HTTP/1.1 200 OK\r\nX-A: " + strings.Repeat("a", 10<<20) + "\r\n\r\n"), market.ReasonTooLarge, netguard.PhaseHeader, ""},
		{"huge body", "http", says("HTTP/1.1 200 OK\r\n\r\n" + strings.Repeat("a", 3<<20)), market.ReasonTooLarge, netguard.PhaseBody, ""},
		{"says nothing and closes", "http", says(""), market.ReasonConnect, netguard.PhaseHeader, ""},
		{"is not HTTP", "http", says("SSH-2.0-OpenSSH_9.9\r\n"), market.ReasonHTTPError, netguard.PhaseHeader, ""},
		{"breaks off", "http", says("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nabc"), market.ReasonConnect, netguard.PhaseBody, ""},
		{"unknown coding", "http", says("HTTP/1.1 200 OK\r\nContent-Encoding: br\r\n\r\nabc"), market.ReasonNotMCP, netguard.PhaseCoding, ""},
		{"two codings", "http", says("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Encoding: br\r\n\r\nabc"), market.ReasonNotMCP, netguard.PhaseCoding, ""},
		{"false gzip", "http", says("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n" + strings.Repeat("abc", 20)), market.ReasonNotMCP, netguard.PhaseCoding, ""},
		{"false deflate", "http", says("HTTP/1.1 200 OK\r\nContent-Encoding: deflate\r\n\r\n\xff\xff\xff\xff\xff"), market.ReasonNotMCP, netguard.PhaseCoding, ""},
	} {
		wg.Go(func() {
			addr := raw(t, tc.handle)
			start := time.Now()
			_, _, _, err := get(t, netguard.New(netguard.Policy{Allow: loopback, Limits: short}), tc.scheme+"://"+addr)
			if e, ok := errors.AsType[*netguard.Error](err); !ok || e.Reason != tc.reason || e.Phase != tc.phase || e.Fault != tc.fault {
				t.Errorf("%s: %#v, want %s/%s/%s", tc.name, err, tc.reason, tc.phase, tc.fault)
			}
			if took := time.Since(start); took > 4*time.Second {
				t.Errorf("%s: took %v", tc.name, took)
			}
		})
	}
	wg.Wait()
}

func TestDoConnectFaults(t *testing.T) {
	t.Parallel()
	var lc net.ListenConfig
	l, err := lc.Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	closed := l.Addr().String()
	_ = l.Close()
	_, _, _, err = get(t, netguard.New(netguard.Policy{Allow: loopback}), "http://"+closed)
	wantFault(t, err, market.ReasonConnect, netguard.PhaseConnect, "")
	if err.Error() != "connect: connection refused" {
		t.Errorf("detail %q", err)
	}
}

func TestDoStoppedByTheCaller(t *testing.T) {
	t.Parallel()
	reached := make(chan struct{}, 1)
	addr := raw(t, func(conn net.Conn, stop <-chan struct{}) {
		answer(conn, "")
		reached <- struct{}{}
		<-stop
	})
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		<-reached
		cancel()
	}()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+addr, nil)
	if err != nil {
		t.Fatal(err)
	}
	_, _, err = netguard.New(netguard.Policy{Allow: loopback}).Do(req)
	wantFault(t, err, market.ReasonOurNetwork, netguard.PhaseHeader, "")
}

// TestDoHugeHeaderOverHTTP2: net/http names a header somewhat above the limit,
// and ends the connection of one far above it with a protocol error.
func TestDoHugeHeaderOverHTTP2(t *testing.T) {
	t.Parallel()
	ca := newAuthority(t)
	now := time.Now()
	cert := ca.issue(t, "tls.test.cn", now.Add(-time.Hour), now.Add(time.Hour))
	for count, want := range map[int]market.Reason{17: market.ReasonTooLarge, 200: market.ReasonHTTPError} {
		port := serveTLS(t, tlsConfig(cert), func(w http.ResponseWriter, _ *http.Request) {
			for i := range count {
				w.Header().Set("X-"+strconv.Itoa(i), strings.Repeat("a", 4<<10))
			}
		})
		c := netguard.New(netguard.Policy{Allow: loopback, CA: ca.pool, Resolver: resolver{"tls.test.cn": {"127.0.0.1"}}})
		_, _, _, err := get(t, c, "https://tls.test.cn:"+port)
		wantFault(t, err, want, netguard.PhaseHeader, "")
	}
}

func packed(t *testing.T, coding string, plain []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	var w io.WriteCloser
	switch coding {
	case "gzip":
		w = gzip.NewWriter(&b)
	case "zlib":
		w = zlib.NewWriter(&b)
	case "flate":
		w, _ = flate.NewWriter(&b, flate.BestCompression)
	default:
		return plain
	}
	if _, err := w.Write(plain); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestDoDecodesWithinTheLimit(t *testing.T) {
	t.Parallel()
	limits := netguard.Limits{Raw: 2000, Decoded: 10_000}
	for _, tc := range []struct {
		name, coding, header string
		size                 int
		ok                   bool
	}{
		{"plain at the limit", "", "", 2000, true},
		{"plain over it", "", "", 2001, false},
		{"identity", "", "Identity", 100, true},
		{"gzip at the limit", "gzip", "gzip", 10_000, true},
		{"gzip over it", "gzip", "gzip", 10_001, false},
		{"gzip bomb", "gzip", "x-gzip", 64 << 20, false},
		{"zlib", "zlib", "deflate", 10_000, true},
		{"deflate without wrapper", "flate", "deflate", 10_000, true},
		{"deflate bomb", "flate", "deflate", 1 << 20, false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			body := packed(t, tc.coding, make([]byte, tc.size))
			srv := serve(t, func(w http.ResponseWriter, _ *http.Request) {
				if tc.header != "" {
					w.Header().Set("Content-Encoding", tc.header)
				}
				_, _ = w.Write(body)
			})
			got, _, _, err := get(t, netguard.New(netguard.Policy{Allow: loopback, Limits: limits}), srv.URL)
			if tc.ok {
				if err != nil || len(got) != tc.size {
					t.Fatalf("%d bytes, error %v", len(got), err)
				}
				return
			}
			wantFault(t, err, market.ReasonTooLarge, netguard.PhaseBody, "")
			if len(got) > 10_000 {
				t.Errorf("%d bytes were given out", len(got))
			}
		})
	}
}
