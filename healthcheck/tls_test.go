package healthcheck_test

import (
	"crypto/x509"
	"io"
	"log"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"

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
	ca := x509.NewCertPool()
	ca.AddCert(srv.Certificate())
	client := netguard.New(netguard.Policy{Allow: loopback, CA: ca, Limits: limits})
	return healthcheck.NewProber(client, market.SystemClock{}, slog.New(slog.DiscardHandler), nil), srv.URL
}

func TestProbeUntrusted(t *testing.T) {
	t.Parallel()
	_, url := overTLS(t, fine, whole)
	p := probe(t, url)
	if p.Reason != market.ReasonTLS || p.Class != market.ClassNetwork || p.Net.TLSFault != "unknown-authority" || p.Contract.Sent {
		t.Errorf("reason %s, facts %+v", p.Reason, p.Net)
	}
}
