package market_test

import (
	"context"
	"encoding/json"
	"strconv"
	"strings"
	"testing"
	"time"

	"marketd/market"
)

// scriptedJudge says of every change what the tools seen are named after.
type scriptedJudge struct{}

func (scriptedJudge) JudgeDrift(_ context.Context, c market.DriftCase) (market.DriftVerdict, error) {
	for _, class := range []market.DriftClass{market.DriftDangerous, market.DriftMaterial} {
		if strings.Contains(string(c.Seen[0]), string(class)) {
			return market.DriftVerdict{Class: class, Changes: []market.DriftChange{{Rule: "DRF-003", Text: market.Text{ZH: "改了", EN: "changed"}}}}, nil
		}
	}
	return market.DriftVerdict{Class: market.DriftNone}, nil
}

// tickOf is the probe that a letter of rule CRN's vectors stands for.
func tickOf(letter rune) market.Probe {
	named := func(class market.DriftClass) market.Probe {
		p := goodProbe()
		p.List.Tools = []json.RawMessage{json.RawMessage(`{"name":"` + string(class) + `.now","description":"Something else","inputSchema":{"type":"object"}}`)}
		return p
	}
	switch letter {
	case 'f':
		return refusedProbe
	case 't':
		return market.Probe{Reason: market.ReasonRateLimited, Class: market.ClassThrottled}
	case 'n':
		return market.Probe{Reason: market.ReasonOurNetwork, Class: market.ClassNetwork}
	case 'a':
		return market.Probe{Reason: market.ReasonAuthRequired, Class: market.ClassAuth}
	case 'c':
		return market.Probe{Reason: market.ReasonHTTPError, Class: market.ClassMismatch}
	case 'D':
		return named(market.DriftDangerous)
	case 'm':
		return named(market.DriftMaterial)
	}
	return goodProbe()
}

// TestCRN are the test vectors of rule CRN, each through Watch and a real
// store: probes 15 minutes apart, every bad verdict after a second look.
func TestCRN(t *testing.T) {
	t.Parallel()
	down := "o" + strings.Repeat("f", 72*4+1)
	for _, c := range []struct {
		why, ticks string
		want       market.HealthState
		failures   int
		events     string // kinds, in order
		hold       market.Hold
		drifts     int // open
	}{
		{why: "one failure is nothing", ticks: "ofo", want: market.HealthUp},
		{why: "two are suspect", ticks: "off", want: market.HealthUp, failures: 2},
		{why: "three over 30 minutes", ticks: "offf", want: market.HealthDegraded, failures: 3, events: "health.degraded"},
		{why: "unknown neither counts nor resets", ticks: "oftftf", want: market.HealthDegraded, failures: 3, events: "health.degraded"},
		{why: "success resets the count", ticks: "offoff", want: market.HealthUp, failures: 2},
		{why: "one success is not recovery", ticks: "offfo", want: market.HealthDegraded, events: "health.degraded"},
		{why: "two are", ticks: "offfoo", want: market.HealthUp, events: "health.degraded health.up"},
		{why: "a failure between does not help", ticks: "offfofoo", want: market.HealthUp, events: "health.degraded health.up"},
		{why: "our network says nothing", ticks: "onnnn", want: market.HealthUp},
		{why: "a day of nothing is for a person", ticks: "o" + strings.Repeat("t", 97), want: market.HealthUp, events: "health.silent"},
		{why: "just under a day is not", ticks: "o" + strings.Repeat("t", 96), want: market.HealthUp},
		{why: "and is told once", ticks: "o" + strings.Repeat("t", 200), want: market.HealthUp, events: "health.silent"},
		{why: "a 401 once", ticks: "oa", want: market.HealthUp},
		{why: "a 401 twice is gated, not down", ticks: "oaa", want: market.HealthGated, events: "health.gated"},
		{why: "a 400 twice is a contract the app cannot use", ticks: "occ", want: market.HealthDegraded, failures: 2, events: "health.degraded"},
		{why: "72 hours of failure", ticks: down, want: market.HealthDown, failures: 72*4 + 1, events: "health.degraded health.down"},
		{why: "down and back", ticks: down + "oo", want: market.HealthUp, events: "health.degraded health.down health.up"},
		{why: "a dangerous change", ticks: "oD", want: market.HealthUp, hold: market.HoldQuarantined, drifts: 1},
		{why: "a material change", ticks: "om", want: market.HealthUp, drifts: 1},
		{why: "down and back with other tools", ticks: down + "mm", want: market.HealthDown, events: "health.degraded health.down", drifts: 1},
	} {
		t.Run(c.why, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			w.listed(t, "weather-demo")
			w.watch.Drift = scriptedJudge{}
			for i, letter := range c.ticks {
				w.probeHeld(t, "weather-demo", strconv.Itoa(i), tickOf(letter))
			}
			l := w.stored(t, "weather-demo")
			if l.Health.State != c.want || l.Health.Failures != c.failures || l.Hold != c.hold {
				t.Errorf("state %s, %d failures, hold %q; want %s, %d, %q", l.Health.State, l.Health.Failures, l.Hold, c.want, c.failures, c.hold)
			}
			if got := strings.Join(w.events(t, "weather-demo", "health."), " "); got != c.events {
				t.Errorf("events %q, want %q", got, c.events)
			}
			if got := w.openDrifts(t); got != c.drifts {
				t.Errorf("%d open drifts, want %d", got, c.drifts)
			}
		})
	}
}

// The two vectors that are of a sweep and not of a listing (rule CRN-004).
func TestCRNSweep(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		why            string
		listed, failed int
		counted        int
	}{
		{"a sweep of 50: 12 fail at once", 50, 12, 0},
		{"a sweep of 50: 10 fail at once", 50, 10, 10},
		{"a sweep of 4: 1 fails", 4, 1, 1},
	} {
		t.Run(c.why, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			ids := w.many(t, c.listed)
			w.sweepAll(t)
			for _, id := range ids[:c.failed] {
				w.answer(id, refusedProbe)
			}
			w.clock.pass(time.Hour)
			w.sweepAll(t)
			counted := 0
			for _, id := range ids {
				h := w.stored(t, id).Health
				counted += h.Failures
				if h.State != market.HealthUp {
					t.Errorf("%s is %s", id, h.State)
				}
			}
			since, why := w.watch.Doubt()
			if counted != c.counted || since.IsZero() != (c.counted > 0) {
				t.Errorf("%d failures counted, want %d; doubt since %v: %s", counted, c.counted, since, why)
			}
		})
	}
}

// stored is the listing as the database has it, held or not.
func (w *world) stored(t *testing.T, id string) (l market.Listing) {
	t.Helper()
	err := w.store.View(t.Context(), func(r market.Reader) (err error) {
		l, err = r.Listing(t.Context(), id)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// events are the kinds of what was announced of the listing, oldest first, that
// begin with the prefix.
func (w *world) events(t *testing.T, id, prefix string) (kinds []string) {
	t.Helper()
	err := w.store.View(t.Context(), func(r market.Reader) error {
		all, err := r.Events(t.Context(), market.EventFilter{Listing: id, Limit: 1000})
		for _, e := range all {
			if strings.HasPrefix(string(e.Kind), prefix) {
				kinds = append([]string{string(e.Kind)}, kinds...)
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return kinds
}

func (w *world) openDrifts(t *testing.T) (n int) {
	t.Helper()
	err := w.store.View(t.Context(), func(r market.Reader) error {
		by, err := r.CountDrifts(t.Context(), market.DriftOpen)
		for _, of := range by {
			n += of
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// answer sets what the server of the listing answers from now on.
func (w *world) answer(id string, p market.Probe) {
	w.prober.mu.Lock()
	defer w.prober.mu.Unlock()
	w.prober.answers[serverOf(id)] = p
}

// serverOf is the URL of a listing made by many: each has a site of its own.
func serverOf(id string) string { return "https://" + id + ".example/mcp" }

// many lists servers, each on a site of its own, that a person approved a week ago.
func (w *world) many(t *testing.T, n int) (ids []string) {
	t.Helper()
	l := w.listed(t, "weather-demo")
	err := w.store.Update(t.Context(), func(tx market.Writer) error {
		l.Hold = market.HoldPaused // it is only the pattern
		if err := tx.SaveListing(t.Context(), l); err != nil {
			return err
		}
		for i := range n {
			x := l
			x.ID, x.Hold = "server-"+strconv.Itoa(i), market.HoldNone
			x.Entry.ID, x.Entry.Server.URL = x.ID, serverOf(x.ID)
			x.ApprovedAt = w.clock.Now().Add(-7 * 24 * time.Hour)
			if err := tx.SaveListing(t.Context(), x); err != nil {
				return err
			}
			ids = append(ids, x.ID)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return ids
}

// sweepAll sweeps once and works the batches that it made; it returns them.
func (w *world) sweepAll(t *testing.T) []market.ProbeArgs {
	t.Helper()
	if err := w.watch.Sweep(t.Context()); err != nil {
		t.Fatal(err)
	}
	batches := w.queued(t)
	for _, b := range batches {
		if err := w.watch.Probe(t.Context(), b); err != nil {
			t.Fatal(err)
		}
	}
	return batches
}
