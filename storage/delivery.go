package storage

import (
	"context"

	"marketd/market"
)

const selectDelivery = "SELECT id, event, channel, round, state, due, attempts, status, detail, took, message, created_at, done_at FROM delivery"

func scanDelivery(r row) (d market.Delivery, err error) {
	err = r.Scan(&d.ID, &d.Event, &d.Channel, &d.Round, &d.State, instant{&d.Due}, &d.Attempts, &d.Status, &d.Detail,
		length{&d.Took}, &d.Message, instant{&d.CreatedAt}, instant{&d.DoneAt})
	return d, err
}

func (t *tx) Delivery(ctx context.Context, id string) (market.Delivery, error) {
	return one(ctx, t, market.ErrDeliveryNotFound, scanDelivery, selectDelivery+" WHERE id = $1", id)
}

func (t *tx) Deliveries(ctx context.Context, f market.DeliveryFilter) ([]market.Delivery, error) {
	c := &conditions{}
	c.equal("channel", f.Channel)
	c.equal("message", f.Message)
	among(c, "event", f.Events)
	if len(f.States) == 1 && f.States[0] == market.DeliveryWaiting {
		c.and("state = 'waiting'") // as the index says it
	} else {
		among(c, "state", f.States)
	}
	if f.Grouped {
		c.and("message <> ''")
	}
	if !f.DueBy.IsZero() {
		c.and("due <= " + c.arg(micro(f.DueBy)))
	}
	if !f.Since.IsZero() {
		c.and("created_at >= " + c.arg(micro(f.Since)))
	}
	order := " ORDER BY created_at DESC, id DESC LIMIT "
	if f.Oldest {
		order = " ORDER BY due, id LIMIT "
	}
	return all(ctx, t, scanDelivery, selectDelivery+c.where()+order+c.arg(orDefault(f.Limit, 50)), c.args...)
}

func (t *tx) InsertDelivery(ctx context.Context, d market.Delivery) (bool, error) {
	return t.insert(ctx, `INSERT INTO delivery (id, event, channel, round, state, due, attempts, status, detail, took, message, created_at, done_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) ON CONFLICT DO NOTHING`,
		d.ID, d.Event, d.Channel, d.Round, d.State, micro(d.Due), d.Attempts, d.Status, d.Detail,
		d.Took.Microseconds(), d.Message, micro(d.CreatedAt), micro(d.DoneAt))
}

func (t *tx) UpdateDelivery(ctx context.Context, d market.Delivery) error {
	_, err := t.exec(ctx, `UPDATE delivery SET state = $2, due = $3, attempts = $4, status = $5, detail = $6, took = $7, message = $8,
		done_at = $9 WHERE id = $1`,
		d.ID, d.State, micro(d.Due), d.Attempts, d.Status, d.Detail, d.Took.Microseconds(), d.Message, micro(d.DoneAt))
	return err
}
