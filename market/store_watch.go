package market

import (
	"context"
	"time"
)

// HistoryReader finds what became of a listing's probes.
type HistoryReader interface {
	Rollups(ctx context.Context, listing string, res Resolution, from, until time.Time) ([]Rollup, error) // in order; those whose start is in [from, until)
	Transcripts(ctx context.Context, listing string) ([]Transcript, error)                                // the last good one and the last bad one, as far as there are
	Incidents(ctx context.Context, f IncidentFilter) ([]Incident, error)                                  // newest first
}

// HistoryWriter keeps what became of probes.
type HistoryWriter interface {
	PutTranscript(ctx context.Context, t Transcript) error
	PutIncident(ctx context.Context, i Incident) error // inserts or replaces
}

// DriftReader finds changes of tools.
type DriftReader interface {
	Drift(ctx context.Context, id string) (Drift, error)                                // ErrDriftNotFound
	Drifts(ctx context.Context, f DriftFilter) ([]Drift, error)                         // without Base and Tools
	CountDrifts(ctx context.Context, states ...DriftState) (int, error)                 // at least one state
	Sightings(ctx context.Context, listing string, since time.Time) ([]Sighting, error) // newest first, at most 1000
	ApprovedTools(ctx context.Context, listing string) (ApprovedTools, error)           // ErrListingNotFound when none are kept
}

// DriftWriter records changes of tools.
type DriftWriter interface {
	InsertDrift(ctx context.Context, d Drift) error // an open one: ErrStale when the listing has one
	// UpdateDrift stores d if the stored version is still d.Version, and adds one
	// to it; ErrStale otherwise.
	UpdateDrift(ctx context.Context, d Drift) error
	InsertSighting(ctx context.Context, s Sighting) error
	PutApprovedTools(ctx context.Context, a ApprovedTools) error
}

// EventReader finds what people are told of.
type EventReader interface {
	Event(ctx context.Context, id string) (Event, error) // ErrEventNotFound
}

// EventWriter records what people are told of.
type EventWriter interface {
	InsertEvent(ctx context.Context, e Event) (bool, error) // false: its key is kept already
}

// MaintenanceReader finds announced maintenance.
type MaintenanceReader interface {
	Maintenance(ctx context.Context, id string) (Maintenance, error)              // ErrMaintenanceNotFound
	Maintenances(ctx context.Context, f MaintenanceFilter) ([]Maintenance, error) // the latest to begin first
}

// MaintenanceWriter changes announced maintenance.
type MaintenanceWriter interface {
	PutMaintenance(ctx context.Context, m Maintenance) error // inserts or replaces
}

// ExclusionReader finds whom we leave alone.
type ExclusionReader interface {
	Exclusions(ctx context.Context) ([]Exclusion, error) // by domain
}

// ExclusionWriter changes whom we leave alone.
type ExclusionWriter interface {
	PutExclusion(ctx context.Context, e Exclusion) error
	DeleteExclusion(ctx context.Context, domain string) error
}
