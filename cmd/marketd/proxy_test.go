package main

import (
	"net/http"
	"net/netip"
	"testing"
)

func TestClientIP(t *testing.T) {
	t.Parallel()
	p := proxies{netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("fd00::/8")}
	for name, c := range map[string]struct {
		peer      string
		forwarded []string
		want      string
	}{
		"direct":                 {"192.0.2.1:99", nil, "192.0.2.1"},
		"a stranger's header":    {"192.0.2.1:99", []string{"198.51.100.9"}, "192.0.2.1"},
		"through the proxy":      {"10.0.0.1:99", []string{"198.51.100.9"}, "198.51.100.9"},
		"through two proxies":    {"10.0.0.1:99", []string{"198.51.100.9, 10.0.0.2"}, "198.51.100.9"},
		"two header lines":       {"10.0.0.1:99", []string{"198.51.100.9", "10.0.0.2"}, "198.51.100.9"},
		"a forged first hop":     {"10.0.0.1:99", []string{"1.1.1.1, 198.51.100.9"}, "198.51.100.9"},
		"nothing forwarded":      {"10.0.0.1:99", nil, "10.0.0.1"},
		"rubbish":                {"10.0.0.1:99", []string{"198.51.100.9, rubbish"}, "10.0.0.1"},
		"only proxies":           {"10.0.0.1:99", []string{"10.0.0.3"}, "10.0.0.3"},
		"IPv6":                   {"[fd00::1]:99", []string{"2001:db8::7"}, "2001:db8::7"},
		"a mapped peer":          {"[::ffff:10.0.0.1]:99", []string{"::ffff:198.51.100.9"}, "198.51.100.9"},
		"a hop with a port":      {"10.0.0.1:99", []string{"198.51.100.9:567"}, "198.51.100.9"},
		"a proxy with a port":    {"10.0.0.1:99", []string{"198.51.100.9, 10.0.0.2:80"}, "198.51.100.9"},
		"IPv6 in brackets":       {"10.0.0.1:99", []string{"[2001:db8::7]"}, "2001:db8::7"},
		"IPv6 with a port":       {"10.0.0.1:99", []string{"[2001:db8::7]:567"}, "2001:db8::7"},
		"IPv4 in brackets":       {"10.0.0.1:99", []string{"[198.51.100.9]"}, "10.0.0.1"},
		"a bracket too few":      {"10.0.0.1:99", []string{"[2001:db8::7"}, "10.0.0.1"},
		"unknown":                {"10.0.0.1:99", []string{"unknown"}, "10.0.0.1"},
		"a zone, which is local": {"10.0.0.1:99", []string{"fe80::1%eth0"}, "fe80::1"},
	} {
		r := &http.Request{RemoteAddr: c.peer, Header: http.Header{"X-Forwarded-For": c.forwarded}}
		if got := p.clientIP(r); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}

func FuzzClientIP(f *testing.F) {
	f.Add("10.0.0.1:1", "1.2.3.4, 10.0.0.2")
	f.Add("", ",,%")
	f.Add("10.0.0.1:1", "[2001:db8::7]:567, [2001:db8::8], 1.2.3.4:5")
	p := proxies{netip.MustParsePrefix("10.0.0.0/8")}
	f.Fuzz(func(t *testing.T, peer, forwarded string) {
		r := &http.Request{RemoteAddr: peer, Header: http.Header{"X-Forwarded-For": {forwarded}}}
		if got := p.clientIP(r); got != "invalid IP" {
			if _, err := netip.ParseAddr(got); err != nil {
				t.Errorf("%q %q: %q is no address", peer, forwarded, got)
			}
		}
	})
}
