package market

import "time"

// Resolution is the length of time that one roll-up covers.
type Resolution time.Duration

// The resolutions, each with how long its roll-ups are kept (rule CRN-008).
const (
	FiveMinutes = Resolution(5 * time.Minute) // 14 days
	Hourly      = Resolution(time.Hour)       // 90 days
	Daily       = Resolution(24 * time.Hour)  // for ever
)

// Rollup is what the probes of one listing in one stretch of time came to.
type Rollup struct {
	Start       time.Time // in UTC, a multiple of Length
	Length      time.Duration
	OK          int // answered as the contract asks
	Gated       int // answered, and wanted a token
	Failed      int
	Unknown     int       // throttled, our own network's fault, or a void sweep
	Maintenance int       // announced
	Latency     Histogram // of those that answered
}

// Counted is how many of the probes say something about the server.
func (r Rollup) Counted() int { return r.OK + r.Gated + r.Failed }

// Uptime is the share of counted probes that were answered. ok is false when
// none counted.
func (r Rollup) Uptime() (share float64, ok bool) {
	n := r.Counted()
	if n == 0 {
		return 0, false
	}
	return float64(r.OK+r.Gated) / float64(n), true
}
