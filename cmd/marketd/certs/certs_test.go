package certs_test

import (
	"bytes"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"marketd/cmd/marketd/certs"
)

// hands is a clock whose hands a test holds.
type hands struct {
	mu sync.Mutex
	at time.Time
}

func (h *hands) Now() time.Time {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.at
}

func (h *hands) advance(d time.Duration) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.at = h.at.Add(d)
}

func noon() *hands { return &hands{at: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)} }

func authority(t *testing.T, dir string, now time.Time, names ...string) *certs.Authority {
	t.Helper()
	a, err := certs.OpenAuthority(dir, names, now)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// handshake connects to a server with the source and returns the leaf.
func handshake(t *testing.T, get func(*tls.ClientHelloInfo) (*tls.Certificate, error), client *tls.Config) (*x509.Certificate, error) {
	t.Helper()
	ln, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	defer wg.Wait()
	wg.Go(func() {
		defer func() { _ = ln.Close() }()
		if s, err := ln.Accept(); err == nil {
			_ = tls.Server(s, &tls.Config{GetCertificate: get, MinVersion: tls.VersionTLS12}).HandshakeContext(t.Context())
			_ = s.Close()
		}
	})
	c, err := new(net.Dialer).DialContext(t.Context(), "tcp", ln.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = c.Close() }()
	conn := tls.Client(c, client)
	if err := conn.HandshakeContext(t.Context()); err != nil {
		return nil, err
	}
	return conn.ConnectionState().PeerCertificates[0], nil
}

func TestLocalCertificateIsTrustedByItsAuthority(t *testing.T) {
	t.Parallel()
	clock := noon()
	a := authority(t, t.TempDir(), clock.Now(), "market.example", "203.0.113.7")
	l, err := certs.NewLocal(a, []string{"market.example", "203.0.113.7", "box.lan", "192.168.1.5"}, clock)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"localhost", "127.0.0.1", "::1", "market.example", "203.0.113.7", "box.lan", "192.168.1.5"} {
		leaf, err := handshake(t, l.Certificate, &tls.Config{ServerName: name, RootCAs: a.Pool(), Time: clock.Now})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if life := leaf.NotAfter.Sub(leaf.NotBefore); life > 397*24*time.Hour {
			t.Errorf("the certificate lasts %v, longer than browsers accept", life)
		}
	}
	if _, err := handshake(t, l.Certificate, &tls.Config{ServerName: "other.lan", RootCAs: a.Pool(), Time: clock.Now}); err == nil {
		t.Error("a name that was not asked for is certified")
	}
	stranger := authority(t, t.TempDir(), clock.Now())
	if _, err := handshake(t, l.Certificate, &tls.Config{ServerName: "localhost", RootCAs: stranger.Pool(), Time: clock.Now}); err == nil {
		t.Error("another authority vouches for the certificate")
	}
}

func TestLocalCertificateIsRenewedInTime(t *testing.T) {
	t.Parallel()
	clock := noon()
	a := authority(t, t.TempDir(), clock.Now())
	l, err := certs.NewLocal(a, nil, clock)
	if err != nil {
		t.Fatal(err)
	}
	first, _ := l.Certificate(nil)
	clock.advance(59 * 24 * time.Hour)
	if same, _ := l.Certificate(nil); same != first {
		t.Error("renewed before two thirds of its life")
	}
	clock.advance(2 * 24 * time.Hour)
	second, err := l.Certificate(nil)
	if err != nil || second == first {
		t.Fatalf("not renewed after two thirds of its life: %v", err)
	}
	if second.Leaf.SerialNumber.Cmp(first.Leaf.SerialNumber) == 0 || !second.Leaf.NotAfter.After(first.Leaf.NotAfter) {
		t.Error("the new certificate is the old one")
	}
	clock.advance(9*365*24*time.Hour + 250*24*time.Hour)
	last, err := l.Certificate(nil)
	if err != nil || last.Leaf.NotAfter.After(a.Until()) {
		t.Errorf("near the authority's end the leaf outlives it: %v", err)
	}
}

func TestAuthorityIsKept(t *testing.T) {
	t.Parallel()
	dir, clock := t.TempDir(), noon()
	first := authority(t, dir, clock.Now())
	again := authority(t, dir, clock.Now().Add(time.Hour), "late.example")
	if first.Fingerprint() != again.Fingerprint() || !bytes.Equal(first.PEM(), again.PEM()) {
		t.Error("a second start makes another authority")
	}
	if len(first.Fingerprint()) != 32*3-1 {
		t.Errorf("the fingerprint is %q", first.Fingerprint())
	}
	if block, rest := pem.Decode(first.PEM()); block == nil || block.Type != "CERTIFICATE" || len(rest) > 0 {
		t.Error("PEM gives something else than one certificate")
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 1 {
		t.Fatalf("the folder holds %v, %v; want one file", entries, err)
	}
	if info, _ := entries[0].Info(); info.Mode().Perm() != 0o600 {
		t.Errorf("the key's mode is %#o", info.Mode().Perm())
	}
	if _, err := certs.NewLocal(again, []string{"late.example"}, clock); err == nil || !strings.Contains(err.Error(), "late.example") {
		t.Errorf("a name outside of the constraints: %v; want an error that says so", err)
	}
}

func TestAuthoritiesThatStartTogetherAgree(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	prints := make([]string, 6)
	var wg sync.WaitGroup
	for i := range prints {
		wg.Go(func() {
			if a, err := certs.OpenAuthority(dir, nil, noon().Now()); err == nil {
				prints[i] = a.Fingerprint()
			}
		})
	}
	wg.Wait()
	for i, p := range prints {
		if p == "" || p != prints[0] {
			t.Errorf("authority %d is %q, the first %q", i, p, prints[0])
		}
	}
}

func TestAuthorityRefusesBrokenFiles(t *testing.T) {
	t.Parallel()
	keyOf := func(t *testing.T) (cert, key []byte) {
		t.Helper()
		dir := t.TempDir()
		a := authority(t, dir, noon().Now())
		data, err := os.ReadFile(filepath.Join(dir, "local-authority.pem"))
		if err != nil {
			t.Fatal(err)
		}
		return a.PEM(), data[len(a.PEM()):]
	}
	cert, key := keyOf(t)
	_, other := keyOf(t)
	for name, data := range map[string][]byte{
		"empty": nil, "no key": cert, "no certificate": key, "not PEM": []byte("x"),
		"another's key":   append(bytes.Clone(cert), other...),
		"bad certificate": append([]byte("-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"), key...),
		"bad key":         append(bytes.Clone(cert), "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n"...),
	} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "local-authority.pem"), data, 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := certs.OpenAuthority(dir, nil, noon().Now()); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// pair writes a certificate and key that the authority issues.
func pair(t *testing.T, dir string, clock *hands) (cert, key []byte) {
	t.Helper()
	l, err := certs.NewLocal(authority(t, filepath.Join(dir, "ca"), clock.Now()), nil, clock)
	if err != nil {
		t.Fatal(err)
	}
	c, err := l.Certificate(nil)
	if err != nil {
		t.Fatal(err)
	}
	der, err := x509.MarshalPKCS8PrivateKey(c.PrivateKey)
	if err != nil {
		t.Fatal(err)
	}
	return pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: c.Certificate[0]}), pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der})
}

func TestFilesAreReadAgainTogether(t *testing.T) {
	t.Parallel()
	dir, clock := t.TempDir(), noon()
	certFile, keyFile := filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
	write := func(path string, data []byte) {
		t.Helper()
		tmp := path + ".new"
		if err := os.WriteFile(tmp, data, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Rename(tmp, path); err != nil {
			t.Fatal(err)
		}
	}
	cert1, key1 := pair(t, dir, clock)
	cert2, key2 := pair(t, dir, clock)
	write(certFile, cert1)
	write(keyFile, key1)
	var log bytes.Buffer
	f, err := certs.NewFiles(certFile, keyFile, clock, slog.New(slog.NewTextHandler(&log, nil)))
	if err != nil {
		t.Fatal(err)
	}
	served := func() []byte {
		t.Helper()
		c, err := f.Certificate(nil)
		if err != nil {
			t.Fatal(err)
		}
		return pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: c.Certificate[0]})
	}

	write(certFile, cert2) // the key is still the old one
	if !bytes.Equal(served(), cert1) {
		t.Error("looked again within a second")
	}
	for range 3 {
		clock.advance(2 * time.Second)
		if !bytes.Equal(served(), cert1) {
			t.Error("a certificate without its key is served")
		}
	}
	if n := strings.Count(log.String(), "not used"); n != 1 {
		t.Errorf("told %d times of one broken pair, want once", n)
	}
	write(keyFile, key2)
	clock.advance(2 * time.Second)
	if !bytes.Equal(served(), cert2) {
		t.Errorf("the new pair is not served; log:\n%s", log.String())
	}
	if err := os.Remove(certFile); err != nil {
		t.Fatal(err)
	}
	clock.advance(2 * time.Second)
	if !bytes.Equal(served(), cert2) {
		t.Error("a file that is gone takes the certificate with it")
	}
	write(certFile, cert1)
	write(keyFile, key1)
	clock.advance(2 * time.Second)
	if !bytes.Equal(served(), cert1) {
		t.Error("files that are back are not read")
	}
}

func TestFilesMustBeThereAtTheStart(t *testing.T) {
	t.Parallel()
	if _, err := certs.NewFiles("none", "none", noon(), slog.New(slog.DiscardHandler)); err == nil {
		t.Error("no error")
	}
}
