package market_test

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"marketd/market"
)

// Before a verdict becomes worse the server is asked once more, after a pause:
// what was a hiccup is none.
func TestSecondLook(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		why, ticks string // the last one is looked at twice
		second     market.Probe
		want       market.HealthState
		probes     int
	}{
		{"a hiccup", "off", goodProbe(), market.HealthUp, 5},
		{"an outage", "off", refusedProbe, market.HealthDegraded, 5},
		{"says nothing", "off", tickOf('t'), market.HealthUp, 5},
		{"a token once", "oa", tickOf('a'), market.HealthGated, 4},
		{"no token after all", "oa", goodProbe(), market.HealthUp, 4},
	} {
		t.Run(c.why, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			w.watch.SecondLook = 10 * time.Second
			w.listed(t, "weather-demo")
			for i, letter := range c.ticks {
				w.probeAs(t, "weather-demo", strconv.Itoa(i), tickOf(letter))
			}
			paused := time.Duration(0)
			w.watch.Pause = func(_ context.Context, d time.Duration) error {
				paused += d
				w.prober.mu.Lock()
				defer w.prober.mu.Unlock()
				w.prober.answers["https://weather-demo.example.com/mcp"] = c.second
				return nil
			}
			last := tickOf(rune(c.ticks[len(c.ticks)-1]))
			h := w.probeAs(t, "weather-demo", "last", last)
			if h.State != c.want || len(w.prober.targets) != c.probes || paused != 10*time.Second {
				t.Errorf("%s after %d probes and a pause of %v; want %s after %d and 10 s", h.State, len(w.prober.targets), paused, c.want, c.probes)
			}
			if history, _ := w.watch.History(t.Context(), "weather-demo", 10); len(history) != c.probes-1 {
				t.Errorf("%d results are kept, want one a claim", len(history))
			}
		})
	}
}

// A name that the resolver finds nothing out about is its site's fault while
// others are found, and nobody's when there are no others.
func TestNameThatIsNotFoundOut(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		why     string
		servers int
		want    market.HealthState
	}{
		{"others answer", 3, market.HealthDegraded},
		{"there are no others", 1, market.HealthUp},
	} {
		t.Run(c.why, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			ids := w.many(t, c.servers)
			for _, id := range ids {
				w.answer(id, goodProbe())
			}
			w.probe(t, "good", ids...)
			w.clock.pass(time.Hour) // what was heard then says nothing now
			silent := market.Probe{Reason: market.ReasonOurNetwork, Class: market.ClassNetwork}
			silent.Net.DNSFault = "servfail"
			w.answer(ids[0], silent)
			for i := range 4 {
				w.clock.pass(15 * time.Minute)
				w.probe(t, strconv.Itoa(i), ids...)
			}
			if h := w.stored(t, ids[0]).Health; h.State != c.want {
				t.Errorf("%s (%s), want %s", h.State, h.Reason, c.want)
			}
		})
	}
}

// What happens in announced maintenance counts neither way.
func TestMaintenanceIsVoid(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.listed(t, "weather-demo")
	w.probeAs(t, "weather-demo", "0", goodProbe())
	from := w.clock.Now().Add(time.Minute)
	err := w.store.Update(t.Context(), func(tx market.Writer) error {
		return tx.PutMaintenance(t.Context(), market.Maintenance{ID: "m", Listing: "weather-demo", From: from, Until: from.Add(time.Hour), AnnouncedAt: from})
	})
	if err != nil {
		t.Fatal(err)
	}
	for i := range 4 {
		w.probeAs(t, "weather-demo", "in"+strconv.Itoa(i), refusedProbe)
	}
	if h := w.stored(t, "weather-demo").Health; h.State != market.HealthUp || h.Failures != 0 {
		t.Errorf("%s with %d failures in maintenance", h.State, h.Failures)
	}
	w.probeAs(t, "weather-demo", "after", refusedProbe)
	if h := w.stored(t, "weather-demo").Health; h.Failures != 1 {
		t.Errorf("%d failures after it, want 1", h.Failures)
	}
}

// A quarantined listing is probed on; of its states only recovery is news.
func TestQuarantinedIsProbedInSilence(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.listed(t, "weather-demo")
	w.probeAs(t, "weather-demo", "0", goodProbe())
	l := w.stored(t, "weather-demo")
	l.Hold = market.HoldQuarantined
	if err := w.store.Update(t.Context(), func(tx market.Writer) error { return tx.SaveListing(t.Context(), l) }); err != nil {
		t.Fatal(err)
	}
	revision := w.published(t)
	for i, letter := range "fff" {
		w.probeHeld(t, "weather-demo", strconv.Itoa(i+1), tickOf(letter))
	}
	if h := w.stored(t, "weather-demo").Health; h.State != market.HealthDegraded || len(w.events(t, "weather-demo", "health.")) != 0 || w.published(t) != revision {
		t.Errorf("%s, events %v, catalog %d after %d; want degraded, nothing told, nothing published", h.State, w.events(t, "weather-demo", "health."), w.published(t), revision)
	}
	for i, letter := range "oo" {
		w.probeHeld(t, "weather-demo", strconv.Itoa(i+10), tickOf(letter))
	}
	if got := w.events(t, "weather-demo", "health."); !slices.Equal(got, []string{"health.up"}) {
		t.Errorf("events %v, want the recovery", got)
	}
}

func (w *world) published(t *testing.T) (n int64) {
	t.Helper()
	err := w.store.View(t.Context(), func(r market.Reader) error {
		c, err := r.CatalogRevision(t.Context())
		n = c.Revision
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// probeHeld is probeAs for what is not in the catalog.
func (w *world) probeHeld(t *testing.T, id, batch string, p market.Probe) {
	t.Helper()
	w.clock.pass(15 * time.Minute)
	w.prober.mu.Lock()
	w.prober.answers["https://"+id+".example.com/mcp"] = p
	w.prober.mu.Unlock()
	w.probe(t, batch, id)
}

// While our own clock is off a certificate's dates are not judged.
func TestCRN011(t *testing.T) {
	t.Parallel()
	expired := market.Probe{Reason: market.ReasonTLS, Class: market.ClassNetwork, Net: market.NetFacts{TLSFault: "expired"}}
	for off, want := range map[time.Duration]int{time.Minute: 1, -10 * time.Minute: 0, 10 * time.Minute: 0} {
		w := newWorld(t)
		ids := w.many(t, 5)
		w.answer(ids[0], expired)
		for _, id := range ids[1:] {
			p := goodProbe()
			p.Contract = market.Answer{Dated: true, Skew: off}
			w.answer(id, p)
		}
		w.sweepAll(t)
		if h := w.stored(t, ids[0]).Health; h.Failures != want {
			t.Errorf("clock off by %v: %d failures, want %d", off, h.Failures, want)
		}
	}
}

// A certificate that runs out is told of twice, and another one anew.
func TestCertificateIsToldOf(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.listed(t, "weather-demo")
	until := w.clock.Now().AddDate(0, 0, 30)
	for day := range 30 {
		for i := range 3 {
			p := goodProbe()
			p.Net.CertUntil = until
			w.probeAs(t, "weather-demo", strconv.Itoa(day*10+i), p)
		}
		w.clock.pass(24*time.Hour - 45*time.Minute)
	}
	if got := w.events(t, "weather-demo", "cert."); len(got) != 2 {
		t.Errorf("told %d times in a month, want at 21 and at 7 days", len(got))
	}
	p := goodProbe()
	p.Net.CertUntil = w.clock.Now().AddDate(0, 0, 20)
	w.probeAs(t, "weather-demo", "renewed", p)
	if got := w.events(t, "weather-demo", "cert."); len(got) != 3 {
		t.Errorf("told %d times, want once more for the new one", len(got))
	}
}

// What was said is kept when it goes wrong, after that, and every six hours.
func TestTranscriptsAreKept(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.listed(t, "weather-demo")
	said := func(p market.Probe, what string) market.Probe {
		p.Exchanges = []market.Exchange{{Step: "contract", RespBody: what}}
		return p
	}
	kept := func() string {
		var all []string
		err := w.store.View(t.Context(), func(r market.Reader) error {
			ts, err := r.Transcripts(t.Context(), "weather-demo")
			for _, x := range ts {
				all = append(all, x.Exchanges[0].RespBody)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		return strings.Join(all, " ")
	}
	for i, c := range []struct{ letter, want string }{
		{"o", "1"}, {"o", "1"}, {"f", "1 3"}, {"o", "4 3"}, {"o", "4 3"}, {"t", "4 3"}, {"o", "4 3"},
	} {
		w.probeAs(t, "weather-demo", strconv.Itoa(i), said(tickOf(rune(c.letter[0])), strconv.Itoa(i+1)))
		if got := kept(); got != c.want {
			t.Errorf("after probe %d: %q is kept, want %q", i+1, got, c.want)
		}
	}
	w.clock.pass(6 * time.Hour)
	w.probeAs(t, "weather-demo", "later", said(goodProbe(), "later"))
	if got := kept(); got != "later 3" {
		t.Errorf("six hours later %q is kept", got)
	}
}

// A listing has a good transcript from its first probe on, not hours later.
func TestFirstTranscriptAfterApproval(t *testing.T) {
	t.Parallel()
	approved := time.Date(2026, 11, 3, 6, 30, 0, 0, time.UTC)
	fine := func(checked time.Duration) market.Listing {
		return market.Listing{ApprovedAt: approved, Health: market.Health{Reason: market.ReasonOK, CheckedAt: approved.Add(checked)}}
	}
	for checked, want := range map[time.Duration]bool{-time.Minute: true, 0: true, time.Second: false} {
		if got := market.WantsTranscript(fine(checked), approved.Add(time.Minute)); got != want {
			t.Errorf("last looked at %v from the approval: kept is %v", checked, got)
		}
	}
}
