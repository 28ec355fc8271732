package storage

import "context"

// SealedTokens returns every sealed token that is kept, of all objects.
func (db *DB) SealedTokens(ctx context.Context) (sealed [][]byte, err error) {
	err = db.view(ctx, func(t *tx) error {
		sealed, err = all(ctx, t, func(r row) (b []byte, err error) { return b, r.Scan(&b) }, "SELECT sealed FROM sealed_token")
		return err
	})
	return sealed, err
}

func (t *tx) PutToken(ctx context.Context, object string, sealed []byte) error {
	_, err := t.exec(ctx, `INSERT INTO sealed_token (object, sealed) VALUES ($1, $2)
		ON CONFLICT (object) DO UPDATE SET sealed = excluded.sealed`, object, sealed)
	return err
}

func (t *tx) Token(ctx context.Context, object string) ([]byte, error) {
	return one(ctx, t, nil, func(r row) (b []byte, err error) { return b, r.Scan(&b) },
		"SELECT sealed FROM sealed_token WHERE object = $1", object)
}

func (t *tx) DeleteToken(ctx context.Context, object string) error {
	_, err := t.exec(ctx, "DELETE FROM sealed_token WHERE object = $1", object)
	return err
}
