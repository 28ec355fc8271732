package netguard

import (
	"cmp"
	"context"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"encoding/hex"
	"errors"
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
	FirstByte time.Duration // from the standing connection to the first byte of the answer
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
	policy   Policy
	limits   Limits
	resolver Resolver
	facts    *Facts
	resolved func()
}

// dial resolves, checks, connects and shakes hands within Limits.Connect.
func (d *dialer) dial(ctx context.Context, u *url.URL) (net.Conn, error) {
	wide := ctx
	ctx, cancel := context.WithTimeout(ctx, d.limits.Connect)
	defer cancel()
	scheme, host, port, err := endpoint(u)
	if err != nil {
		return nil, err
	}
	if d.policy.named(host) {
		d.facts.Net.Own = true
		return nil, &Error{Reason: market.ReasonBlocked, Phase: PhaseGuard, Detail: "guard: " + host + " is the market itself"}
	}
	start := time.Now()
	addrs, err := d.resolve(ctx, host)
	d.facts.DNS = time.Since(start)
	if err != nil {
		return nil, dnsError(wide, err)
	}
	targets, err := d.check(scheme, addrs, port)
	if err != nil {
		return nil, err
	}
	if d.resolved != nil {
		d.resolved()
	}
	start = time.Now()
	conn, err := d.connect(ctx, scheme, targets)
	d.facts.TCP = time.Since(start)
	if err != nil {
		return nil, connectError(wide, err)
	}
	if scheme == "http" {
		return newPolite(conn), nil
	}
	start = time.Now()
	secured, err := d.handshake(ctx, conn, host)
	d.facts.TLS = time.Since(start)
	if err != nil {
		_ = conn.Close()
		e := tlsError(wide, err, time.Now())
		d.facts.Net.TLSFault = e.Fault
		return nil, e
	}
	if secured.ConnectionState().NegotiatedProtocol != "h2" {
		return newPolite(secured), nil
	}
	return secured, nil
}

// endpoint takes a URL apart. The host is in the form that DNS knows.
func endpoint(u *url.URL) (scheme, host string, port uint16, err error) {
	bad := func(detail string, cause error) (string, string, uint16, error) {
		return "", "", 0, &Error{Reason: market.ReasonBlocked, Phase: PhaseGuard, Detail: "guard: " + detail, Err: cause}
	}
	p := u.Port()
	switch u.Scheme {
	case "https":
		port = 443
	case "http":
		port = 80
	default:
		return bad("not an http or https URL", nil)
	}
	if p != "" {
		n, err := strconv.ParseUint(p, 10, 16)
		if err != nil || n == 0 {
			return bad("no such port", err)
		}
		port = uint16(n)
	}
	host = u.Hostname()
	if host == "" {
		return bad("the URL has no host", nil)
	}
	if _, err := netip.ParseAddr(host); err != nil {
		ascii, err := idna.Lookup.ToASCII(host)
		if err != nil {
			return bad("not a host name", err)
		}
		host = ascii
	}
	return u.Scheme, host, port, nil
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

// connect tries the targets in turn, each with its share of the time left. Of
// several failures the first that is not our network's counts.
func (d *dialer) connect(ctx context.Context, scheme string, targets []netip.AddrPort) (net.Conn, error) {
	var first error
	for i, to := range targets {
		conn, err := d.connectOne(ctx, scheme, to, len(targets)-i)
		if err == nil {
			d.facts.Net.Dialled = to.String()
			d.facts.Net.Lifted = d.policy.Lifted(to.Addr())
			return conn, nil
		}
		errno, ok := errors.AsType[syscall.Errno](err)
		if first == nil || ok && !slices.Contains(ours, errno) {
			first = err
		}
		if ctx.Err() != nil {
			break
		}
	}
	return nil, first
}

func (d *dialer) connectOne(ctx context.Context, scheme string, to netip.AddrPort, share int) (net.Conn, error) {
	if deadline, ok := ctx.Deadline(); ok {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, time.Until(deadline)/time.Duration(share))
		defer cancel()
	}
	nd := net.Dialer{KeepAlive: -1, ControlContext: func(_ context.Context, network, address string, _ syscall.RawConn) error {
		return d.guard(scheme, network, address)
	}}
	conn, err := nd.DialContext(ctx, "tcp", to.String())
	if err != nil {
		return nil, err
	}
	// What was dialled and what answers must be one; a transparent redirection
	// on our own host would show here.
	if err := d.guard(scheme, "tcp4", conn.RemoteAddr().String()); err != nil {
		_ = conn.Close()
		return nil, err
	}
	return conn, nil
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

func (d *dialer) handshake(ctx context.Context, conn net.Conn, host string) (*tls.Conn, error) {
	secured := tls.Client(conn, &tls.Config{
		RootCAs: d.policy.CA, ServerName: host, NextProtos: []string{"h2", "http/1.1"}, MinVersion: tls.VersionTLS12,
	})
	if err := secured.HandshakeContext(ctx); err != nil {
		return nil, err
	}
	state := secured.ConnectionState()
	d.facts.Net.TLS = tls.VersionName(state.Version)
	d.facts.Net.CertFrom = state.PeerCertificates[0].NotBefore.UTC() // verified, so there is one
	d.facts.Net.CertUntil = validUntil(state.VerifiedChains)
	d.facts.Net.Roots = rootsOf(state.VerifiedChains)
	return secured, nil
}

// rootsOf are the authorities in which the chains end (rule TLS-004). Clients
// need only one of them.
func rootsOf(chains [][]*x509.Certificate) []market.Root {
	var roots []market.Root
	for _, chain := range chains {
		if len(chain) == 0 {
			continue
		}
		root := chain[len(chain)-1]
		key := sha256.Sum256(root.RawSubjectPublicKeyInfo)
		r := market.Root{Name: cmp.Or(root.Subject.CommonName, root.Subject.String()), Key: hex.EncodeToString(key[:])}
		if !slices.Contains(roots, r) {
			roots = append(roots, r)
		}
	}
	return roots
}

// validUntil is the end of the chain that lasts longest (rule TLS-002).
func validUntil(chains [][]*x509.Certificate) time.Time {
	var last time.Time
	for _, chain := range chains {
		if len(chain) == 0 {
			continue
		}
		end := slices.MinFunc(chain, func(a, b *x509.Certificate) int { return a.NotAfter.Compare(b.NotAfter) }).NotAfter
		if end.After(last) {
			last = end
		}
	}
	return last.UTC()
}
