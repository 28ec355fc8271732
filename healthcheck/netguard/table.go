package netguard

import "net/netip"

// denial is a range that is not public, and why.
type denial struct {
	prefix netip.Prefix
	why    string
}

// denied lists what the market never connects to: the IANA special-purpose
// registries (RFC 6890), whether or not an entry is globally reachable, and
// the cloud addresses that lie outside them. An IPv6 address outside
// globalUnicast is refused without an entry here.
var denied = []denial{
	{netip.MustParsePrefix("0.0.0.0/8"), "this network (RFC 791)"},
	{netip.MustParsePrefix("10.0.0.0/8"), "private (RFC 1918)"},
	{netip.MustParsePrefix("100.64.0.0/10"), "shared address space (RFC 6598)"}, // has Alibaba Cloud's metadata, 100.100.100.200
	{netip.MustParsePrefix("127.0.0.0/8"), "loopback (RFC 1122)"},
	{netip.MustParsePrefix("168.63.129.16/32"), "Azure's platform address"},   // public range, reaches the host
	{netip.MustParsePrefix("169.254.0.0/16"), "link-local (RFC 3927)"},        // has the metadata address of most clouds
	{netip.MustParsePrefix("172.16.0.0/12"), "private (RFC 1918)"},            //
	{netip.MustParsePrefix("192.0.0.0/24"), "protocol assignment (RFC 6890)"}, // has Oracle Cloud's metadata, 192.0.0.192
	{netip.MustParsePrefix("192.0.2.0/24"), "documentation (RFC 5737)"},
	{netip.MustParsePrefix("192.31.196.0/24"), "AS112 (RFC 7535)"},
	{netip.MustParsePrefix("192.52.193.0/24"), "AMT (RFC 7450)"},
	{netip.MustParsePrefix("192.88.99.0/24"), "6to4 relay (RFC 7526)"},
	{netip.MustParsePrefix("192.168.0.0/16"), "private (RFC 1918)"},
	{netip.MustParsePrefix("192.175.48.0/24"), "AS112 (RFC 7534)"},
	{netip.MustParsePrefix("198.18.0.0/15"), "benchmarking (RFC 2544)"},
	{netip.MustParsePrefix("198.51.100.0/24"), "documentation (RFC 5737)"},
	{netip.MustParsePrefix("203.0.113.0/24"), "documentation (RFC 5737)"},
	{netip.MustParsePrefix("224.0.0.0/4"), "multicast (RFC 5771)"},
	{netip.MustParsePrefix("240.0.0.0/4"), "reserved (RFC 1112)"},

	{netip.MustParsePrefix("::/128"), "unspecified (RFC 4291)"},
	{netip.MustParsePrefix("::1/128"), "loopback (RFC 4291)"},
	{netip.MustParsePrefix("::/96"), "IPv4-compatible (RFC 4291)"},
	{netip.MustParsePrefix("::ffff:0:0/96"), "IPv4-mapped (RFC 4291)"},
	{netip.MustParsePrefix("64:ff9b::/96"), "NAT64 (RFC 6052)"},
	{netip.MustParsePrefix("64:ff9b:1::/48"), "local NAT64 (RFC 8215)"},
	{netip.MustParsePrefix("100::/64"), "discard (RFC 6666)"},
	{netip.MustParsePrefix("2001::/23"), "protocol assignment (RFC 2928)"}, // Teredo, ORCHID, benchmarking
	{netip.MustParsePrefix("2001:db8::/32"), "documentation (RFC 3849)"},
	{netip.MustParsePrefix("2002::/16"), "6to4 (RFC 3056)"},
	{netip.MustParsePrefix("2620:4f:8000::/48"), "AS112 (RFC 7534)"},
	{netip.MustParsePrefix("3fff::/20"), "documentation (RFC 9637)"},
	{netip.MustParsePrefix("5f00::/16"), "segment routing (RFC 9602)"},
	{netip.MustParsePrefix("fc00::/7"), "unique local (RFC 4193)"}, // has AWS's metadata, fd00:ec2::254
	{netip.MustParsePrefix("fe80::/10"), "link-local (RFC 4291)"},
	{netip.MustParsePrefix("fec0::/10"), "site-local (RFC 3879)"},
	{netip.MustParsePrefix("ff00::/8"), "multicast (RFC 4291)"},
}

// globalUnicast is all of IPv6 that IANA gives out (RFC 3513 §4).
var globalUnicast = netip.MustParsePrefix("2000::/3")

// private says why the address is not public; "" when it is. The address is
// unmapped and has no zone.
func private(a netip.Addr) string {
	for _, d := range denied {
		if d.prefix.Contains(a) {
			return d.why
		}
	}
	if a.Is6() && !globalUnicast.Contains(a) {
		return "outside global unicast (RFC 3513)"
	}
	return ""
}
