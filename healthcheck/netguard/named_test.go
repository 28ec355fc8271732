package netguard_test

import (
	"context"
	"errors"
	"net/netip"
	"net/url"
	"strings"
	"testing"

	"marketd/healthcheck/netguard"
	"marketd/market"
)

// The market's own names are refused before they are looked up, however they
// are written and whatever the port.
func TestDoRefusesTheMarketsNames(t *testing.T) {
	t.Parallel()
	c := netguard.New(netguard.Policy{Allow: loopback, Names: []string{"market.test.cn", "xn--fiq228c.test.cn"}, Resolver: noResolver{t}})
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

// noResolver fails the test when a name is looked up.
type noResolver struct{ t *testing.T }

func (r noResolver) LookupNetIP(_ context.Context, _, host string) ([]netip.Addr, error) {
	r.t.Errorf("%s was looked up", host)
	return nil, errors.New("not to be asked")
}

// What is refused as it is written is known before any look-up.
func TestRefuses(t *testing.T) {
	t.Parallel()
	c := netguard.New(netguard.Policy{
		Allow: loopback, Names: []string{"market.test.cn"}, Resolver: noResolver{t},
		Own: func() []netip.AddrPort { return []netip.AddrPort{netip.MustParseAddrPort("127.0.0.1:8443")} },
	})
	for raw, want := range map[string]bool{
		"https://market.test.cn/": true, "https://127.0.0.1:8443/": true, "https://localhost:8443/": true, "https://a.localhost.:8443/": true, "https://10.0.0.1/": true,
		"https://169.254.169.254/": true, "https://[fe80::1]/": true, "ftp://api.test.cn/": true, "https://127.0.0.1:99999/": true, "http://8.8.8.8/": true, "https://exa_mple.org/": true,
		"https://api.test.cn/": false, "http://api.test.cn/": false, "https://127.0.0.1:9000/": false, "http://localhost:9000/": false, "https://8.8.8.8/": false,
	} {
		u, err := url.Parse(raw)
		if err != nil {
			t.Fatal(err)
		}
		if got := c.Refuses(u); got != want {
			t.Errorf("%s: %v, want %v", raw, got, want)
		}
	}
}
