package market_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"marketd/market"
)

func redirectProbe(to string) market.Probe {
	return market.Probe{
		Reason: market.ReasonHTTPError, Class: market.ClassMoved,
		Contract: market.Answer{Sent: true, Status: 307, Location: to},
	}
}

// An endpoint that redirects to another site, and does so again when it is looked at
// a second time, takes the listing out at once; one within its own site, or that was a
// hiccup, does not (rule DRF-002).
func TestRedirectToAnotherSite(t *testing.T) {
	t.Parallel()
	const evil = "https://evil-sample.com/mcp"
	approved := goodProbe()
	approved.List.Tools = described(textApproved)
	for _, c := range []struct {
		why           string
		first, second market.Probe
		site          string // "" when the listing stays
		probes        int
	}{
		{"another site", redirectProbe(evil), redirectProbe(evil), "evil-sample.com", 2},
		{"another one each time", redirectProbe("https://other.test/"), redirectProbe("//EVIL-sample.com/x"), "evil-sample.com", 2},
		{"written in Unicode", redirectProbe("https://bücher.test/"), redirectProbe("https://bücher.test/"), "xn--bcher-kva.test", 2},
		{"a login elsewhere", redirectProbe("https://evil-sample.com/login"), redirectProbe("https://evil-sample.com/login"), "evil-sample.com", 2},
		{"a hiccup", redirectProbe(evil), approved, "", 2},
		{"its own site", redirectProbe("https://www.example.com/login"), redirectProbe("https://www.example.com/login"), "", 1},
		{"its own path", redirectProbe("/v2/mcp"), redirectProbe("/v2/mcp"), "", 1},
	} {
		t.Run(c.why, func(t *testing.T) {
			t.Parallel()
			w := newDriftWorld(t)
			w.watch.SecondLook = 10 * time.Second
			w.watch.Pause = func(context.Context, time.Duration) error {
				w.prober.mu.Lock()
				defer w.prober.mu.Unlock()
				c.second.At = w.clock.Now()
				w.prober.answers["https://"+drifting+".example.com/mcp"] = c.second
				return nil
			}
			before := len(w.prober.targets)
			l := w.answer(t, time.Hour, c.first)
			if got := len(w.prober.targets) - before; got != c.probes {
				t.Errorf("%d probes, want %d", got, c.probes)
			}
			if c.site == "" {
				if l.Hold != market.HoldNone || len(w.queue(t)) != 0 {
					t.Errorf("hold %q", l.Hold)
				}
				return
			}
			e := w.open(t)
			if l.Hold != market.HoldQuarantined || market.StraySite(e.Drift.After) != c.site || e.Drift.Class != market.DriftDangerous || !slices.Equal(e.Drift.Rules, []string{"DRF-002"}) {
				t.Fatalf("hold %q, %+v", l.Hold, e.Drift)
			}
			if len(e.Verdict.Changes) != 1 || !strings.Contains(e.Verdict.Changes[0].Text.EN, c.site) || !strings.Contains(e.Verdict.Changes[0].Text.ZH, c.site) {
				t.Errorf("said %+v", e.Verdict.Changes)
			}
			if !slices.Equal(e.May, []market.DriftDecisionKind{market.RefuseDrift}) {
				t.Errorf("may %v", e.May)
			}
			w.wantTold(t, market.EventDriftDangerous)
		})
	}
}

// While it redirects, the drift stays as it is; when the server shows its tools again
// a reviewer gives the listing back. Redirects in announced maintenance say nothing.
func TestRedirectIsOver(t *testing.T) {
	t.Parallel()
	w := newDriftWorld(t)
	l := w.listing(t, drifting)
	window := market.Maintenance{ID: market.NewID(w.clock.Now()), Listing: l.ID, From: w.clock.Now(), Until: w.clock.Now().Add(90 * time.Minute), By: l.Owner, AnnouncedAt: w.clock.Now()}
	if err := w.store.Update(t.Context(), func(tx market.Writer) error { return tx.PutMaintenance(t.Context(), window) }); err != nil {
		t.Fatal(err)
	}
	stray := redirectProbe("https://status.evil-sample.com/")
	if l := w.answer(t, time.Hour, stray); l.Hold != market.HoldNone {
		t.Fatalf("in maintenance: hold %q", l.Hold)
	}
	w.answer(t, time.Hour, stray)
	version := w.open(t).Drift.Version
	w.answer(t, time.Hour, stray)
	if d := w.open(t).Drift; d.Version != version {
		t.Errorf("the same redirect moved the drift from %d to %d", version, d.Version)
	}
	if l := w.show(t, time.Hour, textApproved); l.Hold != market.HoldQuarantined {
		t.Errorf("going back lifted the hold by itself")
	}
	if _, err := w.decide(t, w.reviewer, w.open(t).Drift, market.RestoreDrift); err != nil {
		t.Fatal(err)
	}
	if l := w.stored(t, drifting); l.Hold != market.HoldNone {
		t.Errorf("hold %q", l.Hold)
	}
}

// Lifting the hold of a change of tools does not lift it over the complaints that
// would bring it, or have; answering those does not lift it over the change.
func TestHoldOfBoth(t *testing.T) {
	t.Parallel()
	for _, way := range []string{"restore", "accept", "revision", "complaints first", "complaints answered first"} {
		t.Run(way, func(t *testing.T) {
			t.Parallel()
			w := newDriftWorld(t)
			complaints, _ := w.complaints()
			var sent []string
			send := func() {
				for i := range 5 {
					c, err := complaints.Send(t.Context(), stranger(i), market.ComplaintRequest{Listing: drifting, Reason: market.ComplaintHarmful, Text: "it sends my contacts away", Secret: market.NewComplaintSecret()})
					if err != nil {
						t.Fatal(err)
					}
					sent = append(sent, c.ID)
				}
			}
			dismiss := func() {
				if err := complaints.Answer(t.Context(), w.reviewer, market.ComplaintAnswer{Listing: drifting, IDs: sent, State: market.ComplaintDismissed, Text: "looked"}); err != nil {
					t.Fatal(err)
				}
			}
			decide := func(kind market.DriftDecisionKind) {
				if _, err := w.decide(t, w.reviewer, w.open(t).Drift, kind); err != nil {
					t.Fatal(err)
				}
			}
			hold := func(want market.Hold) {
				t.Helper()
				if l := w.stored(t, drifting); l.Hold != want {
					t.Errorf("hold %q, want %q", l.Hold, want)
				}
			}
			if way == "complaints first" {
				send()
				w.show(t, time.Hour, textDangerous)
			} else {
				w.show(t, time.Hour, textDangerous)
				send()
			}
			switch way {
			case "restore":
				w.show(t, 25*time.Hour, textApproved)
				decide(market.RestoreDrift)
			case "revision":
				w.clock.pass(time.Hour)
				w.approve(t, textMaterial)
			case "complaints answered first":
				dismiss()
				hold(market.HoldQuarantined)
				decide(market.AcceptDrift)
				hold(market.HoldNone)
				return
			default:
				decide(market.AcceptDrift)
			}
			hold(market.HoldQuarantined)
			dismiss()
			hold(market.HoldNone)
		})
	}
}
