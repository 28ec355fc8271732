package storage

import (
	"context"
	"errors"
)

var errNoSetting = errors.New("storage: no such setting")

// Setting returns what was noted under the name; false when nothing was.
func (db *DB) Setting(ctx context.Context, name string) (value string, found bool, err error) {
	err = db.view(ctx, func(t *tx) error {
		value, err = t.setting(ctx, name)
		return err
	})
	if errors.Is(err, errNoSetting) {
		return "", false, nil
	}
	return value, err == nil, err
}

// PutSetting notes a value about this database under the name.
func (db *DB) PutSetting(ctx context.Context, name, value string) error {
	return db.update(ctx, func(t *tx) error { return t.putSetting(ctx, name, value) })
}

func (t *tx) setting(ctx context.Context, name string) (string, error) {
	return one(ctx, t, errNoSetting, func(r row) (v string, err error) { return v, r.Scan(&v) },
		"SELECT value FROM setting WHERE name = $1", name)
}

func (t *tx) putSetting(ctx context.Context, name, value string) error {
	_, err := t.exec(ctx, `INSERT INTO setting (name, value) VALUES ($1, $2)
		ON CONFLICT (name) DO UPDATE SET value = excluded.value`, name, value)
	return err
}
