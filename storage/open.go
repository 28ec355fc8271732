package storage

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver"
)

// Options say where the market is kept.
type Options struct {
	Path    string       // SQLite file, made when it is not there; ignored when URL is set
	URL     string       // PostgreSQL, "postgres://user:password@host/database"
	Purpose Purpose      // what it must be for; AnyPurpose takes it as it is
	Log     *slog.Logger // nil: silent
}

// DB is an open database. It is a [market.Store].
type DB struct {
	write  *sql.DB // SQLite: one connection, so that writers queue here and not in SQLite
	read   *sql.DB
	engine engine
	log    *slog.Logger
	wakes  *wakes
	queue  *river.Client[*sql.Tx] // inserts only
	driver riverdriver.Driver[*sql.Tx]

	turns    chan struct{} // taken by updates before they take a connection
	readOnly bool
}

// updaters is how many updates hold a connection: the one that runs, and the
// one that waits for the database to let it. The others wait here, where they
// keep no connection from reads, sessions and jobs.
const updaters = 2

// engine is what SQLite and PostgreSQL do differently.
type engine interface {
	name() string
	// begin readies a write transaction; see the package comment's first promise.
	begin(ctx context.Context, tx *sql.Tx) error
	viewOptions() *sql.TxOptions
	// next is the placeholder of the n-th argument in a statement that uses each
	// once and in order, of which there may be a thousand.
	next(n int) string
	// unique reports whether err is a breach of a unique constraint or key.
	unique(err error) bool
	// hasTable is the query of whether there is a table with the name $1.
	hasTable() string
	// again reports whether the database asks for the transaction to be run once more.
	again(err error) bool
	driver(write *sql.DB) riverdriver.Driver[*sql.Tx]
	// exclusively runs f while no other process migrates the database.
	exclusively(ctx context.Context, db *sql.DB, f func() error) error
	// backup keeps a copy of the database before its schema moves on from version.
	backup(ctx context.Context, db *sql.DB, version int64) (string, error)
}

// Open opens the database and brings its schema up to date. An error names the
// engine and what to do, never a password. A schema newer than this program
// knows is [ErrNewerSchema]; a database for something else than o.Purpose is a
// [*PurposeError]. With either nothing was changed.
func Open(ctx context.Context, o Options) (*DB, error) {
	db := newDB(o)
	var err error
	if o.URL != "" {
		err = db.openPostgres(o.URL)
	} else {
		err = db.openSQLite(o.Path)
	}
	if err != nil {
		return nil, err
	}
	if err := db.ready(ctx, o.Purpose); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return db, nil
}

func newDB(o Options) *DB {
	return &DB{log: cmp.Or(o.Log, slog.New(slog.DiscardHandler)), wakes: newWakes(), turns: make(chan struct{}, updaters)}
}

func (db *DB) ready(ctx context.Context, want Purpose) error {
	if err := db.reach(ctx); err != nil {
		return err
	}
	db.driver = wakingDriver{db.engine.driver(db.write), db.wakes}
	if err := db.migrate(ctx, want); err != nil {
		return err
	}
	if err := db.claim(ctx, want); err != nil {
		return err
	}
	var err error
	db.queue, err = river.NewClient(db.driver, &river.Config{Logger: db.log})
	if err != nil {
		return fmt.Errorf("storage: job queue: %w", err)
	}
	return nil
}

// reach makes the first connection. SQLite does not wait for a lock when a new
// file becomes a WAL one, so that is asked again.
func (db *DB) reach(ctx context.Context) error {
	for wait := 5 * time.Millisecond; ; wait *= 2 {
		err := db.write.PingContext(ctx)
		if err == nil {
			return nil
		}
		if wait > time.Second || !db.engine.again(err) {
			return fmt.Errorf("storage: cannot reach the %s database: %w", db.engine.name(), err)
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("storage: cannot reach the %s database: %w", db.engine.name(), ctx.Err())
		case <-time.After(wait):
		}
	}
}

// Ping reports whether the database answers.
func (db *DB) Ping(ctx context.Context) error {
	var one int
	if err := db.read.QueryRowContext(ctx, "SELECT 1").Scan(&one); err != nil {
		return fmt.Errorf("storage: ping %s: %w", db.engine.name(), err)
	}
	return nil
}

// Close ends every connection. Transactions that still run are rolled back.
func (db *DB) Close() error {
	if db.read == db.write {
		return db.write.Close()
	}
	return errors.Join(db.read.Close(), db.write.Close())
}
