package main

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"time"

	"marketd/cmd/marketd/certs"
	"marketd/cmd/marketd/config"
	"marketd/market"
)

// newServer returns the HTTP server. Event streams lift the write limit for
// themselves.
func newServer(h http.Handler, log *slog.Logger) *http.Server {
	return &http.Server{
		Handler:           h,
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       15 * time.Second,
		WriteTimeout:      30 * time.Second,
		IdleTimeout:       time.Minute,
		MaxHeaderBytes:    64 << 10,
		// Broken handshakes are the internet's noise.
		ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelDebug),
	}
}

// secure wraps the listener in TLS as configured. Plain HTTP stays as it is;
// config allows it on loopback or behind a proxy only.
func secure(ctx context.Context, ln net.Listener, cfg *config.Config, log *slog.Logger) (net.Listener, error) {
	if cfg.PlainHTTP || len(cfg.BehindProxy) > 0 {
		return ln, nil
	}
	t := &tls.Config{MinVersion: tls.VersionTLS12, NextProtos: []string{"h2", "http/1.1"}}
	switch {
	case cfg.TLSCert != "":
		f, err := certs.NewFiles(cfg.TLSCert, cfg.TLSKey, market.SystemClock{}, log)
		if err != nil {
			return nil, err
		}
		t.GetCertificate = f.Certificate
	case len(cfg.ACMEDomains) > 0:
		var err error
		t, err = certs.ACME(ctx, certs.ACMEOptions{
			Domains: cfg.ACMEDomains, Email: cfg.ACMEEmail, Directory: cfg.ACMECA,
			Folder: cfg.ACME(), Port: ln.Addr().(*net.TCPAddr).Port, Log: log,
		})
		if err != nil {
			return nil, err
		}
	default:
		l, err := localCertificates(cfg, log)
		if err != nil {
			return nil, err
		}
		t.GetCertificate = l.Certificate
	}
	return tls.NewListener(ln, t), nil
}

func localCertificates(cfg *config.Config, log *slog.Logger) (*certs.Local, error) {
	clock := market.SystemClock{}
	names := localNames(cfg)
	a, err := certs.OpenAuthority(cfg.CA(), names, clock.Now())
	if err != nil {
		return nil, err
	}
	log.Info("certificates come from the local authority; marketd ca prints it for trusting", "sha256", a.Fingerprint())
	return certs.NewLocal(a, names, clock)
}

// localNames are the names that the local certificate needs beside localhost:
// those named, the address listened on, and the base URL's.
func localNames(cfg *config.Config) []string {
	names := append([]string(nil), cfg.Hosts...)
	if h, _, _ := net.SplitHostPort(cfg.Listen); h != "" {
		if ip := net.ParseIP(h); ip == nil || !ip.IsUnspecified() {
			names = append(names, h)
		}
	}
	if u, err := url.Parse(cfg.BaseURL); err == nil && u.Hostname() != "" {
		names = append(names, u.Hostname())
	}
	return names
}

// address is the URL that reaches the listener from this machine.
func address(ln net.Listener, cfg *config.Config) string {
	scheme := "https"
	if cfg.PlainHTTP || len(cfg.BehindProxy) > 0 {
		scheme = "http"
	}
	_, port, _ := net.SplitHostPort(ln.Addr().String())
	return config.Origin(scheme, localHost(cfg.Listen), port)
}

// localHost is a host by which this machine reaches what listens on listen.
func localHost(listen string) string {
	h, _, _ := net.SplitHostPort(listen)
	if ip := net.ParseIP(h); h == "" || ip != nil && ip.IsUnspecified() {
		return "127.0.0.1"
	}
	return h
}

// baseURL is how the world reaches the market, without a slash at the end.
func baseURL(cfg *config.Config, local string) string {
	switch {
	case cfg.BaseURL != "":
		return cfg.BaseURL
	case len(cfg.ACMEDomains) > 0:
		return "https://" + cfg.ACMEDomains[0]
	case len(cfg.Hosts) > 0:
		u, err := url.Parse(local)
		if err != nil {
			return local
		}
		return config.Origin(u.Scheme, cfg.Hosts[0], u.Port())
	}
	return local
}

func listen(ctx context.Context, cfg *config.Config) (net.Listener, error) {
	ln, err := new(net.ListenConfig).Listen(ctx, "tcp", cfg.Listen)
	if err != nil {
		op, ok := errors.AsType[*net.OpError](err)
		if ok {
			err = op.Err
		}
		return nil, &config.Mistake{
			Setting: "--listen", Value: cfg.Listen,
			Wrong: fmt.Sprintf("cannot be listened on: %v", err), Write: "a free address of this machine, or port 0",
		}
	}
	return ln, nil
}
