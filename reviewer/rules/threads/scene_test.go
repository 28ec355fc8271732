package threads

import (
	"context"
	"crypto/tls"
	"encoding/json"
	"io"
	"log"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strconv"
	"strings"
	"testing"
	"time"

	"marketd/healthcheck"
	"marketd/healthcheck/netguard"
	"marketd/market"
	"marketd/reviewer"
	"marketd/reviewer/rules"
	"marketd/reviewer/rules/safety"
)

// host is the name of the servers that are reached by one.
const host = "mcp.weather.co.uk"

// scene is what the reviewer is given. The zero scene is a good entry without
// a server.
type scene struct {
	handler http.Handler // served on loopback, which is open
	tools   []string     // in place of a handler: all that a good server lists
	path    string       // of the entry's address; "/mcp"
	chain   chain        // the handler is served by TLS, as host

	names  resolver // strict: these are the only names, and no address is open
	open   string   // a range that is open all the same
	entry  func(*market.Entry)
	raw    string // the entry as sent by API
	facts  market.Facts
	token  string
	before []market.Probe // earlier passes
	visits market.Visits  // what the entry's links gave
	extra  []reviewer.Rule
	limits netguard.Limits
}

// seen is what came of a look.
type seen struct {
	rep   market.Report
	probe market.Probe
}

// look makes one pass of the whole reviewer.
func (s scene) look(t *testing.T) seen {
	t.Helper()
	e := market.Entry{
		ID: "weather-demo", Kind: market.KindServer, Name: "Weather 天气", Desc: "查询国内城市的实时天气与七日预报", Cat: "weather", Author: "Example Weather",
		Server:   market.Server{URL: "https://" + host + "/mcp"},
		Homepage: "https://www.weather.co.uk/", Privacy: "https://www.weather.co.uk/privacy",
	}
	guard := netguard.Policy{Resolver: s.names, Limits: s.limits}
	policy := reviewer.DefaultPolicy()
	if s.names == nil {
		s.open = "127.0.0.0/8"
	}
	if s.open != "" {
		guard.Allow = []netip.Prefix{netip.MustParsePrefix(s.open)}
		policy.Allowed = guard.Allow
	}
	if s.tools != nil {
		s.handler = standard(s.tools...)
	}
	if s.handler != nil {
		e.Server.URL = s.serve(t, &guard)
	}
	if s.entry != nil {
		s.entry(&e)
	}
	c := market.Case{Entry: e, RawEntry: []byte(s.raw), Token: s.token, Facts: s.facts, Earlier: s.before}
	if s.raw != "" {
		var members map[string]json.RawMessage
		_ = json.Unmarshal(c.RawEntry, &members) // what cannot be read is part of the case
		c.Entry = market.ReadEntry(members)
	}
	if c.Facts.ID == "" {
		c.Facts.ID = market.IDFree
	}
	quiet := slog.New(slog.DiscardHandler)
	r := reviewer.New(reviewer.Options{
		Prober:  healthcheck.NewProber(netguard.New(guard), market.SystemClock{}, quiet, safety.Redact),
		Visitor: visited(s.visits), Rules: append(rules.All(), s.extra...), Policy: policy, Ruleset: rules.Set, Redact: safety.Redact, Log: quiet,
	})
	if s.handler == nil && s.names == nil {
		return seen{rep: r.CheckEntry(c)}
	}
	x, err := r.Examine(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	return seen{x.Report, x.Probe}
}

// serve starts the server and returns its address.
func (s scene) serve(t *testing.T, guard *netguard.Policy) string {
	t.Helper()
	srv := httptest.NewUnstartedServer(s.handler)
	srv.Config.ErrorLog = log.New(io.Discard, "", 0)
	t.Cleanup(srv.Close)
	path := s.path
	if path == "" {
		path = "/mcp"
	}
	if s.chain == nil {
		srv.Start()
		if s.names != nil {
			return strings.Replace(srv.URL, "127.0.0.1", host, 1) + path
		}
		return srv.URL + path
	}
	cert, roots := s.chain(t)
	srv.TLS = &tls.Config{MinVersion: tls.VersionTLS12, Certificates: []tls.Certificate{cert}}
	guard.CA, guard.Resolver = roots, named(host, "127.0.0.1")
	srv.StartTLS()
	return "https://" + host + ":" + strconv.Itoa(srv.Listener.Addr().(*net.TCPAddr).Port) + path
}

// resolver answers from memory.
type resolver func(name string) []netip.Addr

func (r resolver) LookupNetIP(_ context.Context, _, name string) ([]netip.Addr, error) {
	if addrs := r(name); len(addrs) > 0 {
		return addrs, nil
	}
	return nil, &net.DNSError{Err: "no such host", Name: name, IsNotFound: true}
}

// named knows one name.
func named(name, addrs string) resolver {
	return func(asked string) (found []netip.Addr) {
		if asked != name {
			return nil
		}
		for s := range strings.FieldsSeq(addrs) {
			found = append(found, netip.MustParseAddr(s))
		}
		return found
	}
}

// visited is a visitor that has been there.
type visited market.Visits

func (v visited) Visit(context.Context, market.Entry) market.Visits { return market.Visits(v) }

// passed is an earlier pass, minutes ago, that went for both profiles as told
// and read these tools.
func passed(minutes int, status int, tools ...string) market.Probe {
	p := market.Probe{At: time.Now().Add(-time.Duration(minutes) * time.Minute), Contract: market.Answer{Sent: true, Status: status}}
	if status != http.StatusOK {
		p.Reason, p.Class, p.MCP.Reason = market.ReasonHTTPError, market.ClassGateway, market.ReasonHTTPError
		p.MCP.List.Answer = p.Contract
		return p
	}
	p.Reason, p.Class = market.ReasonOK, market.ClassOK
	p.List = market.ToolList{Pages: 1, FirstPage: len(tools)}
	for _, raw := range tools {
		p.List.Tools = append(p.List.Tools, json.RawMessage(raw))
	}
	p.MCP = market.Talk{Reason: market.ReasonOK, Way: "session", Version: "2025-11-25", List: p.List}
	return p
}
