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
