package rules_test

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"log/slog"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"marketd/healthcheck"
	"marketd/healthcheck/netguard"
	"marketd/market"
	"marketd/reviewer"
	"marketd/reviewer/rules"
	"marketd/reviewer/rules/safety"
)

// scene is a server, or an entry, at which the real prober and every rule look.
type scene struct {
	entry   func(*market.Entry)
	raw     string // the entry as sent by API
	facts   market.Facts
	token   string
	lookups map[string]string // of host names; "" is none
	strict  bool              // the operator allows no address
	allow   string            // a range besides loopback
	limits  netguard.Limits
	earlier []market.Probe
	alike   []market.Neighbour // entries that resemble it

	handler http.Handler // served on loopback
	tls     *tls.Config  // served by TLS, with a certificate for reach.co.uk
	life    time.Duration
}

// TestEveryRuleIsReached: there is no rule that cannot hit. What a rule looks
// at must come out of the prober, or out of the API's entry, in that form.
func TestEveryRuleIsReached(t *testing.T) {
	t.Parallel()
	var mu sync.Mutex
	reached := map[string]bool{}
	t.Cleanup(func() { // after every scene
		for _, r := range rules.All() {
			if r.ID == "SCH-022" { // a provider has no server to ask: its list comes with the entry
				continue
			}
			if !reached[r.ID] {
				t.Errorf("no scene makes %s hit: %s", r.ID, r.Title.EN)
			}
		}
	})
	for name, s := range scenes() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rep := s.look(t)
			mu.Lock()
			defer mu.Unlock()
			for _, c := range rep.Checks {
				reached[c.Rule] = reached[c.Rule] || c.State == market.CheckHit
			}
		})
	}
}

// A name that leads nowhere is said, and not clean, whatever range is allowed
// and however the name is written.
func TestNoNameIsSaidInEveryRange(t *testing.T) {
	t.Parallel()
	for _, url := range []string{"https://localhost.:18443/", "https://a.localhost:18443/", "https://nosuch.localhost/mcp", "http://nas.lan/mcp", "https://nosuch.example.co.uk/mcp"} {
		rep := scene{lookups: map[string]string{"reach.co.uk": ""}, entry: func(e *market.Entry) { e.Server.URL = url }}.look(t)
		i := slices.IndexFunc(rep.Findings, func(f market.Finding) bool { return f.Rule == "NET-001" && f.Severity == market.SeverityReject })
		if i < 0 || rep.Verdict != market.VerdictInconclusive || rep.Profiles.App.Outcome != market.OutcomeFail {
			t.Errorf("%s: verdict %s, app %s, findings %+v", url, rep.Verdict, rep.Profiles.App.Outcome, rep.Findings)
		}
	}
}

// look makes one pass over the scene.
func (s scene) look(t *testing.T) market.Report {
	t.Helper()
	e := market.Entry{
		ID: "reach-demo", Kind: market.KindServer, Name: "Weather 天气", Desc: "查询国内城市的实时天气与七日预报", Cat: "weather", Author: "Example Weather",
		Server: market.Server{URL: "https://reach.co.uk/mcp"},
	}
	guard := netguard.Policy{Allow: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}, Resolver: names(s.lookups), Limits: s.limits}
	if s.handler != nil {
		e.Server.URL = s.serve(t, &guard)
	}
	policy := reviewer.DefaultPolicy()
	if s.allow != "" {
		guard.Allow = append(guard.Allow, netip.MustParsePrefix(s.allow))
	}
	if !s.strict {
		policy.Allowed = guard.Allow
	}
	if s.entry != nil {
		s.entry(&e)
	}
	if s.raw != "" {
		var m map[string]json.RawMessage
		_ = json.Unmarshal([]byte(s.raw), &m) // what cannot be read is part of the case
		e = market.ReadEntry(m)
	}
	quiet := slog.New(slog.DiscardHandler)
	r := reviewer.New(reviewer.Options{
		Prober: healthcheck.NewProber(netguard.New(guard), market.SystemClock{}, quiet, safety.Redact),
		Rules:  rules.All(), Policy: policy, Ruleset: rules.Set, Redact: safety.Redact, Log: quiet, Neighbours: street(s.alike),
	})
	c := market.Case{Entry: e, RawEntry: []byte(s.raw), Token: s.token, Facts: s.facts, Earlier: s.earlier}
	if s.handler == nil && s.lookups == nil {
		return r.CheckEntry(c)
	}
	x, err := r.Examine(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	return x.Report
}

// serve starts the scene's server and returns its address.
func (s scene) serve(t *testing.T, guard *netguard.Policy) string {
	t.Helper()
	srv := httptest.NewUnstartedServer(s.handler)
	srv.Config.ErrorLog = log.New(io.Discard, "", 0)
	t.Cleanup(srv.Close)
	if s.tls == nil {
		srv.Start()
		return srv.URL + "/mcp"
	}
	srv.TLS = s.tls.Clone()
	cert, pool := certificate(t, s.life)
	srv.TLS.Certificates = []tls.Certificate{cert}
	if s.life > 0 {
		guard.CA = pool
	}
	guard.Resolver = names{"reach.co.uk": "127.0.0.1"}
	srv.StartTLS()
	return "https://reach.co.uk:" + strconv.Itoa(srv.Listener.Addr().(*net.TCPAddr).Port) + "/mcp"
}

// certificate is one for reach.co.uk by an authority of its own, with time left.
func certificate(t *testing.T, life time.Duration) (tls.Certificate, *x509.CertPool) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	tmpl := &x509.Certificate{
		SerialNumber: big.NewInt(1), DNSNames: []string{"reach.co.uk"}, IsCA: true, BasicConstraintsValid: true,
		NotBefore: time.Now().Add(-90 * 24 * time.Hour), NotAfter: time.Now().Add(max(life, time.Hour)),
	}
	der, err := x509.CreateCertificate(rand.Reader, tmpl, tmpl, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	cert, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	pool := x509.NewCertPool()
	pool.AddCert(cert)
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}, pool
}

// street is a neighbourhood with these entries.
type street []market.Neighbour

func (s street) Neighbours(context.Context, market.NeighbourQuery) ([]market.Neighbour, error) {
	return s, nil
}

// names is a resolver that knows these names alone.
type names map[string]string

func (n names) LookupNetIP(_ context.Context, _, host string) ([]netip.Addr, error) {
	if n[host] == "" {
		return nil, &net.DNSError{Err: "no such host", Name: host, IsNotFound: true}
	}
	var addrs []netip.Addr
	for s := range strings.FieldsSeq(n[host]) {
		addrs = append(addrs, netip.MustParseAddr(s))
	}
	return addrs, nil
}

// rpc answers the health check, and tools/list with what list writes.
func rpc(list func(w http.ResponseWriter, r *http.Request, body string)) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err == nil && string(body) == "{}" {
			_, _ = io.WriteString(w, "{}")
			return
		}
		list(w, r, string(body))
	})
}

// sends answers tools/list with the bytes, under the media type.
func sends(mediaType, body string) scene {
	return scene{handler: rpc(func(w http.ResponseWriter, _ *http.Request, _ string) {
		w.Header().Set("Content-Type", mediaType)
		_, _ = io.WriteString(w, body)
	})}
}

// lists answers tools/list with these tools.
func lists(tools ...string) scene {
	return sends("application/json", `{"jsonrpc":"2.0","id":1,"result":{"tools":[`+strings.Join(tools, ",")+`]}}`)
}

// paged answers with pages: the first without a cursor, each later one by its number.
func paged(pages ...string) scene {
	return scene{handler: rpc(func(w http.ResponseWriter, _ *http.Request, body string) {
		var ask struct {
			ID     int
			Params struct{ Cursor string }
		}
		_ = json.Unmarshal([]byte(body), &ask)
		n, _ := strconv.Atoi(ask.Params.Cursor)
		w.Header().Set("Content-Type", "application/json")
		_, _ = fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%d,"result":%s}`, ask.ID, pages[min(n, len(pages)-1)])
	})}
}

// inputs are tools that differ by their input schema.
func inputs(schemas ...string) []string {
	var tools []string
	for i, s := range schemas {
		tools = append(tools, fmt.Sprintf(`{"name":"region%d.list","description":"Lists the weather stations of the region, number %d of the country","inputSchema":%s}`, i, i, s))
	}
	return tools
}

// said are tools that differ by their description.
func said(descriptions ...string) []string {
	var tools []string
	for i, d := range descriptions {
		quoted, _ := json.Marshal(d)
		tools = append(tools, fmt.Sprintf(`{"name":"place%d.get","description":%s,"inputSchema":{"type":"object","properties":{"city":{"type":"string"}}}}`, i, quoted))
	}
	return tools
}

func many(n int, tool func(i int) string) []string {
	tools := make([]string, n)
	for i := range tools {
		tools[i] = tool(i)
	}
	return slices.Clip(tools)
}
