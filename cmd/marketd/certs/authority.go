// Package certs gets the certificates that the server shows: from a local
// authority kept in the data folder, from files that are read again when they
// change, or by ACME.
package certs

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"fmt"
	"io/fs"
	"math/big"
	"net"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// authorityLife is how long a local authority lasts. A leaf never outlives it.
const authorityLife = 10 * 365 * 24 * time.Hour

// Authority is a local certificate authority. It may certify names that no
// public authority would, and those it was made for; nothing else, so that
// whoever steals its key cannot pose as the rest of the internet.
type Authority struct {
	cert *x509.Certificate
	key  *ecdsa.PrivateKey
}

// OpenAuthority returns the authority kept in the folder, which it makes when
// there is none. Names are what it will be asked to certify.
func OpenAuthority(dir string, names []string, now time.Time) (*Authority, error) {
	if err := makeAuthority(dir, names, now); err != nil && !errors.Is(err, fs.ErrExist) {
		return nil, fmt.Errorf("local authority: %w", err)
	}
	return ReadAuthority(dir)
}

// ReadAuthority returns the authority kept in the folder; fs.ErrNotExist when
// there is none.
func ReadAuthority(dir string) (*Authority, error) {
	data, err := os.ReadFile(path(dir))
	if err != nil {
		return nil, fmt.Errorf("local authority: %w", err)
	}
	a, err := parseAuthority(data)
	if err != nil {
		return nil, fmt.Errorf("local authority %s: %w", path(dir), err)
	}
	return a, nil
}

// path is the one file with the certificate and its key: whole or not there.
func path(dir string) string { return filepath.Join(dir, "local-authority.pem") }

func parseAuthority(data []byte) (*Authority, error) {
	a := &Authority{}
	for block, rest := pem.Decode(data); block != nil; block, rest = pem.Decode(rest) {
		switch block.Type {
		case "CERTIFICATE":
			cert, err := x509.ParseCertificate(block.Bytes)
			if err != nil {
				return nil, err
			}
			a.cert = cert
		case "PRIVATE KEY":
			key, err := x509.ParsePKCS8PrivateKey(block.Bytes)
			if err != nil {
				return nil, err
			}
			a.key, _ = key.(*ecdsa.PrivateKey)
		}
	}
	if a.cert == nil || a.key == nil {
		return nil, errors.New("holds no certificate with an ECDSA key")
	}
	if !a.key.PublicKey.Equal(a.cert.PublicKey) {
		return nil, errors.New("the key is not the certificate's")
	}
	return a, nil
}

// makeAuthority writes a new authority, or returns fs.ErrExist.
func makeAuthority(dir string, names []string, now time.Time) error {
	if _, err := os.Lstat(path(dir)); err == nil {
		return fs.ErrExist
	}
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return err
	}
	template := authorityTemplate(names, now)
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		return err
	}
	pkcs8, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return err
	}
	data := append(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}),
		pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: pkcs8})...)
	return writeOnce(path(dir), data)
}

func authorityTemplate(names []string, now time.Time) *x509.Certificate {
	host, _ := os.Hostname() // only words the subject
	t := &x509.Certificate{
		SerialNumber: serial(),
		Subject:      pkix.Name{CommonName: "marketd local authority", Organization: []string{host}},
		NotBefore:    now.Add(-time.Hour), NotAfter: now.Add(authorityLife),
		KeyUsage:              x509.KeyUsageCertSign | x509.KeyUsageCRLSign,
		BasicConstraintsValid: true, IsCA: true, MaxPathLenZero: true,
		PermittedDNSDomainsCritical: true,
		// Names that are nobody's on the internet: RFC 6761, RFC 6762, RFC 8375, ICANN's .internal.
		PermittedDNSDomains: []string{"localhost", "test", "local", "internal", "home.arpa", "lan"},
	}
	for _, p := range []string{"127.0.0.0/8", "::1/128", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7"} {
		t.PermittedIPRanges = append(t.PermittedIPRanges, ipNet(netip.MustParsePrefix(p)))
	}
	for _, n := range names {
		if a, err := netip.ParseAddr(n); err == nil {
			t.PermittedIPRanges = append(t.PermittedIPRanges, ipNet(netip.PrefixFrom(a, a.BitLen())))
		} else {
			t.PermittedDNSDomains = append(t.PermittedDNSDomains, n)
		}
	}
	return t
}

func ipNet(p netip.Prefix) *net.IPNet {
	return &net.IPNet{IP: p.Addr().AsSlice(), Mask: net.CIDRMask(p.Bits(), p.Addr().BitLen())}
}

// serial is 127 random bits: positive, and at most 20 octets (RFC 5280 §4.1.2.2).
func serial() *big.Int {
	var b [16]byte
	_, _ = rand.Read(b[:]) // never fails: crypto/rand ends the process instead
	b[0] &= 0x7f
	return new(big.Int).SetBytes(b[:])
}

// PEM is the certificate to trust, without the key.
func (a *Authority) PEM() []byte {
	return pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: a.cert.Raw})
}

// Pool holds the authority alone, for clients of this server.
func (a *Authority) Pool() *x509.CertPool {
	p := x509.NewCertPool()
	p.AddCert(a.cert)
	return p
}

// Until is when the authority expires.
func (a *Authority) Until() time.Time { return a.cert.NotAfter }

// Fingerprint is the SHA-256 of the certificate as browsers show it.
func (a *Authority) Fingerprint() string {
	sum := sha256.Sum256(a.cert.Raw)
	return strings.ReplaceAll(fmt.Sprintf("% X", sum), " ", ":")
}

// writeOnce writes a new file, mode 0600, whole or not at all; fs.ErrExist when it is there.
func writeOnce(path string, data []byte) error {
	dir := filepath.Dir(path)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	f, err := os.CreateTemp(dir, ".new-*")
	if err != nil {
		return err
	}
	defer func() { _ = os.Remove(f.Name()) }()
	_, err = f.Write(data)
	if err := errors.Join(err, f.Sync(), f.Close()); err != nil {
		return err
	}
	return os.Link(f.Name(), path)
}
