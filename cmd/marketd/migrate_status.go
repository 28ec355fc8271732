package main

import (
	"context"
	"errors"
	"fmt"
	"text/tabwriter"
	"time"

	"marketd/cmd/marketd/config"
	"marketd/storage"
)

// migrateStatus lists the steps of the schema and which of them the database
// has. It only looks: the next start of the market makes the rest.
func migrateStatus(ctx context.Context, c call) (err error) {
	cfg, err := config.Read(c.args, c.env)
	if err != nil {
		return err
	}
	db, err := lookAtDatabase(ctx, cfg)
	if errors.Is(err, storage.ErrNoDatabase) {
		_, err = fmt.Fprintln(c.out, err)
		return err
	}
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	steps, err := db.MigrationStatus(ctx)
	if err != nil {
		return err
	}
	t := tabwriter.NewWriter(c.out, 0, 0, 2, ' ', 0)
	for _, s := range steps {
		applied := "not yet"
		if !s.AppliedAt.IsZero() {
			applied = s.AppliedAt.Format(time.RFC3339)
		}
		_, _ = fmt.Fprintf(t, "%d\t%s\t%s\n", s.Version, s.Name, applied) // the writer keeps its error for Flush
	}
	return t.Flush()
}
