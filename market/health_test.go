package market_test

import (
	"testing"
	"time"

	"marketd/market"
)

// TestFoldVectors are the test vectors of rule CRN: ticks 15 minutes apart.
// o ok, f failure, t throttled, n our network, a 401, c 400.
func TestFoldVectors(t *testing.T) {
	t.Parallel()
	repeat := func(s string, n int) string {
		out := ""
		for range n {
			out += s
		}
		return out
	}
	for _, c := range []struct {
		name, ticks string
		want        market.HealthState
		failures    int
	}{
		{"one failure is nothing", "ofo", market.HealthUp, 0},
		{"two are suspect", "off", market.HealthUp, 2},
		{"three over 30 minutes", "offf", market.HealthDegraded, 3},
		{"unknown neither counts nor resets", "oftftf", market.HealthDegraded, 3},
		{"success resets the count", "offoff", market.HealthUp, 2},
		{"one success is not recovery", "offfo", market.HealthDegraded, 0},
		{"two are", "offfoo", market.HealthUp, 0},
		{"a failure between does not help", "offfofoo", market.HealthUp, 0},
		{"our network says nothing", "onnnn", market.HealthUp, 0},
		{"throttled for a day says nothing", "o" + repeat("t", 97), market.HealthUp, 0},
		{"401 once", "oa", market.HealthUp, 0},
		{"401 twice is gated, not down", "oaa", market.HealthGated, 0},
		{"400 twice is a contract the app cannot use", "occ", market.HealthDegraded, 2},
		{"400 after another failure is not twice", "ofc", market.HealthUp, 2},
		{"72 hours of failure", "o" + repeat("f", 72*4+1), market.HealthDown, 72*4 + 1},
		{"just under 72 hours", "o" + repeat("f", 72*4), market.HealthDegraded, 72 * 4},
		{"down and back", "o" + repeat("f", 72*4+1) + "oo", market.HealthUp, 0},
		{"30 days down", "o" + repeat("f", (72+30*24)*4+1), market.HealthGone, (72+30*24)*4 + 1},
		{"gone and back", "o" + repeat("f", (72+30*24)*4+1) + "oo", market.HealthUp, 0},
		{"401 is no way out of down", "o" + repeat("f", 72*4+1) + "aao", market.HealthDown, 0},
		{"never seen, first good", "o", market.HealthUp, 0},
		{"never seen, gated at once", "a", market.HealthGated, 0},
		{"never seen, failing", "f", market.HealthUnknown, 1},
		{"gated that fails", "aafff", market.HealthDegraded, 3},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			h := foldAll(market.DefaultThresholds(), c.ticks, 15*time.Minute)
			if h.State != c.want || h.Failures != c.failures {
				t.Errorf("%q: state %s with %d failures, want %s with %d", c.ticks, h.State, h.Failures, c.want, c.failures)
			}
		})
	}
}

func foldAll(th market.Thresholds, ticks string, apart time.Duration) market.Health {
	at := time.Date(2026, 11, 30, 9, 0, 0, 0, time.UTC)
	var h market.Health
	for _, k := range ticks {
		r := market.ProbeRecord{At: at, Reason: market.ReasonOK, Class: market.ClassOK}
		switch k {
		case 'f':
			r.Reason, r.Class = market.ReasonConnect, market.ClassNetwork
		case 't':
			r.Reason, r.Class = market.ReasonRateLimited, market.ClassThrottled
		case 'n':
			r.Reason, r.Class = market.ReasonOurNetwork, market.ClassNetwork
		case 'a':
			r.Reason, r.Class = market.ReasonAuthRequired, market.ClassAuth
		case 'c':
			r.Reason, r.Class = market.ReasonHTTPError, market.ClassMismatch
		}
		h = th.Fold(h, r)
		at = at.Add(apart)
	}
	return h
}

// Three failures within a minute are a restart, not an outage: the row must span 30 minutes.
func TestFoldWantsASpan(t *testing.T) {
	t.Parallel()
	if h := foldAll(market.DefaultThresholds(), "offfff", time.Minute); h.State != market.HealthUp {
		t.Errorf("state %s after four minutes of failure, want up", h.State)
	}
}

func TestFoldKeepsSinceAndDigest(t *testing.T) {
	t.Parallel()
	th := market.DefaultThresholds()
	at := time.Date(2026, 11, 30, 9, 0, 0, 0, time.UTC)
	h := th.Fold(market.Health{}, market.ProbeRecord{At: at, Reason: market.ReasonOK, Digest: "v1:sha256:aa"})
	h = th.Fold(h, market.ProbeRecord{At: at.Add(time.Hour), Reason: market.ReasonConnect})
	if h.Digest != "v1:sha256:aa" {
		t.Errorf("digest %q lost by a failed probe", h.Digest)
	}
	if !h.Since.Equal(at) {
		t.Errorf("since %v, want the instant it came up", h.Since)
	}
	if !h.Changed("v1:sha256:bb") || h.Changed("v1:sha256:aa") {
		t.Error("Changed does not tell the approved set from another")
	}
}
