package storage

import (
	"context"
	"time"

	"marketd/market"
)

// DueListings counts a listing that was never probed as due since ever.
func (t *tx) DueListings(ctx context.Context, now time.Time, limit int) ([]string, error) {
	return all(ctx, t, func(r row) (id string, err error) { return id, r.Scan(&id) },
		`SELECT l.id FROM listing l LEFT JOIN health h ON h.listing = l.id
		WHERE l.hold = '' AND (h.listing IS NULL OR h.next_probe_at > 0 AND h.next_probe_at <= $1)
		ORDER BY COALESCE(h.next_probe_at, 0), l.id LIMIT $2`, micro(now), orDefault(limit, 100))
}

func (t *tx) SaveHealth(ctx context.Context, listing string, h market.Health) error {
	_, err := t.exec(ctx, `INSERT INTO health (listing, state, since, checked_at, reason, class, digest, failures, failed_at,
		successes, gates, next_probe_at, silent_for, cert_until, claim, folded, claimed_until)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)
		ON CONFLICT (listing) DO UPDATE SET state = excluded.state, since = excluded.since, checked_at = excluded.checked_at,
		reason = excluded.reason, class = excluded.class, digest = excluded.digest, failures = excluded.failures,
		failed_at = excluded.failed_at, successes = excluded.successes, gates = excluded.gates,
		next_probe_at = excluded.next_probe_at, silent_for = excluded.silent_for, cert_until = excluded.cert_until,
		claim = excluded.claim, folded = excluded.folded, claimed_until = excluded.claimed_until`,
		listing, h.State, micro(h.Since), micro(h.CheckedAt), h.Reason, h.Class, h.Digest, h.Failures, micro(h.FailedAt),
		h.Successes, h.Gates, micro(h.NextProbe), micro(h.SilentFor), micro(h.CertUntil), h.Claim, h.Folded, micro(h.ClaimedUntil))
	return err
}

func (t *tx) ProbeRecords(ctx context.Context, listing string, limit int) ([]market.ProbeRecord, error) {
	return all(ctx, t, func(r row) (p market.ProbeRecord, err error) {
		err = r.Scan(&p.Listing, &p.Claim, instant{&p.At}, &p.Reason, &p.Class, &p.Void, &p.Status, length{&p.DNS}, length{&p.Connect},
			length{&p.TLS}, length{&p.FirstByte}, length{&p.Took}, &p.Bytes, &p.Digest, instant{&p.CertUntil}, &p.Detail)
		return p, err
	}, `SELECT listing, claim, at, reason, class, void, status, dns, connect, tls, first_byte, took, bytes, digest, cert_until, detail
		FROM probe_record WHERE listing = $1 ORDER BY claim DESC LIMIT $2`, listing, orDefault(limit, 100))
}

func (t *tx) InsertProbeRecord(ctx context.Context, p market.ProbeRecord) (bool, error) {
	return t.insert(ctx, `INSERT INTO probe_record (listing, claim, at, reason, class, void, status, dns, connect, tls, first_byte,
		took, bytes, digest, cert_until, detail)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16) ON CONFLICT DO NOTHING`,
		p.Listing, p.Claim, micro(p.At), p.Reason, p.Class, p.Void, p.Status, p.DNS.Microseconds(), p.Connect.Microseconds(),
		p.TLS.Microseconds(), p.FirstByte.Microseconds(), p.Took.Microseconds(), p.Bytes, p.Digest, micro(p.CertUntil), p.Detail)
}

func (t *tx) DeleteProbeRecords(ctx context.Context, before time.Time) (int64, error) {
	return t.exec(ctx, "DELETE FROM probe_record WHERE at < $1", micro(before))
}
