package storage

import (
	"context"

	"marketd/market"
)

const selectRereview = `SELECT id, state, version, settings, base, reason, started_by, started_at, ruleset, applying, position, total, judged,
	unseen, tally, applied_by, applied_at, ended_at FROM rereview`

func scanRereview(r row) (x market.Rereview, err error) {
	err = r.Scan(&x.ID, &x.State, &x.Version, into{&x.Settings}, into{&x.Base}, &x.Reason, &x.By, instant{&x.At}, &x.Ruleset, &x.Applying,
		&x.Cursor, &x.Total, &x.Judged, &x.Unseen, into{&x.Tally}, &x.AppliedBy, instant{&x.AppliedAt}, instant{&x.EndedAt})
	return x, err
}

func (t *tx) Rereview(ctx context.Context, id string) (market.Rereview, error) {
	return one(ctx, t, market.ErrRereviewNotFound, scanRereview, selectRereview+" WHERE id = $1", id)
}

func (t *tx) Rereviews(ctx context.Context, limit int) ([]market.Rereview, error) {
	return all(ctx, t, scanRereview, selectRereview+" ORDER BY started_at DESC, id DESC LIMIT $1", orDefault(limit, 50))
}

func (t *tx) InsertRereview(ctx context.Context, x market.Rereview) error {
	_, err := t.exec(ctx, `INSERT INTO rereview (id, state, version, settings, base, reason, started_by, started_at, ruleset, applying,
		position, total, judged, unseen, tally, applied_by, applied_at, ended_at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)`,
		x.ID, x.State, x.Version, document{x.Settings}, document{x.Base}, x.Reason, x.By, micro(x.At), x.Ruleset, x.Applying,
		x.Cursor, x.Total, x.Judged, x.Unseen, document{x.Tally}, x.AppliedBy, micro(x.AppliedAt), micro(x.EndedAt))
	return err
}

func (t *tx) UpdateRereview(ctx context.Context, x market.Rereview) error {
	n, err := t.exec(ctx, `UPDATE rereview SET version = version + 1, state = $2, ruleset = $3, applying = $4, position = $5, total = $6,
		judged = $7, unseen = $8, tally = $9, applied_by = $10, applied_at = $11, ended_at = $12 WHERE id = $1 AND version = $13`,
		x.ID, x.State, x.Ruleset, x.Applying, x.Cursor, x.Total, x.Judged, x.Unseen, document{x.Tally}, x.AppliedBy,
		micro(x.AppliedAt), micro(x.EndedAt), x.Version)
	if err != nil || n > 0 {
		return err
	}
	if _, err := t.Rereview(ctx, x.ID); err != nil {
		return err
	}
	return market.ErrStale
}

func (t *tx) PutRereviewChange(ctx context.Context, c market.RereviewChange) error {
	_, err := t.exec(ctx, `INSERT INTO rereview_change (rereview, listing, submission, before_verdicts, after_verdicts, look, shifts, findings)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
		ON CONFLICT (rereview, listing) DO UPDATE SET submission = excluded.submission, before_verdicts = excluded.before_verdicts,
		after_verdicts = excluded.after_verdicts, look = excluded.look, shifts = excluded.shifts, findings = excluded.findings`,
		c.Rereview, c.Listing, c.Submission, document{c.Before}, document{c.After}, c.Look, document{c.Shifts}, document{c.Findings})
	return err
}

func (t *tx) DeleteRereviewChanges(ctx context.Context, rereview string) error {
	_, err := t.exec(ctx, "DELETE FROM rereview_change WHERE rereview = $1", rereview)
	return err
}

func (t *tx) RereviewChanges(ctx context.Context, f market.ChangeFilter) ([]market.RereviewChange, error) {
	c := &conditions{}
	c.equal("rereview", f.Rereview)
	if f.Look {
		c.terms = append(c.terms, "look")
	}
	if f.Rule != "" {
		c.terms = append(c.terms, "shifts LIKE "+c.arg(`%"rule":"`+escapeLike(f.Rule)+`"%`)+` ESCAPE '\'`)
	}
	query := "SELECT rereview, listing, submission, before_verdicts, after_verdicts, look, shifts, findings FROM rereview_change" + c.where() +
		" ORDER BY look DESC, listing LIMIT " + c.arg(orDefault(f.Limit, 50)) + " OFFSET " + c.arg(max(f.Offset, 0))
	return all(ctx, t, func(r row) (x market.RereviewChange, err error) {
		err = r.Scan(&x.Rereview, &x.Listing, &x.Submission, into{&x.Before}, into{&x.After}, &x.Look, into{&x.Shifts}, into{&x.Findings})
		return x, err
	}, query, c.args...)
}

func (t *tx) ListingIDs(ctx context.Context, after string, limit int) ([]string, error) {
	return all(ctx, t, func(r row) (id string, err error) { return id, r.Scan(&id) },
		"SELECT id FROM listing WHERE id > $1 ORDER BY id LIMIT $2", after, orDefault(limit, 50))
}

func (t *tx) CountListings(ctx context.Context) (int, error) {
	return one(ctx, t, nil, func(r row) (n int, err error) { return n, r.Scan(&n) }, "SELECT COUNT(*) FROM listing")
}
