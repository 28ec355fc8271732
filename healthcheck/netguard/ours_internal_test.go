package netguard

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/netip"
	"os"
	"syscall"
	"testing"
	"time"

	"marketd/market"
)

// cut is a network that fails in one way.
func cut(errno syscall.Errno) connector {
	return func(context.Context, netip.AddrPort, func(string, string) error) (net.Conn, error) {
		return nil, &net.OpError{Op: "dial", Net: "tcp", Err: os.NewSyscallError("connect", errno)}
	}
}

// dies is a connection that fails in one way once it stands.
type dies struct {
	net.Conn
	errno syscall.Errno
}

func (d dies) RemoteAddr() net.Addr             { return &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 80} }
func (d dies) SetDeadline(time.Time) error      { return nil }
func (d dies) SetReadDeadline(time.Time) error  { return nil }
func (d dies) SetWriteDeadline(time.Time) error { return nil }
func (d dies) Write(p []byte) (int, error)      { return len(p), nil }
func (d dies) Close() error                     { return nil }
func (d dies) Read([]byte) (int, error) {
	return 0, &net.OpError{Op: "read", Net: "tcp", Err: os.NewSyscallError("read", d.errno)}
}

func ask(t *testing.T, c *Client, url string) (*Facts, *Error) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	resp, facts, err := c.Do(req)
	if err == nil {
		_, _ = io.Copy(io.Discard, resp.Body)
		_ = resp.Body.Close()
		t.Fatalf("%s answered", url)
	}
	e, ok := errors.AsType[*Error](err)
	if !ok {
		t.Fatalf("error %v (%T)", err, err)
	}
	return facts, e
}

// TestOurNetworkIsNotTheServers: with our network cut, wherever it shows, no
// fault is a server's.
func TestOurNetworkIsNotTheServers(t *testing.T) {
	t.Parallel()
	for _, errno := range []syscall.Errno{syscall.ENETUNREACH, syscall.ENETDOWN, syscall.EADDRNOTAVAIL, syscall.EMFILE, syscall.ENFILE, syscall.ENOBUFS, syscall.EPERM, syscall.EAFNOSUPPORT} {
		c := New(Policy{Allow: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}})
		c.connect = cut(errno)
		if _, e := ask(t, c, "http://127.0.0.1/"); e.Reason != market.ReasonOurNetwork || e.Phase != PhaseConnect {
			t.Errorf("connecting, %v: %s in %s", errno, e.Reason, e.Phase)
		}
		c.connect = func(context.Context, netip.AddrPort, func(string, string) error) (net.Conn, error) {
			return dies{errno: errno}, nil
		}
		if _, e := ask(t, c, "http://127.0.0.1/"); e.Reason != market.ReasonOurNetwork || e.Phase != PhaseHeader {
			t.Errorf("reading, %v: %s in %s", errno, e.Reason, e.Phase)
		}
		if _, e := ask(t, c, "https://127.0.0.1/"); e.Reason != market.ReasonOurNetwork || e.Phase != PhaseTLS {
			t.Errorf("shaking hands, %v: %s in %s", errno, e.Reason, e.Phase)
		}
	}
	c := New(Policy{Allow: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}})
	c.connect = cut(syscall.ECONNREFUSED)
	if _, e := ask(t, c, "http://127.0.0.1/"); e.Reason != market.ReasonConnect {
		t.Errorf("refused: %s", e.Reason)
	}
}

// TestOneServerFaultOutweighsOurs: an address of a family that we lack says
// nothing when another one of the name refuses.
func TestOneServerFaultOutweighsOurs(t *testing.T) {
	t.Parallel()
	for _, first := range []syscall.Errno{syscall.ENETUNREACH, syscall.ECONNREFUSED} {
		c := New(Policy{Allow: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}, Resolver: two{}})
		c.connect = func(ctx context.Context, to netip.AddrPort, control func(string, string) error) (net.Conn, error) {
			errno := first
			if to.Addr() == netip.MustParseAddr("127.0.0.2") {
				errno = syscall.ECONNREFUSED + syscall.ENETUNREACH - first
			}
			return cut(errno)(ctx, to, control)
		}
		if _, e := ask(t, c, "http://two.test.cn/"); e.Reason != market.ReasonConnect {
			t.Errorf("%v first: %s", first, e.Reason)
		}
	}
}

type two struct{}

func (two) LookupNetIP(context.Context, string, string) ([]netip.Addr, error) {
	return []netip.Addr{netip.MustParseAddr("127.0.0.1"), netip.MustParseAddr("127.0.0.2")}, nil
}

// TestResolverFaults asks Go's own resolver, with servers that are not there or
// fail: what it says of each is told apart, and none is a listing's server's.
func TestResolverFaults(t *testing.T) {
	t.Parallel()
	failing := dnsServer(t, func(q []byte) []byte {
		q[2], q[3] = 0x81, 0x82 // an answer, SERVFAIL (RFC 1035 §4.1.1)
		return q
	})
	dial := func(addr string) func(context.Context, string, string) (net.Conn, error) {
		return func(ctx context.Context, network, _ string) (net.Conn, error) {
			var d net.Dialer
			return d.DialContext(ctx, network, addr)
		}
	}
	for name, tc := range map[string]struct {
		dial  func(context.Context, string, string) (net.Conn, error)
		fault string
	}{
		"no route": {func(context.Context, string, string) (net.Conn, error) {
			return nil, &net.OpError{Op: "dial", Net: "udp", Err: os.NewSyscallError("connect", syscall.ENETUNREACH)}
		}, "unreachable"},
		"no descriptors": {func(context.Context, string, string) (net.Conn, error) {
			return nil, &net.OpError{Op: "dial", Net: "udp", Err: os.NewSyscallError("socket", syscall.EMFILE)}
		}, "unreachable"},
		"nobody listens": {dial("127.0.0.1:1"), "unreachable"},
		"failing":        {dial(failing), "servfail"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := New(Policy{Resolver: &net.Resolver{PreferGo: true, Dial: tc.dial}})
			facts, e := ask(t, c, "https://some.test.cn./")
			if e.Reason != market.ReasonOurNetwork || e.Phase != PhaseDNS || e.Fault != tc.fault || facts.Net.DNSFault != tc.fault {
				t.Errorf("%s in %s, fault %q and %q, want %q (%v)", e.Reason, e.Phase, e.Fault, facts.Net.DNSFault, tc.fault, e.Err)
			}
		})
	}
}

// dnsServer answers each question with what answer makes of it.
func dnsServer(t *testing.T, answer func(q []byte) []byte) string {
	t.Helper()
	var lc net.ListenConfig
	pc, err := lc.ListenPacket(t.Context(), "udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		b := make([]byte, 1500)
		for {
			n, from, err := pc.ReadFrom(b)
			if err != nil {
				return
			}
			_, _ = pc.WriteTo(answer(b[:n]), from)
		}
	}()
	t.Cleanup(func() {
		_ = pc.Close()
		<-done
	})
	return pc.LocalAddr().String()
}
