package storage

import (
	"context"

	"marketd/market"
)

const selectMaintenance = "SELECT id, listing, from_at, until_at, note, announced_by, announced_at, cancelled_at FROM maintenance"

func scanMaintenance(r row) (m market.Maintenance, err error) {
	err = r.Scan(&m.ID, &m.Listing, instant{&m.From}, instant{&m.Until}, &m.Text, &m.By, instant{&m.AnnouncedAt}, instant{&m.CancelledAt})
	return m, err
}

func (t *tx) Maintenance(ctx context.Context, id string) (market.Maintenance, error) {
	return one(ctx, t, market.ErrMaintenanceNotFound, scanMaintenance, selectMaintenance+" WHERE id = $1", id)
}

func (t *tx) Maintenances(ctx context.Context, f market.MaintenanceFilter) ([]market.Maintenance, error) {
	c := &conditions{}
	c.equal("listing", f.Listing)
	if !f.At.IsZero() {
		c.and("cancelled_at = 0 AND from_at <= " + c.arg(micro(f.At)))
		c.and("until_at > " + c.arg(micro(f.At)))
	}
	if !f.Since.IsZero() {
		c.and("until_at > " + c.arg(micro(f.Since)))
	}
	return all(ctx, t, scanMaintenance, selectMaintenance+c.where()+" ORDER BY from_at DESC, id LIMIT "+c.arg(orDefault(f.Limit, 50)), c.args...)
}

func (t *tx) PutMaintenance(ctx context.Context, m market.Maintenance) error {
	_, err := t.exec(ctx, `INSERT INTO maintenance (id, listing, from_at, until_at, note, announced_by, announced_at, cancelled_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (id) DO UPDATE SET from_at = excluded.from_at, until_at = excluded.until_at,
		note = excluded.note, cancelled_at = excluded.cancelled_at`,
		m.ID, m.Listing, micro(m.From), micro(m.Until), m.Text, m.By, micro(m.AnnouncedAt), micro(m.CancelledAt))
	return err
}

func (t *tx) Exclusions(ctx context.Context) ([]market.Exclusion, error) {
	return all(ctx, t, func(r row) (e market.Exclusion, err error) {
		err = r.Scan(&e.Domain, &e.Reason, &e.By, instant{&e.At})
		return e, err
	}, "SELECT domain, reason, set_by, set_at FROM exclusion ORDER BY domain")
}

func (t *tx) PutExclusion(ctx context.Context, e market.Exclusion) error {
	_, err := t.exec(ctx, `INSERT INTO exclusion (domain, reason, set_by, set_at) VALUES ($1, $2, $3, $4)
		ON CONFLICT (domain) DO UPDATE SET reason = excluded.reason, set_by = excluded.set_by, set_at = excluded.set_at`,
		e.Domain, e.Reason, e.By, micro(e.At))
	return err
}

func (t *tx) DeleteExclusion(ctx context.Context, domain string) error {
	_, err := t.exec(ctx, "DELETE FROM exclusion WHERE domain = $1", domain)
	return err
}
