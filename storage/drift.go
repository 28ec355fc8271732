package storage

import (
	"context"
	"time"

	"marketd/market"
)

const (
	// keptTools is of how many drifts of a listing the tools are kept: those of
	// the open one, and of the latest. What changed, in words, is kept for ever.
	keptTools = 50
	// keptSightings is for how long they are kept: longer than any rule looks back.
	keptSightings = 90 * 24 * time.Hour
	maxSightings  = 1000
)

const driftColumns = `id, listing, owner, revision, state, version, class, before_digest, after_digest, changes, rules, held,
	seen_at, moved_at, seconded_by, decided_by, decided_at, note`

func scanDrift(more ...any) func(row) (market.Drift, error) {
	return func(r row) (d market.Drift, err error) {
		err = r.Scan(append([]any{
			&d.ID, &d.Listing, &d.Owner, &d.Revision, &d.State, &d.Version, &d.Class, &d.Before, &d.After,
			into{&d.Changes},
			into{&d.Rules},
			&d.Held,
			instant{&d.SeenAt},
			instant{&d.MovedAt},
			&d.SecondedBy, &d.DecidedBy,
			instant{&d.DecidedAt},
			&d.Text,
		}, more...)...)
		return d, err
	}
}

func (t *tx) Drift(ctx context.Context, id string) (market.Drift, error) {
	var tools market.Drift
	d, err := one(ctx, t, market.ErrDriftNotFound, scanDrift(into{&tools.Base}, into{&tools.Tools}),
		"SELECT "+driftColumns+", base, tools FROM drift WHERE id = $1", id)
	d.Base, d.Tools = tools.Base, tools.Tools
	return d, err
}

func (t *tx) Drifts(ctx context.Context, f market.DriftFilter) ([]market.Drift, error) {
	c := &conditions{}
	c.equal("listing", f.Listing)
	c.equal("owner", f.Owner)
	c.equal("class", string(f.Class))
	c.equal("after_digest", f.After)
	among(c, "state", f.States)
	order := "seen_at DESC, id DESC"
	if f.Oldest {
		order = "seen_at, id"
	}
	if f.Gravest {
		order = "CASE class WHEN 'dangerous' THEN 0 WHEN 'material' THEN 1 ELSE 2 END, " + order
	}
	return all(ctx, t, scanDrift(), "SELECT "+driftColumns+" FROM drift"+c.where()+" ORDER BY "+order+
		" LIMIT "+c.arg(orDefault(f.Limit, 50))+" OFFSET "+c.arg(max(f.Offset, 0)), c.args...)
}

func (t *tx) CountDrifts(ctx context.Context, states ...market.DriftState) (map[market.DriftClass]int, error) {
	c := &conditions{}
	among(c, "state", states)
	type count struct {
		class market.DriftClass
		n     int
	}
	counts, err := all(ctx, t, func(r row) (x count, err error) { return x, r.Scan(&x.class, &x.n) },
		"SELECT class, COUNT(*) FROM drift"+c.where()+" GROUP BY class", c.args...)
	out := map[market.DriftClass]int{}
	for _, x := range counts {
		out[x.class] = x.n
	}
	return out, err
}

func (t *tx) InsertDrift(ctx context.Context, d market.Drift) error {
	fresh, err := t.insert(ctx, `INSERT INTO drift (`+driftColumns+`, base, tools)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20) ON CONFLICT DO NOTHING`,
		d.ID, d.Listing, d.Owner, d.Revision, d.State, d.Version, d.Class, d.Before, d.After, document{d.Changes}, document{d.Rules}, d.Held,
		micro(d.SeenAt), micro(d.MovedAt), d.SecondedBy, d.DecidedBy, micro(d.DecidedAt), d.Text, raws(d.Base), raws(d.Tools))
	switch {
	case err != nil:
		return err
	case !fresh:
		return market.ErrStale
	}
	_, err = t.exec(ctx, `UPDATE drift SET base = 'null', tools = 'null' WHERE listing = $1 AND state <> 'open' AND tools <> 'null'
		AND id NOT IN (SELECT id FROM drift WHERE listing = $1 ORDER BY seen_at DESC, id DESC LIMIT $2)`, d.Listing, keptTools)
	return err
}

func (t *tx) UpdateDrift(ctx context.Context, d market.Drift) error {
	n, err := t.exec(ctx, `UPDATE drift SET version = version + 1, state = $2, class = $3, before_digest = $4, after_digest = $5, changes = $6,
		rules = $7, held = $8, moved_at = $9, seconded_by = $10, decided_by = $11, decided_at = $12, note = $13, base = $14, tools = $15
		WHERE id = $1 AND version = $16`,
		d.ID, d.State, d.Class, d.Before, d.After, document{d.Changes}, document{d.Rules}, d.Held, micro(d.MovedAt), d.SecondedBy,
		d.DecidedBy, micro(d.DecidedAt), d.Text, raws(d.Base), raws(d.Tools), d.Version)
	if err != nil || n > 0 {
		return err
	}
	if _, err := t.Drift(ctx, d.ID); err != nil {
		return err
	}
	return market.ErrStale
}

func (t *tx) Sightings(ctx context.Context, listing string, since time.Time) ([]market.Sighting, error) {
	return all(ctx, t, func(r row) (s market.Sighting, err error) {
		err = r.Scan(&s.Listing, instant{&s.At}, &s.Digest, &s.Class)
		return s, err
	}, "SELECT listing, at, digest, class FROM sighting WHERE listing = $1 AND at >= $2 ORDER BY at DESC LIMIT $3",
		listing, micro(since), maxSightings)
}

// InsertSighting drops with it those of the listing that no rule looks at any more.
func (t *tx) InsertSighting(ctx context.Context, s market.Sighting) error {
	if _, err := t.exec(ctx, "DELETE FROM sighting WHERE listing = $1 AND at < $2", s.Listing, micro(s.At.Add(-keptSightings))); err != nil {
		return err
	}
	_, err := t.exec(ctx, `INSERT INTO sighting (listing, at, digest, class) VALUES ($1, $2, $3, $4)
		ON CONFLICT (listing, at) DO UPDATE SET digest = excluded.digest, class = excluded.class`, s.Listing, micro(s.At), s.Digest, s.Class)
	return err
}

func (t *tx) ApprovedTools(ctx context.Context, listing string) (market.ApprovedTools, error) {
	return one(ctx, t, market.ErrListingNotFound, func(r row) (a market.ApprovedTools, err error) {
		err = r.Scan(&a.Listing, &a.Digest, into{&a.Tools}, &a.By, instant{&a.At})
		return a, err
	}, "SELECT listing, digest, tools, approved_by, approved_at FROM approved_tools WHERE listing = $1", listing)
}

func (t *tx) PutApprovedTools(ctx context.Context, a market.ApprovedTools) error {
	_, err := t.exec(ctx, `INSERT INTO approved_tools (listing, digest, tools, approved_by, approved_at) VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (listing) DO UPDATE SET digest = excluded.digest, tools = excluded.tools, approved_by = excluded.approved_by,
		approved_at = excluded.approved_at`, a.Listing, a.Digest, raws(a.Tools), a.By, micro(a.At))
	return err
}
