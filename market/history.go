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

const (
	keepRaw         = 48 * time.Hour
	keepFiveMinutes = 14 * 24 * time.Hour
	keepHourly      = 90 * 24 * time.Hour
)

// keep is how long roll-ups are kept; 0 means for ever.
func (r Resolution) keep() time.Duration {
	switch r {
	case FiveMinutes:
		return keepFiveMinutes
	case Hourly:
		return keepHourly
	}
	return 0
}

// start is when the roll-up that covers the instant begins, in UTC.
func (r Resolution) start(at time.Time) time.Time { return alignDown(at, time.Duration(r)) }

// alignDown is the last multiple of the step, counted from 1970 in UTC, that is
// not after the instant.
func alignDown(at time.Time, step time.Duration) time.Time {
	us, s := at.UnixMicro(), step.Microseconds()
	rest := us % s
	if rest < 0 {
		rest += s
	}
	return time.UnixMicro(us - rest).UTC()
}

// ProbeCounts counts probes by what they came to.
type ProbeCounts struct {
	OK          int // answered as the contract asks
	Gated       int // answered, and wanted a token
	Failed      int
	Unknown     int // throttled, our own network's fault, or a void sweep
	Maintenance int // announced
}

// Count adds a probe.
func (c *ProbeCounts) Count(p ProbeRecord) {
	switch {
	case p.Void == VoidMaintenance:
		c.Maintenance++
	case !p.Counts():
		c.Unknown++
	case p.Reason == ReasonOK:
		c.OK++
	case p.Reason == ReasonAuthRequired:
		c.Gated++
	default:
		c.Failed++
	}
}

// Merge adds the probes of another one.
func (c *ProbeCounts) Merge(o ProbeCounts) {
	c.OK += o.OK
	c.Gated += o.Gated
	c.Failed += o.Failed
	c.Unknown += o.Unknown
	c.Maintenance += o.Maintenance
}

// Total is how many probes there were.
func (c ProbeCounts) Total() int { return c.Counted() + c.Unknown + c.Maintenance }

// Answered is how many probes the server answered.
func (c ProbeCounts) Answered() int { return c.OK + c.Gated }

// Counted is how many of the probes say something about the server.
func (c ProbeCounts) Counted() int { return c.OK + c.Gated + c.Failed }

// Uptime is the share of counted probes that were answered, from 0 to 1. ok is
// false when none counted: unknown is neither up nor down (rule CRN-008).
func (c ProbeCounts) Uptime() (share float64, ok bool) {
	n := c.Counted()
	if n == 0 {
		return 0, false
	}
	return float64(c.Answered()) / float64(n), true
}

// Rollup is what the probes in one stretch of time came to.
type Rollup struct {
	Start time.Time // in UTC, a multiple of its resolution
	ProbeCounts
	Latency Histogram // of those that were answered, all exchanges together
}

// Count adds a probe.
func (r *Rollup) Count(p ProbeRecord) {
	before := r.Answered()
	r.ProbeCounts.Count(p)
	if r.Answered() > before {
		r.Latency.Add(p.Took)
	}
}

// Merge adds the probes of another one; Start stays.
func (r *Rollup) Merge(o *Rollup) {
	r.ProbeCounts.Merge(o.ProbeCounts)
	r.Latency.Merge(&o.Latency)
}
