package netguard

import (
	"context"
	"io"
	"net/http"
	"time"

	"marketd/market"
)

// Link makes exchanges one after another with one origin over one connection,
// for as long as the server keeps it open. An exchange may be made while the
// body of another is open: it gets a connection of its own. Other than that a
// Link is not for concurrent use. Close it.
type Link struct {
	client *Client
	idle   *standing
	single bool // the connection serves one exchange
}

// Link returns a Link that has no connection yet.
func (c *Client) Link() *Link { return &Link{client: c} }

// standing is a connection that the guard let through.
type standing struct {
	conn
	origin origin
	net    market.NetFacts
	used   bool // by an exchange before
}

// conn is a connection in one version of HTTP.
type conn interface {
	// roundTrip sends a request and reads the answer's head. The answer's
	// body is neither bounded nor closed.
	roundTrip(x *exchange, req *http.Request) (*http.Response, error)
	// finish leaves the answer's body, of which the end was read or not, and
	// reports whether the connection is in order after it.
	finish(x *exchange, body io.ReadCloser, whole bool) bool
	// fit reports whether the connection can serve one more exchange: the
	// server has neither closed it nor sent what nobody asked for.
	fit() bool
	close()
}

type resolvedKey struct{}

// OnResolved returns a context that has Do call f once the name is resolved
// and its addresses are found good, before it connects.
func OnResolved(ctx context.Context, f func()) context.Context {
	return context.WithValue(ctx, resolvedKey{}, f)
}

// Do sends one request and returns the answer's header; a redirect is an
// answer. The body reads at most Limits.Raw and Limits.Decoded bytes, decoded
// from gzip or deflate if the server used them unasked, and fails with an
// *[Error]; close it. The facts are never nil. Credentials in the URL are not
// sent. Nothing is sent twice: of a kept connection that turns out to be
// closed the error says so (Stale), and the next call makes a new one.
func (l *Link) Do(req *http.Request) (*http.Response, *Facts, error) {
	facts := &Facts{}
	until := time.Now().Add(l.client.limits.Total)
	if d, ok := req.Context().Deadline(); ok && d.Before(until) {
		until = d
	}
	to, err := endpoint(req.URL)
	if err != nil {
		return nil, facts, err
	}
	s, err := l.take(req.Context(), to, until, facts)
	if err != nil {
		return nil, facts, err
	}
	x := &exchange{link: l, on: s, facts: facts, limits: l.client.limits, agent: l.client.policy.UserAgent, caller: req.Context(), until: until}
	resp, err := s.roundTrip(x, req)
	if err != nil {
		fault := flowError(x.caller, PhaseHeader, err) //nolint:contextcheck // the caller's own
		fault.Stale = s.used && fault.Reason == market.ReasonConnect && facts.FirstByte == 0
		x.end(false)
		return nil, facts, fault
	}
	resp.Body = newBody(x, resp)
	return resp, facts, nil
}

// take returns the connection that is kept, or makes one.
func (l *Link) take(ctx context.Context, to origin, until time.Time, facts *Facts) (*standing, error) {
	if s := l.idle; s != nil {
		l.idle = nil
		if s.origin == to && s.fit() {
			facts.Net, facts.Reused = s.net, true
			return s, nil
		}
		s.close()
	}
	resolved, _ := ctx.Value(resolvedKey{}).(func())
	d := dialer{Client: l.client, facts: facts, resolved: resolved}
	c, err := d.dial(ctx, to, until)
	if err != nil {
		return nil, err
	}
	return &standing{conn: c, origin: to, net: facts.Net}, nil
}

// give takes a connection back after an exchange.
func (l *Link) give(s *standing, sound bool) {
	if !sound || l.single || l.idle != nil {
		s.close()
		return
	}
	s.used = true
	l.idle = s
}

// Close closes the connection that is kept.
func (l *Link) Close() {
	if l.idle != nil {
		l.idle.close()
		l.idle = nil
	}
}

// exchange is one request under way.
type exchange struct {
	link   *Link
	on     *standing
	facts  *Facts
	limits Limits
	agent  string
	caller context.Context
	until  time.Time   // the end of Limits.Total, or of the caller's time
	keeps  bool        // the server keeps the connection open after the answer
	leave  func() bool // frees what watches over the caller's context; false when that has ended the exchange
}

// end frees everything that the exchange holds. sound: the connection is in
// order.
func (x *exchange) end(sound bool) {
	if x.leave != nil && !x.leave() {
		sound = false
	}
	x.link.give(x.on, sound && x.keeps)
}
