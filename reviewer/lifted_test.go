package reviewer_test

import (
	"net/netip"
	"testing"

	"marketd/market"
	"marketd/reviewer"
)

func TestLifted(t *testing.T) {
	t.Parallel()
	loopback := []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}
	lab := []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("fd00::/8")}
	seen := func(lifted bool) []market.Probe {
		return []market.Probe{{Net: market.NetFacts{Addrs: []string{"192.0.2.1"}, Dialled: "192.0.2.1:443", Lifted: lifted}}}
	}
	found := func(addrs ...string) []market.Probe { return []market.Probe{{Net: market.NetFacts{Addrs: addrs}}} }
	for name, c := range map[string]struct {
		url     string
		allowed []netip.Prefix
		probes  []market.Probe
		want    bool
	}{
		"nothing allowed":            {"http://127.0.0.1:9000/mcp", nil, nil, false},
		"address in a range":         {"http://127.0.0.1:9000/mcp", loopback, nil, true},
		"address outside":            {"http://10.0.0.1/mcp", loopback, nil, false},
		"mapped address":             {"http://[::ffff:10.1.2.3]/mcp", lab, nil, true},
		"IPv6 in a range":            {"https://[fd00::1]/mcp", lab, nil, true},
		"zone":                       {"https://[fd00::1%25eth0]/mcp", lab, nil, false},
		"localhost with loopback":    {"http://LOCALHOST./mcp", loopback, nil, true},
		"localhost without":          {"http://localhost/mcp", lab, nil, false},
		"a name before the probe":    {"http://nas.lan/mcp", lab, nil, true},
		"a name in the range":        {"http://nas.lan/mcp", lab, seen(true), true},
		"a name elsewhere":           {"http://example.com/mcp", lab, seen(false), false},
		"a name that leads nowhere":  {"http://nas.lan/mcp", lab, found(), true}, // rule NET-001 tells
		"no connection in the range": {"http://nas.lan/mcp", lab, found("10.0.0.1", "fd00::1"), true},
		"no connection elsewhere":    {"http://nas.lan/mcp", lab, found("10.0.0.1", "192.0.2.1"), false},
		"localhost that leads away":  {"http://a.localhost/mcp", loopback, found("10.0.0.1"), false},
		"localhost that leads home":  {"http://a.localhost/mcp", loopback, found("127.0.0.1"), true},
		"address, whatever was seen": {"http://8.8.8.8/mcp", lab, seen(true), false},
		"unreadable":                 {"http://[::1", loopback, nil, false},
	} {
		d := &reviewer.Dossier{Entry: market.Entry{Server: market.Server{URL: c.url}}, Policy: reviewer.Policy{Allowed: c.allowed}, Probes: c.probes}
		if got := d.Lifted(); got != c.want {
			t.Errorf("%s: Lifted(%s) = %v, want %v", name, c.url, got, c.want)
		}
	}
}
