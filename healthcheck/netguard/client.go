package netguard

import (
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"sync"
	"time"
)

// Client sends requests to hostile URLs under a [Policy]. It is safe for
// concurrent use and keeps no connection and no cookie between exchanges,
// only TLS sessions, so that the next handshake with the same host is a short
// one.
type Client struct {
	policy   Policy
	limits   Limits
	resolver Resolver
	connect  connector
	tickets  *tickets
	now      func() time.Time // another in tests
	readers  sync.Pool        // of *bufio.Reader
}

// New returns a Client.
func New(p Policy) *Client {
	c := &Client{policy: p, limits: p.Limits.orDefault(), resolver: p.Resolver, connect: connectTCP, tickets: newTickets(), now: time.Now}
	if c.resolver == nil {
		c.resolver = net.DefaultResolver
	}
	return c
}

// Limits returns the limits in force.
func (c *Client) Limits() Limits { return c.limits }

// Do sends one request over a connection of its own, as [Link.Do] does;
// closing the body closes the connection.
func (c *Client) Do(req *http.Request) (*http.Response, *Facts, error) {
	l := &Link{client: c, single: true}
	return l.Do(req)
}

// UserAgent returns what the client calls itself; "" is Go's own name.
func (c *Client) UserAgent() string { return c.policy.UserAgent }

// Refuses reports whether Do would refuse the URL as it is written: the
// market's own names and addresses, and addresses that are not public. What a
// name leads to is not looked up; localhost is loopback (RFC 6761 §6.3).
func (c *Client) Refuses(u *url.URL) bool {
	to, err := endpoint(u)
	if err != nil || c.policy.named(to.host) {
		return true
	}
	addr, err := netip.ParseAddr(to.host)
	if h := strings.TrimSuffix(to.host, "."); h == "localhost" || strings.HasSuffix(h, ".localhost") {
		addr, err = netip.AddrFrom4([4]byte{127, 0, 0, 1}), nil
	}
	return err == nil && c.policy.Refuse(to.scheme, netip.AddrPortFrom(addr.Unmap(), to.port)) != ""
}
