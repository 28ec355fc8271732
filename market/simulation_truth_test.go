package market_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"testing"
	"time"

	"marketd/market"
)

// truth is what a server really does, and so what its listing is to come to.
type truth struct {
	base        []json.RawMessage // what was approved; nil: [simTools]
	spells      []spell
	maintenance []stretch
	evil        func([]json.RawMessage) bool // what is to be quarantined on sight
	told        map[market.EventKind]int     // beyond what follows from the spells
	wavers      bool                         // is neither well nor ill: of its health nothing is asked
	returns     bool                         // comes back from down with other tools, and stays down
}

type stretch struct{ from, until time.Duration }

// spell is a time in which a server is not well, long enough to be marked.
type spell struct {
	stretch
	to   market.HealthState // that it is to be marked: degraded or gated
	slow time.Duration      // by which it may be marked later than others
}

// The bounds follow from the default cadence, a fifth more for the jitter, and
// the time between sweeps.
const (
	sweepEvery   = 5 * time.Minute
	forEver      = 1000 * time.Hour
	firstSeen    = 36*time.Minute + sweepEvery               // after it began
	threeFailed  = firstSeen + 46*time.Minute + 4*sweepEvery // over 30 minutes
	twiceGated   = firstSeen + 18*time.Minute + sweepEvery   //
	wellAgain    = firstSeen + 6*time.Minute + sweepEvery    // from degraded
	openAgain    = wellAgain + 36*time.Minute                // from gated
	backAgain    = wellAgain + 108*time.Minute               // from down
	threeDays    = 72 * time.Hour                            //
	downAtLatest = threeDays + 2*firstSeen                   //
)

func (tr *truth) tools() []json.RawMessage {
	if tr.base == nil {
		return simTools(simText)
	}
	return tr.base
}

// judge says what is wrong with how the listing stands; "" for nothing.
func (tr *truth) judge(x *faulty, at time.Duration) string {
	want := market.HoldNone
	if x.evil {
		want = market.HoldQuarantined
	}
	if x.kept.Hold != want {
		return fmt.Sprintf("the hold is %q, want %q", x.kept.Hold, want)
	}
	state := x.kept.Health.State
	if tr.wavers {
		return ""
	}
	for _, s := range tr.spells {
		if at < s.from || at >= s.until+s.recovery(tr) {
			continue
		}
		return s.judge(state, at)
	}
	if state != market.HealthUp && state != market.HealthUnknown {
		return fmt.Sprintf("it is well, and %q", state)
	}
	return ""
}

func (s spell) recovery(tr *truth) time.Duration {
	switch {
	case tr.returns:
		return forEver
	case s.to == market.HealthGated:
		return openAgain
	case s.until-s.from >= threeDays:
		return backAgain
	}
	return wellAgain
}

func (s spell) judge(state market.HealthState, at time.Duration) string {
	since := at - s.from
	over := at >= s.until
	marked := state == s.to || s.to == market.HealthDegraded && state == market.HealthDown
	switch {
	case !marked && state != market.HealthUp && state != market.HealthUnknown:
		return fmt.Sprintf("it is to be %s, and is %s", s.to, state)
	case marked && s.to == market.HealthDegraded && since < s.atLeast():
		return fmt.Sprintf("%s after %v", state, since)
	case state == market.HealthDown && since < threeDays:
		return fmt.Sprintf("down after %v", since)
	case over:
		return ""
	case !marked && since > s.atMost():
		return fmt.Sprintf("%s though it is %s for %v", state, s.to, since)
	case state == market.HealthDegraded && since > downAtLatest+s.slow:
		return fmt.Sprintf("not down after %v", since)
	}
	return ""
}

func (s spell) atLeast() time.Duration {
	if s.slow < 0 { // a contract that fails twice is marked at once
		return 0
	}
	return 30 * time.Minute
}

func (s spell) atMost() time.Duration {
	if s.to == market.HealthGated {
		return twiceGated + s.slow
	}
	return threeFailed + max(0, s.slow)
}

// contract marks a spell as one of a contract that fails.
const contract = -1

// lasts reports whether the server was still ill at the end.
func (s spell) lasts(end time.Duration) bool { return s.until >= end }

// wanted are the events that are to be announced of a listing, by kind.
func (x *faulty) wanted(end time.Duration) map[market.EventKind]int {
	want := maps.Clone(x.truth.told)
	if want == nil {
		want = map[market.EventKind]int{}
	}
	for _, s := range x.truth.spells {
		if !x.evil || s.from < x.evilAt {
			switch {
			case s.to == market.HealthDegraded:
				want[market.EventDegraded]++
			case s.from > 0: // one that wants a token from the start is no news
				want[market.EventGated]++
			}
			if s.to == market.HealthDegraded && min(s.until, end)-s.from > downAtLatest+s.slow {
				want[market.EventDown]++
			}
		}
		if !s.lasts(end) && !x.truth.returns {
			want[market.EventUp]++
		}
	}
	return want
}

// audit checks all that was kept over the run, of each server.
func (r *run) audit(t *testing.T, end time.Duration) {
	t.Helper()
	r.agree(t)
	if err := r.history.Compact(t.Context()); err != nil {
		t.Fatal(err)
	}
	got := map[string]map[market.EventKind]int{}
	for _, e := range r.events {
		if got[e.Listing] == nil {
			got[e.Listing] = map[market.EventKind]int{}
		}
		got[e.Listing][e.Kind]++
	}
	total := market.ProbeCounts{}
	for _, x := range r.servers {
		if x.truth.evil != nil && !x.evil {
			t.Errorf("%s (%s) never showed its evil", x.id, x.what)
		}
		if want := x.wanted(end); !maps.Equal(got[x.id], want) && len(got[x.id])+len(want) > 0 {
			t.Errorf("%s (%s): announced %v, want %v", x.id, x.what, got[x.id], want)
		}
		r.auditIncidents(t, x, end)
		total.Merge(r.auditUptime(t, x))
	}
	whole, err := r.history.Uptime(t.Context(), market.WholeMarket)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%d servers, %d probes counted of %d; events %v; the market's week %+v", len(r.servers), total.Counted(), total.Total(), len(r.events), whole.Week)
}

// auditIncidents wants one incident for each spell: from the first failure in it
// to the first success after it.
func (r *run) auditIncidents(t *testing.T, x *faulty, end time.Duration) {
	t.Helper()
	got, err := r.history.Incidents(t.Context(), market.IncidentFilter{Listing: x.id})
	if err != nil {
		t.Fatal(err)
	}
	if x.truth.wavers {
		return
	}
	slices.Reverse(got)
	if len(got) != len(x.truth.spells) {
		t.Errorf("%s (%s): incidents %+v, want %d", x.id, x.what, got, len(x.truth.spells))
		return
	}
	for i, s := range x.truth.spells {
		first := x.firstAfter(r.began.Add(s.from), func(p market.ProbeRecord) bool { return p.Counts() && p.Reason != market.ReasonOK })
		if !got[i].Start.Equal(first.At) || got[i].Reason != first.Reason || first.At.Sub(r.began.Add(s.from)) > firstSeen+s.slow+time.Minute {
			t.Errorf("%s (%s): incident from %v by %s; it failed first at %v by %s", x.id, x.what, got[i].Start, got[i].Reason, first.At, first.Reason)
		}
		worst := s.to
		if worst == market.HealthDegraded && min(s.until, end)-s.from > downAtLatest {
			worst = market.HealthDown
		}
		if got[i].Worst != worst {
			t.Errorf("%s (%s): the worst was %s, want %s", x.id, x.what, got[i].Worst, worst)
		}
		if s.lasts(end) || x.truth.returns {
			if !got[i].Lasts() {
				t.Errorf("%s (%s): an incident that lasts ended at %v", x.id, x.what, got[i].End)
			}
			continue
		}
		well := x.firstAfter(r.began.Add(s.until), func(p market.ProbeRecord) bool { return p.Reason == market.ReasonOK })
		if !got[i].End.Equal(well.At) {
			t.Errorf("%s (%s): incident until %v; it was well first at %v", x.id, x.what, got[i].End, well.At)
		}
	}
}

func (x *faulty) firstAfter(at time.Time, is func(market.ProbeRecord) bool) market.ProbeRecord {
	for _, p := range x.results {
		if !p.At.Before(at) && is(p) {
			return p
		}
	}
	return market.ProbeRecord{}
}

// auditUptime wants each day to be what was served in it, and the week with it.
func (r *run) auditUptime(t *testing.T, x *faulty) (all market.ProbeCounts) {
	t.Helper()
	days := map[time.Time]*market.ProbeCounts{}
	for _, p := range x.results {
		day := p.At.Truncate(24 * time.Hour)
		if days[day] == nil {
			days[day] = &market.ProbeCounts{}
		}
		days[day].Count(p)
		all.Count(p)
	}
	got, err := r.history.Days(t.Context(), x.id, 10)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range got {
		var want market.ProbeCounts
		if days[d.Start] != nil {
			want = *days[d.Start]
		}
		if d.ProbeCounts != want {
			t.Errorf("%s (%s): %v is kept as %+v, want %+v", x.id, x.what, d.Start, d.ProbeCounts, want)
		}
		x.auditDay(t, d.Start.Sub(r.began), d.ProbeCounts)
	}
	return all
}

// auditDay wants a day that a server was well throughout, or away, to be told so.
func (x *faulty) auditDay(t *testing.T, from time.Duration, c market.ProbeCounts) {
	t.Helper()
	if len(x.truth.spells) == 0 && x.what == "healthy" && (c.Failed > 0 || c.Gated > 0 || c.Unknown > 0) {
		t.Errorf("%s (%s): %+v on a day on which it was well", x.id, x.what, c)
	}
	for _, s := range x.truth.spells {
		if s.from <= from && s.until >= from+24*time.Hour && c.OK > 0 {
			t.Errorf("%s (%s): %+v on a day on which it was away", x.id, x.what, c)
		}
	}
}
