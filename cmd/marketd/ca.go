package main

import (
	"context"
	"fmt"

	"marketd/cmd/marketd/certs"
	"marketd/cmd/marketd/config"
	"marketd/market"
)

// ca prints the local authority's certificate; the fingerprint goes to
// standard error, so that the output can be piped to a trust store.
func ca(_ context.Context, c call) error {
	cfg, err := config.Read(c.args, c.env)
	if err != nil {
		return err
	}
	a, err := certs.OpenAuthority(cfg.CA(), localNames(cfg), market.SystemClock{}.Now())
	if err != nil {
		return err
	}
	if _, err := c.out.Write(a.PEM()); err != nil {
		return err
	}
	_, err = fmt.Fprintf(c.err, "SHA-256 %s\nuntil   %s\n", a.Fingerprint(), a.Until().Format("2006-01-02"))
	return err
}
