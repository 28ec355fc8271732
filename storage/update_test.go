package storage_test

import (
	"database/sql"
	"errors"
	"fmt"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"marketd/market"
	"marketd/storage"
	"marketd/storage/storagetest"
)

func TestUpdateRunsAgainWhenTheDatabaseAsks(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		code  string
		fails int // before it works
		runs  int
		ok    bool
	}{
		{"40001", 0, 1, true},
		{"40001", 2, 3, true},
		{"40P01", 4, 5, true},
		{"40001", 99, 5, false},
		{"23514", 1, 1, false}, // a breach of a check is no such request
	} {
		t.Run(fmt.Sprintf("%s fails %d times", tt.code, tt.fails), func(t *testing.T) {
			t.Parallel()
			db := storagetest.PostgresDB(t)
			runs := 0
			err := db.Update(t.Context(), func(w market.Writer) error {
				runs++
				if err := w.InsertInvite(t.Context(), market.Invite{Hash: "h"}); err != nil {
					return fmt.Errorf("an earlier run left something: %w", err)
				}
				if runs <= tt.fails {
					return fmt.Errorf("wrapped: %w", &pgconn.PgError{Code: tt.code})
				}
				return nil
			})
			if runs != tt.runs || (err == nil) != tt.ok {
				t.Errorf("ran %d times, %v; want %d, success %t", runs, err, tt.runs, tt.ok)
			}
		})
	}
}

// Another process that writes makes an update wait, not fail; a view never waits.
func TestWritersOfOtherProcessesAreWaitedFor(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, o storage.Options, _ func() *sql.DB) {
		db, other := storagetest.Open(t, o), storagetest.Open(t, o)
		held, release := make(chan struct{}), make(chan struct{})
		first := make(chan error, 1)
		go func() {
			first <- other.Update(t.Context(), func(w market.Writer) error {
				_, err := w.BumpCatalog(t.Context(), at)
				close(held)
				<-release
				return err
			})
		}()
		<-held
		second := make(chan error, 1)
		go func() {
			second <- db.Update(t.Context(), func(w market.Writer) error {
				got, err := w.BumpCatalog(t.Context(), at)
				if got.Revision != 2 {
					err = errors.Join(err, fmt.Errorf("revision %d, want 2", got.Revision))
				}
				return err
			})
		}()
		err := db.View(t.Context(), func(r market.Reader) error {
			got, err := r.CatalogRevision(t.Context())
			if got.Revision != 0 {
				t.Errorf("a view sees revision %d, which nobody committed", got.Revision)
			}
			return err
		})
		if err != nil {
			t.Errorf("view: %v", err)
		}
		select {
		case err := <-second:
			t.Errorf("the second update did not wait: %v", err)
		default:
		}
		close(release)
		if err := errors.Join(<-first, <-second); err != nil {
			t.Error(err)
		}
	})
}

func TestViewCannotWrite(t *testing.T) {
	t.Parallel()
	storagetest.Each(t, func(t *testing.T, db *storage.DB) {
		err := db.View(t.Context(), func(r market.Reader) error {
			return r.(market.Writer).InsertInvite(t.Context(), market.Invite{Hash: "h"})
		})
		if err == nil {
			t.Error("a view wrote")
		}
	})
}
