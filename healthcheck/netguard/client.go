package netguard

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/http/httptrace"
	"net/netip"
	"net/url"
	"strings"
	"sync/atomic"
	"time"
)

// Client sends requests to hostile URLs under a [Policy]. It is safe for
// concurrent use and keeps nothing between exchanges: no connection, no cookie.
type Client struct {
	policy   Policy
	limits   Limits
	resolver Resolver
}

// New returns a Client.
func New(p Policy) *Client {
	c := &Client{policy: p, limits: p.Limits.orDefault(), resolver: p.Resolver}
	if c.resolver == nil {
		c.resolver = net.DefaultResolver
	}
	return c
}

// Limits returns the limits in force.
func (c *Client) Limits() Limits { return c.limits }

type resolvedKey struct{}

// OnResolved returns a context that has Do call f once the name is resolved
// and its addresses are found good, before it connects.
func OnResolved(ctx context.Context, f func()) context.Context {
	return context.WithValue(ctx, resolvedKey{}, f)
}

// Do sends one request over a connection of its own and returns the answer's
// header; a redirect is an answer. The body reads at most Limits.Raw and
// Limits.Decoded bytes, decoded from gzip or deflate if the server used them
// unasked, and fails with an *[Error]; close it, that frees everything. The
// facts are never nil. Credentials in the URL are not sent.
func (c *Client) Do(req *http.Request) (*http.Response, *Facts, error) {
	facts := &Facts{}
	ctx, cancel := context.WithTimeout(req.Context(), c.limits.Total)
	resolved, _ := ctx.Value(resolvedKey{}).(func())
	d := dialer{policy: c.policy, limits: c.limits, resolver: c.resolver, facts: facts, resolved: resolved}
	conn, err := d.dial(ctx, req.URL)
	if err != nil {
		cancel()
		return nil, facts, err
	}
	if deadline, ok := ctx.Deadline(); ok {
		_ = conn.SetDeadline(deadline)
	}
	x := &exchange{ctx: ctx, cancel: cancel, conn: conn, facts: facts, limits: c.limits, parent: req.Context()}
	resp, err := x.roundTrip(req, c.policy.UserAgent) //nolint:contextcheck // x carries it
	if err != nil {
		fault := flowError(x.cause(), PhaseHeader, err) //nolint:contextcheck // x carries it; before end, which cancels
		x.end()
		return nil, facts, fault
	}
	resp.Body = newBody(x, resp)
	return resp, facts, nil
}

// exchange is one request under way on a connection made for it.
type exchange struct {
	ctx    context.Context
	parent context.Context
	cancel context.CancelFunc
	conn   net.Conn
	facts  *Facts
	limits Limits
	tr     *http.Transport
}

// cause is the context that tells why the exchange ended: the caller's if the
// caller gave up, else our own deadline's.
func (x *exchange) cause() context.Context {
	if x.parent.Err() != nil {
		return x.parent
	}
	return x.ctx
}

var errUsed = errors.New("netguard: the connection of this exchange is used up")

// roundTrip sends the request. The transport is the exchange's own, so that
// HTTP/2 cannot lend its connection to another exchange with the same host.
func (x *exchange) roundTrip(req *http.Request, agent string) (*http.Response, error) {
	var used atomic.Bool
	once := func(context.Context, string, string) (net.Conn, error) {
		if used.Swap(true) {
			return nil, errUsed // net/http would try again by itself; we never do
		}
		return x.conn, nil
	}
	x.tr = &http.Transport{
		Proxy: nil, DialContext: once, DialTLSContext: once, ForceAttemptHTTP2: true,
		ResponseHeaderTimeout: x.limits.Header, MaxResponseHeaderBytes: x.limits.Head,
		DisableCompression: true, DisableKeepAlives: true,
	}
	start := time.Now()
	var first atomic.Int64
	ctx := httptrace.WithClientTrace(x.ctx, &httptrace.ClientTrace{
		GotFirstResponseByte: func() { first.CompareAndSwap(0, int64(time.Since(start))) },
	})
	req = req.Clone(ctx)
	req.URL.User = nil
	if agent != "" && req.Header.Get("User-Agent") == "" {
		req.Header.Set("User-Agent", agent)
	}
	resp, err := x.tr.RoundTrip(req)
	x.facts.FirstByte = time.Duration(first.Load())
	return resp, err
}

// end frees everything that the exchange holds.
func (x *exchange) end() {
	x.cancel()
	_ = x.conn.Close()
	if x.tr != nil {
		x.tr.CloseIdleConnections()
	}
}

// UserAgent returns what the client calls itself; "" is Go's own name.
func (c *Client) UserAgent() string { return c.policy.UserAgent }

// Refuses reports whether Do would refuse the URL as it is written: the
// market's own names and addresses, and addresses that are not public. What a
// name leads to is not looked up; localhost is loopback (RFC 6761 §6.3).
func (c *Client) Refuses(u *url.URL) bool {
	scheme, host, port, err := endpoint(u)
	if err != nil || c.policy.named(host) {
		return true
	}
	addr, err := netip.ParseAddr(host)
	if h := strings.TrimSuffix(host, "."); h == "localhost" || strings.HasSuffix(h, ".localhost") {
		addr, err = netip.AddrFrom4([4]byte{127, 0, 0, 1}), nil
	}
	return err == nil && c.policy.Refuse(scheme, netip.AddrPortFrom(addr.Unmap(), port)) != ""
}
