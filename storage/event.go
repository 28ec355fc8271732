package storage

import (
	"context"
	"time"

	"marketd/market"
)

const selectEvent = "SELECT id, key, at, kind, listing, account, data FROM event"

func scanEvent(r row) (e market.Event, err error) {
	err = r.Scan(&e.ID, &e.Key, instant{&e.At}, &e.Kind, &e.Listing, &e.Account, into{&e.Data})
	return e, err
}

func (t *tx) Event(ctx context.Context, id string) (market.Event, error) {
	return one(ctx, t, market.ErrEventNotFound, scanEvent, selectEvent+" WHERE id = $1", id)
}

func (t *tx) Events(ctx context.Context, f market.EventFilter) ([]market.Event, error) {
	c := &conditions{}
	c.equal("listing", f.Listing)
	c.equal("account", f.Account)
	among(c, "kind", f.Kinds)
	if !f.Since.IsZero() {
		c.and("at >= " + c.arg(micro(f.Since)))
	}
	if !f.Before.IsZero() {
		c.and("at < " + c.arg(micro(f.Before)))
	}
	return all(ctx, t, scanEvent, selectEvent+c.where()+" ORDER BY at DESC, id DESC LIMIT "+c.arg(orDefault(f.Limit, 50)), c.args...)
}

func (t *tx) InsertEvent(ctx context.Context, e market.Event) (bool, error) {
	return t.insert(ctx, `INSERT INTO event (id, key, at, kind, listing, account, data) VALUES ($1, $2, $3, $4, $5, $6, $7)
		ON CONFLICT DO NOTHING`, e.ID, e.Key, micro(e.At), e.Kind, e.Listing, e.Account, document{e.Data})
}

func (t *tx) DeleteEvents(ctx context.Context, before time.Time) (int64, error) {
	return t.exec(ctx, "DELETE FROM event WHERE at < $1", micro(before))
}
