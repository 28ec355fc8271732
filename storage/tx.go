package storage

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"marketd/market"
)

var _ market.Store = (*DB)(nil)

// attempts bounds how often an update is run when the database asks for it
// again; each SQLite attempt has already waited five seconds for the lock.
const attempts = 5

// tx is one transaction, as a [market.Writer]. In a view its writing methods
// fail in the database.
type tx struct {
	db *DB
	tx *sql.Tx

	wake  []string    // kinds of the jobs to work once committed
	later []time.Time // when other jobs are due
}

var _ market.Writer = (*tx)(nil)

// View runs f on one state of the database.
func (db *DB) View(ctx context.Context, f func(market.Reader) error) error {
	return db.view(ctx, func(t *tx) error { return f(t) })
}

func (db *DB) view(ctx context.Context, f func(*tx) error) error {
	t, err := db.read.BeginTx(ctx, db.engine.viewOptions())
	if err != nil {
		return fmt.Errorf("storage: begin view: %w", err)
	}
	defer func() { _ = t.Rollback() }() // nothing to keep
	return f(&tx{db: db, tx: t})
}

// Update runs f in a transaction that commits when f returns nil and is rolled
// back when f fails or panics. An update within f would wait for itself.
func (db *DB) Update(ctx context.Context, f func(market.Writer) error) error {
	return db.update(ctx, func(t *tx) error { return f(t) })
}

func (db *DB) update(ctx context.Context, f func(*tx) error) error {
	for n := 1; ; n++ {
		err := db.updateOnce(ctx, f)
		if err == nil || n == attempts || !db.engine.again(err) {
			return err
		}
		db.log.DebugContext(ctx, "transaction is run again", "attempt", n, "cause", err)
		select {
		case <-ctx.Done():
			return errors.Join(ctx.Err(), err)
		case <-time.After(time.Duration(n) * (5*time.Millisecond + rand.N(20*time.Millisecond))): //nolint:gosec // spreads retries, guards nothing
		}
	}
}

func (db *DB) updateOnce(ctx context.Context, f func(*tx) error) error {
	if db.readOnly {
		return errReadOnly
	}
	select {
	case db.turns <- struct{}{}:
		defer func() { <-db.turns }()
	case <-ctx.Done():
		return fmt.Errorf("storage: begin update: %w", ctx.Err())
	}
	sqlTx, err := db.write.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("storage: begin update: %w", err)
	}
	defer func() { _ = sqlTx.Rollback() }() // does nothing after the commit; covers a panic
	if err := db.engine.begin(ctx, sqlTx); err != nil {
		return fmt.Errorf("storage: begin update: %w", err)
	}
	t := &tx{db: db, tx: sqlTx}
	if err := f(t); err != nil {
		return err
	}
	if err := sqlTx.Commit(); err != nil {
		return fmt.Errorf("storage: commit: %w", err)
	}
	for _, kind := range t.wake {
		db.wakes.inserted(kind)
	}
	for _, at := range t.later {
		db.wakes.scheduled(at)
	}
	return nil
}

// exec runs a statement and returns how many rows it touched.
func (t *tx) exec(ctx context.Context, query string, args ...any) (int64, error) {
	r, err := t.tx.ExecContext(ctx, query, storable(args)...)
	if err != nil {
		return 0, fmt.Errorf("storage: %w", err)
	}
	return r.RowsAffected()
}

// insert runs an INSERT … ON CONFLICT DO NOTHING and reports whether the row is new.
func (t *tx) insert(ctx context.Context, query string, args ...any) (bool, error) {
	n, err := t.exec(ctx, query, args...)
	return n > 0, err
}

// row is what both *sql.Row and *sql.Rows can do.
type row interface{ Scan(dest ...any) error }

// one reads the single row of a query with scan, or returns absent.
func one[T any](ctx context.Context, t *tx, absent error, scan func(row) (T, error), query string, args ...any) (T, error) {
	v, err := scan(t.tx.QueryRowContext(ctx, query, storable(args)...))
	if errors.Is(err, sql.ErrNoRows) {
		var zero T
		return zero, absent
	}
	if err != nil {
		return v, fmt.Errorf("storage: %w", err)
	}
	return v, nil
}

// all reads every row of a query with scan.
func all[T any](ctx context.Context, t *tx, scan func(row) (T, error), query string, args ...any) ([]T, error) {
	rows, err := t.tx.QueryContext(ctx, query, storable(args)...)
	if err != nil {
		return nil, fmt.Errorf("storage: %w", err)
	}
	defer func() { _ = rows.Close() }()
	var out []T
	for rows.Next() {
		v, err := scan(rows)
		if err != nil {
			return nil, fmt.Errorf("storage: %w", err)
		}
		out = append(out, v)
	}
	if err := rows.Err(); err != nil {
		return nil, fmt.Errorf("storage: %w", err)
	}
	return out, nil
}
