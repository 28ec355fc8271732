package config

import (
	"crypto/tls"
	"crypto/x509"
	"net"
	"net/netip"
	"net/url"
	"os"
	"slices"
	"strings"
)

// check finds what only several settings together, or the files they name,
// can tell.
func (c *Config) check() []error {
	return append(append(c.checkTLS(), c.checkPlain()...), c.checkFiles()...)
}

func (c *Config) checkTLS() []error {
	var found []error
	if (c.TLSCert == "") != (c.TLSKey == "") {
		have, lack := "--tls-cert", "--tls-key"
		if c.TLSCert == "" {
			have, lack = lack, have
		}
		found = append(found, &Mistake{have, c.TLSCert + c.TLSKey, "stands alone", lack + " too: a certificate and its key belong together"})
	}
	var ways []string
	for flag, used := range map[string]bool{
		"--tls-cert": c.TLSCert != "" || c.TLSKey != "", "--acme-domain": len(c.ACMEDomains) > 0,
		"--behind-proxy": len(c.BehindProxy) > 0, "--plain-http": c.PlainHTTP,
	} {
		if used {
			ways = append(ways, flag)
		}
	}
	if len(ways) > 1 {
		found = append(found, &Mistake{Setting: strings.Join(slices.Sorted(slices.Values(ways)), ", "), Wrong: "contradict each other", Write: "one of them"})
	}
	if len(c.ACMEDomains) == 0 && (c.ACMEEmail != "" || c.ACMECA != "") {
		found = append(found, &Mistake{"--acme-email", c.ACMEEmail, "needs --acme-domain", "--acme-domain with the market's public host name"})
	}
	return found
}

func (c *Config) checkPlain() []error {
	var found []error
	if host, _, _ := net.SplitHostPort(c.Listen); c.PlainHTTP && !isLoopback(host) {
		found = append(found, &Mistake{
			"--plain-http", c.Listen, "serves passwords in clear to the network",
			"--listen 127.0.0.1:PORT with it, or leave it out",
		})
	}
	if u, err := url.Parse(c.BaseURL); err == nil && c.BaseURL != "" && (u.Scheme == "http") != c.PlainHTTP {
		found = append(found, &Mistake{"--base-url", c.BaseURL, "has another scheme than the market serves", "https://" + u.Host})
	}
	return found
}

func (c *Config) checkFiles() []error {
	var found []error
	if info, err := os.Stat(c.Data); err == nil && !info.IsDir() {
		found = append(found, &Mistake{"--data", c.Data, "is not a folder", "the path of a folder, which may not exist yet"})
	}
	if c.TLSCert != "" && c.TLSKey != "" {
		if _, err := tls.LoadX509KeyPair(c.TLSCert, c.TLSKey); err != nil {
			found = append(found, &Mistake{"--tls-cert", c.TLSCert, "cannot be used: " + err.Error(), "PEM files of a certificate chain and its key"})
		}
	}
	if c.ProbeCA != "" {
		if _, err := c.ProbeRoots(); err != nil {
			found = append(found, err)
		}
	}
	return found
}

// ProbeRoots returns the system's authorities and those of ProbeCA, which must
// be set.
func (c *Config) ProbeRoots() (*x509.CertPool, error) {
	pem, err := os.ReadFile(c.ProbeCA)
	if err != nil {
		return nil, &Mistake{"--probe-ca", c.ProbeCA, "cannot be read", "the path of a file that this user may read"}
	}
	pool, err := x509.SystemCertPool()
	if err != nil {
		pool = x509.NewCertPool() // a machine without roots trusts the file alone
	}
	if !pool.AppendCertsFromPEM(pem) {
		return nil, &Mistake{"--probe-ca", c.ProbeCA, "has no certificate in it", "a PEM file with certificates"}
	}
	return pool, nil
}

// isLoopback reports whether listening on the host is seen by this machine alone.
func isLoopback(host string) bool {
	a, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && a.Unmap().IsLoopback()
}
