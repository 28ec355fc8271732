package market

import (
	"context"
	"time"
)

// HistoryReader finds what became of a listing's probes.
type HistoryReader interface {
	RollupPages(ctx context.Context, f PageFilter) ([]RollupPage, error) // by listing, in order
	// UnrolledRecords returns the results that are in no page yet, by listing and
	// in order: Listing, Claim, At, Reason, Void and Took of each.
	UnrolledRecords(ctx context.Context, listings []string) ([]ProbeRecord, error)
	Compactable(ctx context.Context, f CompactFilter) ([]string, error)    // ids of listings, in order
	Transcripts(ctx context.Context, listing string) ([]Transcript, error) // the last good one and the last bad one, as far as there are
	Incidents(ctx context.Context, f IncidentFilter) ([]Incident, error)   // newest first
}

// HistoryWriter keeps what became of probes.
type HistoryWriter interface {
	PutRollupPage(ctx context.Context, p RollupPage) error // inserts or replaces
	PutCompacted(ctx context.Context, c Compacted) error   // inserts or replaces
	// DropHistory drops what the listing has of results and pages before these
	// times, but no result that is not rolled up.
	DropHistory(ctx context.Context, listing string, before Expiry) error
	PutTranscript(ctx context.Context, t Transcript) error
	PutIncident(ctx context.Context, i Incident) error // inserts or replaces
}

// DriftReader finds changes of tools.
type DriftReader interface {
	Drift(ctx context.Context, id string) (Drift, error)                                // ErrDriftNotFound
	Drifts(ctx context.Context, f DriftFilter) ([]Drift, error)                         // without Base and Tools
	CountDrifts(ctx context.Context, states ...DriftState) (map[DriftClass]int, error)  // of the states, or of all
	Sightings(ctx context.Context, listing string, since time.Time) ([]Sighting, error) // newest first, at most 1000
	ApprovedTools(ctx context.Context, listing string) (ApprovedTools, error)           // ErrListingNotFound when none are kept
}

// DriftWriter records changes of tools.
type DriftWriter interface {
	// InsertDrift stores a drift; ErrStale when its id is kept already, and for an
	// open one when the listing has one. Of a listing's latest 50 the tools are kept.
	InsertDrift(ctx context.Context, d Drift) error
	// UpdateDrift stores d if the stored version is still d.Version, and adds one
	// to it; ErrStale otherwise.
	UpdateDrift(ctx context.Context, d Drift) error
	InsertSighting(ctx context.Context, s Sighting) error
	PutApprovedTools(ctx context.Context, a ApprovedTools) error
}

// EventReader finds what people are told of.
type EventReader interface {
	Event(ctx context.Context, id string) (Event, error)        // ErrEventNotFound
	Events(ctx context.Context, f EventFilter) ([]Event, error) // newest first
}

// EventWriter records what people are told of.
type EventWriter interface {
	InsertEvent(ctx context.Context, e Event) (bool, error) // false: its key is kept already
	// DeleteEvents drops the events before, with what was sent of them.
	DeleteEvents(ctx context.Context, before time.Time) (int64, error)
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
