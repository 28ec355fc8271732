package storage

import (
	"context"
	"time"

	"marketd/market"
)

const selectWaiver = `SELECT id, listing, owner, submission, finding, rule, place, tool, evidence, reason, wrong, given_by, given_at,
	withdrawn_by, withdrawn_at FROM waiver`

func scanWaiver(r row) (x market.Waiver, err error) {
	err = r.Scan(&x.ID, &x.Listing, &x.Owner, &x.Submission, &x.Finding, &x.Rule, &x.Where, &x.Tool, &x.Evidence, &x.Reason, &x.Wrong,
		&x.By, instant{&x.At}, &x.WithdrawnBy, instant{&x.WithdrawnAt})
	return x, err
}

func (t *tx) Waiver(ctx context.Context, id string) (market.Waiver, error) {
	return one(ctx, t, market.ErrWaiverNotFound, scanWaiver, selectWaiver+" WHERE id = $1", id)
}

func (t *tx) Waivers(ctx context.Context, f market.WaiverFilter) ([]market.Waiver, error) {
	c := &conditions{}
	c.equal("listing", f.Listing)
	c.equal("owner", f.Owner)
	c.equal("rule", f.Rule)
	if f.Holding {
		c.terms = append(c.terms, "withdrawn_at = 0")
	}
	return all(ctx, t, scanWaiver, selectWaiver+c.where()+" ORDER BY given_at DESC, id DESC", c.args...)
}

func (t *tx) InsertWaiver(ctx context.Context, x market.Waiver) (bool, error) {
	return t.insert(ctx, `INSERT INTO waiver (id, listing, owner, submission, finding, rule, place, tool, evidence, reason, wrong,
		given_by, given_at, withdrawn_by, withdrawn_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15) ON CONFLICT DO NOTHING`,
		x.ID, x.Listing, x.Owner, x.Submission, x.Finding, x.Rule, x.Where, x.Tool, x.Evidence, x.Reason, x.Wrong,
		x.By, micro(x.At), x.WithdrawnBy, micro(x.WithdrawnAt))
}

func (t *tx) WithdrawWaiver(ctx context.Context, id, by string, at time.Time) error {
	n, err := t.exec(ctx, "UPDATE waiver SET withdrawn_by = $2, withdrawn_at = $3 WHERE id = $1 AND withdrawn_at = 0", id, by, micro(at))
	if err != nil || n > 0 {
		return err
	}
	_, err = t.Waiver(ctx, id)
	return err
}
