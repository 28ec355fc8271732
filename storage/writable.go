package storage

import (
	"context"
	"strconv"
	"time"
)

// Writable reports whether the database takes what is written: on SQLite it
// commits a few bytes, which fails when the disk is full, broken or read-only. A
// database that is merely busy until ctx ends is writable. PostgreSQL watches
// over its own disks, and is always said to be.
func (db *DB) Writable(ctx context.Context) error {
	if _, ok := db.engine.(sqliteEngine); !ok {
		return nil
	}
	err := db.PutSetting(ctx, "written", strconv.FormatInt(time.Now().UnixMicro(), 10))
	if busy := ctx.Err() != nil || db.engine.again(err); busy {
		err = nil
	}
	return err
}
