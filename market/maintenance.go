package market

import "time"

// Maintenance is a time that a listing's owner announced in which its server
// may be away: probes in it count as neither success nor failure.
type Maintenance struct {
	ID          string
	Listing     string
	From, Until time.Time
	Text        string // for users
	By          string
	AnnouncedAt time.Time
	CancelledAt time.Time // zero unless it was
}

// Holds reports whether the window covers the instant.
func (m Maintenance) Holds(at time.Time) bool {
	return m.CancelledAt.IsZero() && !at.Before(m.From) && at.Before(m.Until)
}

// MaintenanceFilter chooses windows; zero members do not restrict.
type MaintenanceFilter struct {
	Listing string
	At      time.Time // only those that hold then
	Since   time.Time // only those that end after it
	Limit   int       // 0 means 50
}

// Exclusion is a domain whose owner asked to be left alone: nothing under it is
// probed, until it is lifted (rule CRN-007).
type Exclusion struct {
	Domain string // and all names below it
	Reason string
	By     string
	At     time.Time
}
