package storage

import (
	"context"
	"strings"

	"marketd/market"
)

const selectComplaint = `SELECT id, listing, reason, tool, note, account, fresh, origin, secret, state, version, at, held, displaced,
	answer, answered_by, answered_at FROM complaint`

func scanComplaint(r row) (c market.Complaint, err error) {
	err = r.Scan(&c.ID, &c.Listing, &c.Reason, &c.Tool, &c.Text, &c.Account, &c.Fresh, &c.Origin, &c.Secret, &c.State, &c.Version, instant{&c.At},
		&c.Held, &c.Displaced, &c.Answer, &c.AnsweredBy, instant{&c.AnsweredAt})
	return c, err
}

func (t *tx) Complaint(ctx context.Context, id string) (market.Complaint, error) {
	return one(ctx, t, market.ErrComplaintNotFound, scanComplaint, selectComplaint+" WHERE id = $1", id)
}

func (t *tx) ComplaintBySecret(ctx context.Context, hash string) (market.Complaint, error) {
	return one(ctx, t, market.ErrComplaintNotFound, scanComplaint, selectComplaint+" WHERE secret = $1", hash)
}

func (t *tx) Complaints(ctx context.Context, f market.ComplaintFilter) ([]market.Complaint, error) {
	c := &conditions{}
	c.equal("listing", f.Listing)
	c.equal("account", f.Account)
	if len(f.States) > 0 {
		marks := make([]string, len(f.States))
		for i, s := range f.States {
			marks[i] = c.arg(s)
		}
		c.and("state IN (" + strings.Join(marks, ", ") + ")")
	}
	if !f.Since.IsZero() {
		c.and("at >= " + c.arg(micro(f.Since)))
	}
	return all(ctx, t, scanComplaint,
		selectComplaint+c.where()+" ORDER BY at DESC, id DESC LIMIT "+c.arg(orDefault(f.Limit, 50))+" OFFSET "+c.arg(f.Offset), c.args...)
}

func (t *tx) ComplaintGroups(ctx context.Context, state market.ComplaintState, limit, offset int) ([]market.ComplaintGroup, error) {
	return all(ctx, t, func(r row) (g market.ComplaintGroup, err error) {
		err = r.Scan(&g.Listing, &g.Count, &g.Grave, instant{&g.First}, instant{&g.Last})
		return g, err
	}, `SELECT listing, COUNT(*), SUM(CASE WHEN reason IN ('harmful', 'impersonate', 'steers', 'privacy') THEN 1 ELSE 0 END), MIN(at), MAX(at)
		FROM complaint WHERE state = $1 GROUP BY listing ORDER BY 3 DESC, 4, listing LIMIT $2 OFFSET $3`, state, orDefault(limit, 50), offset)
}

func (t *tx) InsertComplaint(ctx context.Context, c market.Complaint) (bool, error) {
	return t.insert(ctx, `INSERT INTO complaint (id, listing, reason, tool, note, account, fresh, origin, secret, state, version, at, held, displaced,
		answer, answered_by, answered_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17) ON CONFLICT DO NOTHING`,
		c.ID, c.Listing, c.Reason, c.Tool, c.Text, c.Account, c.Fresh, c.Origin, c.Secret, c.State, c.Version, micro(c.At), c.Held, c.Displaced,
		c.Answer, c.AnsweredBy, micro(c.AnsweredAt))
}

func (t *tx) UpdateComplaint(ctx context.Context, c market.Complaint) error {
	n, err := t.exec(ctx, `UPDATE complaint SET origin = $3, state = $4, version = version + 1, held = $5, displaced = $6, answer = $7,
		answered_by = $8, answered_at = $9 WHERE id = $1 AND version = $2`,
		c.ID, c.Version, c.Origin, c.State, c.Held, c.Displaced, c.Answer, c.AnsweredBy, micro(c.AnsweredAt))
	if err == nil && n == 0 {
		return market.ErrStale
	}
	return err
}
