package storage

import "database/sql"

// What the tests outside the package look at.
const (
	SchemaVersion = schemaVersion
	QueueVersion  = queueVersion
)

// Raw is the connection pool below the store.
func Raw(db *DB) *sql.DB { return db.write }
