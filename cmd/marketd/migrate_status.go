package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"text/tabwriter"
	"time"

	"marketd/cmd/marketd/config"
)

// migrateStatus lists the steps of the schema. Opening the database brings it
// up to date, as a start of the market would.
func migrateStatus(ctx context.Context, c call) (err error) {
	cfg, err := config.Read(c.args, c.env)
	if err != nil {
		return err
	}
	db, err := openDatabase(ctx, cfg, slog.New(slog.DiscardHandler))
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
