package market_test

import (
	"context"
	"strings"
	"testing"
	"time"

	diff "github.com/google/go-cmp/cmp"

	"marketd/market"
	"marketd/storage"
	"marketd/storage/storagetest"
)

// folds are probes of one listing, 15 minutes apart and an hour apart after a
// colon: o ok, f failure, t throttled, n our network, a 401, c 400, v void, m
// maintenance, and a number is so many days in which nothing is probed.
type folds struct {
	*past
	health market.Health
	claim  int64
}

var foldKinds = map[rune]market.ProbeRecord{
	'o': {Reason: market.ReasonOK, Class: market.ClassOK},
	'f': {Reason: market.ReasonTimeout, Class: market.ClassNetwork, Detail: "no answer within 10 s"},
	't': {Reason: market.ReasonRateLimited, Class: market.ClassThrottled},
	'n': {Reason: market.ReasonOurNetwork, Class: market.ClassNetwork},
	'a': {Reason: market.ReasonAuthRequired, Class: market.ClassAuth},
	'c': {Reason: market.ReasonHTTPError, Class: market.ClassMismatch, Detail: "400"},
	'v': {Reason: market.ReasonConnect, Class: market.ClassNetwork, Void: market.VoidSweep},
	'm': {Reason: market.ReasonConnect, Class: market.ClassNetwork, Void: market.VoidMaintenance},
}

// fold plays the sequence and returns when each probe of it was.
func (f *folds) fold(t *testing.T, sequence string) (at []time.Time) {
	t.Helper()
	for _, kind := range strings.ReplaceAll(sequence, " ", "") {
		if kind >= '1' && kind <= '9' {
			f.clock.pass(time.Duration(kind-'0') * 24 * time.Hour)
			continue
		}
		f.clock.pass(15 * time.Minute)
		f.claim++
		r := foldKinds[kind]
		r.Listing, r.Claim, r.At = f.ids[0], f.claim, f.clock.Now()
		at = append(at, r.At)
		after := market.DefaultThresholds().Fold(f.health, r)
		f.update(t, func(ctx context.Context, tx market.Writer) error {
			if err := market.TrackIncident(ctx, tx, f.ids[0], f.health, after, r); err != nil {
				return err
			}
			_, err := tx.InsertProbeRecord(ctx, r)
			return err
		})
		f.health = after
	}
	return at
}

// An incident goes from the first failure of the row to the first success of
// the row that ended it. Start and End number the probes; 0 is none.
func TestIncidents(t *testing.T) {
	t.Parallel()
	type want struct {
		start, end int
		worst      market.HealthState
		reason     market.Reason
	}
	store := storagetest.SQLite(t)
	const down, timeout = market.HealthDegraded, market.ReasonTimeout
	for _, tt := range []struct {
		sequence string
		want     []want // newest first
	}{
		{"o f o", nil},
		{"o f f", nil},
		{"o f f f", []want{{2, 0, down, timeout}}},
		{"f t t f t f", []want{{1, 0, down, timeout}}},
		{"f f o f f", nil},
		{"o f f f o", []want{{2, 0, down, timeout}}},
		{"o f f f o o", []want{{2, 5, down, timeout}}},
		{"o f f f f f o t n v m o o", []want{{2, 7, down, timeout}}},
		{"f f f o f o o", []want{{1, 6, down, timeout}}},
		{"f f f o o f f f o o", []want{{6, 9, down, timeout}, {1, 4, down, timeout}}},
		{"o n n n n v v v m m m t t t", nil},
		{"o a", nil},
		{"o a a", []want{{2, 0, market.HealthGated, market.ReasonAuthRequired}}},
		{"o a t a a o o", []want{{2, 6, market.HealthGated, market.ReasonAuthRequired}}},
		{"a", []want{{1, 0, market.HealthGated, market.ReasonAuthRequired}}}, // of what was never up
		{"o a a f f f", []want{{2, 0, down, market.ReasonAuthRequired}}},
		{"o f f f a a", []want{{2, 0, down, timeout}}}, // it answers, and yet it is not up
		{"o f f f a a o o", []want{{2, 7, down, timeout}}},
		{"o c c", []want{{2, 0, down, market.ReasonHTTPError}}},
		{"o f f f 3 f", []want{{2, 0, market.HealthDown, timeout}}},
		{"o f f f 3 f 9 9 9 3 f", []want{{2, 0, market.HealthGone, timeout}}},
		{"o f f f 3 f 9 9 9 3 f o o", []want{{2, 7, market.HealthGone, timeout}}},
	} {
		t.Run(tt.sequence, func(t *testing.T) {
			t.Parallel()
			f := &folds{past: newPast(t, store, tt.sequence)}
			at := f.fold(t, tt.sequence)
			var got []want
			all, err := market.NewHistory(f.store, f.clock).Incidents(t.Context(), market.IncidentFilter{Listing: tt.sequence})
			if err != nil {
				t.Fatal(err)
			}
			number := func(when time.Time) int {
				for i, a := range at {
					if a.Equal(when) {
						return i + 1
					}
				}
				if !when.IsZero() {
					t.Errorf("no probe was at %v", when)
				}
				return 0
			}
			for _, i := range all {
				got = append(got, want{number(i.Start), number(i.End), i.Worst, i.Reason})
			}
			if d := diff.Diff(tt.want, got, diff.AllowUnexported(want{})); d != "" {
				t.Errorf("(-want +got):\n%s", d)
			}
		})
	}
}

// The row of an incident's end is found though its results are rolled up, and a
// fold that is run again leaves the same one incident.
func TestAnIncidentIsOne(t *testing.T) {
	t.Parallel()
	storagetest.Each(t, func(t *testing.T, db *storage.DB) {
		f := &folds{past: newPast(t, db, "alpha")}
		up := f.health
		at := f.fold(t, "o f f f")
		again := market.ProbeRecord{Listing: "alpha", Claim: f.claim, At: at[3], Reason: market.ReasonTimeout}
		f.update(t, func(ctx context.Context, tx market.Writer) error {
			return market.TrackIncident(ctx, tx, "alpha", up, f.health, again)
		})
		h := market.NewHistory(db, f.clock)
		open, err := h.Incidents(t.Context(), market.IncidentFilter{Open: true})
		if err != nil || len(open) != 1 || open[0].ID != "alpha-4" || !open[0].Lasts() || open[0].Detail != "no answer within 10 s" {
			t.Fatalf("%+v, %v", open, err)
		}
		at = f.fold(t, "o")
		f.compact(t)
		f.fold(t, "o")
		over, err := h.Incidents(t.Context(), market.IncidentFilter{})
		if err != nil || len(over) != 1 || !over[0].End.Equal(at[0]) {
			t.Errorf("%+v, %v; want it to end at %v", over, err, at[0])
		}
	})
}
