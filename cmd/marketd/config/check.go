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
// can tell. It looks at nothing that hangs on a setting in wrong, whose value is
// not what the operator meant.
func (c *Config) check(wrong map[string]bool) []error {
	var found []error
	for _, look := range []struct {
		at   []string
		find func() []error
	}{
		{[]string{"tls-cert", "tls-key"}, c.checkPair},
		{[]string{"tls-cert", "tls-key", "acme-domain", "behind-proxy", "plain-http"}, c.checkWays},
		{[]string{"acme-domain", "acme-email", "acme-ca"}, c.checkACME},
		{[]string{"listen", "demo", "plain-http"}, c.checkPlain},
		{[]string{"listen", "demo", "acme-domain", "behind-proxy"}, c.checkDemo},
		{[]string{"base-url", "plain-http", "tls-cert", "behind-proxy"}, c.checkBase},
		{[]string{"thresholds", "demo"}, c.checkThresholds},
		{[]string{"data", "demo"}, c.checkData},
		{[]string{"probe-ca"}, c.checkProbeCA},
		{[]string{"smtp", "smtp-password", "mail-from"}, c.checkMail},
	} {
		if !slices.ContainsFunc(look.at, func(name string) bool { return wrong[name] }) {
			found = append(found, look.find()...)
		}
	}
	return found
}

func (c *Config) checkPair() []error {
	if c.TLSCert == "" && c.TLSKey == "" {
		return nil
	}
	if c.TLSCert == "" {
		return []error{&Mistake{"--tls-key", c.TLSKey, "stands alone", "--tls-cert too: a certificate and its key belong together"}}
	}
	if c.TLSKey == "" {
		return []error{&Mistake{"--tls-cert", c.TLSCert, "stands alone", "--tls-key too: a certificate and its key belong together"}}
	}
	if _, err := tls.LoadX509KeyPair(c.TLSCert, c.TLSKey); err != nil {
		return []error{&Mistake{"--tls-cert", c.TLSCert, "cannot be used: " + err.Error(), "PEM files of a certificate chain and its key"}}
	}
	return nil
}

func (c *Config) checkWays() []error {
	var ways []string
	for flag, used := range map[string]bool{
		"--tls-cert": c.TLSCert != "" || c.TLSKey != "", "--acme-domain": len(c.ACMEDomains) > 0,
		"--behind-proxy": len(c.BehindProxy) > 0, "--plain-http": c.PlainHTTP,
	} {
		if used {
			ways = append(ways, flag)
		}
	}
	if len(ways) < 2 {
		return nil
	}
	return []error{&Mistake{Setting: strings.Join(slices.Sorted(slices.Values(ways)), ", "), Wrong: "contradict each other", Write: "one of them"}}
}

func (c *Config) checkACME() []error {
	if len(c.ACMEDomains) > 0 || c.ACMEEmail == "" && c.ACMECA == "" {
		return nil
	}
	return []error{&Mistake{"--acme-email", c.ACMEEmail, "needs --acme-domain", "--acme-domain with the market's public host name"}}
}

func (c *Config) checkPlain() []error {
	if host, _, _ := net.SplitHostPort(c.Listen); !c.PlainHTTP || isLoopback(host) {
		return nil
	}
	return []error{&Mistake{
		"--plain-http", c.Listen, "serves passwords in clear to the network",
		"--listen 127.0.0.1:PORT with it, or leave it out",
	}}
}

// checkDemo keeps a demo on its machine: everyone knows the password of its
// admin, and its probes may visit loopback.
func (c *Config) checkDemo() []error {
	if !c.Demo {
		return nil
	}
	const wrong = "would show the network a demo, whose passwords everyone knows, the admin's too"
	host, _, _ := net.SplitHostPort(c.Listen)
	switch {
	case !isLoopback(host):
		return []error{&Mistake{"--listen", c.Listen, wrong, "--listen 127.0.0.1:8443; from elsewhere reach it by ssh -L 8443:127.0.0.1:8443 HOST"}}
	case len(c.BehindProxy) > 0:
		return []error{&Mistake{Setting: "--behind-proxy", Wrong: wrong, Write: "--demo without it"}}
	case len(c.ACMEDomains) > 0:
		return []error{&Mistake{Setting: "--acme-domain", Wrong: wrong, Write: "--demo without it"}}
	}
	return nil
}

// checkThresholds wants a failing listing degraded before it is down.
func (c *Config) checkThresholds() []error {
	if c.Thresholds.Span <= c.Thresholds.Down {
		return nil
	}
	return []error{&Mistake{"--thresholds", (&thresholds{c}).String(), "are out of order", "a span no longer than down"}}
}

// checkBase wants to be told the market's address where nothing else tells it:
// links, redirects and what probes say of themselves would name this machine.
func (c *Config) checkBase() []error {
	way := "--behind-proxy"
	if c.TLSCert != "" {
		way = "--tls-cert"
	}
	switch u, err := url.Parse(c.BaseURL); {
	case c.BaseURL == "" && (c.TLSCert != "" || len(c.BehindProxy) > 0):
		return []error{&Mistake{
			Setting: "--base-url", Wrong: "is not set, and with " + way + " nothing else says how the world reaches the market",
			Write: "--base-url=https://market.example.com with the market's own name",
		}}
	case c.BaseURL != "" && err == nil && (u.Scheme == "http") != c.PlainHTTP:
		u.Scheme = map[bool]string{false: "https", true: "http"}[c.PlainHTTP]
		return []error{&Mistake{"--base-url", c.BaseURL, "has another scheme than the market serves", u.String()}}
	}
	return nil
}

func (c *Config) checkData() []error {
	if info, err := os.Stat(c.Data); err == nil && !info.IsDir() {
		return []error{&Mistake{"--data", c.Data, "is not a folder", "the path of a folder, which may not exist yet"}}
	}
	return nil
}

func (c *Config) checkProbeCA() []error {
	if c.ProbeCA == "" {
		return nil
	}
	if _, err := c.ProbeRoots(); err != nil {
		return []error{err}
	}
	return nil
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
