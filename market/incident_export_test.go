package market

import "context"

// TrackIncident is what a fold does about incidents.
func TrackIncident(ctx context.Context, tx Writer, id string, before, after Health, r ProbeRecord) error {
	return (*Watch)(nil).trackIncident(ctx, tx, Listing{ID: id}, before, after, r)
}
