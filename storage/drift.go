package storage

import (
	"context"
	"errors"
	"time"

	"marketd/market"
)

var errDrift = errors.New("storage: changes of tools are not kept yet")

func (t *tx) Drift(context.Context, string) (market.Drift, error) { return market.Drift{}, errDrift }

func (t *tx) Drifts(context.Context, market.DriftFilter) ([]market.Drift, error) {
	return nil, errDrift
}

func (t *tx) CountDrifts(context.Context, ...market.DriftState) (int, error) { return 0, errDrift }

func (t *tx) Sightings(context.Context, string, time.Time) ([]market.Sighting, error) {
	return nil, errDrift
}

func (t *tx) ApprovedTools(context.Context, string) (market.ApprovedTools, error) {
	return market.ApprovedTools{}, errDrift
}

func (t *tx) InsertDrift(context.Context, market.Drift) error { return errDrift }

func (t *tx) UpdateDrift(context.Context, market.Drift) error { return errDrift }

func (t *tx) InsertSighting(context.Context, market.Sighting) error { return errDrift }

func (t *tx) PutApprovedTools(context.Context, market.ApprovedTools) error { return errDrift }
