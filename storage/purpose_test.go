package storage_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"

	"marketd/market"
	"marketd/storage"
	"marketd/storage/storagetest"
)

// opening opens the database for a purpose and closes it again.
func opening(ctx context.Context, o storage.Options, p storage.Purpose) error {
	o.Purpose = p
	db, err := storage.Open(ctx, o)
	if err != nil {
		return err
	}
	return db.Close()
}

func TestFirstOpeningSettlesThePurpose(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, o storage.Options, raw func() *sql.DB) {
		for _, first := range []storage.Purpose{storage.ForDemo, storage.ForMarket} {
			for _, step := range []struct {
				purpose storage.Purpose
				ok      bool
			}{
				{storage.AnyPurpose, true}, // settles nothing
				{first, true},
				{first, true},
				{storage.AnyPurpose, true},
				{other(first), false},
				{first, true},
			} {
				err := opening(t.Context(), o, step.purpose)
				if step.ok != (err == nil) {
					t.Errorf("first for a %s, then for %q: %v", first, step.purpose, err)
				}
				e, is := errors.AsType[*storage.PurposeError](err)
				if !step.ok && (!is || e.Is != first || e.Wanted != step.purpose) {
					t.Errorf("first for a %s, then for %q: %v says %+v", first, step.purpose, err, e)
				}
			}
			exec(t, raw(), "DELETE FROM setting")
		}
	})
}

func other(p storage.Purpose) storage.Purpose {
	if p == storage.ForDemo {
		return storage.ForMarket
	}
	return storage.ForDemo
}

// What holds anything and was never claimed is a market's, whoever comes first.
func TestUsedDatabaseIsAMarkets(t *testing.T) {
	t.Parallel()
	for name, use := range map[string]func(context.Context, market.Writer) error{
		"an account": func(ctx context.Context, w market.Writer) error {
			return w.InsertAccount(ctx, market.Account{ID: "a", Email: "a@market.test"})
		},
		"an invite": func(ctx context.Context, w market.Writer) error {
			return w.InsertInvite(ctx, market.Invite{Hash: "h"})
		},
		"an act": func(ctx context.Context, w market.Writer) error {
			return w.AppendAct(ctx, market.Act{Action: market.ActApproved})
		},
		"a submission": func(ctx context.Context, w market.Writer) error {
			return w.InsertSubmission(ctx, market.Submission{ID: "s", ListingID: "l"})
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			engines(t, func(t *testing.T, o storage.Options, _ func() *sql.DB) {
				db := storagetest.Open(t, o)
				if err := db.Update(t.Context(), func(w market.Writer) error { return use(t.Context(), w) }); err != nil {
					t.Fatal(err)
				}
				err := opening(t.Context(), o, storage.ForDemo)
				if e, ok := errors.AsType[*storage.PurposeError](err); !ok || e.Is != storage.ForMarket {
					t.Errorf("for a demo: %v", err)
				}
				if err := opening(t.Context(), o, storage.ForMarket); err != nil {
					t.Errorf("for a market: %v", err)
				}
			})
		})
	}
}

// A refused database is not migrated either.
func TestRefusedDatabaseStaysAsItIs(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "market.db")
	o := storage.Options{Path: path}
	if err := opening(t.Context(), o, storage.ForMarket); err != nil {
		t.Fatal(err)
	}
	raw := openRaw(t, "sqlite", path)
	exec(t, raw, "DROP TRIGGER act_no_update", "DROP TRIGGER act_no_delete", "DELETE FROM goose_db_version WHERE version_id > 1")
	if err := opening(t.Context(), o, storage.ForDemo); err == nil {
		t.Error("a demo opens a market's database")
	}
	var version int
	if err := raw.QueryRowContext(t.Context(), "SELECT MAX(version_id) FROM goose_db_version").Scan(&version); err != nil || version != 1 {
		t.Errorf("the schema is at %d, %v; want 1 as before", version, err)
	}
}

// Of a demo and a market that start at once on a new database one is refused.
func TestPurposesRaceForANewDatabase(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, o storage.Options, _ func() *sql.DB) {
		var wg sync.WaitGroup
		var won [2]atomic.Int32
		for n := range 6 {
			wg.Go(func() {
				err := opening(t.Context(), o, []storage.Purpose{storage.ForDemo, storage.ForMarket}[n%2])
				if _, refused := errors.AsType[*storage.PurposeError](err); err != nil && !refused {
					t.Error(err)
				} else if err == nil {
					won[n%2].Add(1)
				}
			})
		}
		wg.Wait()
		if got := fmt.Sprint(won[0].Load(), won[1].Load()); got != "3 0" && got != "0 3" {
			t.Errorf("demos and markets that opened: %s", got)
		}
	})
}

func TestSettings(t *testing.T) {
	t.Parallel()
	storagetest.Each(t, func(t *testing.T, db *storage.DB) {
		if v, found, err := db.Setting(t.Context(), "x"); v != "" || found || err != nil {
			t.Errorf("before: %q, %t, %v", v, found, err)
		}
		for _, want := range []string{"one", "", `{"二": 2}`} {
			if err := db.PutSetting(t.Context(), "x", want); err != nil {
				t.Fatal(err)
			}
			if v, found, err := db.Setting(t.Context(), "x"); v != want || !found || err != nil {
				t.Errorf("got %q, %t, %v; want %q", v, found, err, want)
			}
		}
	})
}
