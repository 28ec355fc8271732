package market

import "time"

// HealthState is how a listing's server does (the health axis).
type HealthState string

// The states of rule CRN.
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
	SilentFor time.Time // of the first probe in a row that did not count; zero when the last one did
	CertUntil time.Time // when the certificate chain expires; zero without TLS
	NextProbe time.Time // zero: never

	Claim        int64     // numbers the probes of the listing; one claims it before it is made
	Folded       int64     // the claim whose result is in here
	ClaimedUntil time.Time // until when no other probe may be claimed while one is under way
}

// Changed reports whether the server's tools differ from the approved set.
func (h Health) Changed(approved string) bool { return h.Digest != "" && h.Digest != approved }

// Void says why a result does not count though its reason would.
type Void string

// The grounds on which a result is void.
const (
	VoidNone        Void = ""
	VoidSweep       Void = "sweep"       // too much failed at once for it to be the servers' fault (rule CRN-004)
	VoidMaintenance Void = "maintenance" // its owner announced it
	VoidClock       Void = "clock"       // a certificate's dates, while our own clock is off (rule CRN-011)
)

// ProbeRecord is one probe of a listing as history keeps it.
type ProbeRecord struct {
	Listing   string
	Claim     int64 // of the listing's probes, by number: one effect each
	At        time.Time
	Reason    Reason
	Class     Class
	Void      Void
	Status    int
	DNS       time.Duration // phases of the first exchange that reached the server
	Connect   time.Duration
	TLS       time.Duration
	FirstByte time.Duration
	Took      time.Duration // of all exchanges
	Bytes     int64         // of the list, decoded
	Digest    string        // "" without a list
	CertUntil time.Time
	Detail    string // one English line

	RetryAfter time.Duration // what the server asked for; not kept
	Transcript []Exchange    // kept apart: see [Transcript]
}

// Counts reports whether the result says something about the server.
func (r ProbeRecord) Counts() bool { return r.Void == VoidNone && r.Reason.Counts() }

// Transcript is what was said in one probe of a listing, redacted. The last good
// one and the last bad one are kept.
type Transcript struct {
	Listing   string
	Good      bool
	At        time.Time
	Exchanges []Exchange
}

// Due is what a sweep reads of a listing.
type Due struct {
	Listing  string
	Endpoint string // normalised, see [Endpoint]
	Claim    int64  // the last one made
}

// ProbeTarget is what a batch reads of a listing: without Tools and Digests,
// which are large.
type ProbeTarget struct {
	Listing Listing
	Token   []byte // sealed; empty when there is none
}

// ProbeResult is one probe and what it made of its listing's health.
type ProbeResult struct {
	Record ProbeRecord
	Health Health
}

// Thresholds are the numbers of rule CRN. A demo shortens the times, never the counts.
type Thresholds struct {
	Failures  int             // in a row, before degraded
	Span      time.Duration   // that the row must span
	Successes int             // in a row, before up again
	Down      time.Duration   // failing so long: down
	Gone      time.Duration   // down so long: gone
	Every     time.Duration   // between probes of a healthy listing; see [Cadence]
	Retry     []time.Duration // after the first, second, … failure in a row
}

// DefaultThresholds are CRN's numbers.
func DefaultThresholds() Thresholds {
	return Thresholds{
		Failures: 3, Span: 30 * time.Minute, Successes: 2,
		Down: 72 * time.Hour, Gone: 30 * 24 * time.Hour,
		Every: 30 * time.Minute, Retry: []time.Duration{time.Minute, 5 * time.Minute},
	}
}

// Fold returns the health after one more probe. It is pure; rule CRN's table
// is its test. A result that says nothing about the server moves no state and
// no count. When the next probe comes is for [Cadence] to say.
func (t Thresholds) Fold(h Health, r ProbeRecord) Health {
	if h.State == "" {
		h.State, h.Since = HealthUnknown, r.At
	}
	h.CheckedAt = r.At
	if r.Digest != "" {
		h.Digest = r.Digest // a list that was read was read, whatever the rest is worth
	}
	if !r.Counts() {
		if h.SilentFor.IsZero() {
			h.SilentFor = r.At
		}
		return h
	}
	before := h.State
	h = t.count(h, r)
	if h.State != before {
		h.Since = r.At
	}
	h.Reason, h.Class, h.SilentFor = r.Reason, r.Class, time.Time{}
	if !r.CertUntil.IsZero() {
		h.CertUntil = r.CertUntil
	}
	return h
}

func (t Thresholds) count(h Health, r ProbeRecord) Health {
	switch r.Reason {
	case ReasonOK:
		h.Successes++
		h.Failures, h.FailedAt, h.Gates = 0, time.Time{}, 0
		if h.State == HealthUnknown || h.Successes >= t.Successes {
			h.State = HealthUp
		}
	case ReasonAuthRequired:
		h.Gates++
		h.Failures, h.FailedAt, h.Successes = 0, time.Time{}, 0
		// A server that was given up stays so until it shows its tools again:
		// a 401 is no way around the look at what it offers now.
		if away := h.State.Away(); !away && (h.State == HealthUnknown || h.Gates >= 2) {
			h.State = HealthGated
		}
	default:
		if h.Failures == 0 {
			h.FailedAt = r.At
		}
		h.Failures++
		h.Successes, h.Gates = 0, 0
		h.State = t.worse(h, r)
	}
	return h
}

// worse is the state after a failure that h's counts already hold.
func (t Thresholds) worse(h Health, r ProbeRecord) HealthState {
	failing := r.At.Sub(h.FailedAt)
	switch h.State {
	case HealthDown:
		if r.At.Sub(h.Since) >= t.Gone {
			return HealthGone
		}
	case HealthDegraded:
		if failing >= t.Down {
			return HealthDown
		}
	case HealthUnknown, HealthUp, HealthGated:
		contract := r.Class == ClassMismatch && h.Class == ClassMismatch && h.Failures >= 2
		if contract || h.Failures >= t.Failures && failing >= t.Span {
			return HealthDegraded
		}
	}
	return h.State
}

// Away reports whether a listing in the state has left the app's catalog.
func (s HealthState) Away() bool { return s == HealthDown || s == HealthGone }

// ill reports whether the last probe that counted found something wrong, or the
// state holds what an earlier one found.
func (h Health) ill() bool {
	return h.Failures > 0 || h.Gates > 0 || h.State == HealthDegraded || h.State == HealthGated || h.State.Away()
}
