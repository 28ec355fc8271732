package storage

import (
	"context"
	"errors"
	"time"

	"marketd/market"
)

// seconds is a resolution as it is stored.
func seconds(r market.Resolution) int64 { return int64(time.Duration(r) / time.Second) }

func (t *tx) RollupPages(ctx context.Context, f market.PageFilter) ([]market.RollupPage, error) {
	if len(f.Listings) == 0 {
		return nil, nil
	}
	c := &conditions{}
	among(c, "listing", f.Listings)
	c.and("resolution = " + c.arg(seconds(f.Resolution)))
	c.and("page >= " + c.arg(f.From))
	if f.Until != 0 {
		c.and("page <= " + c.arg(f.Until))
	}
	return all(ctx, t, func(r row) (p market.RollupPage, err error) {
		p.Resolution = f.Resolution
		return p, r.Scan(&p.Listing, &p.Number, &p.Packed)
	}, "SELECT listing, page, packed FROM rollup"+c.where()+" ORDER BY listing, page", c.args...)
}

func (t *tx) PutRollupPage(ctx context.Context, p market.RollupPage) error {
	_, err := t.exec(ctx, `INSERT INTO rollup (listing, resolution, page, packed) VALUES ($1, $2, $3, $4)
		ON CONFLICT (listing, resolution, page) DO UPDATE SET packed = excluded.packed`,
		p.Listing, seconds(p.Resolution), p.Number, p.Packed)
	return err
}

// UnrolledRecords finds the results by their key, however many are kept: those
// of one listing, which is what compaction asks for, without a choice for the
// planner, who may know nothing of the tables yet.
func (t *tx) UnrolledRecords(ctx context.Context, listings []string) ([]market.ProbeRecord, error) {
	if len(listings) == 0 {
		return nil, nil
	}
	c, from := &conditions{}, "probe_record p"
	if len(listings) == 1 {
		id := c.arg(listings[0])
		c.and("p.listing = " + id + " AND p.claim > COALESCE((SELECT claim FROM compacted WHERE listing = " + id + "), -1)")
	} else {
		among(c, "l.id", listings)
		from = `listing l LEFT JOIN compacted c ON c.listing = l.id
			JOIN probe_record p ON p.listing = l.id AND p.claim > COALESCE(c.claim, -1)`
	}
	return all(ctx, t, func(r row) (p market.ProbeRecord, err error) {
		err = r.Scan(&p.Listing, &p.Claim, instant{&p.At}, &p.Reason, &p.Void, length{&p.Took})
		return p, err
	}, "SELECT p.listing, p.claim, p.at, p.reason, p.void, p.took FROM "+from+c.where()+" ORDER BY p.listing, p.claim", c.args...)
}

// Compactable looks at one or two results of each listing. They are asked for as
// scalars: as a join, the planner may read every result there is.
func (t *tx) Compactable(ctx context.Context, f market.CompactFilter) ([]string, error) {
	return all(ctx, t, func(r row) (id string, err error) { return id, r.Scan(&id) },
		`SELECT l.id FROM listing l LEFT JOIN compacted c ON c.listing = l.id WHERE COALESCE(c.at, 0) < $1
		OR (SELECT p.at FROM probe_record p WHERE p.listing = l.id AND p.claim > COALESCE(c.claim, -1) ORDER BY p.claim LIMIT 1) < $2
		OR (SELECT p.at FROM probe_record p WHERE p.listing = l.id ORDER BY p.claim LIMIT 1) < $3
		ORDER BY l.id`, micro(f.Visited), micro(f.Unrolled), micro(f.Raw))
}

// PutCompacted never moves a mark back.
func (t *tx) PutCompacted(ctx context.Context, m market.Compacted) error {
	_, err := t.exec(ctx, `INSERT INTO compacted (listing, claim, at) VALUES ($1, $2, $3) ON CONFLICT (listing) DO UPDATE SET at = excluded.at,
		claim = CASE WHEN excluded.claim > compacted.claim THEN excluded.claim ELSE compacted.claim END`, m.Listing, m.Claim, micro(m.At))
	return err
}

// DropHistory finds the first result to keep by the order of the claims, which
// is that of time, and so reads only what it drops.
func (t *tx) DropHistory(ctx context.Context, listing string, before market.Expiry) error {
	_, err := t.exec(ctx, `DELETE FROM probe_record WHERE listing = $1
		AND claim <= COALESCE((SELECT claim FROM compacted WHERE listing = $1), -1)
		AND claim < COALESCE((SELECT claim FROM probe_record WHERE listing = $1 AND at >= $2 ORDER BY claim LIMIT 1), 9223372036854775807)`,
		listing, micro(before.Raw))
	for res, at := range map[market.Resolution]time.Time{market.FiveMinutes: before.FiveMinutes, market.Hourly: before.Hourly} {
		_, e := t.exec(ctx, "DELETE FROM rollup WHERE listing = $1 AND resolution = $2 AND page < $3", listing, seconds(res), res.Page(at))
		err = errors.Join(err, e)
	}
	return err
}

func (t *tx) Incidents(ctx context.Context, f market.IncidentFilter) ([]market.Incident, error) {
	c := &conditions{}
	c.equal("listing", f.Listing)
	if f.Open {
		c.and("end_at = 0")
	}
	if !f.Since.IsZero() {
		c.and("(end_at = 0 OR end_at > " + c.arg(micro(f.Since)) + ")")
	}
	return all(ctx, t, func(r row) (i market.Incident, err error) {
		err = r.Scan(&i.ID, &i.Listing, instant{&i.Start}, instant{&i.End}, &i.Worst, &i.Reason, &i.Class, &i.Detail)
		return i, err
	}, "SELECT id, listing, start_at, end_at, worst, reason, class, detail FROM incident"+c.where()+
		" ORDER BY start_at DESC, id LIMIT "+c.arg(orDefault(f.Limit, 100)), c.args...)
}

func (t *tx) PutIncident(ctx context.Context, i market.Incident) error {
	_, err := t.exec(ctx, `INSERT INTO incident (id, listing, start_at, end_at, worst, reason, class, detail)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (id) DO UPDATE SET end_at = excluded.end_at, worst = excluded.worst`,
		i.ID, i.Listing, micro(i.Start), micro(i.End), i.Worst, i.Reason, i.Class, i.Detail)
	return err
}

func (t *tx) Transcripts(ctx context.Context, listing string) ([]market.Transcript, error) {
	return all(ctx, t, func(r row) (x market.Transcript, err error) {
		err = r.Scan(&x.Listing, &x.Good, instant{&x.At}, into{&x.Exchanges})
		return x, err
	}, "SELECT listing, good, at, exchanges FROM transcript WHERE listing = $1 ORDER BY good DESC", listing)
}

func (t *tx) PutTranscript(ctx context.Context, x market.Transcript) error {
	_, err := t.exec(ctx, `INSERT INTO transcript (listing, good, at, exchanges) VALUES ($1, $2, $3, $4)
		ON CONFLICT (listing, good) DO UPDATE SET at = excluded.at, exchanges = excluded.exchanges`,
		x.Listing, x.Good, micro(x.At), document{x.Exchanges})
	return err
}
