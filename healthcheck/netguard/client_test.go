package netguard_test

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"

	"marketd/healthcheck/netguard"
	"marketd/market"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var loopback = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8"), netip.MustParsePrefix("::1/128")}

// resolver answers from a list per name, the next answer at each call and the
// last one for ever.
type resolver map[string][]string

func (r resolver) LookupNetIP(ctx context.Context, _, host string) ([]netip.Addr, error) {
	answers, ok := r[host]
	if !ok {
		return nil, &net.DNSError{Err: "no such host", Name: host, IsNotFound: true}
	}
	answer := answers[0]
	if len(answers) > 1 {
		r[host] = answers[1:]
	}
	switch answer {
	case "servfail":
		return nil, &net.DNSError{Err: "server misbehaving", Name: host, IsTemporary: true}
	case "timeout":
		return nil, &net.DNSError{Err: "i/o timeout", Name: host, IsTimeout: true}
	case "hang":
		<-ctx.Done()
		return nil, ctx.Err()
	case "":
		return nil, nil
	}
	var addrs []netip.Addr
	for s := range strings.FieldsSeq(answer) {
		addrs = append(addrs, netip.MustParseAddr(s))
	}
	return addrs, nil
}

// short are limits that let a test of a time-out end.
var short = netguard.Limits{Connect: 1200 * time.Millisecond, Header: 1200 * time.Millisecond, Total: 1500 * time.Millisecond}

func get(t *testing.T, c *netguard.Client, url string) (string, *http.Response, *netguard.Facts, error) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
	if err != nil {
		t.Fatal(err)
	}
	resp, facts, err := c.Do(req)
	if err != nil {
		return "", nil, facts, err
	}
	defer func() { _ = resp.Body.Close() }()
	b, err := io.ReadAll(resp.Body)
	return string(b), resp, facts, err
}

func serve(t *testing.T, h http.HandlerFunc) *httptest.Server {
	t.Helper()
	srv := httptest.NewServer(h)
	t.Cleanup(srv.Close)
	return srv
}

func wantFault(t *testing.T, err error, reason market.Reason, phase netguard.Phase, fault string) {
	t.Helper()
	e, ok := errors.AsType[*netguard.Error](err)
	if !ok {
		t.Fatalf("error %v (%T), want an *Error", err, err)
	}
	if e.Reason != reason || e.Phase != phase || e.Fault != fault {
		t.Errorf("error %s/%s/%s (%s), want %s/%s/%s", e.Reason, e.Phase, e.Fault, e.Detail, reason, phase, fault)
	}
}

func TestDoSendsOnlyWhatItIsGiven(t *testing.T) {
	t.Parallel()
	got := make(chan *http.Request, 1)
	srv := serve(t, func(w http.ResponseWriter, r *http.Request) {
		got <- r
		w.Header().Set("Set-Cookie", "a=b")
		_, _ = io.WriteString(w, "hello")
	})
	c := netguard.New(netguard.Policy{Allow: loopback, UserAgent: "probe/1"})
	withUser := strings.Replace(srv.URL, "http://", "http://user:secret@", 1)
	body, _, facts, err := get(t, c, withUser)
	if err != nil || body != "hello" {
		t.Fatalf("body %q, error %v", body, err)
	}
	r := <-got
	for name := range r.Header {
		if name != "User-Agent" && name != "Connection" {
			t.Errorf("header %s: %q was sent", name, r.Header.Get(name))
		}
	}
	if r.UserAgent() != "probe/1" {
		t.Errorf("user agent %q", r.UserAgent())
	}
	if facts.Bytes != 5 || !facts.Net.Lifted || facts.Net.Dialled != srv.Listener.Addr().String() || facts.FirstByte <= 0 {
		t.Errorf("facts %+v", facts)
	}
}

func TestDoFollowsNothing(t *testing.T) {
	t.Parallel()
	var hits atomic.Int32
	srv := serve(t, func(w http.ResponseWriter, r *http.Request) {
		hits.Add(1)
		http.Redirect(w, r, "http://169.254.169.254/latest/meta-data/", http.StatusFound)
	})
	_, resp, _, err := get(t, netguard.New(netguard.Policy{Allow: loopback}), srv.URL)
	if err != nil || resp.StatusCode != http.StatusFound || hits.Load() != 1 {
		t.Fatalf("response %v, error %v, %d hits", resp, err, hits.Load())
	}
}

func TestDoIgnoresTheProxyOfTheEnvironment(t *testing.T) {
	srv := serve(t, func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "direct") })
	proxy := serve(t, func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "proxied") })
	t.Setenv("HTTP_PROXY", proxy.URL)
	t.Setenv("ALL_PROXY", proxy.URL)
	_, port, _ := net.SplitHostPort(srv.Listener.Addr().String())
	c := netguard.New(netguard.Policy{Allow: loopback, Resolver: resolver{"good.test.cn": {"127.0.0.1"}}})
	if body, _, _, err := get(t, c, "http://good.test.cn:"+port); body != "direct" {
		t.Errorf("body %q, error %v", body, err)
	}
}

// TestDoRefuses has a server listening on every address that must not be
// reached, and counts who comes.
func TestDoRefuses(t *testing.T) {
	t.Parallel()
	var hits atomic.Int32
	srv := serve(t, func(http.ResponseWriter, *http.Request) { hits.Add(1) })
	_, port, _ := net.SplitHostPort(srv.Listener.Addr().String())
	own := func() []netip.AddrPort {
		return []netip.AddrPort{netip.MustParseAddrPort(srv.Listener.Addr().String())}
	}
	names := resolver{
		"inner.test.cn": {"127.0.0.1"}, "meta.test.cn": {"169.254.169.254"}, "mapped.test.cn": {"::ffff:127.0.0.1"},
		"both.test.cn": {"10.0.0.1 127.0.0.1 ::1"},
	}
	for name, tc := range map[string]struct {
		policy netguard.Policy
		url    string
	}{
		"literal":          {netguard.Policy{}, "https://127.0.0.1:" + port},
		"literal mapped":   {netguard.Policy{}, "https://[::ffff:127.0.0.1]:" + port},
		"zoned":            {netguard.Policy{Allow: loopback}, "https://[::1%25lo]:" + port},
		"name":             {netguard.Policy{Resolver: names}, "https://inner.test.cn:" + port},
		"metadata":         {netguard.Policy{Resolver: names, Allow: loopback}, "https://meta.test.cn"},
		"mapped answer":    {netguard.Policy{Resolver: names}, "https://mapped.test.cn:" + port},
		"all answers":      {netguard.Policy{Resolver: names}, "https://both.test.cn:" + port},
		"own":              {netguard.Policy{Allow: loopback, Own: own}, "http://127.0.0.1:" + port},
		"own by name":      {netguard.Policy{Allow: loopback, Own: own, Resolver: names}, "http://inner.test.cn:" + port},
		"http to public":   {netguard.Policy{}, "http://8.8.8.8"},
		"scheme":           {netguard.Policy{Allow: loopback}, "ftp://127.0.0.1:" + port},
		"no host":          {netguard.Policy{Allow: loopback}, "http://:" + port},
		"port 0":           {netguard.Policy{Allow: loopback}, "http://127.0.0.1:0"},
		"port too high":    {netguard.Policy{Allow: loopback}, "http://127.0.0.1:65536"},
		"not a host name":  {netguard.Policy{Allow: loopback}, "http://a_b\u2024c.test.cn:" + port},
		"low port, public": {netguard.Policy{}, "https://8.8.8.8:22"},
	} {
		_, _, facts, err := get(t, netguard.New(tc.policy), tc.url)
		wantFault(t, err, market.ReasonBlocked, netguard.PhaseGuard, "")
		if facts.Net.Dialled != "" {
			t.Errorf("%s: dialled %s", name, facts.Net.Dialled)
		}
		if facts.Net.Own != strings.HasPrefix(name, "own") {
			t.Errorf("%s: the market's own: %v", name, facts.Net.Own)
		}
	}
	if hits.Load() != 0 {
		t.Errorf("%d requests came through", hits.Load())
	}
}

func TestDoDialsOnlyTheGoodOfSeveralAddresses(t *testing.T) {
	t.Parallel()
	srv := serve(t, func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "good") })
	_, port, _ := net.SplitHostPort(srv.Listener.Addr().String())
	names := resolver{"some.test.cn": {"10.0.0.1 169.254.169.254 127.0.0.1"}}
	body, _, facts, err := get(t, netguard.New(netguard.Policy{Allow: loopback, Resolver: names}), "http://some.test.cn:"+port)
	if err != nil || body != "good" {
		t.Fatalf("body %q, error %v", body, err)
	}
	if len(facts.Net.Addrs) != 3 || len(facts.Net.Blocked) != 2 || !strings.HasPrefix(facts.Net.Dialled, "127.0.0.1:") {
		t.Errorf("facts %+v", facts.Net)
	}
}

// TestDoResolvesOnce is the rebinding attack: the name shows a good address
// first and an inner one later.
func TestDoResolvesOnce(t *testing.T) {
	t.Parallel()
	good := serve(t, func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "good") })
	_, port, _ := net.SplitHostPort(good.Listener.Addr().String())
	var lc net.ListenConfig
	inner, err := lc.Listen(t.Context(), "tcp", "127.0.0.2:"+port)
	if err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatalf("no second loopback address: %v", err)
		}
		t.Skipf("no second loopback address: %v", err)
	}
	var hits atomic.Int32
	accepted := make(chan struct{})
	go func() {
		defer close(accepted)
		for {
			conn, err := inner.Accept()
			if err != nil {
				return
			}
			hits.Add(1)
			_ = conn.Close()
		}
	}()
	names := resolver{"rebind.test.cn": {"127.0.0.1", "127.0.0.2"}}
	c := netguard.New(netguard.Policy{Allow: []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")}, Resolver: names})
	if body, _, _, err := get(t, c, "http://rebind.test.cn:"+port); body != "good" {
		t.Errorf("first: body %q, error %v", body, err)
	}
	_, _, _, err = get(t, c, "http://rebind.test.cn:"+port)
	wantFault(t, err, market.ReasonBlocked, netguard.PhaseGuard, "")
	_ = inner.Close()
	<-accepted
	if hits.Load() != 0 {
		t.Errorf("the inner address was reached %d times", hits.Load())
	}
}

func TestDoDNSFaults(t *testing.T) {
	t.Parallel()
	names := resolver{"servfail.test.cn": {"servfail"}, "timeout.test.cn": {"timeout"}, "hang.test.cn": {"hang"}, "empty.test.cn": {""}}
	c := netguard.New(netguard.Policy{Resolver: names, Limits: short})
	for host, want := range map[string]struct {
		reason market.Reason
		fault  string
	}{
		"nobody.test.cn":   {market.ReasonDNS, "nxdomain"},
		"empty.test.cn":    {market.ReasonDNS, "nxdomain"},
		"servfail.test.cn": {market.ReasonOurNetwork, "servfail"},
		"timeout.test.cn":  {market.ReasonOurNetwork, "timeout"},
		"hang.test.cn":     {market.ReasonOurNetwork, "timeout"},
		"2130706433":       {market.ReasonDNS, "nxdomain"}, // a number is a name here, not 127.0.0.1
		"0x7f.1":           {market.ReasonDNS, "nxdomain"},
		"0177.0.0.1":       {market.ReasonDNS, "nxdomain"},
	} {
		_, _, facts, err := get(t, c, "https://"+host)
		wantFault(t, err, want.reason, netguard.PhaseDNS, want.fault)
		if facts.Net.DNSFault != want.fault {
			t.Errorf("%s: fact %q, want %q", host, facts.Net.DNSFault, want.fault)
		}
	}
}

func TestOnResolvedComesBeforeConnecting(t *testing.T) {
	t.Parallel()
	calls := 0
	ctx := netguard.OnResolved(t.Context(), func() { calls++ })
	for _, url := range []string{"https://nobody.test.cn", "http://127.0.0.1:1"} {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
		if err != nil {
			t.Fatal(err)
		}
		resp, _, err := netguard.New(netguard.Policy{Allow: loopback, Resolver: resolver{}}).Do(req)
		if err == nil {
			_ = resp.Body.Close()
			t.Fatalf("%s answered", url)
		}
	}
	if calls != 1 {
		t.Errorf("called %d times, want once: for the address that resolved", calls)
	}
}
