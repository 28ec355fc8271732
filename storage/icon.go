package storage

import (
	"context"

	"marketd/market"
)

func (t *tx) Icon(ctx context.Context, hash string) ([]byte, error) {
	return one(ctx, t, market.ErrIconNotFound, func(r row) (b []byte, err error) { return b, r.Scan(&b) },
		"SELECT png FROM icon WHERE hash = $1", hash)
}

func (t *tx) PutIcon(ctx context.Context, hash string, png []byte) error {
	_, err := t.exec(ctx, "INSERT INTO icon (hash, png) VALUES ($1, $2) ON CONFLICT DO NOTHING", hash, png)
	return err
}

func (t *tx) DropIcon(ctx context.Context, hash string) error {
	_, err := t.exec(ctx, "DELETE FROM icon WHERE hash = $1 AND NOT EXISTS (SELECT 1 FROM listing WHERE icon = $1)", hash)
	return err
}
