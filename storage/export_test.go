package storage

import (
	"context"
	"database/sql"
)

// What the tests outside the package look at.
const (
	SchemaVersion = schemaVersion
	QueueVersion  = queueVersion
)

// MigrateLocked is the part of a migration that runs under its lock.
func MigrateLocked(ctx context.Context, db *DB) error { return db.migrateFrom(ctx, AnyPurpose) }

// Raw is the connection pool below the store.
func Raw(db *DB) *sql.DB { return db.write }

// HasManyWriters reports whether a write need not wait for the update that runs.
func HasManyWriters(db *DB) bool { return db.engine.name() == postgresName }
