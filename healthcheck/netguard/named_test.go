package netguard_test

import (
	"context"
	"errors"
	"net/netip"
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
