package netguard

import (
	"context"
	"crypto/x509"
	"net"
	"net/netip"
	"slices"
	"strings"
	"time"
)

// Policy says where the client may go and how much it puts up with. The zero
// Policy reaches public addresses over https.
type Policy struct {
	// Allow opens ranges that are not public, with any port and plain http:
	// an operator's demo or lab. Unspecified and multicast addresses stay shut.
	Allow []netip.Prefix
	// NAT64 are the operator's own translation prefixes; they are refused,
	// since they lead to IPv4 addresses that no table can see.
	NAT64 []netip.Prefix
	// Own returns the market's own addresses. They are refused inside Allow
	// too. An unspecified address stands for every address of this machine,
	// port 0 for every port. nil: none.
	Own func() []netip.AddrPort
	// Names are the market's own host names, as DNS writes them. They are
	// refused at every port and not even looked up.
	Names []string
	// Ports says which ports of public addresses may be dialled; nil means [PublicPort].
	Ports func(port uint16) bool
	// CA are the roots to trust; nil means the system's. To trust a private CA
	// as well, add it to x509.SystemCertPool's result.
	CA        *x509.CertPool
	UserAgent string
	Resolver  Resolver // nil means net.DefaultResolver
	Limits    Limits
}

// Resolver finds the addresses of a name. [net.Resolver] is one.
type Resolver interface {
	LookupNetIP(ctx context.Context, network, host string) ([]netip.Addr, error)
}

// Limits bound one exchange. Zero members take the value of [DefaultLimits].
type Limits struct {
	Connect time.Duration // DNS, TCP and TLS together: the app's own connect time-out
	Header  time.Duration // from the request to the first byte of the answer: the app's read time-out
	Total   time.Duration // everything, the body too
	Head    int64         // bytes of the answer's header
	Raw     int64         // bytes of the answer's body on the wire
	Decoded int64         // bytes of the body after its content coding
}

// DefaultLimits are those for probing.
func DefaultLimits() Limits {
	return Limits{
		Connect: 5 * time.Second, Header: 30 * time.Second, Total: 35 * time.Second,
		Head: 64 << 10, Raw: 2 << 20, Decoded: 4 << 20,
	}
}

func (l Limits) orDefault() Limits {
	d := DefaultLimits()
	for _, p := range []struct{ have, want *time.Duration }{
		{&l.Connect, &d.Connect}, {&l.Header, &d.Header}, {&l.Total, &d.Total},
	} {
		if *p.have == 0 {
			*p.have = *p.want
		}
	}
	for _, p := range []struct{ have, want *int64 }{
		{&l.Head, &d.Head}, {&l.Raw, &d.Raw}, {&l.Decoded, &d.Decoded},
	} {
		if *p.have == 0 {
			*p.have = *p.want
		}
	}
	return l
}

// PublicPort allows 443 and the ports from 1024 on (rule URL-004).
func PublicPort(port uint16) bool { return port == 443 || port >= 1024 }

// Lifted reports whether the operator opened the address with Allow.
func (p Policy) Lifted(a netip.Addr) bool {
	a = a.Unmap()
	if a.Zone() != "" || a.IsUnspecified() || a.IsMulticast() {
		return false
	}
	return slices.ContainsFunc(p.Allow, func(x netip.Prefix) bool { return contains(x, a) })
}

// Refuse says why the client does not connect to the address with the scheme
// ("https" or "http"), in one English phrase; "" when it does.
func (p Policy) Refuse(scheme string, to netip.AddrPort) string {
	a := to.Addr()
	if !a.IsValid() || a.Zone() != "" { // Prefix.Contains is false for zoned addresses
		return "not a plain IP address"
	}
	a = a.Unmap()
	if p.own(netip.AddrPortFrom(a, to.Port())) {
		return "the market's own address"
	}
	if p.Lifted(a) {
		return ""
	}
	if why := private(a); why != "" {
		return why
	}
	if slices.ContainsFunc(p.NAT64, func(x netip.Prefix) bool { return contains(x, a) }) {
		return "NAT64 of this network"
	}
	if scheme != "https" {
		return "plain http"
	}
	ports := p.Ports
	if ports == nil {
		ports = PublicPort
	}
	if !ports(to.Port()) {
		return "this port"
	}
	return ""
}

// contains compares in the unmapped form on both sides.
func contains(p netip.Prefix, a netip.Addr) bool {
	if p.Addr().Is4In6() && p.Bits() >= 96 {
		p = netip.PrefixFrom(p.Addr().Unmap(), p.Bits()-96)
	}
	return p.Contains(a)
}

// own reports whether the market itself listens there.
func (p Policy) own(to netip.AddrPort) bool {
	if p.Own == nil {
		return false
	}
	return slices.ContainsFunc(p.Own(), func(own netip.AddrPort) bool {
		if own.Port() != 0 && own.Port() != to.Port() {
			return false
		}
		a := own.Addr().WithZone("").Unmap()
		return a == to.Addr() || a.IsUnspecified() && local(to.Addr())
	})
}

// named reports whether the host is one of the market's own names. The host is
// in the form that DNS knows.
func (p Policy) named(host string) bool {
	host = strings.TrimSuffix(host, ".")
	return slices.ContainsFunc(p.Names, func(own string) bool { return strings.EqualFold(own, host) })
}

// local reports whether the address is one of this machine's. When the
// interfaces cannot be read every address counts as one.
func local(a netip.Addr) bool {
	if a.IsLoopback() || a.IsUnspecified() {
		return true
	}
	addrs, err := net.InterfaceAddrs()
	if err != nil {
		return true
	}
	return slices.ContainsFunc(addrs, func(x net.Addr) bool {
		n, ok := x.(*net.IPNet)
		if !ok {
			return false
		}
		b, ok := netip.AddrFromSlice(n.IP)
		return ok && b.Unmap() == a
	})
}
