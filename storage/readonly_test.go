package storage_test

import (
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"marketd/market"
	"marketd/storage"
	"marketd/storage/storagetest"
)

func openReadOnly(t *testing.T, o storage.Options) *storage.DB {
	t.Helper()
	db, err := storage.OpenReadOnly(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	return db
}

func TestReadOnlyReadsAndNeverWrites(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, o storage.Options, _ func() *sql.DB) {
		appendActs(t, storagetest.Open(t, o), 3) // and stays open, as a market that serves does
		db := openReadOnly(t, o)
		if n, err := db.VerifyAudit(t.Context()); n != 3 || err != nil {
			t.Errorf("verify: %d, %v", n, err)
		}
		steps, err := db.MigrationStatus(t.Context())
		if err != nil || int64(len(steps)) != storage.SchemaVersion || steps[len(steps)-1].AppliedAt.IsZero() {
			t.Errorf("steps: %+v, %v", steps, err)
		}
		if err := db.Update(t.Context(), func(market.Writer) error { return nil }); err == nil {
			t.Error("an update began")
		}
		if err := db.PutSetting(t.Context(), "x", "y"); err == nil {
			t.Error("a setting was put")
		}
		if _, err := storage.Raw(db).ExecContext(t.Context(), "DELETE FROM catalog"); err == nil && o.Path != "" {
			t.Error("below the store it writes")
		}
	})
}

// An old schema is looked at, not brought up to date.
func TestReadOnlyMigratesNothing(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "market.db")
	if err := opening(t.Context(), storage.Options{Path: path}, storage.AnyPurpose); err != nil {
		t.Fatal(err)
	}
	raw := openRaw(t, "sqlite", path)
	exec(t, raw, "DELETE FROM goose_db_version WHERE version_id > 1")
	if err := raw.Close(); err != nil {
		t.Fatal(err)
	}
	before := listed(t, filepath.Dir(path))
	for range 2 {
		db, err := storage.OpenReadOnly(t.Context(), storage.Options{Path: path})
		if err != nil {
			t.Fatal(err)
		}
		steps, err := db.MigrationStatus(t.Context())
		if err != nil || steps[0].AppliedAt.IsZero() || !steps[1].AppliedAt.IsZero() {
			t.Errorf("steps: %+v, %v; want the first alone made", steps, err)
		}
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if after := listed(t, filepath.Dir(path)); after != before {
		t.Errorf("the folder has %s, had %s", after, before)
	}
}

func TestReadOnlyMakesNothing(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	empty := filepath.Join(dir, "empty.db")
	if err := os.WriteFile(empty, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	before := listed(t, dir)
	for name, o := range map[string]storage.Options{
		"no file":        {Path: filepath.Join(dir, "market.db")},
		"no folder":      {Path: filepath.Join(dir, "not", "there", "market.db")},
		"an empty file":  {Path: empty},
		"a new database": {URL: storagetest.Postgres(t)},
	} {
		_, err := storage.OpenReadOnly(t.Context(), o)
		if !errors.Is(err, storage.ErrNoDatabase) {
			t.Errorf("%s: %v, want ErrNoDatabase", name, err)
		}
	}
	for name, o := range map[string]storage.Options{
		"nothing": {}, "a folder": {Path: dir}, "no URL": {URL: "postgres://u:s3cret@h:port/x"},
	} {
		if db, err := storage.OpenReadOnly(t.Context(), o); err == nil {
			_ = db.Close()
			t.Errorf("%s opens", name)
		}
	}
	if after := listed(t, dir); after != before {
		t.Errorf("the folder has %s, had %s", after, before)
	}
}

// listed names what is in the folder, with sizes.
func listed(t *testing.T, dir string) string {
	t.Helper()
	files, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var s string
	for _, f := range files {
		info, err := f.Info()
		if err != nil {
			t.Fatal(err)
		}
		s += info.Name() + " " + info.ModTime().String() + "\n"
	}
	return s
}
