package market_test

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"marketd/market"
)

// probe makes the batch of that name.
func (w *world) probe(t *testing.T, batch string, listings ...string) {
	t.Helper()
	if err := w.watch.Probe(t.Context(), w.claim(t, batch, listings...)); err != nil {
		t.Fatal(err)
	}
}

// claim is the batch of that name: its claims are made once.
func (w *world) claim(t *testing.T, batch string, listings ...string) market.ProbeArgs {
	t.Helper()
	if w.batches == nil {
		w.batches = map[string]market.ProbeArgs{}
	}
	args, claimed := w.batches[batch]
	err := w.store.Update(t.Context(), func(tx market.Writer) error {
		for _, id := range listings {
			if claimed {
				return nil
			}
			l, err := tx.Listing(t.Context(), id)
			if err != nil {
				return err
			}
			l.Health.Claim++
			l.Health.ClaimedUntil = w.clock.Now().Add(24 * time.Hour)
			args.Claims = append(args.Claims, market.Claim{Listing: id, Number: l.Health.Claim})
			if err := tx.SaveHealth(t.Context(), id, l.Health); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	w.batches[batch] = args
	return args
}

// probeAs sets what the server of the listing answers and when, and probes.
func (w *world) probeAs(t *testing.T, id, batch string, p market.Probe) market.Health {
	t.Helper()
	w.clock.pass(15 * time.Minute)
	p.At = w.clock.Now()
	w.prober.mu.Lock()
	w.prober.answers["https://"+id+".example.com/mcp"] = p
	w.prober.mu.Unlock()
	w.probe(t, batch, id)
	return w.listing(t, id).Health
}

var refusedProbe = market.Probe{Reason: market.ReasonConnect, Class: market.ClassNetwork}

func TestWatchFoldsAndPublishes(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.listed(t, "weather-demo")
	before := w.catalog.Current().Revision
	w.probeAs(t, "weather-demo", "b1", goodProbe())
	if rev := w.catalog.Current().Revision; rev != before {
		t.Errorf("a good probe of a good server made catalog revision %d", rev)
	}
	for _, b := range []string{"b2", "b3", "b4"} {
		w.probeAs(t, "weather-demo", b, refusedProbe)
	}
	if h := w.listing(t, "weather-demo").Health; h.State != market.HealthDegraded || w.catalog.Current().Revision == before {
		t.Errorf("state %s at revision %d after three failures", h.State, w.catalog.Current().Revision)
	}
	w.probeAs(t, "weather-demo", "b5", goodProbe())
	if h := w.probeAs(t, "weather-demo", "b6", goodProbe()); h.State != market.HealthUp {
		t.Errorf("state %s after two good probes, want up", h.State)
	}
	want := []string{market.ActHealth, market.ActHealth}
	if got := w.actions(t, "listing/weather-demo"); !slices.Equal(got, want) {
		t.Errorf("acts %v, want %v", got, want)
	}
	history, err := w.watch.History(t.Context(), "weather-demo", 3)
	if err != nil || len(history) != 3 || !history[0].At.After(history[1].At) {
		t.Errorf("history of %d, newest first? %v", len(history), err)
	}
}

// A batch that runs again after a crash neither probes nor counts twice.
func TestProbeTwiceHasOneEffect(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.listed(t, "weather-demo")
	w.probeAs(t, "weather-demo", "b1", refusedProbe)
	w.probe(t, "b1", "weather-demo")
	if h := w.listing(t, "weather-demo").Health; h.Failures != 1 && h.Failures != 0 {
		t.Errorf("%d failures counted for one", h.Failures)
	}
	history, err := w.watch.History(t.Context(), "weather-demo", 10)
	if err != nil || len(history) != 1 || len(w.prober.targets) != 1 {
		t.Errorf("%d records, %d probes for one batch (%v)", len(history), len(w.prober.targets), err)
	}
}

// A probe that panics over what a stranger sent is an error, not the end of the process.
func TestProbePanicIsAnError(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.listed(t, "weather-one")
	w.listed(t, "weather-two")
	w.prober.panicAt = "https://weather-one.example.com/mcp"
	err := w.watch.Probe(t.Context(), w.claim(t, "b1", "weather-one", "weather-two"))
	if err == nil || !strings.Contains(err.Error(), "weather-one") {
		t.Errorf("error %v, want one that names the listing", err)
	}
	history, err := w.watch.History(t.Context(), "weather-two", 10)
	if err != nil || len(history) != 1 {
		t.Errorf("the other listing has %d probes (%v), want 1", len(history), err)
	}
}

func TestSweepLeasesWhatIsDue(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.listed(t, "weather-demo")
	due := func() []market.Due {
		var ids []market.Due
		err := w.store.View(t.Context(), func(r market.Reader) (err error) {
			ids, err = r.DueListings(t.Context(), w.clock.Now(), 10)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		return ids
	}
	if got := due(); len(got) != 1 {
		t.Fatalf("due %v, want the new listing", got)
	}
	if err := w.watch.Sweep(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := due(); len(got) != 0 {
		t.Errorf("due %v right after a sweep, want none", got)
	}
	w.clock.pass(time.Hour) // the batch was lost
	if got := due(); len(got) != 1 {
		t.Errorf("due %v after the lease, want the listing again", got)
	}
}

// A server whose tools differ at every probe is told of once, not for ever.
func TestChangedToolsAreToldOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.listed(t, "weather-demo")
	for i := range 4 {
		p := goodProbe()
		p.List.Tools = []json.RawMessage{json.RawMessage(`{"name":"n` + strconv.Itoa(i) + `"}`)}
		w.probeAs(t, "weather-demo", "b"+strconv.Itoa(i), p)
	}
	w.probeAs(t, "weather-demo", "b9", goodProbe())
	want := []string{market.ActToolsChanged, market.ActToolsChanged} // away from the approved set, and back
	if got := w.actions(t, "listing/weather-demo"); !slices.Equal(got, want) {
		t.Errorf("acts %v, want %v", got, want)
	}
}

func TestDownComesBackOnlyUnchanged(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	l := w.listed(t, "weather-demo")
	err := w.store.Update(t.Context(), func(tx market.Writer) error {
		return tx.SaveHealth(t.Context(), l.ID, market.Health{State: market.HealthDown, Since: w.clock.Now(), Digest: l.Digest})
	})
	if err != nil {
		t.Fatal(err)
	}
	other := goodProbe()
	other.List.Tools = []json.RawMessage{json.RawMessage(`{"name":"pay.now","description":"Pays","inputSchema":{"type":"object","properties":{}}}`)}
	w.probeAs(t, l.ID, "b1", other)
	if h := w.probeAs(t, l.ID, "b2", other); h.State != market.HealthDown || !h.Changed(l.Digest) {
		t.Errorf("back with other tools: state %s, changed %v", h.State, h.Changed(l.Digest))
	}
	w.probeAs(t, l.ID, "b3", goodProbe())
	if h := w.probeAs(t, l.ID, "b4", goodProbe()); h.State != market.HealthUp {
		t.Errorf("back with the approved tools: state %s, want up", h.State)
	}
}

func TestWatchSendsTheListingsToken(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	s, err := w.intake.Submit(t.Context(), w.dev, market.SubmitRequest{Entry: entry("weather-demo"), Token: "s3cret", Confirm: true})
	if err != nil {
		t.Fatal(err)
	}
	w.review(t, s.ID, 1)
	if err := w.decide(t, w.reviewer, w.submission(t, s.ID), market.DecideApprove, ""); err != nil {
		t.Fatal(err)
	}
	w.probe(t, "b1", "weather-demo")
	if got := w.prober.targets[0].Token; got != "s3cret" {
		t.Errorf("probed with token %q", got)
	}
	if l := w.listing(t, "weather-demo"); l.Auth != "token" {
		t.Errorf("auth %q, want token", l.Auth)
	}
	if err := w.intake.DeleteToken(t.Context(), w.dev, s.ID); err != nil {
		t.Fatal(err)
	}
	w.probe(t, "b2", "weather-demo")
	if got := w.prober.targets[1].Token; got != "" {
		t.Errorf("probed with the deleted token %q", got)
	}
}
