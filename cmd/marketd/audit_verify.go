package main

import (
	"context"
	"errors"
	"fmt"

	"marketd/cmd/marketd/config"
)

// auditVerify walks the chain of the audit log from its first act and says how
// many there are, or at which one it breaks.
func auditVerify(ctx context.Context, c call) (err error) {
	cfg, err := config.Read(c.args, c.env)
	if err != nil {
		return err
	}
	db, err := lookAtDatabase(ctx, cfg)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	acts, err := db.VerifyAudit(ctx)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(c.out, "the audit log is whole: %d acts\n", acts)
	return err
}
