package storage

import (
	"context"
	"errors"
	"time"

	"marketd/market"
)

var errHistory = errors.New("storage: roll-ups are not kept yet")

func (t *tx) Rollups(context.Context, string, market.Resolution, time.Time, time.Time) ([]market.Rollup, error) {
	return nil, errHistory
}

func (t *tx) Incidents(context.Context, market.IncidentFilter) ([]market.Incident, error) {
	return nil, errHistory
}

func (t *tx) PutIncident(context.Context, market.Incident) error { return errHistory }

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
