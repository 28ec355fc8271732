package storage

import (
	"context"
	"strings"
	"time"

	"marketd/market"
)

func scanDue(r row) (d market.Due, err error) {
	err = r.Scan(&d.Listing, &d.Endpoint, &d.Claim)
	return d, err
}

// DueListings counts a listing that was never probed as due since ever. Those
// have no health, and are searched for only while there are fewer healths than
// listings: most of the time there are none, and the search reads every listing.
// (SQLite keeps the order of a CROSS JOIN, and evaluates a condition alone once a row.)
func (t *tx) DueListings(ctx context.Context, now time.Time, limit int) ([]market.Due, error) {
	return all(ctx, t, scanDue, `SELECT id, endpoint, claim FROM (
			SELECT l.id, l.endpoint, h.claim, h.next_probe_at FROM health h JOIN listing l ON l.id = h.listing
			WHERE h.next_probe_at > 0 AND h.next_probe_at <= $1 AND h.claimed_until <= $1 AND l.hold IN ('', 'quarantined')
		UNION ALL
			SELECT l.id, l.endpoint, 0, 0 FROM (SELECT (SELECT COUNT(*) FROM listing) - (SELECT COUNT(*) FROM health) AS missing) AS lack
			CROSS JOIN listing l WHERE lack.missing > 0 AND l.hold IN ('', 'quarantined') AND NOT EXISTS (SELECT 1 FROM health h WHERE h.listing = l.id)
		) AS due ORDER BY next_probe_at, id LIMIT $2`, micro(now), orDefault(limit, 100))
}

func (t *tx) ClaimedListings(ctx context.Context, now time.Time) ([]market.Due, error) {
	return all(ctx, t, scanDue, `SELECT l.id, l.endpoint, h.claim FROM health h JOIN listing l ON l.id = h.listing
		WHERE h.claimed_until > $1 ORDER BY l.id`, micro(now))
}

func (t *tx) ProbeTargets(ctx context.Context, listings []string) ([]market.ProbeTarget, error) {
	if len(listings) == 0 {
		return nil, nil
	}
	c := &conditions{}
	among(c, "l.id", listings)
	return all(ctx, t, func(r row) (x market.ProbeTarget, err error) {
		l := &x.Listing
		err = r.Scan(append([]any{
			&l.ID, &l.Owner, &l.Revision, &l.Submission,
			into{&l.Entry},
			&l.Digest, &l.Auth, &l.App, &l.MCP, &l.Hold,
			instant{&l.CreatedAt},
			instant{&l.ApprovedAt},
			&x.Token,
		}, intoHealth(&l.Health)...)...)
		return x, err
	}, `SELECT l.id, l.owner, l.revision, l.submission, l.entry, l.digest, l.auth, l.app, l.mcp, l.hold, l.created_at, l.approved_at, s.sealed, `+
		selectHealth+" LEFT JOIN sealed_token s ON s.object = 'listing/' || l.id"+c.where()+" ORDER BY l.id", c.args...)
}

func (t *tx) Healths(ctx context.Context, listings []string) ([]market.Listing, error) {
	if len(listings) == 0 {
		return nil, nil
	}
	c := &conditions{}
	among(c, "l.id", listings)
	return all(ctx, t, func(r row) (l market.Listing, err error) {
		err = r.Scan(append([]any{&l.ID, &l.Submission, &l.Digest, &l.Hold}, intoHealth(&l.Health)...)...)
		return l, err
	}, "SELECT l.id, l.submission, l.digest, l.hold, "+selectHealth+c.where()+" ORDER BY l.id", c.args...)
}

const selectHealth = `COALESCE(h.state, 'unknown'), COALESCE(h.since, 0), COALESCE(h.checked_at, 0), COALESCE(h.reason, ''), COALESCE(h.class, ''),
	COALESCE(h.digest, ''), COALESCE(h.failures, 0), COALESCE(h.failed_at, 0), COALESCE(h.successes, 0),
	COALESCE(h.gates, 0), COALESCE(h.next_probe_at, 0), COALESCE(h.silent_for, 0), COALESCE(h.cert_until, 0),
	COALESCE(h.claim, 0), COALESCE(h.folded, 0), COALESCE(h.claimed_until, 0)
	FROM listing l LEFT JOIN health h ON h.listing = l.id`

func intoHealth(h *market.Health) []any {
	return []any{
		&h.State,
		instant{&h.Since},
		instant{&h.CheckedAt},
		&h.Reason, &h.Class, &h.Digest,
		&h.Failures,
		instant{&h.FailedAt},
		&h.Successes, &h.Gates,
		instant{&h.NextProbe},
		instant{&h.SilentFor},
		instant{&h.CertUntil},
		&h.Claim, &h.Folded,
		instant{&h.ClaimedUntil},
	}
}

const (
	healthColumns = `listing, state, since, checked_at, reason, class, digest, failures, failed_at,
		successes, gates, next_probe_at, silent_for, cert_until, claim, folded, claimed_until`
	healthReplaced = ` ON CONFLICT (listing) DO UPDATE SET state = excluded.state, since = excluded.since, checked_at = excluded.checked_at,
		reason = excluded.reason, class = excluded.class, digest = excluded.digest, failures = excluded.failures,
		failed_at = excluded.failed_at, successes = excluded.successes, gates = excluded.gates,
		next_probe_at = excluded.next_probe_at, silent_for = excluded.silent_for, cert_until = excluded.cert_until,
		claim = excluded.claim, folded = excluded.folded, claimed_until = excluded.claimed_until`
	recordColumns = `listing, claim, at, reason, class, void, status, dns, connect, tls, first_byte, took, bytes, digest, cert_until, detail`
)

func healthRow(listing string, h market.Health) []any {
	return []any{
		listing, h.State, micro(h.Since), micro(h.CheckedAt), h.Reason, h.Class, h.Digest, h.Failures, micro(h.FailedAt),
		h.Successes, h.Gates, micro(h.NextProbe), micro(h.SilentFor), micro(h.CertUntil), h.Claim, h.Folded, micro(h.ClaimedUntil),
	}
}

func recordRow(p market.ProbeRecord) []any {
	return []any{
		p.Listing, p.Claim, micro(p.At), p.Reason, p.Class, p.Void, p.Status, p.DNS.Microseconds(), p.Connect.Microseconds(),
		p.TLS.Microseconds(), p.FirstByte.Microseconds(), p.Took.Microseconds(), p.Bytes, p.Digest, micro(p.CertUntil), p.Detail,
	}
}

func (t *tx) SaveHealth(ctx context.Context, listing string, h market.Health) error {
	_, err := t.exec(ctx, "INSERT INTO health ("+healthColumns+") VALUES "+t.rows(1, 17)+healthReplaced, healthRow(listing, h)...)
	return err
}

func (t *tx) ProbeRecords(ctx context.Context, listing string, limit int) ([]market.ProbeRecord, error) {
	return all(ctx, t, func(r row) (p market.ProbeRecord, err error) {
		err = r.Scan(&p.Listing, &p.Claim, instant{&p.At}, &p.Reason, &p.Class, &p.Void, &p.Status, length{&p.DNS}, length{&p.Connect},
			length{&p.TLS}, length{&p.FirstByte}, length{&p.Took}, &p.Bytes, &p.Digest, instant{&p.CertUntil}, &p.Detail)
		return p, err
	}, "SELECT "+recordColumns+" FROM probe_record WHERE listing = $1 ORDER BY claim DESC LIMIT $2", listing, orDefault(limit, 100))
}

func (t *tx) InsertProbeRecord(ctx context.Context, p market.ProbeRecord) (bool, error) {
	return t.insert(ctx, "INSERT INTO probe_record ("+recordColumns+") VALUES "+t.rows(1, 16)+" ON CONFLICT DO NOTHING", recordRow(p)...)
}

// atOnce is how many rows one statement writes: few enough for both engines'
// limits of parameters, enough for the statement itself to cost little a row.
const atOnce = 100

func (t *tx) PutProbes(ctx context.Context, results []market.ProbeResult) error {
	for len(results) > 0 {
		some := results[:min(atOnce, len(results))]
		results = results[len(some):]
		var records, healths []any
		for _, x := range some {
			records = append(records, recordRow(x.Record)...)
			healths = append(healths, healthRow(x.Record.Listing, x.Health)...)
		}
		if _, err := t.exec(ctx, "INSERT INTO probe_record ("+recordColumns+") VALUES "+t.rows(len(some), 16)+" ON CONFLICT DO NOTHING", records...); err != nil {
			return err
		}
		if _, err := t.exec(ctx, "INSERT INTO health ("+healthColumns+") VALUES "+t.rows(len(some), 17)+healthReplaced, healths...); err != nil {
			return err
		}
	}
	return nil
}

// sinceEver is when a listing was due that was never probed: zero means never.
func sinceEver() time.Time { return time.UnixMicro(1) }

// PutClaims makes the row of a listing that was never probed.
func (t *tx) PutClaims(ctx context.Context, claims []market.Claim, until time.Time) error {
	for len(claims) > 0 {
		some := claims[:min(atOnce, len(claims))]
		claims = claims[len(some):]
		var args []any
		for _, c := range some {
			args = append(args, healthRow(c.Listing, market.Health{State: market.HealthUnknown, Claim: c.Number, ClaimedUntil: until, NextProbe: sinceEver()})...)
		}
		if _, err := t.exec(ctx, "INSERT INTO health ("+healthColumns+") VALUES "+t.rows(len(some), 17)+
			" ON CONFLICT (listing) DO UPDATE SET claim = excluded.claim, claimed_until = excluded.claimed_until", args...); err != nil {
			return err
		}
	}
	return nil
}

func (t *tx) HoldClaims(ctx context.Context, listings []string, now, until time.Time) error {
	if len(listings) == 0 {
		return nil
	}
	c := &conditions{}
	set := c.arg(micro(until))
	c.and("folded < claim AND claimed_until > " + c.arg(micro(now)))
	among(c, "listing", listings)
	_, err := t.exec(ctx, "UPDATE health SET claimed_until = "+set+c.where(), c.args...)
	return err
}

func (t *tx) ReleaseClaims(ctx context.Context, claims []market.Claim) error {
	for _, c := range claims {
		if _, err := t.exec(ctx, "UPDATE health SET claimed_until = 0 WHERE listing = $1 AND claim = $2 AND folded < $2", c.Listing, c.Number); err != nil {
			return err
		}
	}
	return nil
}

// rows are the placeholders of n rows with so many columns each, in order.
func (t *tx) rows(n, columns int) string {
	var b strings.Builder
	for i := range n * columns {
		switch {
		case i == 0:
			b.WriteByte('(')
		case i%columns == 0:
			b.WriteString("), (")
		default:
			b.WriteString(", ")
		}
		b.WriteString(t.db.engine.next(i + 1))
	}
	return b.String() + ")"
}
