package storage

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"time"

	"github.com/riverqueue/river/riverdriver"
	"github.com/riverqueue/river/riverdriver/riversqlite"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// readers is how many SQLite reads run at once. Each connection has its own
// page cache, so idle ones are let go.
const readers = 4

type sqliteEngine struct{ path string }

func (db *DB) openSQLite(path string) error {
	if path == "" {
		return errors.New("storage: no database: give the path of an SQLite file or a PostgreSQL URL")
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return fmt.Errorf("storage: cannot make the folder for the database: %w", err)
	}
	if err := private(path); err != nil {
		return fmt.Errorf("storage: cannot make the database: %w", err)
	}
	var err error
	if db.write, err = sqlitePool(path, pragmas+"&_txlock=immediate"); err != nil {
		return err
	}
	if db.read, err = sqlitePool(path, pragmas+"&_pragma=query_only(1)"); err != nil {
		return err
	}
	db.write.SetMaxOpenConns(1)
	db.read.SetMaxOpenConns(readers)
	db.read.SetMaxIdleConns(readers)
	db.read.SetConnMaxIdleTime(time.Minute)
	db.engine = sqliteEngine{path}
	return nil
}

// private makes the file, empty, for its owner's eyes only: it will hold password
// hashes. SQLite gives its other files the same mode.
func private(path string) error {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return err
	}
	return f.Close()
}

// pragmas hold on every connection. busy_timeout comes first: changing the
// journal mode may have to wait too.
const pragmas = "_pragma=busy_timeout(5000)&_pragma=journal_mode(WAL)&_pragma=foreign_keys(1)&_pragma=synchronous(NORMAL)"

func sqlitePool(path, query string) (*sql.DB, error) {
	c, err := sqlite.NewConnector("file:" + (&url.URL{Path: path}).EscapedPath() + "?" + query)
	if err != nil {
		return nil, fmt.Errorf("storage: %s is no path for SQLite: %w", path, err)
	}
	return sql.OpenDB(c), nil
}

func (sqliteEngine) name() string { return "SQLite" }

// begin has nothing to do: BEGIN IMMEDIATE took the only write lock.
func (sqliteEngine) begin(context.Context, *sql.Tx) error { return nil }

func (sqliteEngine) viewOptions() *sql.TxOptions { return &sql.TxOptions{ReadOnly: true} }

// next has no number: to SQLite $1 is a name, and it looks each one up among all.
func (sqliteEngine) next(int) string { return "?" }

func (sqliteEngine) hasTable() string {
	return "SELECT EXISTS (SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = $1)"
}

func (sqliteEngine) unique(err error) bool {
	e, ok := errors.AsType[*sqlite.Error](err)
	return ok && (e.Code() == sqlite3.SQLITE_CONSTRAINT_UNIQUE || e.Code() == sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY)
}

// again looks at the low byte: SQLITE_BUSY has extended codes.
func (sqliteEngine) again(err error) bool {
	e, ok := errors.AsType[*sqlite.Error](err)
	return ok && e.Code()&0xff == sqlite3.SQLITE_BUSY
}

func (sqliteEngine) driver(write *sql.DB) riverdriver.Driver[*sql.Tx] { return riversqlite.New(write) }

// exclusively locks an empty database beside the real one, which the migration
// itself must be able to lock and let go. The file stays, without a byte in it:
// removing it would fail those who wait.
func (e sqliteEngine) exclusively(ctx context.Context, _ *sql.DB, f func() error) error {
	path := e.path + ".migrating"
	if err := private(path); err != nil {
		return fmt.Errorf("storage: cannot lock the database for migrating: %w", err)
	}
	lock, err := sqlitePool(path, "_pragma=busy_timeout(60000)&_txlock=exclusive")
	if err != nil {
		return err
	}
	defer func() { _ = lock.Close() }()
	tx, err := lock.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("storage: waiting for another process to migrate: %w", err)
	}
	defer func() { _ = tx.Rollback() }()
	return f()
}

// backup copies the file beside itself, defragmented and consistent.
func (e sqliteEngine) backup(ctx context.Context, db *sql.DB, version int64) (string, error) {
	to := fmt.Sprintf("%s.before-schema-%d.%s", e.path, version+1, time.Now().UTC().Format("20060102T150405.000"))
	err := private(to)
	if err == nil {
		_, err = db.ExecContext(ctx, "VACUUM INTO $1", to)
	}
	if err != nil {
		return "", fmt.Errorf("storage: cannot back the database up to %s before migrating it: %w", to, err)
	}
	return to, nil
}
