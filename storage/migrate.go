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
	schemaVersion = 13
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
	var out []Migration
	for _, s := range p.ListSources() { // goose's own status would make its table
		out = append(out, Migration{Version: s.Version, Name: s.Path})
	}
	there, err := db.hasTable(ctx, ownTable)
	if err != nil || !there {
		return out, err
	}
	applied, err := db.applied(ctx)
	if err != nil {
		return nil, fmt.Errorf("storage: migration status: %w", err)
	}
	for i := range out {
		out[i].AppliedAt = applied[out[i].Version]
	}
	return out, nil
}

func (db *DB) applied(ctx context.Context) (map[int64]time.Time, error) {
	rows, err := db.read.QueryContext(ctx, "SELECT version_id, tstamp FROM "+ownTable+" WHERE is_applied")
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	at := map[int64]time.Time{}
	for rows.Next() {
		var version int64
		var when time.Time
		if err := rows.Scan(&version, &when); err != nil {
			return nil, err
		}
		at[version] = when.UTC()
	}
	return at, rows.Err()
}

// migrate brings both schemas up to date. The usual case, nothing to do, costs
// four small queries.
func (db *DB) migrate(ctx context.Context, want Purpose) error {
	have, err := db.schemas(ctx)
	if errors.Is(err, ErrNewerSchema) || err == nil && have.current() {
		return err
	}
	// Any other error may be another process half-way through: it counts only
	// once nobody else migrates.
	return db.engine.exclusively(ctx, db.write, func() error { return db.migrateFrom(ctx, want) })
}

func (db *DB) migrateFrom(ctx context.Context, want Purpose) error {
	have, err := db.schemas(ctx) // again: another process may have been first
	if err != nil || have.current() {
		return err
	}
	if have.own > 0 {
		if err := db.admits(ctx, want); err != nil {
			return err
		}
		to, err := db.engine.backup(ctx, db.write, have.own)
		if err != nil {
			return err
		}
		db.log.InfoContext(ctx, "migrating the database", "from", have.own, "to", schemaVersion, "backup", to)
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

// Where goose and River note their versions.
const (
	ownTable   = "goose_db_version"
	queueTable = "river_migration"
)

// schemas are the versions of the market's schema and River's, 0 for one that
// is not there at all.
type schemas struct{ own, queue int64 }

func (s schemas) current() bool { return s == schemas{schemaVersion, queueVersion} }

// schemas reads the versions; ones that this program does not know are
// [ErrNewerSchema]. It asks without goose and River: their own look costs
// milliseconds, and makes tables.
func (db *DB) schemas(ctx context.Context) (have schemas, err error) {
	for _, s := range []struct {
		version      *int64
		table, query string
	}{
		{&have.own, ownTable, "SELECT COALESCE(MAX(version_id), 0) FROM " + ownTable + " WHERE is_applied"},
		{&have.queue, queueTable, "SELECT COALESCE(MAX(version), 0) FROM " + queueTable + " WHERE line = 'main'"},
	} {
		there, err := db.hasTable(ctx, s.table)
		if err != nil {
			return have, err
		}
		if !there {
			continue
		}
		if err := db.read.QueryRowContext(ctx, s.query).Scan(s.version); err != nil {
			return have, fmt.Errorf("storage: schema version: %w", err)
		}
	}
	if have.own > schemaVersion || have.queue > queueVersion {
		return have, fmt.Errorf("storage: %w (schema %d with queue %d, this release knows up to %d with %d)",
			ErrNewerSchema, have.own, have.queue, schemaVersion, queueVersion)
	}
	return have, nil
}

func (db *DB) hasTable(ctx context.Context, name string) (there bool, err error) {
	if err := db.read.QueryRowContext(ctx, db.engine.hasTable(), name).Scan(&there); err != nil {
		return false, fmt.Errorf("storage: schema: %w", err)
	}
	return there, nil
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
	skip, err := fs.Glob(files, "*"+others) // 00003_byte_order.sqlite.sql is SQLite's alone
	if err != nil {
		return nil, fmt.Errorf("storage: migrations: %w", err)
	}
	p, err := goose.NewProvider(dialect, db.write, files, goose.WithExcludeNames(skip), goose.WithLogger(goose.NopLogger()))
	if err != nil {
		return nil, fmt.Errorf("storage: migrations: %w", err)
	}
	return p, nil
}
