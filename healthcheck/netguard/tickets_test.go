package netguard_test

import (
	"crypto/tls"
	"io"
	"net/http"
	"sync"
	"testing"
	"time"

	"marketd/healthcheck/netguard"
	"marketd/market"
)

// changing is a TLS server whose certificate may change.
type changing struct {
	mu   sync.Mutex
	cert tls.Certificate
	cfg  *tls.Config
	full int // answers after a full handshake
}

func (s *changing) config(version uint16, protos ...string) *tls.Config {
	s.cfg = &tls.Config{MinVersion: version, MaxVersion: version, NextProtos: protos, GetCertificate: func(*tls.ClientHelloInfo) (*tls.Certificate, error) {
		s.mu.Lock()
		defer s.mu.Unlock()
		return &s.cert, nil
	}}
	return s.cfg
}

func (s *changing) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !r.TLS.DidResume {
		s.full++
	}
	_, _ = io.WriteString(w, "hello")
}

func (s *changing) set(c tls.Certificate) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.cert = c
}

func (s *changing) shown() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.full
}

// TestSessionsAreResumed: probes after the first take the short handshake, know
// the same of the certificate, and see a new one within a day, or at once after
// a fault.
func TestSessionsAreResumed(t *testing.T) {
	t.Parallel()
	ca, other := newAuthority(t), newAuthority(t)
	now := time.Now()
	first := ca.issue(t, "tls.test.cn", now.Add(-time.Hour), now.Add(900*time.Hour))
	second := ca.issue(t, "tls.test.cn", now.Add(-2*time.Hour), now.Add(800*time.Hour))
	foreign := other.issue(t, "tls.test.cn", now.Add(-time.Hour), now.Add(900*time.Hour))
	for name, tc := range map[string]struct {
		version uint16
		protos  []string
	}{
		"TLS 1.3, HTTP/1.1": {tls.VersionTLS13, []string{"http/1.1"}},
		"TLS 1.3, HTTP/2":   {tls.VersionTLS13, []string{"h2"}},
		"TLS 1.2, HTTP/1.1": {tls.VersionTLS12, []string{"http/1.1"}},
		"TLS 1.2, HTTP/2":   {tls.VersionTLS12, []string{"h2"}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := &changing{}
			s.set(first)
			port := serveTLS(t, s.config(tc.version, tc.protos...), s.ServeHTTP)
			c := netguard.New(netguard.Policy{Allow: loopback, CA: ca.pool, Resolver: resolver{"tls.test.cn": {"127.0.0.1"}}})
			clock := time.Now()
			netguard.SetNow(c, func() time.Time { return clock })
			look := func(what string, full int, until time.Time) {
				t.Helper()
				body, _, facts, err := get(t, c, "https://tls.test.cn:"+port)
				if err != nil || body != "hello" {
					t.Fatalf("%s: body %q, error %v", what, body, err)
				}
				if s.shown() != full || facts.Net.CertUntil.Sub(until).Abs() > time.Second || facts.Net.CertFrom.IsZero() || len(facts.Net.Roots) != 1 || facts.Net.TLS != tls.VersionName(tc.version) || facts.TLS <= 0 {
					t.Errorf("%s: %d full handshakes, want %d; facts %+v", what, s.shown(), full, facts.Net)
				}
			}
			look("first", 1, now.Add(900*time.Hour))
			look("again", 1, now.Add(900*time.Hour))
			look("and again", 1, now.Add(900*time.Hour))
			s.set(second)
			clock = now.Add(23 * time.Hour)
			look("before a day", 1, now.Add(900*time.Hour))
			clock = now.Add(25 * time.Hour)
			look("after a day", 2, now.Add(800*time.Hour))
			look("then", 2, now.Add(800*time.Hour))

			s.set(foreign)
			clock = now.Add(50 * time.Hour)
			_, _, facts, err := get(t, c, "https://tls.test.cn:"+port)
			wantFault(t, err, market.ReasonTLS, netguard.PhaseTLS, "unknown-authority")
			if facts.Net.TLSFault != "unknown-authority" {
				t.Errorf("fact %q", facts.Net.TLSFault)
			}
			s.set(first)
			look("after a fault", 3, now.Add(900*time.Hour))
		})
	}
}

// TestExpiryShowsOverAResumedSession: a session outlives no certificate.
func TestExpiryShowsOverAResumedSession(t *testing.T) {
	t.Parallel()
	ca := newAuthority(t)
	now := time.Now()
	s := &changing{}
	s.set(ca.issue(t, "tls.test.cn", now.Add(-time.Hour), now.Add(time.Hour)))
	port := serveTLS(t, s.config(tls.VersionTLS13, "http/1.1"), func(http.ResponseWriter, *http.Request) {})
	c := netguard.New(netguard.Policy{Allow: loopback, CA: ca.pool, Resolver: resolver{"tls.test.cn": {"127.0.0.1"}}})
	clock := now
	netguard.SetNow(c, func() time.Time { return clock })
	if _, _, _, err := get(t, c, "https://tls.test.cn:"+port); err != nil {
		t.Fatal(err)
	}
	clock = now.Add(2 * time.Hour)
	_, _, _, err := get(t, c, "https://tls.test.cn:"+port)
	wantFault(t, err, market.ReasonTLS, netguard.PhaseTLS, "expired")
}

// TestSessionsStayWithTheirPort: another port of the host may be another server.
func TestSessionsStayWithTheirPort(t *testing.T) {
	t.Parallel()
	ca := newAuthority(t)
	now := time.Now()
	cert := ca.issue(t, "tls.test.cn", now.Add(-time.Hour), now.Add(time.Hour))
	c := netguard.New(netguard.Policy{Allow: loopback, CA: ca.pool, Resolver: resolver{"tls.test.cn": {"127.0.0.1"}}})
	var key [32]byte
	for range 2 {
		s := &changing{}
		s.set(cert)
		cfg := s.config(tls.VersionTLS13, "http/1.1")
		cfg.SetSessionTicketKeys([][32]byte{key}) // each would take the other's
		port := serveTLS(t, cfg, s.ServeHTTP)
		if _, _, _, err := get(t, c, "https://tls.test.cn:"+port); err != nil || s.shown() != 1 {
			t.Errorf("%d full handshakes, error %v", s.shown(), err)
		}
	}
}

// TestLinkOverHTTP2: exchanges one after another share a connection.
func TestLinkOverHTTP2(t *testing.T) {
	t.Parallel()
	ca := newAuthority(t)
	s := &changing{}
	s.set(ca.issue(t, "tls.test.cn", time.Now().Add(-time.Hour), time.Now().Add(time.Hour)))
	var remotes sync.Map
	port := serveTLS(t, s.config(tls.VersionTLS13, "h2"), func(w http.ResponseWriter, r *http.Request) {
		remotes.Store(r.RemoteAddr, true)
		_, _ = io.WriteString(w, r.Proto)
	})
	c := netguard.New(netguard.Policy{Allow: loopback, CA: ca.pool, Resolver: resolver{"tls.test.cn": {"127.0.0.1"}}})
	l := c.Link()
	defer l.Close()
	for i := range 5 {
		body, facts, err := linked(t, l, "https://tls.test.cn:"+port)
		if err != nil || body != "HTTP/2.0" || facts.Reused != (i > 0) || facts.FirstByte <= 0 {
			t.Errorf("exchange %d: %q, error %v, facts %+v", i, body, err, facts)
		}
	}
	n := 0
	remotes.Range(func(any, any) bool { n++; return true })
	if n != 1 {
		t.Errorf("%d connections", n)
	}
}
