package storage_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

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

// One update is held and many wait: reads, sessions and the queue's own
// queries go on, for none of those who wait keeps a connection from them.
func TestWaitingUpdatesKeepNothingFromReads(t *testing.T) {
	t.Parallel()
	const waiting = 50
	storagetest.Each(t, func(t *testing.T, db *storage.DB) {
		ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
		defer cancel()
		held, release := make(chan struct{}), make(chan struct{})
		done := make(chan error, waiting+1)
		go func() {
			done <- db.Update(ctx, func(market.Writer) error {
				close(held)
				<-release
				return nil
			})
		}()
		<-held
		var begun sync.WaitGroup
		for range waiting {
			begun.Add(1)
			go func() {
				begun.Done()
				done <- db.Update(ctx, func(w market.Writer) error {
					_, err := w.BumpCatalog(ctx, at)
					return err
				})
			}()
		}
		begun.Wait()
		sessions := storage.NewSessions(db, &hands{at})
		for range 100 {
			err := db.View(ctx, func(r market.Reader) error {
				_, err := r.CatalogRevision(ctx)
				return err
			})
			_, _, found := sessions.FindCtx(ctx, "t")
			if err := errors.Join(err, found, db.Ping(ctx)); err != nil {
				t.Fatalf("a read waits for updates: %v", err)
			}
		}
		if storage.HasManyWriters(db) {
			if err := sessions.CommitCtx(ctx, "t", []byte("x"), at); err != nil {
				t.Errorf("a session waits for updates: %v", err)
			}
		}
		close(release)
		for range waiting + 1 {
			if err := <-done; err != nil {
				t.Error(err)
			}
		}
		err := db.View(ctx, func(r market.Reader) error {
			got, err := r.CatalogRevision(ctx)
			if got.Revision != waiting {
				t.Errorf("%d updates were made, want %d", got.Revision, waiting)
			}
			return err
		})
		if err != nil {
			t.Error(err)
		}
	})
}

func TestWaitingUpdateGivesUpWithItsContext(t *testing.T) {
	t.Parallel()
	storagetest.Each(t, func(t *testing.T, db *storage.DB) {
		held, release := make(chan struct{}), make(chan struct{})
		first := make(chan error, 1)
		go func() {
			first <- db.Update(t.Context(), func(market.Writer) error {
				close(held)
				<-release
				return nil
			})
		}()
		<-held
		ctx, cancel := context.WithCancel(t.Context())
		given := make(chan error, 5)
		for range cap(given) {
			go func() { given <- db.Update(ctx, func(market.Writer) error { return nil }) }()
		}
		cancel()
		for range cap(given) {
			if err := <-given; err == nil || ctx.Err() == nil {
				t.Errorf("an update without time: %v", err)
			}
		}
		close(release)
		if err := <-first; err != nil {
			t.Error(err)
		}
	})
}
