package market

import (
	"context"
	"time"
)

// History tells what became of probes: roll-ups, uptime, incidents. It also
// rolls them up; see [History.Compact].
type History struct {
	store Store
	clock Clock
}

// NewHistory returns a History on the store.
func NewHistory(store Store, clock Clock) *History { return &History{store: store, clock: clock} }

// Uptimes are the probes of four spans that end now. The first two begin at a
// full hour, the others at midnight UTC; so each is up to an hour, or a day,
// less than its name says.
type Uptimes struct {
	Day, Week, Month, Quarter ProbeCounts // 24 hours, 7, 30 and 90 days
}

// HistoryDay is one day, in UTC, of a listing or of the whole market.
type HistoryDay struct {
	Start time.Time
	ProbeCounts
	P50, P95 time.Duration // of the answered probes; 0 when there was none
	Worst    HealthState   // of the incidents that touched the day; "" without one, and for the whole market
}

// LatencyPoint is the latency in one stretch of time in which something was answered.
type LatencyPoint struct {
	At       time.Time // when the stretch begins
	P50, P95 time.Duration
}

// Overview is what the page of a listing shows of its history.
type Overview struct {
	Uptimes   Uptimes
	Days      []HistoryDay // 90, the last one is today
	Latency   []LatencyPoint
	Incidents []Incident // of the 90 days, newest first, at most 100
}

// CardHistory is what a card shows of a listing's history.
type CardHistory struct {
	Month ProbeCounts  // of 30 days
	Days  []HistoryDay // 30, the last one is today; without Worst and latencies
}

// The lengths of what is shown.
const (
	overviewDays = 90
	cardDays     = 30
)

// Overview reads all that a listing's page shows, or that of the [WholeMarket],
// in one view. Latency is of the last 7 days by the hour. A listing that is not
// there has an empty history.
func (h *History) Overview(ctx context.Context, listing string) (o Overview, err error) {
	err = h.view(ctx, func(b *book) (err error) {
		o = Overview{Days: b.emptyDays(overviewDays)}
		err = b.each(ctx, listing, Hourly, b.hoursAgo(7*24), func(r *Rollup) {
			b.hour(&o.Uptimes, r)
			o.Latency = appendPoint(o.Latency, r)
		})
		if err != nil {
			return err
		}
		err = b.each(ctx, listing, Daily, b.daysAgo(overviewDays), func(r *Rollup) {
			b.day(&o.Uptimes, r)
			dayOf(o.Days, r).fill(r)
		})
		if err != nil {
			return err
		}
		o.Incidents, err = b.Incidents(ctx, IncidentFilter{Listing: listing, Since: b.daysAgo(overviewDays)})
		if listing != WholeMarket {
			worst(o.Days, o.Incidents)
		}
		return err
	})
	return o, err
}

// Uptime returns a listing's uptimes, or those of the [WholeMarket].
func (h *History) Uptime(ctx context.Context, listing string) (u Uptimes, err error) {
	err = h.view(ctx, func(b *book) error {
		u = Uptimes{}
		if err := b.each(ctx, listing, Hourly, b.hoursAgo(7*24), func(r *Rollup) { b.hour(&u, r) }); err != nil {
			return err
		}
		return b.each(ctx, listing, Daily, b.daysAgo(90), func(r *Rollup) { b.day(&u, r) })
	})
	return u, err
}

// Days returns a listing's last n days, at least one, oldest first, with today
// as the last.
func (h *History) Days(ctx context.Context, listing string, n int) (days []HistoryDay, err error) {
	err = h.view(ctx, func(b *book) error {
		days = b.emptyDays(max(n, 1))
		err := b.each(ctx, listing, Daily, b.daysAgo(n), func(r *Rollup) { dayOf(days, r).fill(r) })
		if err != nil || listing == WholeMarket {
			return err
		}
		incidents, err := b.Incidents(ctx, IncidentFilter{Listing: listing, Since: b.daysAgo(n), Limit: 1000})
		worst(days, incidents)
		return err
	})
	return days, err
}

// MarketDays returns the whole market's last n days, oldest first. Today's
// probes are counted as they are rolled up, some within the hour.
func (h *History) MarketDays(ctx context.Context, n int) ([]HistoryDay, error) {
	return h.Days(ctx, WholeMarket, n)
}

// Latency returns a listing's latencies since then: by five minutes for up to
// two days, by the hour for up to a month, by the day for longer.
func (h *History) Latency(ctx context.Context, listing string, since time.Time) (points []LatencyPoint, err error) {
	err = h.view(ctx, func(b *book) error {
		res := Daily
		switch age := b.now.Sub(since); {
		case age <= 48*time.Hour:
			res = FiveMinutes
		case age <= 31*24*time.Hour:
			res = Hourly
		}
		points = nil
		return b.each(ctx, listing, res, since, func(r *Rollup) { points = appendPoint(points, r) })
	})
	return points, err
}

// Incidents returns incidents, newest first.
func (h *History) Incidents(ctx context.Context, f IncidentFilter) (incidents []Incident, err error) {
	err = h.store.View(ctx, func(r Reader) (err error) {
		incidents, err = r.Incidents(ctx, f)
		return err
	})
	return incidents, err
}

// Transcripts returns the listing's last good and last bad probe, as far as
// there are.
func (h *History) Transcripts(ctx context.Context, listing string) (said []Transcript, err error) {
	err = h.store.View(ctx, func(r Reader) (err error) {
		said, err = r.Transcripts(ctx, listing)
		return err
	})
	return said, err
}

// Summaries returns what the cards of these listings show, by id; each id has one.
func (h *History) Summaries(ctx context.Context, ids []string) (cards map[string]CardHistory, err error) {
	cards = make(map[string]CardHistory, len(ids))
	if len(ids) == 0 {
		return cards, nil
	}
	err = h.view(ctx, func(b *book) error {
		for _, id := range ids {
			cards[id] = CardHistory{Days: b.emptyDays(cardDays)}
		}
		return b.eachOf(ctx, ids, Daily, b.daysAgo(cardDays), func(id string, r *Rollup) {
			c := cards[id]
			if d := dayOf(c.Days, r); d != nil {
				d.ProbeCounts = r.ProbeCounts
				c.Month.Merge(r.ProbeCounts)
				cards[id] = c
			}
		})
	})
	return cards, err
}

func (h *History) view(ctx context.Context, f func(*book) error) error {
	now := h.clock.Now()
	return h.store.View(ctx, func(r Reader) error { return f(&book{Reader: r, now: now}) })
}
