package main

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"

	"marketd/cmd/marketd/config"
)

// askAlive asks /livez of the market that the same settings would start on
// this machine, so that an image without a shell can say how it is.
func askAlive(ctx context.Context, c call) error {
	cfg, err := config.Read(c.args, c.env)
	if err != nil {
		return err
	}
	url, client, err := livez(cfg)
	if err != nil {
		return err
	}
	defer client.CloseIdleConnections()
	ctx, cancel := context.WithTimeout(ctx, 3*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	resp, err := client.Do(req)
	if op, ok := errors.AsType[*net.OpError](err); ok && op.Op == "remote error" {
		// It answers TLS and has no certificate yet: ACME is at work, or failing,
		// which the log tells. The process lives.
		_, err = fmt.Fprintln(c.out, "alive, without a certificate")
		return err
	}
	if err != nil {
		return fmt.Errorf("not alive: %w", err)
	}
	defer func() { _ = resp.Body.Close() }()
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("not alive: %s answers %s", url, resp.Status)
	}
	_, err = fmt.Fprintln(c.out, "alive")
	return err
}

// livez returns where to ask, and a client that trusts who answers there.
func livez(cfg *config.Config) (string, *http.Client, error) {
	_, port, err := net.SplitHostPort(cfg.Listen)
	if err != nil {
		return "", nil, err
	}
	if port == "0" {
		return "", nil, errors.New("the market took a free port; say which with --listen")
	}
	t := &http.Transport{Proxy: nil, DisableKeepAlives: true}
	client := &http.Client{Transport: t}
	url := net.JoinHostPort(localHost(cfg.Listen), port) + "/livez"
	switch {
	case cfg.PlainHTTP || len(cfg.BehindProxy) > 0:
		return "http://" + url, client, nil
	case cfg.TLSCert != "" || len(cfg.ACMEDomains) > 0:
		// The certificate is for the public name, and this asks the machine itself.
		t.TLSClientConfig = &tls.Config{InsecureSkipVerify: true} //nolint:gosec // nothing is sent or believed but "alive"
		if len(cfg.ACMEDomains) > 0 {
			t.TLSClientConfig.ServerName = cfg.ACMEDomains[0]
		}
	default:
		a, err := knownAuthority(cfg)
		if err != nil {
			return "", nil, fmt.Errorf("not alive: %w", err)
		}
		t.TLSClientConfig = &tls.Config{RootCAs: a.Pool(), ServerName: "localhost", MinVersion: tls.VersionTLS12}
	}
	return "https://" + url, client, nil
}
