package market

import (
	"hash/fnv"
	"time"
)

// Cadence says when a listing is probed next, by the class that it is in (rule
// CRN-001). A schedule left out follows from [Thresholds.Every].
type Cadence struct {
	Healthy Schedule // default: every
	New     Schedule // for a day after an approval; default: a third of every
	Gated   Schedule // default: twice every
	Down    Schedule // default: four times every
	Gone    Schedule // default: twelve times every
}

// fresh is how long after its approval a listing counts as new.
const fresh = 24 * time.Hour

// jitter is the share by which a wait is longer or shorter, so that what was
// probed together does not stay together.
const jitter = 0.2

// longestRetryAfter bounds what a server may ask for (rule CRN-005).
const longestRetryAfter = time.Hour

// Next is when the listing, of the given health, is probed after the result. It
// is pure: the same listing, claim and result give the same instant.
func (c Cadence) Next(t Thresholds, l Listing, h Health, r ProbeRecord) time.Time {
	wait := c.wait(t, l, h, r)
	wait += time.Duration(float64(wait) * jitter * (2*spread(r.Listing, r.Claim) - 1))
	return r.At.Add(max(wait, min(r.RetryAfter, longestRetryAfter)))
}

// wait is the time to the next probe: soon while a change of state is near,
// rarely when the server has been away for long.
func (c Cadence) wait(t Thresholds, l Listing, h Health, r ProbeRecord) time.Duration {
	healthy := after(c.Healthy, r.At, t.Every)
	recovering := h.Successes > 0 && h.State != HealthUp && len(t.Retry) > 0
	switch {
	case (r.Void == VoidSweep || r.Reason == ReasonOurNetwork) && len(t.Retry) > 0:
		return t.Retry[0] // so that all is right again soon after our network is
	case recovering:
		return t.Retry[len(t.Retry)-1]
	case h.State == HealthGone:
		return after(c.Gone, r.At, 12*t.Every)
	case h.State == HealthDown:
		return after(c.Down, r.At, 4*t.Every)
	case h.State == HealthDegraded:
		return healthy
	case h.Failures > 0 && h.Failures <= len(t.Retry):
		return t.Retry[h.Failures-1]
	case h.Failures > 0, h.Gates == 1 && h.State != HealthGated:
		return healthy / 2
	case h.State == HealthGated:
		return after(c.Gated, r.At, 2*t.Every)
	case r.At.Sub(l.ApprovedAt) < fresh:
		return min(healthy, after(c.New, r.At, t.Every/3))
	}
	return healthy
}

// after is the time from the instant to the schedule's next.
func after(s Schedule, at time.Time, otherwise time.Duration) time.Duration {
	if s == nil {
		return otherwise
	}
	return s.Next(at).Sub(at)
}

// spread is a number from 0 to 1 that differs by listing and claim.
func spread(listing string, claim int64) float64 {
	sum := fnv.New64a()
	_, _ = sum.Write([]byte(listing)) // never fails
	x := sum.Sum64() + uint64(claim)*0x9e3779b97f4a7c15
	// The finisher of SplitMix64: one bit of the input moves half of the output.
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return float64((x^x>>31)>>11) / (1 << 53)
}
