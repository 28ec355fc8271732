package storage

import (
	"context"

	"marketd/market"
)

func (t *tx) SharedReport(ctx context.Context, id string) (market.SharedReport, error) {
	return one(ctx, t, market.ErrReportNotFound, func(r row) (s market.SharedReport, err error) {
		err = r.Scan(&s.ID, &s.Owner, instant{&s.At}, instant{&s.Expires}, &s.Bytes, into{&s.Report}, into{&s.Sent})
		return s, err
	}, "SELECT id, owner, shared_at, expires_at, bytes, report, sent FROM shared_report WHERE id = $1", id)
}

func (t *tx) SharedReportBytes(ctx context.Context) (int64, error) {
	return one(ctx, t, nil, func(r row) (n int64, err error) { return n, r.Scan(&n) }, "SELECT CAST(COALESCE(SUM(bytes), 0) AS BIGINT) FROM shared_report")
}

func (t *tx) InsertSharedReport(ctx context.Context, s market.SharedReport) error {
	_, err := t.exec(ctx, `INSERT INTO shared_report (id, owner, shared_at, expires_at, bytes, report, sent)
		VALUES ($1, $2, $3, $4, $5, $6, $7)`,
		s.ID, s.Owner, micro(s.At), micro(s.Expires), s.Bytes, document{s.Report}, document{s.Sent})
	return err
}

func (t *tx) DeleteSharedReport(ctx context.Context, id string) error {
	_, err := t.exec(ctx, "DELETE FROM shared_report WHERE id = $1", id)
	return err
}
