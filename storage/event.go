package storage

import (
	"context"

	"marketd/market"
)

func (t *tx) Event(ctx context.Context, id string) (market.Event, error) {
	return one(ctx, t, market.ErrEventNotFound, func(r row) (e market.Event, err error) {
		err = r.Scan(&e.ID, &e.Key, instant{&e.At}, &e.Kind, &e.Listing, &e.Account, into{&e.Data})
		return e, err
	}, "SELECT id, key, at, kind, listing, account, data FROM event WHERE id = $1", id)
}

func (t *tx) InsertEvent(ctx context.Context, e market.Event) (bool, error) {
	return t.insert(ctx, `INSERT INTO event (id, key, at, kind, listing, account, data) VALUES ($1, $2, $3, $4, $5, $6, $7)
		ON CONFLICT DO NOTHING`, e.ID, e.Key, micro(e.At), e.Kind, e.Listing, e.Account, document{e.Data})
}
