package storage

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"time"

	"github.com/pressly/goose/v3"
	"github.com/riverqueue/river/rivermigrate"
)

//go:embed migrations/*.sql
var migrations embed.FS

// The newest schemas this program knows: the market's own and River's.
const (
	schemaVersion = 2
	queueVersion  = 8
)

// ErrNewerSchema means that a later release of this program has migrated the
// database. Nothing was changed.
var ErrNewerSchema = errors.New("the database was migrated by a newer release: run that release, or restore the backup made before it")

// Migration is one step of the schema.
type Migration struct {
	Version   int64
	Name      string
	AppliedAt time.Time // zero: not yet
}

// MigrationStatus lists every step of the market's schema, oldest first.
func (db *DB) MigrationStatus(ctx context.Context) ([]Migration, error) {
	p, err := db.goose()
	if err != nil {
		return nil, err
	}
	steps, err := p.Status(ctx)
	if err != nil {
		return nil, fmt.Errorf("storage: migration status: %w", err)
	}
	out := make([]Migration, len(steps))
	for i, s := range steps {
		out[i] = Migration{s.Source.Version, s.Source.Path, s.AppliedAt.UTC()}
	}
	return out, nil
}

// migrate brings both schemas up to date. The usual case, nothing to do, costs
// one query.
func (db *DB) migrate(ctx context.Context) error {
	own, queue := db.versions(ctx)
	if own > schemaVersion {
		return fmt.Errorf("storage: %w (schema %d, this release knows up to %d)", ErrNewerSchema, own, schemaVersion)
	}
	if own == schemaVersion && queue >= queueVersion {
		return nil
	}
	return db.engine.exclusively(ctx, db.write, func() error { return db.migrateFrom(ctx) })
}

func (db *DB) migrateFrom(ctx context.Context) error {
	own, queue := db.versions(ctx) // again: another process may have been first
	if own > 0 && own < schemaVersion || queue > 0 && queue < queueVersion {
		to, err := db.engine.backup(ctx, db.write, own)
		if err != nil {
			return err
		}
		db.log.InfoContext(ctx, "migrating the database", "from", own, "to", schemaVersion, "backup", to)
	}
	p, err := db.goose()
	if err != nil {
		return err
	}
	if _, err := p.Up(ctx); err != nil {
		return fmt.Errorf("storage: migrate: %w", err)
	}
	m, err := rivermigrate.New(db.driver, &rivermigrate.Config{Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		return fmt.Errorf("storage: job queue: %w", err)
	}
	if _, err := m.Migrate(ctx, rivermigrate.DirectionUp, nil); err != nil {
		return fmt.Errorf("storage: migrate the job queue: %w", err)
	}
	return nil
}

// versions returns the schemas' versions, 0 for one that is not there at all.
// It asks without goose and River: their own look costs milliseconds.
func (db *DB) versions(ctx context.Context) (own, queue int64) {
	_ = db.write.QueryRowContext(ctx, "SELECT COALESCE(MAX(version_id), 0) FROM goose_db_version WHERE is_applied").Scan(&own)
	_ = db.write.QueryRowContext(ctx, "SELECT COALESCE(MAX(version), 0) FROM river_migration WHERE line = 'main'").Scan(&queue)
	return own, queue
}

func (db *DB) goose() (*goose.Provider, error) {
	dialect, others := goose.DialectSQLite3, ".postgres.sql"
	if db.engine.name() == postgresName {
		dialect, others = goose.DialectPostgres, ".sqlite.sql"
	}
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return nil, fmt.Errorf("storage: migrations: %w", err)
	}
	skip, err := fs.Glob(files, "*"+others) // 00002_append_only.sqlite.sql is SQLite's alone
	if err != nil {
		return nil, fmt.Errorf("storage: migrations: %w", err)
	}
	p, err := goose.NewProvider(dialect, db.write, files, goose.WithExcludeNames(skip), goose.WithLogger(goose.NopLogger()))
	if err != nil {
		return nil, fmt.Errorf("storage: migrations: %w", err)
	}
	return p, nil
}
