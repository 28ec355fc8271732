package market

import (
	"context"
	"slices"
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

// rollups returns a listing's roll-ups that begin at or after the start of the
// one that covers since, in order.
func (b *book) rollups(ctx context.Context, listing string, res Resolution, since time.Time) ([]Rollup, error) {
	by, err := b.rollupsOf(ctx, []string{listing}, res, since)
	return by[listing], err
}

// rollupsOf does so for several listings.
func (b *book) rollupsOf(ctx context.Context, listings []string, res Resolution, since time.Time) (map[string][]Rollup, error) {
	from := res.start(since)
	pages, err := b.RollupPages(ctx, PageFilter{Listings: listings, Resolution: res, From: res.Page(from)})
	if err != nil {
		return nil, err
	}
	out := make(map[string][]Rollup, len(listings))
	for _, p := range pages {
		out[p.Listing] = append(out[p.Listing], p.Rollups...)
	}
	if err := b.readTail(ctx, listings); err != nil {
		return nil, err
	}
	for _, id := range listings {
		all := &RollupPage{Resolution: res, Rollups: out[id]}
		for _, r := range b.tail[id] {
			all.at(r.At).Count(r)
		}
		first := slices.IndexFunc(all.Rollups, func(r Rollup) bool { return !r.Start.Before(from) })
		if first < 0 {
			first = len(all.Rollups)
		}
		out[id] = all.Rollups[first:]
	}
	return out, nil
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

func (b *book) uptimes(hours, days []Rollup) Uptimes {
	return Uptimes{
		Day:     since(hours, Hourly.start(b.now).Add(-23*time.Hour)),
		Week:    since(hours, Hourly.start(b.now).Add(-(7*24-1)*time.Hour)),
		Month:   since(days, b.daysAgo(30)),
		Quarter: since(days, b.daysAgo(90)),
	}
}

// since adds up the roll-ups that begin at the instant or after it.
func since(rollups []Rollup, from time.Time) (c ProbeCounts) {
	for i := range rollups {
		if !rollups[i].Start.Before(from) {
			c.Merge(rollups[i].ProbeCounts)
		}
	}
	return c
}

// bars are the last n days, each with its counts; those without a probe too.
func (b *book) bars(rollups []Rollup, n int) []HistoryDay {
	out, first := make([]HistoryDay, n), b.daysAgo(n)
	for i := range out {
		out[i].Start = first.AddDate(0, 0, i)
	}
	for i := range rollups {
		if at := int(rollups[i].Start.Sub(first) / time.Duration(Daily)); at >= 0 && at < n {
			out[at].ProbeCounts = rollups[i].ProbeCounts
		}
	}
	return out
}

// days are bars with latencies.
func (b *book) days(rollups []Rollup, n int) []HistoryDay {
	out := b.bars(rollups, n)
	for i := range rollups {
		if at := int(rollups[i].Start.Sub(out[0].Start) / time.Duration(Daily)); at >= 0 && at < n {
			out[at].P50, out[at].P95 = rollups[i].Latency.Quantile(0.5), rollups[i].Latency.Quantile(0.95)
		}
	}
	return out
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

func latency(rollups []Rollup) []LatencyPoint {
	var out []LatencyPoint
	for i := range rollups {
		if r := &rollups[i]; r.Answered() > 0 {
			out = append(out, LatencyPoint{At: r.Start, P50: r.Latency.Quantile(0.5), P95: r.Latency.Quantile(0.95)})
		}
	}
	return out
}
