package main

import (
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"net/http"
	"os"
	"path/filepath"
	"testing"

	"marketd/cmd/marketd/certs"
	"marketd/market"
)

func TestServeWithCertificateFiles(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	a, err := certs.OpenAuthority(filepath.Join(dir, "elsewhere"), []string{"market.example"}, market.SystemClock{}.Now())
	if err != nil {
		t.Fatal(err)
	}
	l, err := certs.NewLocal(a, []string{"market.example"}, market.SystemClock{})
	if err != nil {
		t.Fatal(err)
	}
	leaf, err := l.Certificate(nil)
	if err != nil {
		t.Fatal(err)
	}
	key, err := x509.MarshalPKCS8PrivateKey(leaf.PrivateKey)
	if err != nil {
		t.Fatal(err)
	}
	certFile, keyFile := filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
	for path, block := range map[string]*pem.Block{
		certFile: {Type: "CERTIFICATE", Bytes: leaf.Certificate[0]}, keyFile: {Type: "PRIVATE KEY", Bytes: key},
	} {
		if err := os.WriteFile(path, pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	data := dataFolder(t)
	args := []string{"--tls-cert=" + certFile, "--tls-key=" + keyFile, "--base-url=https://market.example"}
	m := serving(t, data, args...)
	m.client.Transport = &http.Transport{
		TLSClientConfig:   &tls.Config{RootCAs: a.Pool(), ServerName: "market.example", MinVersion: tls.VersionTLS12},
		ForceAttemptHTTP2: true,
	}
	if r := m.get(t, "/livez"); r.StatusCode != http.StatusOK || r.ProtoMajor != 2 {
		t.Errorf("%s over %s", r.Status, r.Proto)
	}
	code, out, errs := runCommand(t, "", nil, append([]string{"healthcheck", "--data=" + data, "--listen=" + m.url[len("https://"):]}, args...)...)
	if code != exitOK || out != "alive\n" {
		t.Errorf("healthcheck: %d %q %q", code, out, errs)
	}
}
