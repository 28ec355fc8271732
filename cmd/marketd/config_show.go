package main

import (
	"context"
	"fmt"

	"marketd/cmd/marketd/config"
)

// configCheck reads the settings as serve would and says what is wrong, or
// that nothing is. A variable that names no setting is a mistake here and only
// a warning when serving.
func configCheck(_ context.Context, c call) error {
	if err := config.Check(c.args, c.env); err != nil {
		return err
	}
	_, err := fmt.Fprintln(c.out, "the settings are right")
	return err
}

func configDump(_ context.Context, c call) error {
	cfg, err := config.Read(c.args, c.env)
	if err != nil {
		return err
	}
	return cfg.Dump(c.out)
}
