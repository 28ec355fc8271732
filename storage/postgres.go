package storage

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/riverqueue/river/riverdriver"
	"github.com/riverqueue/river/riverdriver/riverdatabasesql"
)

// Keys of the advisory locks, one number space per database.
const (
	updateLock  = 0x6d61726b65740001 // held by every update until it ends
	migrateLock = 0x6d61726b65740002 // held by the process that migrates
)

// SQLSTATE codes (PostgreSQL, Appendix A).
const (
	uniqueViolation      = "23505"
	serializationFailure = "40001"
	deadlockDetected     = "40P01"
)

// postgresName is what the engine calls itself.
const postgresName = "PostgreSQL"

type postgresEngine struct{}

func (db *DB) openPostgres(url string) error {
	c, err := pgx.ParseConfig(url)
	if err != nil {
		// The parser's error quotes the URL; what it leaves readable is not ours to bet on.
		return errors.New("storage: the database URL cannot be read: write postgres://user:password@host:5432/database?sslmode=…")
	}
	c.RuntimeParams["timezone"] = "UTC" // goose's instants have no zone
	db.write = stdlib.OpenDB(*c)
	db.write.SetMaxOpenConns(16)
	db.write.SetMaxIdleConns(4)
	db.write.SetConnMaxIdleTime(time.Minute)
	db.read = db.write
	db.engine = postgresEngine{}
	return nil
}

func (postgresEngine) name() string { return postgresName }

// begin serialises updates as SQLite does, so that one that checks and then
// writes is right on both engines, and the audit chain's writers never fail
// each other. READ COMMITTED lets every statement after the wait see what the
// update before committed.
func (postgresEngine) begin(ctx context.Context, tx *sql.Tx) error {
	_, err := tx.ExecContext(ctx, "SELECT pg_advisory_xact_lock($1)", int64(updateLock))
	return err
}

func (postgresEngine) viewOptions() *sql.TxOptions {
	return &sql.TxOptions{ReadOnly: true, Isolation: sql.LevelRepeatableRead}
}

func (postgresEngine) next(n int) string { return "$" + strconv.Itoa(n) }

func (postgresEngine) hasTable() string { return "SELECT to_regclass($1) IS NOT NULL" }

func (postgresEngine) unique(err error) bool { return sqlState(err) == uniqueViolation }

func (postgresEngine) again(err error) bool {
	s := sqlState(err)
	return s == serializationFailure || s == deadlockDetected
}

func sqlState(err error) string {
	if e, ok := errors.AsType[*pgconn.PgError](err); ok {
		return e.Code
	}
	return ""
}

func (postgresEngine) driver(write *sql.DB) riverdriver.Driver[*sql.Tx] {
	return riverdatabasesql.New(write)
}

func (postgresEngine) exclusively(ctx context.Context, db *sql.DB, f func() error) error {
	conn, err := db.Conn(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close() }()
	if _, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", int64(migrateLock)); err != nil {
		return fmt.Errorf("storage: waiting for another process to migrate: %w", err)
	}
	defer func() {
		_, _ = conn.ExecContext(context.WithoutCancel(ctx), "SELECT pg_advisory_unlock($1)", int64(migrateLock))
	}()
	return f()
}

// backup leaves a server's backups to its operator.
func (postgresEngine) backup(context.Context, *sql.DB, int64) (string, error) { return "", nil }
