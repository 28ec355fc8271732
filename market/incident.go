package market

import (
	"context"
	"fmt"
	"time"
)

// Incident is a time in which a listing's server was not up: from the first
// failure of the row that made it worse to the first success of the row that
// brought it back (rule CRN-008).
type Incident struct {
	ID      string // the listing's id and the claim of the probe that opened it
	Listing string
	Start   time.Time
	End     time.Time   // zero while it lasts
	Worst   HealthState // that it came to: gated, degraded, down or gone
	Reason  Reason      // of the failure that opened it
	Class   Class
	Detail  string // one English line
}

// Lasts reports whether the incident is not over.
func (i Incident) Lasts() bool { return i.End.IsZero() }

// Touches reports whether any of [from, until) is in the incident.
func (i Incident) Touches(from, until time.Time) bool {
	return i.Start.Before(until) && (i.Lasts() || i.End.After(from))
}

// IncidentFilter chooses incidents; zero members do not restrict.
type IncidentFilter struct {
	Listing string
	Open    bool      // only those that last
	Since   time.Time // only those that last or ended after it
	Limit   int       // 0 means 100
}

// badness orders the states in which a server is not up; 0 is none of them.
func (s HealthState) badness() int {
	switch s {
	case HealthGated:
		return 1
	case HealthDegraded:
		return 2
	case HealthDown:
		return 3
	case HealthGone:
		return 4
	}
	return 0
}

// after is what the listing's open incident, nil for none, becomes by a probe
// that moved the health's state: another one, or the same one worse or over.
// row is when the row of alike results began that the probe ended. ok is false
// when nothing is to be stored.
func (i *Incident) after(listing string, state HealthState, r ProbeRecord, row time.Time) (next Incident, ok bool) {
	switch bad := state.badness(); {
	case i == nil && bad > 0:
		return Incident{
			ID: fmt.Sprintf("%s-%d", listing, r.Claim), Listing: listing, Start: row,
			Worst: state, Reason: r.Reason, Class: r.Class, Detail: r.Detail,
		}, true
	case i != nil && bad > i.Worst.badness():
		next = *i
		next.Worst = state
		return next, true
	case i != nil && state == HealthUp:
		next = *i
		next.End = row
		if next.End.Before(next.Start) { // results that came in another order than they were made
			next.End = next.Start
		}
		return next, true
	}
	return Incident{}, false
}

// rowStart is when the row of results like the last one began. The records are
// newest first; those that say nothing of the server neither break a row nor
// belong to it.
func rowStart(records []ProbeRecord, last ProbeRecord) time.Time {
	kind, start := outcome(last), last.At
	for _, r := range records {
		if !r.Counts() {
			continue
		}
		if outcome(r) != kind {
			break
		}
		start = r.At
	}
	return start
}

// outcome is a probe as the rows of rule CRN see it.
func outcome(r ProbeRecord) Reason {
	if r.Reason == ReasonOK || r.Reason == ReasonAuthRequired {
		return r.Reason
	}
	return "" // any failure
}

// longestRow is how many results are looked at for the beginning of a row: more
// than are kept at the shortest interval.
const longestRow = 1000

// trackIncident opens, worsens or ends the listing's incident in the transaction
// that folds a probe, before or after its record is stored. Between changes of
// state it costs nothing.
func (w *Watch) trackIncident(ctx context.Context, tx Writer, l Listing, before, after Health, r ProbeRecord) error {
	if before.State == after.State || after.State.badness() == 0 && after.State != HealthUp {
		return nil
	}
	open, err := openIncident(ctx, tx, l.ID)
	if err != nil || open == nil && after.State == HealthUp {
		return err
	}
	row := after.FailedAt
	if row.IsZero() { // a row of successes or of 401s: its beginning is in the records alone
		records, err := tx.ProbeRecords(ctx, l.ID, longestRow)
		if err != nil {
			return err
		}
		row = rowStart(records, r)
	}
	next, ok := open.after(l.ID, after.State, r, row)
	if !ok {
		return nil
	}
	return tx.PutIncident(ctx, next)
}

func openIncident(ctx context.Context, tx Reader, listing string) (*Incident, error) {
	open, err := tx.Incidents(ctx, IncidentFilter{Listing: listing, Open: true, Limit: 1})
	if err != nil || len(open) == 0 {
		return nil, err
	}
	return &open[0], nil
}
