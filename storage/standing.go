package storage

import (
	"context"
	"time"
)

// Sweep tells how probes get along: when the latest result was made, and since
// when the listing has been due that waits longest and is not being probed; zero
// times when there is none.
func (db *DB) Sweep(ctx context.Context, now time.Time) (last, due time.Time, err error) {
	err = db.view(ctx, func(t *tx) error {
		_, err := one(ctx, t, nil, func(r row) (struct{}, error) {
			return struct{}{}, r.Scan(instant{&last}, instant{&due})
		}, `SELECT COALESCE((SELECT MAX(checked_at) FROM health), 0),
			COALESCE((SELECT MIN(h.next_probe_at) FROM health h JOIN listing l ON l.id = h.listing
				WHERE h.next_probe_at > 0 AND h.next_probe_at <= $1 AND h.claimed_until <= $1 AND l.hold IN ('', 'quarantined')), 0)`, micro(now))
		return err
	})
	return last, due, err
}

// Backlog is how the notices get along: what waits past its time on channels that
// work, and the e-mail channels to which nothing comes through.
type Backlog struct {
	Waiting   int       // deliveries that are due
	Due       time.Time // since when the oldest of them has been; zero when there is none
	MailFails int       // e-mail channels that fail now
	MailSince time.Time // since when the first of those does; zero when there is none
	MailSent  bool      // e-mail went out since then: it is not the mail server
}

// Backlog tells how the notices get along. What waits behind a receiver that fails is
// that one's doing.
func (db *DB) Backlog(ctx context.Context, now time.Time) (b Backlog, err error) {
	err = db.view(ctx, func(t *tx) error {
		_, err := one(ctx, t, nil, func(r row) (struct{}, error) {
			return struct{}{}, r.Scan(&b.Waiting, instant{&b.Due})
		}, `SELECT COUNT(*), COALESCE(MIN(d.due), 0) FROM delivery d JOIN channel c ON c.id = d.channel
			WHERE d.state = 'waiting' AND d.due <= $1 AND NOT c.disabled AND c.failing_since = 0`, micro(now))
		if err != nil {
			return err
		}
		_, err = one(ctx, t, nil, func(r row) (struct{}, error) {
			return struct{}{}, r.Scan(&b.MailFails, instant{&b.MailSince})
		}, `SELECT COUNT(*), COALESCE(MIN(failing_since), 0) FROM channel WHERE kind = 'email' AND NOT disabled AND failing_since > 0`)
		if err != nil || b.MailFails == 0 {
			return err
		}
		_, err = one(ctx, t, nil, func(r row) (struct{}, error) {
			return struct{}{}, r.Scan(&b.MailSent)
		}, `SELECT EXISTS (SELECT 1 FROM delivery d JOIN channel c ON c.id = d.channel
			WHERE d.state = 'sent' AND c.kind = 'email' AND d.done_at >= $1)`, micro(b.MailSince))
		return err
	})
	return b, err
}
