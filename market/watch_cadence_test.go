package market_test

import (
	"fmt"
	"testing"
	"time"

	"marketd/market"
)

type constant time.Duration

func (c constant) Next(t time.Time) time.Time { return t.Add(time.Duration(c)) }

// TestCRN001 is when a listing is probed next, by its class.
func TestCRN001(t *testing.T) {
	t.Parallel()
	th, long := market.DefaultThresholds(), noon.AddDate(-1, 0, 0)
	ok, failed := market.ProbeRecord{At: noon, Reason: market.ReasonOK}, market.ProbeRecord{At: noon, Reason: market.ReasonConnect}
	void, throttled := failed, market.ProbeRecord{At: noon, Reason: market.ReasonRateLimited}
	void.Void = market.VoidSweep
	throttled.RetryAfter = 50 * time.Minute
	greedy, ours := throttled, market.ProbeRecord{At: noon, Reason: market.ReasonOurNetwork}
	greedy.RetryAfter = 100 * time.Hour
	for _, c := range []struct {
		why      string
		approved time.Time
		h        market.Health
		r        market.ProbeRecord
		want     time.Duration
		exact    bool
	}{
		{why: "healthy", approved: long, h: market.Health{State: market.HealthUp, Successes: 5}, r: ok, want: 30 * time.Minute},
		{why: "new", approved: noon.Add(-23 * time.Hour), h: market.Health{State: market.HealthUp, Successes: 5}, r: ok, want: 10 * time.Minute},
		{why: "first failure", approved: long, h: market.Health{State: market.HealthUp, Failures: 1}, r: failed, want: time.Minute},
		{why: "second failure", approved: long, h: market.Health{State: market.HealthUp, Failures: 2}, r: failed, want: 5 * time.Minute},
		{why: "third failure", approved: long, h: market.Health{State: market.HealthUp, Failures: 3}, r: failed, want: 15 * time.Minute},
		{why: "degraded", approved: long, h: market.Health{State: market.HealthDegraded, Failures: 4}, r: failed, want: 30 * time.Minute},
		{why: "coming back", approved: long, h: market.Health{State: market.HealthDegraded, Successes: 1}, r: ok, want: 5 * time.Minute},
		{why: "gated", approved: long, h: market.Health{State: market.HealthGated, Gates: 3}, r: ok, want: time.Hour},
		{why: "a 401 once", approved: long, h: market.Health{State: market.HealthUp, Gates: 1}, r: ok, want: 15 * time.Minute},
		{why: "down", approved: long, h: market.Health{State: market.HealthDown, Failures: 300}, r: failed, want: 2 * time.Hour},
		{why: "coming back from down", approved: long, h: market.Health{State: market.HealthDown, Successes: 1}, r: ok, want: 5 * time.Minute},
		{why: "gone", approved: long, h: market.Health{State: market.HealthGone, Failures: 900}, r: failed, want: 6 * time.Hour},
		{why: "a void sweep", approved: long, h: market.Health{State: market.HealthUp}, r: void, want: time.Minute},
		{why: "our own network", approved: long, h: market.Health{State: market.HealthUp}, r: ours, want: time.Minute},
		{why: "the server says when", approved: long, h: market.Health{State: market.HealthUp}, r: throttled, want: 50 * time.Minute, exact: true},
		{why: "but not for days", approved: long, h: market.Health{State: market.HealthUp}, r: greedy, want: time.Hour, exact: true},
	} {
		t.Run(c.why, func(t *testing.T) {
			t.Parallel()
			l := market.Listing{ApprovedAt: c.approved}
			var least, most, sum time.Duration
			const n = 400
			for i := range n {
				c.r.Listing, c.r.Claim = fmt.Sprint("listing-", i%20), int64(i/20)
				next := market.Cadence{}.Next(th, l, c.h, c.r)
				if !next.Equal(market.Cadence{}.Next(th, l, c.h, c.r)) {
					t.Fatal("another instant for the same probe")
				}
				d := next.Sub(noon)
				if least, most, sum = min(least, d), max(most, d), sum+d; i == 0 {
					least = d
				}
			}
			if c.exact {
				if least != c.want || most != c.want {
					t.Errorf("after %v to %v, want %v", least, most, c.want)
				}
				return
			}
			low, high, mean := c.want*8/10, c.want*12/10, sum/n
			if least < low || most > high || least > c.want*85/100 || most < c.want*115/100 || (mean-c.want).Abs() > c.want/40 {
				t.Errorf("after %v to %v, %v in the mean; want %v a fifth more or less, spread", least, most, mean, c.want)
			}
		})
	}
}

// What the operator sets goes before what follows from the thresholds.
func TestCRN001Schedules(t *testing.T) {
	t.Parallel()
	c := market.Cadence{Healthy: constant(time.Hour), New: constant(time.Minute), Gated: constant(2 * time.Hour), Down: constant(5 * time.Hour), Gone: constant(24 * time.Hour)}
	for state, want := range map[market.HealthState]time.Duration{
		market.HealthUp: time.Hour, market.HealthDegraded: time.Hour, market.HealthGated: 2 * time.Hour, market.HealthDown: 5 * time.Hour, market.HealthGone: 24 * time.Hour,
	} {
		h := market.Health{State: state}
		if state != market.HealthUp && state != market.HealthGated {
			h.Failures = 10
		}
		d := c.Next(market.DefaultThresholds(), market.Listing{}, h, market.ProbeRecord{At: noon, Listing: "a", Reason: market.ReasonConnect}).Sub(noon)
		if d < want*8/10 || d > want*12/10 {
			t.Errorf("%s: after %v, want about %v", state, d, want)
		}
	}
}
