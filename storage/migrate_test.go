package storage_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/riverqueue/river/rivermigrate"

	"marketd/market"
	"marketd/storage"
	"marketd/storage/storagetest"
)

func TestMigrationStatusListsEveryStep(t *testing.T) {
	t.Parallel()
	storagetest.Each(t, func(t *testing.T, db *storage.DB) {
		steps, err := db.MigrationStatus(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for i, s := range steps {
			if s.Version != int64(i+1) || s.AppliedAt.IsZero() || !strings.HasSuffix(s.Name, ".sql") {
				t.Errorf("step %d: %+v", i, s)
			}
		}
		if got := int64(len(steps)); got != storage.SchemaVersion {
			t.Errorf("%d steps, but the program knows the schema up to %d", got, storage.SchemaVersion)
		}
	})
}

// The version that the quick check at start compares with is River's newest.
func TestQueueVersionIsRivers(t *testing.T) {
	t.Parallel()
	storagetest.Each(t, func(t *testing.T, db *storage.DB) {
		m, err := rivermigrate.New(db.QueueDriver(), nil)
		if err != nil {
			t.Fatal(err)
		}
		all := m.AllVersions()
		if newest := all[len(all)-1].Version; newest != storage.QueueVersion {
			t.Errorf("River is at %d, QueueVersion says %d", newest, storage.QueueVersion)
		}
	})
}

func TestNewerSchemaIsRefused(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, o storage.Options, raw func() *sql.DB) {
		_ = storagetest.Open(t, o)
		exec(t, raw(), fmt.Sprintf("INSERT INTO goose_db_version (version_id, is_applied) VALUES (%d, TRUE)", storage.SchemaVersion+1))
		refused(t, o, storage.ErrNewerSchema)
	})
}

func TestNewerQueueIsRefused(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, o storage.Options, raw func() *sql.DB) {
		_ = storagetest.Open(t, o)
		exec(t, raw(), fmt.Sprintf("INSERT INTO river_migration (line, version) VALUES ('main', %d)", storage.QueueVersion+1))
		refused(t, o, storage.ErrNewerSchema)
	})
}

// refused wants every way of opening to fail with the error.
func refused(t *testing.T, o storage.Options, want error) {
	t.Helper()
	for name, open := range map[string]func(context.Context, storage.Options) (*storage.DB, error){
		"open": storage.Open, "open for reading": storage.OpenReadOnly,
	} {
		db, err := open(t.Context(), o)
		if err == nil {
			_ = db.Close()
		}
		if !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", name, err, want)
		}
	}
}

// A newer release may be first while this one waits for the lock.
func TestNewerSchemaIsRefusedUnderTheLock(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, o storage.Options, raw func() *sql.DB) {
		db := storagetest.Open(t, o)
		exec(t, raw(), fmt.Sprintf("INSERT INTO goose_db_version (version_id, is_applied) VALUES (%d, TRUE)", storage.SchemaVersion+1))
		if err := storage.MigrateLocked(t.Context(), db); !errors.Is(err, storage.ErrNewerSchema) {
			t.Errorf("under the lock: %v, want ErrNewerSchema", err)
		}
	})
}

// A version that cannot be read is no version 0, from which everything would be migrated.
func TestUnreadableVersionIsAnError(t *testing.T) {
	t.Parallel()
	for _, table := range []string{"goose_db_version", "river_migration"} {
		t.Run(table, func(t *testing.T) {
			t.Parallel()
			engines(t, func(t *testing.T, o storage.Options, raw func() *sql.DB) {
				_ = storagetest.Open(t, o)
				exec(t, raw(), "DROP TABLE "+table, "CREATE TABLE "+table+" (other BIGINT)")
				db, err := storage.Open(t.Context(), o)
				if err == nil {
					_ = db.Close()
				}
				if err == nil || !strings.Contains(err.Error(), "schema version") {
					t.Errorf("open: %v, want an error of the schema's version", err)
				}
				if o.Path != "" {
					if names, _ := filepath.Glob(o.Path + ".before*"); len(names) > 0 {
						t.Errorf("it began to migrate: %v", names)
					}
				}
			})
		})
	}
}

// firstRelease makes a database as the first release did, with the audit log of
// another one and a listing that was probed twice.
func firstRelease(t *testing.T, path, log string) *sql.DB {
	t.Helper()
	raw, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = raw.Close() })
	schema, err := os.ReadFile("migrations/00001_market.sql")
	if err != nil {
		t.Fatal(err)
	}
	raw.SetMaxOpenConns(1) // what is attached is attached to one connection
	exec(t, raw, string(schema),
		"CREATE TABLE goose_db_version (id INTEGER PRIMARY KEY AUTOINCREMENT, version_id INTEGER NOT NULL, is_applied INTEGER NOT NULL, tstamp TIMESTAMP DEFAULT (datetime('now')))",
		"INSERT INTO goose_db_version (version_id, is_applied) VALUES (0, 1), (1, 1)",
		"ATTACH '"+log+"' AS log", "INSERT INTO act SELECT * FROM log.act",
		"UPDATE act_head SET (seq, hash) = (SELECT seq, hash FROM log.act_head)",
		`INSERT INTO listing VALUES ('weather', 'o', 1, 's', 'https://x.example', '{}', '[]', '[]', '', 'none', 'pass', '', 'r', '', 1, 1)`,
		`INSERT INTO health VALUES ('weather', 'up', 1, 1, 'ok', 'contract-ok', '', 0, 0, 1, 0, 1)`,
		`INSERT INTO probe_record VALUES ('b/weather', 'weather', 2000000, 'ok', 'contract-ok', 200, 5, 6, 'd', 0, '', 'null')`,
		`INSERT INTO probe_record VALUES ('a/weather', 'weather', 1000000, 'tls', 'network', 0, 5, 6, '', 0, 'broken', '[]')`)
	return raw
}

func TestOldDatabaseIsBackedUpAndMigrated(t *testing.T) {
	t.Parallel()
	path, log := filepath.Join(t.TempDir(), "market.db"), filepath.Join(t.TempDir(), "log.db")
	full := storagetest.Open(t, storage.Options{Path: log})
	appendActs(t, full, 3)
	raw := firstRelease(t, path, log)

	again := storagetest.Open(t, storage.Options{Path: path})
	if n, err := again.VerifyAudit(t.Context()); n != 3 || err != nil {
		t.Errorf("after migrating: %d acts, %v", n, err)
	}
	if _, err := raw.ExecContext(t.Context(), "DELETE FROM act"); err == nil {
		t.Error("the log can be cut: the second step was not made")
	}
	err := again.View(t.Context(), func(r market.Reader) error {
		l, err := r.Listing(t.Context(), "weather")
		history, e := r.ProbeRecords(t.Context(), "weather", 9)
		if l.Health.Claim != 2 || l.Health.Folded != 2 || len(history) != 2 || history[0].Reason != market.ReasonOK || history[1].Detail != "broken" {
			t.Errorf("after migrating: %+v, history %+v", l.Health, history)
		}
		return errors.Join(err, e)
	})
	if err != nil {
		t.Error(err)
	}
	backups, err := filepath.Glob(path + ".before-schema-2.*")
	if err != nil || len(backups) != 1 {
		t.Fatalf("backups: %v, %v; want one", backups, err)
	}
	old, err := sql.Open("sqlite", backups[0])
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = old.Close() }()
	if info, err := os.Stat(backups[0]); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the backup's mode: %v, %v; want 0600", info.Mode(), err)
	}
	var acts, version int
	if err := old.QueryRowContext(t.Context(), "SELECT COUNT(*), (SELECT MAX(version_id) FROM goose_db_version) FROM act").Scan(&acts, &version); err != nil {
		t.Fatal(err)
	}
	if acts != 3 || version != 1 {
		t.Errorf("the backup has %d acts at schema %d, want 3 at 1", acts, version)
	}
}

func TestFreshDatabaseNeedsNoBackup(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for range 2 {
		storagetest.Open(t, storage.Options{Path: filepath.Join(dir, "market.db")})
	}
	if names, _ := filepath.Glob(filepath.Join(dir, "*before*")); len(names) > 0 {
		t.Errorf("made %v", names)
	}
}

// Two processes that start on one new database make one schema.
func TestProcessesMigrateOneAfterTheOther(t *testing.T) {
	t.Parallel()
	engines(t, func(t *testing.T, o storage.Options, raw func() *sql.DB) {
		if o.URL != "" {
			o.URL = storagetest.Postgres(t)
			raw = func() *sql.DB { return openRaw(t, "pgx", o.URL) }
		}
		var wg sync.WaitGroup
		for range 4 {
			wg.Go(func() {
				db, err := storage.Open(t.Context(), o)
				if err != nil {
					t.Errorf("open: %v", err)
					return
				}
				_ = db.Close()
			})
		}
		wg.Wait()
		var steps int
		if err := raw().QueryRowContext(t.Context(), "SELECT COUNT(*) FROM goose_db_version WHERE version_id > 0").Scan(&steps); err != nil {
			t.Fatal(err)
		}
		if steps != storage.SchemaVersion {
			t.Errorf("%d steps were made, want %d", steps, storage.SchemaVersion)
		}
	})
}

// The engines' tables and columns are the same, and so is what may be NULL.
func TestEnginesHaveOneSchema(t *testing.T) {
	t.Parallel()
	lite := columns(t, storagetest.SQLite(t), `SELECT m.name, p.name, lower(p.type), p."notnull" = 1
		FROM sqlite_schema m, pragma_table_info(m.name) p WHERE m.type = 'table'`)
	pg := columns(t, storagetest.PostgresDB(t), `SELECT table_name, column_name, data_type, is_nullable = 'NO'
		FROM information_schema.columns WHERE table_schema = current_schema()`)
	if d := cmp.Diff(pg, lite); d != "" {
		t.Errorf("the schemas drift apart (-PostgreSQL +SQLite):\n%s", d)
	}
	if len(lite) < 80 {
		t.Errorf("only %d columns were compared", len(lite))
	}
}

func columns(t *testing.T, db *storage.DB, query string) []string {
	t.Helper()
	rows, err := storage.Raw(db).QueryContext(t.Context(), query)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	var all []string
	for rows.Next() {
		var table, column, kind string
		var notNull bool
		if err := rows.Scan(&table, &column, &kind, &notNull); err != nil {
			t.Fatal(err)
		}
		if strings.HasPrefix(table, "river_") || strings.HasPrefix(table, "goose_") || strings.HasPrefix(table, "sqlite_") {
			continue // theirs differ, and they see to it
		}
		all = append(all, fmt.Sprintf("%s.%s %s not null: %t", table, column, kind, notNull))
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	slices.Sort(all)
	return all
}

func TestOpenFails(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, []byte("this is no database at all, and long enough to show it"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name    string
		options storage.Options
	}{
		{"nothing", storage.Options{}},
		{"not a database", storage.Options{Path: file}},
		{"not a folder", storage.Options{Path: filepath.Join(file, "market.db")}},
		{"not a URL", storage.Options{URL: "postgres://market:s3cret@host:port/x"}},
		{"nobody there", storage.Options{URL: "postgres://market:s3cret@127.0.0.1:1/x?connect_timeout=2"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			db, err := storage.Open(t.Context(), tt.options)
			if err == nil {
				_ = db.Close()
				t.Fatal("it opened")
			}
			if strings.Contains(err.Error(), "s3cret") {
				t.Errorf("the error shows the password: %v", err)
			}
			if market.KindOf(err) != market.Internal {
				t.Errorf("the error is for users: %v", err)
			}
		})
	}
}

func TestOddPaths(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"天气 market.db", "a?b&c=d.db", "100%25.db", "#1.db"} {
		path := filepath.Join(t.TempDir(), "new folder", name)
		appendActs(t, storagetest.Open(t, storage.Options{Path: path}), 1)
		files, err := os.ReadDir(filepath.Dir(path))
		if err != nil || len(files) == 0 {
			t.Fatalf("%q: %v, %v", name, files, err)
		}
		for _, f := range files {
			if !strings.HasPrefix(f.Name(), name) {
				t.Errorf("%q was made for %q", f.Name(), name)
			}
			if info, err := f.Info(); err != nil || info.Mode().Perm()&0o077 != 0 {
				t.Errorf("%q can be read by others: %v, %v", f.Name(), info.Mode(), err)
			}
		}
	}
}
