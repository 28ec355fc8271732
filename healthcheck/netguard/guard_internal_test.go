package netguard

import (
	"errors"
	"net"
	"net/netip"
	"testing"

	"marketd/market"
)

// TestTheLastLookIsAtTheSocket leaves out every check but the one in the
// dialer's control function: even then nothing is connected.
func TestTheLastLookIsAtTheSocket(t *testing.T) {
	t.Parallel()
	var lc net.ListenConfig
	l, err := lc.Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	accepted := make(chan struct{}, 1)
	done := make(chan struct{})
	go func() {
		defer close(done)
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			accepted <- struct{}{}
			_ = conn.Close()
		}
	}()
	d := dialer{Client: New(Policy{}), facts: &Facts{}}
	_, err = d.connectAny(t.Context(), "https", []netip.AddrPort{netip.MustParseAddrPort(l.Addr().String())})
	_ = l.Close()
	<-done
	e, ok := errors.AsType[*Error](err)
	if !ok || e.Reason != market.ReasonBlocked {
		t.Errorf("error %v, want blocked", err)
	}
	if len(accepted) != 0 {
		t.Error("the socket was connected")
	}
}

func TestGuardRefusesOtherNetworks(t *testing.T) {
	t.Parallel()
	d := dialer{Client: New(Policy{Allow: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}})}
	for _, tc := range []struct {
		network, address string
		ok               bool
	}{
		{"tcp4", "127.0.0.1:80", true},
		{"tcp6", "[::ffff:127.0.0.1]:80", true},
		{"udp4", "127.0.0.1:80", false},
		{"unix", "/run/docker.sock", false},
		{"tcp4", "localhost:80", false},
		{"tcp4", "", false},
	} {
		if err := d.guard("http", tc.network, tc.address); (err == nil) != tc.ok {
			t.Errorf("%s %s: %v", tc.network, tc.address, err)
		}
	}
}
