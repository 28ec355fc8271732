package storage_test

import (
	"database/sql"
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib"

	"marketd/market"
	"marketd/storage"
	"marketd/storage/storagetest"
)

// engines gives each engine's options and a raw connection to the same database.
func engines(t *testing.T, f func(t *testing.T, o storage.Options, raw func() *sql.DB)) {
	t.Helper()
	run := func(name, driver string, options func(*testing.T) (storage.Options, string)) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o, dsn := options(t)
			f(t, o, func() *sql.DB { return openRaw(t, driver, dsn) })
		})
	}
	run("SQLite", "sqlite", func(t *testing.T) (storage.Options, string) {
		path := filepath.Join(t.TempDir(), "market.db")
		return storage.Options{Path: path}, path
	})
	run("PostgreSQL", "pgx", func(t *testing.T) (storage.Options, string) {
		url := storagetest.PostgresMigrated(t)
		return storage.Options{URL: url}, url
	})
}

func openRaw(t *testing.T, driver, dsn string) *sql.DB {
	t.Helper()
	db, err := sql.Open(driver, dsn)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	return db
}

func exec(t *testing.T, db *sql.DB, queries ...string) {
	t.Helper()
	for _, q := range queries {
		if _, err := db.ExecContext(t.Context(), q); err != nil {
			t.Fatalf("%s: %v", q, err)
		}
	}
}

func appendActs(t *testing.T, db *storage.DB, n int) {
	t.Helper()
	err := db.Update(t.Context(), func(w market.Writer) error {
		for i := range n {
			a := market.Act{At: time.Unix(int64(i), 999), Action: market.ActApproved, Object: "submission/1", Text: "好 \x00 \xff <b>", Rules: []string{}}
			if err := w.AppendAct(t.Context(), a); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestAuditLogOnlyGrows(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, o storage.Options, raw func() *sql.DB) {
		db := storagetest.Open(t, o)
		appendActs(t, db, 3)
		for _, q := range []string{"UPDATE act SET note = 'x' WHERE seq = 2", "DELETE FROM act WHERE seq = 3", "DELETE FROM act"} {
			if _, err := raw().ExecContext(t.Context(), q); err == nil || !strings.Contains(err.Error(), "append-only") {
				t.Errorf("%s: %v, want a refusal", q, err)
			}
		}
		if n, err := db.VerifyAudit(t.Context()); n != 3 || err != nil {
			t.Errorf("verify: %d acts, %v", n, err)
		}
	})
}

// Whoever gets past the triggers is found out by the chain.
func TestTamperedAuditLogIsFoundOut(t *testing.T) {
	t.Parallel()
	off := map[string][]string{
		"SQLite":     {"DROP TRIGGER act_no_update", "DROP TRIGGER act_no_delete"},
		"PostgreSQL": {"DROP TRIGGER act_no_update ON act", "DROP TRIGGER act_no_truncate ON act"},
	}
	for _, tt := range []struct {
		name, query string
		seq         int64
	}{
		{"text changed", "UPDATE act SET note = 'x' WHERE seq = 2", 2},
		{"instant changed", "UPDATE act SET at = at + 1 WHERE seq = 3", 3},
		{"rules changed", `UPDATE act SET rules = '["DSC-001"]' WHERE seq = 1`, 1},
		{"link changed", "UPDATE act SET prev = 'x' WHERE seq = 4", 4},
		{"hash changed", "UPDATE act SET hash = 'x' WHERE seq = 4", 4},
		{"removed in the middle", "DELETE FROM act WHERE seq = 3", 3},
		{"removed at the end", "DELETE FROM act WHERE seq = 5", 5},
		{"removed altogether", "DELETE FROM act", 1},
		{"added", "INSERT INTO act SELECT 6, at, actor, action, object, before_value, after_value, rules, note, ip, hash, hash FROM act WHERE seq = 5", 6},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			engines(t, func(t *testing.T, o storage.Options, raw func() *sql.DB) {
				db := storagetest.Open(t, o)
				appendActs(t, db, 5)
				exec(t, raw(), off[filepath.Base(t.Name())]...)
				exec(t, raw(), tt.query)
				_, err := db.VerifyAudit(t.Context())
				if broken, ok := errors.AsType[*storage.AuditBrokenError](err); !ok || broken.Seq != tt.seq {
					t.Errorf("verify: %v, want it broken at act %d", err, tt.seq)
				}
			})
		})
	}
}

// The hash is part of the format: other programs check it.
func TestActHash(t *testing.T) {
	t.Parallel()
	a := market.Act{
		Seq: 7, At: time.Date(2026, 11, 30, 9, 0, 0, 123456000, time.UTC), Actor: "a", Action: market.ActApproved,
		Object: "submission/1", Before: "in_review", After: "approved", Rules: []string{"DSC-003"}, Text: "好 <b>",
		Prev: strings.Repeat("0", 64), Hash: "does not count",
	}
	got, err := storage.ActHash(a)
	const want = "9c8ca9b19b3fb4a1aa701cdbf9fb1168da9e15f8a8c32d4bef2667a8849949df"
	if err != nil || got != want {
		t.Errorf("hash %s, %v; want %s", got, err, want)
	}
}
