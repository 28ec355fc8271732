package catalogapi

import (
	"time"

	"marketd/market"
)

// Health is how a listing's server does and did: the answer of /api/v1/packages/{id}/health.
type Health struct {
	// ID of the listing.
	ID string `json:"id"`
	// State of the server, by thresholds and not by the last probe.
	State market.HealthState `json:"state"`
	// Since when the state holds; absent while it is unknown.
	Since *time.Time `json:"since,omitempty"`
	// CheckedAt is when the server was probed last; absent before the first probe.
	CheckedAt *time.Time `json:"checkedAt,omitempty"`
	// Reason of the last probe that says something about the server; absent before the first.
	Reason market.Reason `json:"reason,omitempty"`
	// NextProbe is when the next probe is due; absent when none is.
	NextProbe *time.Time `json:"nextProbe,omitempty"`
	// Failures in a row; at 3 over 30 minutes the server is degraded.
	Failures int `json:"failures"`
	// CertificateUntil is when the chain of the server's certificate expires; absent without TLS.
	CertificateUntil *time.Time `json:"certificateUntil,omitempty"`
	// Uptime is the share of probes that were answered, by span.
	Uptime HealthUptime `json:"uptime"`
	// From is where the points begin, in UTC.
	From time.Time `json:"from"`
	// Step is the length of a point, in seconds.
	Step int `json:"step" jsonschema:"minimum=300"`
	// Points are the steps in which the server was probed, in order; of others there is none.
	Points []HealthPoint `json:"points"`
	// Incidents that lasted or ended in the range, newest first, at most 100.
	Incidents []HealthIncident `json:"incidents"`
	// Maintenance that was announced, the latest to begin first, at most 20.
	Maintenance []HealthWindow `json:"maintenance"`
}

// HealthUptime is the uptime of four spans that end now. The first two begin at a full
// hour, the others at midnight UTC.
type HealthUptime struct {
	// Day is of 24 hours.
	Day HealthShare `json:"24h"`
	// Week is of 7 days.
	Week HealthShare `json:"7d"`
	// Month is of 30 days.
	Month HealthShare `json:"30d"`
	// Quarter is of 90 days.
	Quarter HealthShare `json:"90d"`
}

// HealthShare is a share of probes. What is unknown or in announced maintenance does not count.
type HealthShare struct {
	// Share of the counted probes that were answered, from 0 to 1; null when none counted.
	Share *float64 `json:"share"`
	// Answered is how many counted probes were answered.
	Answered int `json:"answered"`
	// Counted is how many probes count.
	Counted int `json:"counted"`
}

// HealthPoint is what the probes in one step came to.
type HealthPoint struct {
	// Start of the step, in UTC.
	Start time.Time `json:"start"`
	// OK is how many probes were answered as the contract asks.
	OK int `json:"ok"`
	// Failed is how many were not.
	Failed int `json:"failed"`
	// Gated is how many were answered, and wanted a token.
	Gated int `json:"gated"`
	// Unknown is how many say nothing of the server: throttled, or our own network's fault.
	Unknown int `json:"unknown"`
	// Maintenance is how many fell into announced maintenance.
	Maintenance int `json:"maintenance"`
	// P50 is the median time to answer, in milliseconds, at least 1; absent when nothing was answered.
	P50 int64 `json:"p50,omitempty"`
	// P95 is the 95th percentile of it, at least 1; absent when nothing was answered.
	P95 int64 `json:"p95,omitempty"`
}

// HealthIncident is a time in which the server was not up.
type HealthIncident struct {
	// ID of the incident.
	ID string `json:"id"`
	// Start is the first failure of the row that made the state worse.
	Start time.Time `json:"start"`
	// End is the first success of the row that brought it back; absent while it lasts.
	End *time.Time `json:"end,omitempty"`
	// Worst is the worst state that it came to.
	Worst market.HealthState `json:"worst"`
	// Reason of the failure that opened it.
	Reason market.Reason `json:"reason"`
	// Detail in one English line; it may quote the server. Absent when there is none.
	Detail string `json:"detail,omitempty"`
}

// HealthWindow is maintenance that the owner announced.
type HealthWindow struct {
	// From when.
	From time.Time `json:"from"`
	// Until when.
	Until time.Time `json:"until"`
	// Text of the owner's for users; absent when there is none.
	Text string `json:"text,omitempty"`
}

// when is an instant, nil for none.
func when(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	t = instant(t)
	return &t
}

func shareOf(c market.ProbeCounts) HealthShare {
	s := HealthShare{Answered: c.Answered(), Counted: c.Counted()}
	if of, ok := c.Uptime(); ok {
		s.Share = &of
	}
	return s
}

func uptimeOf(u market.Uptimes) HealthUptime {
	return HealthUptime{Day: shareOf(u.Day), Week: shareOf(u.Week), Month: shareOf(u.Month), Quarter: shareOf(u.Quarter)}
}

func pointsOf(steps []market.Rollup) []HealthPoint {
	points := make([]HealthPoint, len(steps))
	for i := range steps {
		r := &steps[i]
		points[i] = HealthPoint{
			Start: instant(r.Start), OK: r.OK, Failed: r.Failed, Gated: r.Gated, Unknown: r.Unknown, Maintenance: r.Maintenance,
			P50: latency(r.Latency.Quantile(.5)), P95: latency(r.Latency.Quantile(.95)),
		}
	}
	return points
}

// latency is a time to answer in milliseconds: 0, which is left out, when there is
// none, and 1, the bound of the first bucket, for what is shorter.
func latency(d time.Duration) int64 {
	if d <= 0 {
		return 0
	}
	return max(1, d.Milliseconds())
}

func incidentsOf(all []market.Incident) []HealthIncident {
	out := make([]HealthIncident, len(all))
	for i, x := range all {
		out[i] = HealthIncident{ID: x.ID, Start: instant(x.Start), End: when(x.End), Worst: x.Worst, Reason: x.Reason, Detail: x.Detail}
	}
	return out
}

func windowsOf(all []market.Maintenance) []HealthWindow {
	out := make([]HealthWindow, len(all))
	for i, m := range all {
		out[i] = HealthWindow{From: instant(m.From), Until: instant(m.Until), Text: m.Text}
	}
	return out
}
