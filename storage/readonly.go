package storage

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
)

// ErrNoDatabase means that no market was ever kept there.
var ErrNoDatabase = errors.New("there is no market's database yet: the first start of the market makes it")

var errReadOnly = errors.New("storage: the database was opened for reading only")

// OpenReadOnly opens a database to look at it: nothing is made, migrated or
// claimed, and every update fails. The schema may be older than this program's;
// one that is newer is [ErrNewerSchema], none at all [ErrNoDatabase].
func OpenReadOnly(ctx context.Context, o Options) (*DB, error) {
	db := newDB(o)
	db.readOnly = true
	var err error
	if o.URL != "" {
		err = db.openPostgres(o.URL)
	} else {
		err = db.openSQLiteReadOnly(o.Path)
	}
	if err != nil {
		return nil, err
	}
	if err := db.reach(ctx); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	have, err := db.schemas(ctx)
	if err == nil && have.own == 0 {
		err = ErrNoDatabase
	}
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return db, nil
}

func (db *DB) openSQLiteReadOnly(path string) error {
	switch info, err := os.Stat(path); {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("%w (%s)", ErrNoDatabase, path)
	case err != nil:
		return fmt.Errorf("storage: cannot open the database: %w", err)
	case info.IsDir():
		return fmt.Errorf("storage: cannot open the database: %s is a folder", path)
	}
	// Not mode=ro, which would leave its -wal and -shm behind.
	pool, err := sqlitePool(path, "mode=rw&_pragma=busy_timeout(5000)&_pragma=query_only(1)")
	if err != nil {
		return err
	}
	pool.SetMaxOpenConns(readers)
	db.read, db.write, db.engine = pool, pool, sqliteEngine{path}
	return nil
}
