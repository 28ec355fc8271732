package market_test

import (
	"context"
	"testing"
	"time"

	diff "github.com/google/go-cmp/cmp"

	"marketd/market"
	"marketd/storage"
	"marketd/storage/storagetest"
)

// result stores a result of the first listing, of some time ago.
func (p *past) result(t testing.TB, ago time.Duration, kind rune, took time.Duration) {
	t.Helper()
	r := foldKinds[kind]
	r.Listing, r.At, r.Took = p.ids[0], p.clock.Now().Add(-ago), took
	r.Claim = int64(len(p.records[r.Listing]) + 1)
	p.records[r.Listing] = append(p.records[r.Listing], r)
	p.update(t, func(ctx context.Context, tx market.Writer) error {
		_, err := tx.InsertProbeRecord(ctx, r)
		return err
	})
}

const day = 24 * time.Hour

// The clock stands at 09:02 UTC.
func TestUptimeOfEachSpan(t *testing.T) {
	t.Parallel()
	storagetest.Each(t, func(t *testing.T, db *storage.DB) {
		p := newPast(t, db, "alpha", "beta")
		h := market.NewHistory(db, p.clock)
		for _, x := range []struct {
			ago  time.Duration
			kind rune
		}{
			{90 * day, 'f'}, // in no span: of the day before the first of 90
			{89*day + 9*time.Hour, 'f'},
			{30 * day, 'f'},
			{29*day + 9*time.Hour, 'f'},
			{7 * day, 'f'}, // 09:02 a week ago: before the first full hour of the 7 days
			{6 * day, 'o'},
			{day, 'a'}, // 09:02 yesterday
			{23 * time.Hour, 'o'},
			{3 * time.Hour, 'f'},
			{2 * time.Hour, 't'},
			{2 * time.Hour, 'n'},
			{2 * time.Hour, 'v'},
			{2 * time.Hour, 'm'},
			{0, 'o'},
		} {
			p.result(t, x.ago, x.kind, time.Second)
		}
		want := market.Uptimes{
			Day:     market.ProbeCounts{OK: 2, Failed: 1, Unknown: 3, Maintenance: 1},
			Week:    market.ProbeCounts{OK: 3, Gated: 1, Failed: 1, Unknown: 3, Maintenance: 1},
			Month:   market.ProbeCounts{OK: 3, Gated: 1, Failed: 3, Unknown: 3, Maintenance: 1},
			Quarter: market.ProbeCounts{OK: 3, Gated: 1, Failed: 5, Unknown: 3, Maintenance: 1},
		}
		for _, when := range []string{"from results", "from roll-ups"} {
			got, err := h.Uptime(t.Context(), "alpha")
			if err != nil {
				t.Fatal(err)
			}
			if d := diff.Diff(want, got); d != "" {
				t.Errorf("%s (-want +got):\n%s", when, d)
			}
			p.compact(t)
		}
		if share, ok := want.Week.Uptime(); !ok || share != 0.8 {
			t.Errorf("4 of 5: %v, %v", share, ok)
		}
		none, err := h.Uptime(t.Context(), "beta")
		if share, ok := none.Quarter.Uptime(); err != nil || ok || share != 0 {
			t.Errorf("a listing that was never probed has an uptime: %v %v %v", share, ok, err)
		}
		all, err := h.Uptime(t.Context(), market.WholeMarket)
		if err != nil || all != want {
			t.Errorf("the whole market: %+v, %v", all, err)
		}
	})
}

func TestDaysOfAListing(t *testing.T) {
	t.Parallel()
	p := newPast(t, storagetest.SQLite(t), "alpha")
	p.update(t, func(ctx context.Context, tx market.Writer) error {
		at := p.clock.Now()
		for _, i := range []market.Incident{
			{ID: "1", Listing: "alpha", Start: at.Add(-9 * day), End: at.Add(-8 * day), Worst: market.HealthDown},
			{ID: "2", Listing: "alpha", Start: at.Add(-8 * day).Add(time.Hour), End: at.Add(-8 * day).Add(2 * time.Hour), Worst: market.HealthDegraded},
			{ID: "3", Listing: "alpha", Start: at.Add(-day), Worst: market.HealthGated},
		} {
			if err := tx.PutIncident(ctx, i); err != nil {
				return err
			}
		}
		return nil
	})
	for range 99 {
		p.result(t, 2*day, 'o', 100*time.Millisecond)
	}
	p.result(t, 2*day, 'o', 9*time.Second)
	p.result(t, 2*day, 'f', time.Minute) // its time is none of an answer's
	p.compact(t)
	p.result(t, time.Minute, 'a', 20*time.Millisecond)

	h := market.NewHistory(p.store, p.clock)
	days, err := h.Days(t.Context(), "alpha", 10)
	if err != nil || len(days) != 10 {
		t.Fatalf("%d days, %v", len(days), err)
	}
	worst := map[int]market.HealthState{0: market.HealthDown, 1: market.HealthDown, 8: market.HealthGated, 9: market.HealthGated}
	for i, d := range days {
		if want := time.Date(2026, 11, 21+i, 0, 0, 0, 0, time.UTC); !d.Start.Equal(want) {
			t.Errorf("day %d begins at %v, want %v", i, d.Start, want)
		}
		if d.Worst != worst[i] {
			t.Errorf("day %d: worst %q, want %q", i, d.Worst, worst[i])
		}
		if total := d.Total(); total != map[int]int{7: 101, 9: 1}[i] {
			t.Errorf("day %d has %d probes", i, total)
		}
	}
	if d := days[7]; d.OK != 100 || d.Failed != 1 || d.P50.Round(10*time.Millisecond) != 110*time.Millisecond || d.P95 != d.P50 {
		t.Errorf("%+v", d)
	}
	if d := days[9]; d.Gated != 1 || d.P50 == 0 {
		t.Errorf("today: %+v", d)
	}
	cards, err := h.Summaries(t.Context(), []string{"alpha", "nothing"})
	if err != nil || len(cards) != 2 || len(cards["nothing"].Days) != 30 || cards["nothing"].Month.Total() != 0 {
		t.Fatalf("%v, %v", cards, err)
	}
	if c := cards["alpha"]; c.Month.Total() != 102 || c.Days[29].Gated != 1 || c.Days[27].OK != 100 || c.Days[29].Start != days[9].Start {
		t.Errorf("%+v", c)
	}
	o, err := h.Overview(t.Context(), "alpha")
	if err != nil || len(o.Days) != 90 || len(o.Incidents) != 3 || o.Uptimes.Quarter.Total() != 102 || len(o.Latency) != 2 {
		t.Fatalf("%+v, %v", o, err)
	}
	if d := diff.Diff(days, o.Days[80:]); d != "" {
		t.Errorf("the page has other days (-want +got):\n%s", d)
	}
}

func TestLatencyByTheAge(t *testing.T) {
	t.Parallel()
	p := newPast(t, storagetest.SQLite(t), "alpha")
	h := market.NewHistory(p.store, p.clock)
	for _, ago := range []time.Duration{70 * day, 20*day + 30*time.Minute, 20 * day, 40 * time.Minute, 20 * time.Minute} {
		p.result(t, ago, 'o', time.Second)
	}
	p.result(t, time.Minute, 'f', time.Second)
	for _, tt := range []struct {
		since  time.Duration
		points int
		first  time.Time
	}{
		{2 * day, 2, time.Date(2026, 11, 30, 8, 20, 0, 0, time.UTC)},
		{21 * day, 3, time.Date(2026, 11, 10, 8, 0, 0, 0, time.UTC)},
		{80 * day, 3, time.Date(2026, 9, 21, 0, 0, 0, 0, time.UTC)},
	} {
		for range 2 {
			got, err := h.Latency(t.Context(), "alpha", p.clock.Now().Add(-tt.since))
			if err != nil || len(got) != tt.points || !got[0].At.Equal(tt.first) || got[0].P50 < 900*time.Millisecond || got[0].P95 > 1100*time.Millisecond {
				t.Errorf("since %v: %+v, %v", tt.since, got, err)
			}
			if tt.since > 2*day {
				p.compact(t)
			}
		}
	}
}

func TestRangesOfHistory(t *testing.T) {
	t.Parallel()
	p := newPast(t, storagetest.SQLite(t), "alpha")
	p.probed(t, 300, 11*time.Minute)
	p.compact(t)
	h, now := market.NewHistory(p.store, p.clock), p.clock.Now()
	for _, step := range []time.Duration{5 * time.Minute, 15 * time.Minute, time.Hour, 7 * time.Hour, day, 7 * day} {
		got, err := h.Range(t.Context(), "alpha", now.Add(-3*day), now.Add(time.Minute), step)
		if err != nil {
			t.Fatal(err)
		}
		first := now.Add(-3*day).UnixMicro() / step.Microseconds() * step.Microseconds()
		var in []market.ProbeRecord
		for _, r := range p.records["alpha"] {
			if r.At.UnixMicro() >= first {
				in = append(in, r)
			}
		}
		total := 0
		for i, r := range got {
			total += r.Total()
			if r.Start.UnixMicro()%step.Microseconds() != 0 || i > 0 && !got[i-1].Start.Before(r.Start) {
				t.Errorf("%v: step %d begins at %v", step, i, r.Start)
			}
		}
		if total != len(in) {
			t.Errorf("%v: %d probes, want %d", step, total, len(in))
		}
	}
	for name, x := range map[string]struct {
		from, until time.Time
		step        time.Duration
	}{
		"no step":              {now.Add(-day), now, 0},
		"a step before now":    {now.Add(-day), now, -time.Hour},
		"a step of a minute":   {now.Add(-day), now, time.Minute},
		"backwards":            {now, now.Add(-day), time.Hour},
		"nothing":              {now, now, time.Hour},
		"too many":             {now.Add(-6 * day), now, 5 * time.Minute},
		"too long ago":         {now.Add(-15 * day), now.Add(-14 * day), 5 * time.Minute},
		"too long ago by hour": {now.Add(-92 * day), now.Add(-91 * day), time.Hour},
		"far in the past":      {time.Date(1, 1, 1, 0, 0, 0, 0, time.UTC), now, day},
		"far in the future":    {now, time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC), day},
	} {
		if _, err := h.Range(t.Context(), "alpha", x.from, x.until, x.step); err != market.ErrRangeInvalid { //nolint:errorlint // the sentinel itself
			t.Errorf("%s: %v", name, err)
		}
	}
	if got, err := h.Range(t.Context(), "alpha", now.Add(-1400*day), now, day); err != nil || len(got) < 3 {
		t.Errorf("days of years: %d, %v", len(got), err)
	}
}
