package certs

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"fmt"
	"net/netip"
	"sync"
	"time"

	"marketd/market"
)

// leafLife is well under the 397 days that browsers accept; what is served is
// renewed when a third of it is left.
const leafLife = 90 * 24 * time.Hour

// Local serves leaves of an [Authority]. They live in memory: a new one at
// every start and in time before the old one ends.
type Local struct {
	authority *Authority
	names     []string
	clock     market.Clock

	mu    sync.Mutex
	leaf  *tls.Certificate
	renew time.Time
}

// NewLocal returns a source of certificates for localhost, the loopback
// addresses and the names. Error: the authority may not certify a name.
func NewLocal(a *Authority, names []string, clock market.Clock) (*Local, error) {
	l := &Local{authority: a, names: append([]string{"localhost", "127.0.0.1", "::1"}, names...), clock: clock}
	if _, err := l.Certificate(nil); err != nil {
		return nil, err
	}
	return l, nil
}

// Certificate is a tls.Config's GetCertificate.
func (l *Local) Certificate(*tls.ClientHelloInfo) (*tls.Certificate, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := l.clock.Now()
	if l.leaf == nil || !now.Before(l.renew) {
		leaf, err := l.authority.issue(l.names, now)
		if err != nil {
			return nil, err
		}
		l.leaf, l.renew = leaf, now.Add(leaf.Leaf.NotAfter.Sub(now)*2/3)
	}
	return l.leaf, nil
}

// issue makes a leaf and proves, as a client would, that the names are within
// the authority's constraints.
func (a *Authority) issue(names []string, now time.Time) (*tls.Certificate, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, fmt.Errorf("local certificate: %w", err)
	}
	t := &x509.Certificate{
		SerialNumber: serial(),
		Subject:      pkix.Name{CommonName: "marketd"},
		NotBefore:    now.Add(-time.Hour), NotAfter: earlier(now.Add(leafLife), a.cert.NotAfter),
		KeyUsage:    x509.KeyUsageDigitalSignature,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
	}
	for _, n := range names {
		if addr, err := netip.ParseAddr(n); err == nil {
			t.IPAddresses = append(t.IPAddresses, addr.AsSlice())
		} else {
			t.DNSNames = append(t.DNSNames, n)
		}
	}
	der, err := x509.CreateCertificate(rand.Reader, t, a.cert, &key.PublicKey, a.key)
	if err != nil {
		return nil, fmt.Errorf("local certificate: %w", err)
	}
	leaf, err := x509.ParseCertificate(der)
	if err != nil {
		return nil, fmt.Errorf("local certificate: %w", err)
	}
	if _, err := leaf.Verify(x509.VerifyOptions{Roots: a.Pool(), CurrentTime: now}); err != nil {
		return nil, fmt.Errorf("local certificate: the kept authority may not certify one of %v (%w); "+
			"move its folder away, and a new one is made for these names and must be trusted anew", names, err)
	}
	return &tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key, Leaf: leaf}, nil
}

func earlier(a, b time.Time) time.Time {
	if a.Before(b) {
		return a
	}
	return b
}
