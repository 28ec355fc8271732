package market

import "time"

// HealthState is how a listing's server does (the health axis).
type HealthState string

// The states (rule CRN, review-rules.md 1.20).
const (
	HealthUnknown  HealthState = "unknown" // not probed yet
	HealthUp       HealthState = "up"
	HealthDegraded HealthState = "degraded"
	HealthGated    HealthState = "gated" // answers, and wants a token
	HealthDown     HealthState = "down"
	HealthGone     HealthState = "gone"
)

// Health is a listing's state and the counts from which it follows.
type Health struct {
	State     HealthState
	Since     time.Time // of State
	CheckedAt time.Time // of the last probe, whatever it gave
	Reason    Reason    // of the last probe that counted
	Class     Class     // of the last probe that counted
	Digest    string    // set digest of the last list read; "" before the first
	Failures  int       // failures in a row that counted
	FailedAt  time.Time // of the first failure in the row; zero when none
	Successes int       // successes in a row
	Gates     int       // 401/403 in a row
	NextProbe time.Time // zero: never
}

// Changed reports whether the server's tools differ from the approved set.
func (h Health) Changed(approved string) bool { return h.Digest != "" && h.Digest != approved }

// ProbeRecord is one probe of a listing as history keeps it.
type ProbeRecord struct {
	Key        string // job batch and listing: one effect each
	Listing    string
	At         time.Time
	Reason     Reason
	Class      Class
	Status     int
	Took       time.Duration
	Bytes      int64
	Digest     string // "" without a list
	CertUntil  time.Time
	Detail     string     // one English line
	Transcript []Exchange // only with a failure
}

// Thresholds are the numbers of rule CRN. A demo shortens the times, never the counts.
type Thresholds struct {
	Failures  int           // in a row, before degraded
	Span      time.Duration // that the row must span
	Successes int           // in a row, before up again
	Down      time.Duration // failing so long: down
	Gone      time.Duration // down so long: gone
	Every     time.Duration // between probes of a healthy listing
	Retry     time.Duration // after a first failure
}

// DefaultThresholds are CRN's numbers.
var DefaultThresholds = Thresholds{
	Failures: 3, Span: 30 * time.Minute, Successes: 2,
	Down: 72 * time.Hour, Gone: 30 * 24 * time.Hour,
	Every: 30 * time.Minute, Retry: 5 * time.Minute,
}

// Fold returns the health after one more probe. It is pure; rule CRN's table
// is its test.
func (t Thresholds) Fold(h Health, r ProbeRecord) Health {
	panic("being written")
}
