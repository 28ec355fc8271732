package netguard_test

import (
	"net/netip"
	"testing"

	"code.dny.dev/ssrf"

	"marketd/healthcheck/netguard"
)

// TestRefuse goes through every address of the measured table of guards, and
// what each of them let through.
func TestRefuse(t *testing.T) {
	t.Parallel()
	policy := netguard.Policy{NAT64: []netip.Prefix{netip.MustParsePrefix("2a00:64::/96")}}
	for _, tc := range []struct {
		addr   string
		refuse bool
	}{
		{"127.0.0.1", true},
		{"127.255.255.254", true},
		{"10.1.2.3", true},
		{"172.16.0.1", true},
		{"172.31.255.255", true},
		{"192.168.1.1", true},
		{"169.254.169.254", true},
		{"0.0.0.0", true},
		{"0.1.2.3", true},
		{"::", true},
		{"::1", true},
		{"fc00::1", true},
		{"fd00:ec2::254", true},
		{"fe80::1", true},
		{"fec0::1", true},
		{"::ffff:127.0.0.1", true},
		{"::ffff:169.254.169.254", true},
		{"::ffff:0:127.0.0.1", true},
		{"::7f00:1", true},
		{"100.100.100.200", true},
		{"100.64.0.1", true},
		{"100.127.255.255", true},
		{"192.0.0.192", true},
		{"192.0.2.1", true},
		{"198.18.0.1", true},
		{"198.19.255.255", true},
		{"198.51.100.1", true},
		{"203.0.113.1", true},
		{"224.0.0.1", true},
		{"239.255.255.255", true},
		{"240.0.0.1", true},
		{"255.255.255.255", true},
		{"168.63.129.16", true},
		{"192.88.99.1", true},
		{"192.31.196.1", true},
		{"192.52.193.1", true},
		{"192.175.48.1", true},
		{"64:ff9b::a9fe:a9fe", true},
		{"64:ff9b:1::a9fe:a9fe", true},
		{"2a00:64::a9fe:a9fe", true},
		{"2002:7f00:1::", true},
		{"2001::1", true},
		{"2001:db8::1", true},
		{"3fff::1", true},
		{"5f00::1", true},
		{"100::1", true},
		{"ff02::1", true},
		{"4000::1", true},
		{"2620:4f:8000::1", true},
		{"fe80::1%lo", true},
		{"2606:4700::1%eth0", true},

		{"8.8.8.8", false},
		{"1.1.1.1", false},
		{"100.63.255.255", false},
		{"100.128.0.1", false},
		{"172.32.0.1", false},
		{"168.63.129.17", false},
		{"192.0.1.1", false},
		{"198.17.0.1", false},
		{"223.255.255.255", false},
		{"::ffff:8.8.8.8", false},
		{"2606:4700:4700::1111", false},
		{"2400:3200::1", false},
		{"2001:4860:4860::8888", false},
		{"2a00:64:0:1::1", false},
	} {
		why := policy.Refuse("https", netip.AddrPortFrom(netip.MustParseAddr(tc.addr), 443))
		if (why != "") != tc.refuse {
			t.Errorf("%s: refused %q, want refused %v", tc.addr, why, tc.refuse)
		}
	}
	if policy.Refuse("https", netip.AddrPort{}) == "" {
		t.Error("the zero address is not refused")
	}
}

// TestRefuseCoversTheKnownTable holds our table against one kept by others.
func TestRefuseCoversTheKnownTable(t *testing.T) {
	t.Parallel()
	for _, p := range append(append([]netip.Prefix{ssrf.IPv6NAT64Prefix}, ssrf.IPv4DeniedPrefixes...), ssrf.IPv6DeniedPrefixes...) {
		for _, a := range []netip.Addr{p.Masked().Addr(), p.Masked().Addr().Next()} {
			if !p.Contains(a) {
				continue
			}
			if (netguard.Policy{}).Refuse("https", netip.AddrPortFrom(a, 443)) == "" {
				t.Errorf("%s of %s is not refused", a, p)
			}
		}
	}
}

func TestRefusePortAndScheme(t *testing.T) {
	t.Parallel()
	allow := netguard.Policy{Allow: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8"), netip.MustParsePrefix("::ffff:10.0.0.0/104")}}
	everything := netguard.Policy{Allow: []netip.Prefix{netip.MustParsePrefix("0.0.0.0/0"), netip.MustParsePrefix("::/0")}}
	few := netguard.Policy{Ports: func(p uint16) bool { return p == 443 }}
	for _, tc := range []struct {
		name   string
		policy netguard.Policy
		scheme string
		to     string
		refuse bool
	}{
		{"443", netguard.Policy{}, "https", "8.8.8.8:443", false},
		{"8443", netguard.Policy{}, "https", "8.8.8.8:8443", false},
		{"22", netguard.Policy{}, "https", "8.8.8.8:22", true},
		{"25", netguard.Policy{}, "https", "8.8.8.8:25", true},
		{"0", netguard.Policy{}, "https", "8.8.8.8:0", true},
		{"80 by http", netguard.Policy{}, "http", "8.8.8.8:80", true},
		{"8080 by http", netguard.Policy{}, "http", "8.8.8.8:8080", true},
		{"own list", few, "https", "8.8.8.8:8443", true},
		{"allowed by http", allow, "http", "127.0.0.1:80", false},
		{"allowed, low port", allow, "http", "127.9.9.9:22", false},
		{"allowed by a mapped prefix", allow, "https", "10.2.3.4:443", false},
		{"allowed as mapped address", allow, "http", "[::ffff:127.0.0.1]:80", false},
		{"beside the allowed", allow, "http", "192.168.0.1:80", true},
		{"public by http beside Allow", allow, "http", "8.8.8.8:80", true},
		{"unspecified is never allowed", everything, "http", "0.0.0.0:80", true},
		{"unspecified 6 is never allowed", everything, "http", "[::]:80", true},
		{"multicast is never allowed", everything, "http", "224.0.0.1:80", true},
		{"zoned is never allowed", everything, "http", "[fe80::1%lo]:80", true},
	} {
		if why := tc.policy.Refuse(tc.scheme, netip.MustParseAddrPort(tc.to)); (why != "") != tc.refuse {
			t.Errorf("%s: refused %q, want refused %v", tc.name, why, tc.refuse)
		}
	}
}

func TestRefuseOwn(t *testing.T) {
	t.Parallel()
	everything := []netip.Prefix{netip.MustParsePrefix("0.0.0.0/0"), netip.MustParsePrefix("::/0")}
	own := func(addrs ...string) netguard.Policy {
		var list []netip.AddrPort
		for _, a := range addrs {
			list = append(list, netip.MustParseAddrPort(a))
		}
		return netguard.Policy{Allow: everything, Own: func() []netip.AddrPort { return list }}
	}
	for _, tc := range []struct {
		policy netguard.Policy
		to     string
		refuse bool
	}{
		{own("127.0.0.1:8443"), "127.0.0.1:8443", true},
		{own("127.0.0.1:8443"), "[::ffff:127.0.0.1]:8443", true},
		{own("[::ffff:127.0.0.1]:8443"), "127.0.0.1:8443", true},
		{own("127.0.0.1:8443"), "127.0.0.1:8444", false},
		{own("127.0.0.1:8443"), "127.0.0.2:8443", false},
		{own("0.0.0.0:8443"), "127.0.0.2:8443", true},
		{own("[::]:8443"), "127.0.0.1:8443", true},
		{own("[::]:8443"), "[::1]:8443", true},
		{own("[::]:8443"), "8.8.8.8:8443", false},
		{own("[::]:8443"), "127.0.0.1:9000", false},
		{own("198.51.100.7:0"), "198.51.100.7:443", true},
		{own("198.51.100.7:0"), "198.51.100.8:443", false},
		{own("127.0.0.1:1", "127.0.0.1:2"), "127.0.0.1:2", true},
		{own(), "127.0.0.1:2", false},
	} {
		if why := tc.policy.Refuse("https", netip.MustParseAddrPort(tc.to)); (why != "") != tc.refuse {
			t.Errorf("own %v, to %s: refused %q, want refused %v", tc.policy.Own(), tc.to, why, tc.refuse)
		}
	}
}
