package market

import (
	"context"
	"time"
)

// Incident is a time in which a listing's server was not up: from the first
// failure of the row that made it worse to the first success of the row that
// brought it back (rule CRN-008).
type Incident struct {
	ID      string
	Listing string
	Start   time.Time
	End     time.Time   // zero while it lasts
	Worst   HealthState // that it came to: degraded, gated, down or gone
	Reason  Reason      // of the failure that opened it
	Class   Class
	Detail  string // one English line
}

// IncidentFilter chooses incidents; zero members do not restrict.
type IncidentFilter struct {
	Listing string
	Open    bool      // only those that last
	Since   time.Time // only those that lasted or ended after it
	Limit   int       // 0 means 100
}

// trackIncident opens, worsens or ends the listing's incident in the transaction
// that folds a probe.
func (w *Watch) trackIncident(context.Context, Writer, Listing, Health, Health, ProbeRecord) error {
	return nil
}
