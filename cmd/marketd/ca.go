package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"

	"marketd/cmd/marketd/certs"
	"marketd/cmd/marketd/config"
)

// knownAuthority returns the authority that a start of the market has made. It
// makes none: that would be for the names of these settings, for good.
func knownAuthority(cfg *config.Config) (*certs.Authority, error) {
	a, err := certs.ReadAuthority(cfg.CA())
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("there is no local authority in %s: the first start of marketd serve with the same settings makes it", cfg.CA())
	}
	return a, err
}

// ca prints the local authority's certificate; the fingerprint goes to
// standard error, so that the output can be piped to a trust store.
func ca(_ context.Context, c call) error {
	cfg, err := config.Read(c.args, c.env)
	if err != nil {
		return err
	}
	a, err := knownAuthority(cfg)
	if err != nil {
		return err
	}
	if _, err := c.out.Write(a.PEM()); err != nil {
		return err
	}
	_, err = fmt.Fprintf(c.err, "SHA-256 %s\nuntil   %s\n", a.Fingerprint(), a.Until().Format("2006-01-02"))
	return err
}
