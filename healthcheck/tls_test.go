package healthcheck_test

import (
	"crypto/x509"
	"io"
	"log"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"marketd/healthcheck"
	"marketd/healthcheck/netguard"
	"marketd/market"
)

// overTLS serves over TLS with HTTP/2 and returns a prober that trusts it.
func overTLS(t *testing.T, h http.Handler, limits netguard.Limits) (*healthcheck.Prober, string) {
	t.Helper()
	srv := httptest.NewUnstartedServer(h)
	srv.EnableHTTP2 = true
	srv.Config.ErrorLog = log.New(io.Discard, "", 0)
	srv.StartTLS()
	t.Cleanup(srv.Close)
	return trusting(srv, limits), srv.URL
}

// trusting is a prober that trusts the server's certificate.
func trusting(srv *httptest.Server, limits netguard.Limits) *healthcheck.Prober {
	ca := x509.NewCertPool()
	ca.AddCert(srv.Certificate())
	client := netguard.New(netguard.Policy{Allow: loopback, CA: ca, Limits: limits})
	return healthcheck.NewProber(client, market.SystemClock{}, slog.New(slog.DiscardHandler), nil)
}

func TestProbeUntrusted(t *testing.T) {
	t.Parallel()
	_, url := overTLS(t, fine, whole)
	p := probe(t, url)
	if p.Reason != market.ReasonTLS || p.Class != market.ClassNetwork || p.Net.TLSFault != "unknown-authority" || p.Contract.Sent {
		t.Errorf("reason %s, facts %+v", p.Reason, p.Net)
	}
}

func TestProbeOverHTTP2(t *testing.T) {
	t.Parallel()
	for name, list := range map[string]http.HandlerFunc{"list": listed, "endless": forever(200, "text/event-stream", ":\n\n", 10*time.Millisecond), "silent": hang} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			limits := short
			if name == "list" {
				limits = whole
			}
			client, url := overTLS(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if r.ProtoMajor != 2 {
					t.Errorf("protocol %s", r.Proto)
				}
				if b, _ := io.ReadAll(r.Body); string(b) == "{}" {
					fine(w, r)
					return
				}
				list(w, r)
			}), limits)
			p := client.Probe(t.Context(), market.Target{URL: url, Profile: market.ProfileApp}, nil)
			if p.OK() != (name == "list") || p.Class != market.ClassOK || p.Net.TLS != "TLS 1.3" || p.Net.CertUntil.IsZero() {
				t.Errorf("probe %+v", p)
			}
			if name != "list" && p.Reason != market.ReasonTimeout {
				t.Errorf("reason %s", p.Reason)
			}
		})
	}
}
