package threads

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"math/big"
	"testing"
	"time"
)

// chain is what a server sends for its certificate, and what is trusted.
type chain func(*testing.T) (sent tls.Certificate, trusted *x509.CertPool)

const day = 24 * time.Hour

// party is somebody with a key.
type party struct {
	name string
	key  *ecdsa.PrivateKey
}

func newParty(t *testing.T, name string) party {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return party{name, key}
}

// certifies signs a certificate for the other that ends in so long.
func (p party) certifies(t *testing.T, other party, left time.Duration) *x509.Certificate {
	t.Helper()
	tmpl := &x509.Certificate{
		SerialNumber: big.NewInt(time.Now().UnixNano()), Subject: pkix.Name{CommonName: other.name},
		NotBefore: time.Now().Add(-30 * day), NotAfter: time.Now().Add(left),
		IsCA: other.name != host, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign | x509.KeyUsageDigitalSignature,
	}
	if other.name == host {
		tmpl.DNSNames, tmpl.KeyUsage = []string{host}, x509.KeyUsageDigitalSignature
	}
	der, err := x509.CreateCertificate(rand.Reader, tmpl, &x509.Certificate{Subject: pkix.Name{CommonName: p.name}}, &other.key.PublicKey, p.key)
	if err != nil {
		t.Fatal(err)
	}
	cert, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	return cert
}

func send(leaf party, certs ...*x509.Certificate) tls.Certificate {
	c := tls.Certificate{PrivateKey: leaf.key}
	for _, x := range certs {
		c.Certificate = append(c.Certificate, x.Raw)
	}
	return c
}

func trust(certs ...*x509.Certificate) *x509.CertPool {
	pool := x509.NewCertPool()
	for _, x := range certs {
		pool.AddCert(x)
	}
	return pool
}

// crossSigned is a chain by a root of today, sent along with a certificate of
// it by a root of the past that ends in so long, and with that root.
func crossSigned(left time.Duration) chain {
	return func(t *testing.T) (tls.Certificate, *x509.CertPool) {
		past, today, middle, leaf := newParty(t, "Past Root"), newParty(t, "Today Root"), newParty(t, "Middle"), newParty(t, host)
		old := past.certifies(t, past, left)
		return send(leaf, middle.certifies(t, leaf, 60*day), today.certifies(t, middle, 900*day), past.certifies(t, today, left), old),
			trust(today.certifies(t, today, 900*day), old)
	}
}

// whole is a chain as it should be.
func whole(t *testing.T) (tls.Certificate, *x509.CertPool) {
	root, leaf := newParty(t, "Root"), newParty(t, host)
	return send(leaf, root.certifies(t, leaf, 60*day)), trust(root.certifies(t, root, 900*day))
}

// withoutMiddle is a chain of which the server sends its own certificate alone.
func withoutMiddle(t *testing.T) (tls.Certificate, *x509.CertPool) {
	root, middle, leaf := newParty(t, "Root"), newParty(t, "Middle"), newParty(t, host)
	return send(leaf, middle.certifies(t, leaf, 60*day)), trust(root.certifies(t, root, 900*day))
}
