package storage_test

import (
	"context"
	"database/sql"
	"strings"
	"testing"
	"time"

	"marketd/market"
	"marketd/storage"
	"marketd/storage/storagetest"
)

func TestWritable(t *testing.T) {
	t.Parallel()
	storagetest.Each(t, func(t *testing.T, db *storage.DB) {
		if err := db.Writable(t.Context()); err != nil {
			t.Error(err)
		}
	})
}

// A disk that takes nothing more is stood in for by a connection that may not
// write: both are SQLite's refusal.
func TestWritableTellsOfADiskThatIsNot(t *testing.T) {
	t.Parallel()
	db := storagetest.SQLite(t)
	refuse := func(on string) {
		t.Helper()
		if _, err := storage.Raw(db).ExecContext(t.Context(), "PRAGMA query_only("+on+")"); err != nil {
			t.Fatal(err)
		}
	}
	refuse("1")
	if err := db.Writable(t.Context()); err == nil || !strings.Contains(err.Error(), "readonly") {
		t.Errorf("a database that refuses to write: %v", err)
	}
	refuse("0")
	if err := db.Writable(t.Context()); err != nil {
		t.Errorf("after it was mended: %v", err)
	}
}

func TestWritableWhenBusy(t *testing.T) {
	t.Parallel()
	db := storagetest.SQLite(t)
	err := db.Update(t.Context(), func(market.Writer) error {
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		defer cancel()
		return db.Writable(ctx)
	})
	if err != nil {
		t.Errorf("while a long update runs: %v", err)
	}
}

func TestSealedTokens(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, o storage.Options, _ func() *sql.DB) {
		db := storagetest.Open(t, o)
		if sealed, err := db.SealedTokens(t.Context()); len(sealed) != 0 || err != nil {
			t.Errorf("of an empty database: %q, %v", sealed, err)
		}
		err := db.Update(t.Context(), func(w market.Writer) error {
			if err := w.PutToken(t.Context(), "listing/a", []byte("\x00one")); err != nil {
				return err
			}
			return w.PutToken(t.Context(), "submission/b", []byte("\xfftwo"))
		})
		if err != nil {
			t.Fatal(err)
		}
		sealed, err := db.SealedTokens(t.Context())
		if err != nil || len(sealed) != 2 || len(sealed[0]) != 4 || len(sealed[1]) != 4 {
			t.Errorf("tokens %q, %v", sealed, err)
		}
	})
}
