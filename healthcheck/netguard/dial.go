package netguard

import (
	"context"
	"net"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"syscall"
	"time"

	"golang.org/x/net/idna"

	"marketd/market"
)

// Facts is what was learnt on the way to an answer, as far as it went.
type Facts struct {
	Net       market.NetFacts
	DNS       time.Duration // of the look-up
	TCP       time.Duration // of connecting
	TLS       time.Duration // of the handshake
	Reused    bool          // the connection stood before; nothing of the above took time
	FirstByte time.Duration // from the request on the standing connection to the first byte of the answer
	Bytes     int64         // of the body so far, on the wire
}

// Connect is the time until the connection stood.
func (f *Facts) Connect() time.Duration { return f.DNS + f.TCP + f.TLS }

// maxAddrs bounds how many of a name's addresses are looked at, and maxTries
// how many are dialled.
const (
	maxAddrs = 16
	maxTries = 4
)

// dialer makes one connection for one exchange.
type dialer struct {
	*Client
	facts    *Facts
	resolved func()
}

// dial resolves, checks, connects and shakes hands within Limits.Connect, and
// before until.
func (d *dialer) dial(wide context.Context, to origin, until time.Time) (conn, error) {
	if d.policy.named(to.host) {
		d.facts.Net.Own = true
		return nil, &Error{Reason: market.ReasonBlocked, Phase: PhaseGuard, Detail: "guard: " + to.host + " is the market itself"}
	}
	start := time.Now()
	if most := start.Add(d.limits.Connect); most.Before(until) {
		until = most
	}
	ctx, cancel := context.WithDeadline(wide, until)
	defer cancel()
	addrs, err := d.resolve(ctx, to.host)
	d.facts.DNS = time.Since(start)
	if err != nil {
		return nil, dnsError(wide, err)
	}
	targets, err := d.check(to.scheme, addrs, to.port)
	if err != nil {
		return nil, err
	}
	if d.resolved != nil {
		d.resolved()
	}
	return d.reach(ctx, wide, to, targets)
}

// reach connects and shakes hands. A handshake that fails over a session from
// before says nothing of what others meet: it is made again without.
func (d *dialer) reach(ctx, wide context.Context, to origin, targets []netip.AddrPort) (conn, error) {
	for again := false; ; again = true {
		start := time.Now()
		tcp, err := d.connectAny(ctx, to.scheme, targets)
		d.facts.TCP += time.Since(start)
		if err != nil {
			return nil, connectError(wide, err)
		}
		if to.scheme == "http" {
			return d.newHTTP1(tcp, tcp), nil
		}
		start = time.Now()
		c, resuming, err := d.secure(ctx, tcp, to)
		d.facts.TLS += time.Since(start)
		if err == nil {
			return c, nil
		}
		_ = tcp.Close()
		e := tlsError(wide, err, d.now())
		if resuming && !again && e.Reason == market.ReasonTLS {
			continue
		}
		d.facts.Net.TLSFault = e.Fault
		return nil, e
	}
}

// origin is where a URL leads, the host in the form that DNS knows.
type origin struct {
	scheme, host string
	port         uint16
}

// endpoint takes a URL apart.
func endpoint(u *url.URL) (origin, error) {
	bad := func(detail string, cause error) (origin, error) {
		return origin{}, &Error{Reason: market.ReasonBlocked, Phase: PhaseGuard, Detail: "guard: " + detail, Err: cause}
	}
	to := origin{scheme: u.Scheme, host: u.Hostname()}
	switch u.Scheme {
	case "https":
		to.port = 443
	case "http":
		to.port = 80
	default:
		return bad("not an http or https URL", nil)
	}
	if p := u.Port(); p != "" {
		n, err := strconv.ParseUint(p, 10, 16)
		if err != nil || n == 0 {
			return bad("no such port", err)
		}
		to.port = uint16(n)
	}
	if to.host == "" {
		return bad("the URL has no host", nil)
	}
	if _, err := netip.ParseAddr(to.host); err != nil {
		if to.host, err = idna.Lookup.ToASCII(to.host); err != nil {
			return bad("not a host name", err)
		}
	}
	return to, nil
}

func (d *dialer) resolve(ctx context.Context, host string) ([]netip.Addr, error) {
	if a, err := netip.ParseAddr(host); err == nil {
		return []netip.Addr{a}, nil
	}
	addrs, err := d.resolver.LookupNetIP(ctx, "ip", host)
	if err == nil && len(addrs) == 0 {
		err = &net.DNSError{Err: "no addresses", Name: host, IsNotFound: true}
	}
	if err != nil {
		d.facts.Net.DNSFault = dnsError(ctx, err).Fault
	}
	return addrs, err
}

// check keeps the addresses that may be dialled, IPv4 first: it is what most
// servers and this machine surely have.
func (d *dialer) check(scheme string, addrs []netip.Addr, port uint16) ([]netip.AddrPort, error) {
	var targets []netip.AddrPort
	why := ""
	for _, a := range addrs[:min(len(addrs), maxAddrs)] {
		to := netip.AddrPortFrom(a.Unmap(), port)
		d.facts.Net.Addrs = append(d.facts.Net.Addrs, to.Addr().String())
		if no := d.policy.Refuse(scheme, to); no != "" {
			d.facts.Net.Own = d.facts.Net.Own || d.policy.own(to)
			d.facts.Net.Blocked = append(d.facts.Net.Blocked, to.Addr().String())
			why = to.String() + " is refused: " + no
			continue
		}
		targets = append(targets, to)
	}
	if len(targets) == 0 {
		return nil, &Error{Reason: market.ReasonBlocked, Phase: PhaseGuard, Detail: "guard: " + why}
	}
	slices.SortStableFunc(targets, func(a, b netip.AddrPort) int { return a.Addr().BitLen() - b.Addr().BitLen() })
	return targets[:min(len(targets), maxTries)], nil
}

// connectAny tries the targets in turn, each with its share of the time left.
// Of several failures the first that is not our network's counts.
func (d *dialer) connectAny(ctx context.Context, scheme string, targets []netip.AddrPort) (net.Conn, error) {
	var first error
	for i, to := range targets {
		c, err := d.connectOne(ctx, scheme, to, len(targets)-i)
		if err == nil {
			d.facts.Net.Dialled = to.String()
			d.facts.Net.Lifted = d.policy.Lifted(to.Addr())
			return c, nil
		}
		if first == nil || connectError(ctx, first).Reason == market.ReasonOurNetwork {
			first = err
		}
		if ctx.Err() != nil {
			break
		}
	}
	return nil, first
}

// connector makes a TCP connection; control is called before it connects.
type connector func(ctx context.Context, to netip.AddrPort, control func(network, address string) error) (net.Conn, error)

func connectTCP(ctx context.Context, to netip.AddrPort, control func(network, address string) error) (net.Conn, error) {
	nd := net.Dialer{KeepAlive: -1, ControlContext: func(_ context.Context, network, address string, _ syscall.RawConn) error {
		return control(network, address)
	}}
	return nd.DialContext(ctx, "tcp", to.String()) // not DialTCP: it binds first, and the ports of all destinations together run out
}

func (d *dialer) connectOne(ctx context.Context, scheme string, to netip.AddrPort, share int) (net.Conn, error) {
	if deadline, ok := ctx.Deadline(); ok && share > 1 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, time.Until(deadline)/time.Duration(share))
		defer cancel()
	}
	c, err := d.connect(ctx, to, func(network, address string) error { return d.guard(scheme, network, address) })
	if err != nil {
		return nil, err
	}
	// What was dialled and what answers must be one; a transparent redirection
	// on our own host would show here.
	if err := d.guard(scheme, "tcp4", c.RemoteAddr().String()); err != nil {
		_ = c.Close()
		return nil, err
	}
	return c, nil
}

// guard is the last look at an address, as the kernel is about to connect to it.
func (d *dialer) guard(scheme, network, address string) error {
	to, err := netip.ParseAddrPort(address)
	why := "not an address"
	switch {
	case network != "tcp4" && network != "tcp6":
		why = "not TCP"
	case err == nil:
		why = d.policy.Refuse(scheme, netip.AddrPortFrom(to.Addr().Unmap(), to.Port()))
	}
	if why == "" {
		return nil
	}
	return &Error{Reason: market.ReasonBlocked, Phase: PhaseGuard, Detail: "guard: " + address + " is refused: " + why, Err: err}
}
