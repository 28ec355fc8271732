package market

import (
	"context"
	"time"
)

// book reads history as of one instant, in one view: what is rolled up and the
// results that are not yet, each once.
type book struct {
	Reader
	now  time.Time
	tail map[string][]ProbeRecord // by listing: read once
}

// daysAgo is the beginning of the first of the last n days, of which today is one.
func (b *book) daysAgo(n int) time.Time {
	return Daily.start(b.now).Add(time.Duration(1-n) * time.Duration(Daily))
}

// hoursAgo is the same of hours.
func (b *book) hoursAgo(n int) time.Time {
	return Hourly.start(b.now).Add(time.Duration(1-n) * time.Duration(Hourly))
}

// each calls f with a listing's roll-ups, in order, from the one that covers
// since on. What f is given is another one after it returns.
func (b *book) each(ctx context.Context, listing string, res Resolution, since time.Time, f func(*Rollup)) error {
	return b.eachOf(ctx, []string{listing}, res, since, func(_ string, r *Rollup) { f(r) })
}

// eachOf does so for several listings, one after another.
func (b *book) eachOf(ctx context.Context, listings []string, res Resolution, since time.Time, f func(string, *Rollup)) error {
	from := res.start(since)
	pages, err := b.RollupPages(ctx, PageFilter{Listings: listings, Resolution: res, From: res.Page(from)})
	if err != nil {
		return err
	}
	if err := b.readTail(ctx, listings); err != nil {
		return err
	}
	byListing := make(map[string][]RollupPage, len(listings))
	for _, p := range pages {
		byListing[p.Listing] = append(byListing[p.Listing], p)
	}
	for _, id := range listings {
		err := merged(byListing[id], b.rollTail(id, res), func(r *Rollup) {
			if !r.Start.Before(from) {
				f(id, r)
			}
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// merged calls f with the roll-ups of the pages and of the tail, in order, those
// of one stretch added up.
func merged(pages []RollupPage, tail []Rollup, f func(*Rollup)) error {
	for i := range pages {
		err := pages[i].Each(func(r *Rollup) {
			for len(tail) > 0 && tail[0].Start.Before(r.Start) {
				f(&tail[0])
				tail = tail[1:]
			}
			if len(tail) > 0 && tail[0].Start.Equal(r.Start) {
				r.Merge(&tail[0])
				tail = tail[1:]
			}
			f(r)
		})
		if err != nil {
			return err
		}
	}
	for i := range tail {
		f(&tail[i])
	}
	return nil
}

// rollTail rolls up what the pages of a listing do not hold yet.
func (b *book) rollTail(listing string, res Resolution) (out []Rollup) {
	for _, r := range b.tail[listing] {
		var u *Rollup
		u, out = rollupAt(out, res, r.At)
		u.Count(r)
	}
	return out
}

// readTail reads the results that are not rolled up yet. Those of the whole
// market are not: it is told of by what is rolled up alone.
func (b *book) readTail(ctx context.Context, listings []string) error {
	var missing []string
	for _, id := range listings {
		if _, read := b.tail[id]; !read && id != WholeMarket {
			missing = append(missing, id)
		}
	}
	if len(missing) == 0 {
		return nil
	}
	records, err := b.UnrolledRecords(ctx, missing)
	if err != nil {
		return err
	}
	if b.tail == nil {
		b.tail = make(map[string][]ProbeRecord, len(missing))
	}
	for _, id := range missing {
		b.tail[id] = nil
	}
	for _, r := range records {
		b.tail[r.Listing] = append(b.tail[r.Listing], r)
	}
	return nil
}

// hour adds an hour to the uptimes that are counted by the hour.
func (b *book) hour(u *Uptimes, r *Rollup) {
	if !r.Start.Before(b.hoursAgo(24)) {
		u.Day.Merge(r.ProbeCounts)
	}
	if !r.Start.Before(b.hoursAgo(7 * 24)) {
		u.Week.Merge(r.ProbeCounts)
	}
}

// day adds a day to the uptimes that are counted by the day.
func (b *book) day(u *Uptimes, r *Rollup) {
	if !r.Start.Before(b.daysAgo(30)) {
		u.Month.Merge(r.ProbeCounts)
	}
	if !r.Start.Before(b.daysAgo(90)) {
		u.Quarter.Merge(r.ProbeCounts)
	}
}

// emptyDays are the last n days.
func (b *book) emptyDays(n int) []HistoryDay {
	out, first := make([]HistoryDay, n), b.daysAgo(n)
	for i := range out {
		out[i].Start = first.AddDate(0, 0, i)
	}
	return out
}

// dayOf is the day of the roll-up; nil for one that is in the future.
func dayOf(days []HistoryDay, r *Rollup) *HistoryDay {
	if i := int(r.Start.Sub(days[0].Start) / time.Duration(Daily)); i < len(days) {
		return &days[i]
	}
	return nil
}

func (d *HistoryDay) fill(r *Rollup) {
	if d != nil {
		d.ProbeCounts, d.P50, d.P95 = r.ProbeCounts, r.Latency.Quantile(0.5), r.Latency.Quantile(0.95)
	}
}

// worst notes on each day the worst state of the incidents that touched it.
func worst(days []HistoryDay, incidents []Incident) {
	for _, i := range incidents {
		for d := range days {
			start := days[d].Start
			if i.Touches(start, start.AddDate(0, 0, 1)) && i.Worst.badness() > days[d].Worst.badness() {
				days[d].Worst = i.Worst
			}
		}
	}
}

// appendPoint adds the latencies of a roll-up in which something was answered.
func appendPoint(points []LatencyPoint, r *Rollup) []LatencyPoint {
	if r.Answered() == 0 {
		return points
	}
	return append(points, LatencyPoint{At: r.Start, P50: r.Latency.Quantile(0.5), P95: r.Latency.Quantile(0.95)})
}
