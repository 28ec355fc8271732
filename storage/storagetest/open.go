package storagetest

import (
	"log/slog"
	"path/filepath"
	"testing"

	"marketd/storage"
)

// SQLite returns a new store in a temporary file, closed when the test ends.
func SQLite(t testing.TB) *storage.DB {
	t.Helper()
	return Open(t, storage.Options{Path: filepath.Join(t.TempDir(), "market.db")})
}

// PostgresDB returns a new store in a database of its own, closed when the test ends.
func PostgresDB(t testing.TB) *storage.DB {
	t.Helper()
	return Open(t, storage.Options{URL: PostgresMigrated(t)})
}

// Open opens a store that is closed when the test ends. What it logs goes to
// the test's output.
func Open(t testing.TB, o storage.Options) *storage.DB {
	t.Helper()
	if o.Log == nil {
		o.Log = slog.New(slog.NewTextHandler(t.Output(), &slog.HandlerOptions{Level: slog.LevelWarn}))
	}
	db, err := storage.Open(t.Context(), o)
	if err != nil {
		t.Fatalf("open the store: %v", err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Errorf("close the store: %v", err)
		}
	})
	return db
}

// Each runs f once on each engine.
func Each(t *testing.T, f func(t *testing.T, db *storage.DB)) {
	t.Helper()
	t.Run("SQLite", func(t *testing.T) { t.Parallel(); f(t, SQLite(t)) })
	t.Run("PostgreSQL", func(t *testing.T) { t.Parallel(); f(t, PostgresDB(t)) })
}
