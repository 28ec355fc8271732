package netguard_test

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"sync/atomic"
	"testing"

	"marketd/healthcheck/netguard"
	"marketd/market"
)

// The market's own names are refused before they are looked up, however they
// are written and whatever the port.
func TestDoRefusesTheMarketsNames(t *testing.T) {
	t.Parallel()
	c := netguard.New(netguard.Policy{Names: []string{"market.test.cn", "xn--fiq228c.test.cn"}, Resolver: noResolver{t}})
	for _, url := range []string{
		"https://market.test.cn/mcp", "https://MARKET.Test.cn", "https://market.test.cn.", "https://market.test.cn:9443/", "https://中文.test.cn/",
		"http://market.test.cn",
	} {
		_, _, facts, err := get(t, c, url)
		wantFault(t, err, market.ReasonBlocked, netguard.PhaseGuard, "")
		if e, ok := errors.AsType[*netguard.Error](err); !ok || !strings.Contains(e.Detail, "is the market itself") || !facts.Net.Own {
			t.Errorf("%s: %v, own %v", url, err, facts.Net.Own)
		}
	}
}

// Where the operator opens ranges, another server may have another port of the
// machine; the market's port stays shut, and so does what lies outside.
func TestDoSharesTheMarketsNameInTheLab(t *testing.T) {
	t.Parallel()
	var hits atomic.Int32
	srv := serve(t, func(http.ResponseWriter, *http.Request) { hits.Add(1) })
	_, port, _ := net.SplitHostPort(srv.Listener.Addr().String())
	names := resolver{"market.test.cn": {"127.0.0.1"}, "out.test.cn": {"8.8.8.8"}}
	policy := netguard.Policy{
		Allow: loopback, Names: []string{"market.test.cn", "out.test.cn"}, Resolver: names,
		Own: func() []netip.AddrPort { return []netip.AddrPort{netip.MustParseAddrPort("127.0.0.1:8443")} },
	}
	if _, _, facts, err := get(t, netguard.New(policy), "http://market.test.cn:"+port); err != nil || facts.Net.Own || hits.Load() != 1 {
		t.Errorf("another server on the machine: %v, %+v", err, facts.Net)
	}
	for _, url := range []string{"http://market.test.cn:8443", "https://out.test.cn:9443"} {
		_, _, facts, err := get(t, netguard.New(policy), url)
		wantFault(t, err, market.ReasonBlocked, netguard.PhaseGuard, "")
		if !facts.Net.Own {
			t.Errorf("%s: the facts do not say whose it is: %+v", url, facts.Net)
		}
	}
	policy.Own = func() []netip.AddrPort { return []netip.AddrPort{netip.MustParseAddrPort("198.51.100.7:0")} }
	_, _, _, err := get(t, netguard.New(policy), "http://market.test.cn:"+port)
	wantFault(t, err, market.ReasonBlocked, netguard.PhaseGuard, "")
	if hits.Load() != 1 {
		t.Errorf("%d requests came through", hits.Load())
	}
}

// noResolver fails the test when a name is looked up.
type noResolver struct{ t *testing.T }

func (r noResolver) LookupNetIP(_ context.Context, _, host string) ([]netip.Addr, error) {
	r.t.Errorf("%s was looked up", host)
	return nil, errors.New("not to be asked")
}
