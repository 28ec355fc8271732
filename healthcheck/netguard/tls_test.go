package netguard_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/hex"
	"io"
	"log"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"
	"time"

	"marketd/healthcheck/netguard"
	"marketd/market"
)

// authority signs certificates in tests.
type authority struct {
	cert *x509.Certificate
	key  *ecdsa.PrivateKey
	pool *x509.CertPool
}

func newAuthority(t *testing.T) *authority {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	now := time.Now()
	tmpl := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "test authority"}, IsCA: true, BasicConstraintsValid: true,
		NotBefore: now.Add(-1000 * time.Hour), NotAfter: now.Add(1000 * time.Hour), KeyUsage: x509.KeyUsageCertSign,
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
	return &authority{cert, key, pool}
}

func (a *authority) issue(t *testing.T, name string, from, until time.Time) tls.Certificate {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	tmpl := &x509.Certificate{SerialNumber: big.NewInt(2), DNSNames: []string{name}, NotBefore: from, NotAfter: until}
	der, err := x509.CreateCertificate(rand.Reader, tmpl, a.cert, &key.PublicKey, a.key)
	if err != nil {
		t.Fatal(err)
	}
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}
}

func serveTLS(t *testing.T, cfg *tls.Config, h http.HandlerFunc) string {
	t.Helper()
	srv := httptest.NewUnstartedServer(h)
	srv.TLS = cfg
	srv.EnableHTTP2 = true
	srv.Config.ErrorLog = log.New(io.Discard, "", 0)
	srv.StartTLS()
	t.Cleanup(srv.Close)
	_, port, err := net.SplitHostPort(srv.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	return port
}

func TestDoTLS(t *testing.T) {
	t.Parallel()
	ca, other := newAuthority(t), newAuthority(t)
	now := time.Now()
	hour := time.Hour
	for _, tc := range []struct {
		name   string
		cert   tls.Certificate
		most   uint16
		fault  string
		client *authority
	}{
		{"good", ca.issue(t, "tls.test.cn", now.Add(-hour), now.Add(hour)), 0, "", ca},
		{"TLS 1.2", ca.issue(t, "tls.test.cn", now.Add(-hour), now.Add(hour)), tls.VersionTLS12, "", ca},
		{"expired", ca.issue(t, "tls.test.cn", now.Add(-2*hour), now.Add(-hour)), 0, "expired", ca},
		{"early", ca.issue(t, "tls.test.cn", now.Add(hour), now.Add(2*hour)), 0, "not-yet-valid", ca},
		{"authority", ca.issue(t, "tls.test.cn", now.Add(-hour), now.Add(hour)), 0, "unknown-authority", other},
		{"name", ca.issue(t, "other.test.cn", now.Add(-hour), now.Add(hour)), 0, "name-mismatch", ca},
		{"TLS 1.1", ca.issue(t, "tls.test.cn", now.Add(-hour), now.Add(hour)), tls.VersionTLS11, "old-version", ca},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			cfg := &tls.Config{Certificates: []tls.Certificate{tc.cert}, MaxVersion: tc.most, MinVersion: tls.VersionTLS10}
			port := serveTLS(t, cfg, func(w http.ResponseWriter, r *http.Request) { _, _ = io.WriteString(w, r.Proto) })
			c := netguard.New(netguard.Policy{Allow: loopback, CA: tc.client.pool, Resolver: resolver{"tls.test.cn": {"127.0.0.1"}}})
			body, _, facts, err := get(t, c, "https://tls.test.cn:"+port)
			if tc.fault != "" {
				wantFault(t, err, market.ReasonTLS, netguard.PhaseTLS, tc.fault)
				if facts.Net.TLSFault != tc.fault {
					t.Errorf("fact %q, want %q", facts.Net.TLSFault, tc.fault)
				}
				return
			}
			if err != nil || body != "HTTP/2.0" {
				t.Fatalf("body %q, error %v", body, err)
			}
			want := tc.cert.Certificate[0]
			leaf, _ := x509.ParseCertificate(want)
			key := sha256.Sum256(tc.client.cert.RawSubjectPublicKeyInfo)
			if roots := facts.Net.Roots; !slices.Equal(roots, []market.Root{{Name: "test authority", Key: hex.EncodeToString(key[:])}}) {
				t.Errorf("roots %+v", roots)
			}
			if facts.Net.TLS == "" || !facts.Net.CertUntil.Equal(leaf.NotAfter) || !facts.Net.CertFrom.Equal(leaf.NotBefore) || facts.TLS <= 0 {
				t.Errorf("facts %+v", facts)
			}
		})
	}
}

func TestDoSpeaksTLSToPlainHTTP(t *testing.T) {
	t.Parallel()
	srv := serve(t, func(http.ResponseWriter, *http.Request) {})
	_, _, _, err := get(t, netguard.New(netguard.Policy{Allow: loopback}), "https://"+srv.Listener.Addr().String())
	wantFault(t, err, market.ReasonTLS, netguard.PhaseTLS, "handshake")
}

func tlsConfig(cert tls.Certificate) *tls.Config {
	return &tls.Config{Certificates: []tls.Certificate{cert}, MinVersion: tls.VersionTLS12}
}

// TestDoMeetsAnOldServer: a server that goes on in TLS 1.1 whatever was offered
// (a real one of old; Go's own refuses with an alert, as in TestDoTLS).
func TestDoMeetsAnOldServer(t *testing.T) {
	t.Parallel()
	l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		conn, err := l.Accept()
		if err != nil {
			return
		}
		defer func() { _ = conn.Close() }()
		hello := append([]byte{2, 0, 0, 38, 3, 2}, make([]byte, 32)...) // ServerHello, version 3.2, random
		hello = append(hello, 0, 0, 0x2f, 0)                            // no session, a cipher suite, no compression
		record := append([]byte{22, 3, 2, 0, byte(len(hello))}, hello...)
		if _, err := conn.Read(make([]byte, 4096)); err == nil {
			_, _ = conn.Write(record)
			_, _ = io.Copy(io.Discard, conn)
		}
	}()
	_, _, facts, err := get(t, netguard.New(netguard.Policy{Allow: loopback}), "https://"+l.Addr().String())
	wantFault(t, err, market.ReasonTLS, netguard.PhaseTLS, "old-version")
	if facts.Net.TLSFault != "old-version" {
		t.Errorf("fact %q", facts.Net.TLSFault)
	}
	_ = l.Close()
	<-done
}
