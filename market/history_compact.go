package market

import (
	"context"
	"time"
)

const (
	// rollAfter is how old a listing's oldest result becomes before it is rolled
	// up with all that came since. Pages are additive, so nothing need be waited
	// for; an hour makes six results one write.
	rollAfter = time.Hour
	// compactBatch and compactRecords bound one transaction, so that nobody who
	// writes waits for long.
	compactBatch   = 50
	compactRecords = 5000
)

// PageFilter chooses pages of roll-ups.
type PageFilter struct {
	Listings   []string // at least one
	Resolution Resolution
	From       int64 // the first page
	Until      int64 // the last page; 0 means all
}

// Compacted is how far a listing's results are rolled up. Results come in the
// order of their claims, since only the last claim takes one; so a result that
// was made long ago is beyond the mark all the same, and is counted where it
// belongs.
type Compacted struct {
	Listing string
	Claim   int64 // of the last result that is in the pages
	At      time.Time
}

// CompactFilter chooses the listings that want compaction.
type CompactFilter struct {
	After    string    // id: those greater
	Unrolled time.Time // its oldest result that is not rolled up is from before this,
	Raw      time.Time // or its oldest result is,
	Visited  time.Time // or it was last compacted before this
	Limit    int
}

// Expiry says from before when things are dropped.
type Expiry struct{ Raw, FiveMinutes, Hourly time.Time }

// Compact rolls up raw results and drops what is kept no longer: the handler of
// JobCompact. Each transaction adds the results of a few listings to their pages
// of all three resolutions and to the whole market's, and moves their marks; so
// it may be stopped anywhere and run again, and counts each result once.
func (h *History) Compact(ctx context.Context) error {
	now := h.clock.Now()
	f := CompactFilter{
		Unrolled: now.Add(-rollAfter), Raw: now.Add(-keepRaw), Visited: Daily.start(now), Limit: compactBatch,
	}
	for {
		var ids []string
		err := h.store.View(ctx, func(r Reader) (err error) {
			ids, err = r.Compactable(ctx, f)
			return err
		})
		if err != nil {
			return err
		}
		if len(ids) == 0 {
			return h.trimMarket(ctx, now)
		}
		if f.After, err = h.compact(ctx, ids, now); err != nil {
			return err
		}
	}
}

// compact does the first of these listings, as many as one transaction should,
// and returns the last one that it did.
func (h *History) compact(ctx context.Context, ids []string, now time.Time) (last string, err error) {
	err = h.store.Update(ctx, func(tx Writer) error {
		c := compaction{tx: tx, now: now}
		for _, id := range ids {
			if err := c.listing(ctx, id); err != nil {
				return err
			}
			if last = id; c.records >= compactRecords {
				break
			}
		}
		return c.addTo(ctx, WholeMarket, c.all, Hourly, Daily)
	})
	return last, err
}

func (h *History) trimMarket(ctx context.Context, now time.Time) error {
	return h.store.Update(ctx, func(tx Writer) error { return tx.DropHistory(ctx, WholeMarket, expiry(now)) })
}

func expiry(now time.Time) Expiry {
	return Expiry{Raw: now.Add(-keepRaw), FiveMinutes: now.Add(-keepFiveMinutes), Hourly: now.Add(-keepHourly)}
}

// compaction is one transaction's.
type compaction struct {
	tx      Writer
	now     time.Time
	all     []ProbeRecord // of all its listings
	records int
}

func (c *compaction) listing(ctx context.Context, id string) error {
	records, err := c.tx.UnrolledRecords(ctx, []string{id})
	if err != nil {
		return err
	}
	if err := c.addTo(ctx, id, records, FiveMinutes, Hourly, Daily); err != nil {
		return err
	}
	mark := Compacted{Listing: id, Claim: -1, At: c.now}
	if n := len(records); n > 0 {
		mark.Claim = records[n-1].Claim
	}
	if err := c.tx.PutCompacted(ctx, mark); err != nil {
		return err
	}
	c.all = append(c.all, records...)
	c.records += len(records)
	return c.tx.DropHistory(ctx, id, expiry(c.now))
}

// addTo counts the records in the listing's pages.
func (c *compaction) addTo(ctx context.Context, listing string, records []ProbeRecord, resolutions ...Resolution) error {
	if len(records) == 0 {
		return nil
	}
	for _, res := range resolutions {
		pages, err := c.pagesFor(ctx, listing, res, records)
		if err != nil {
			return err
		}
		for _, r := range records {
			pages[res.Page(r.At)].at(r.At).Count(r)
		}
		for _, p := range pages {
			if err := c.tx.PutRollupPage(ctx, *p); err != nil {
				return err
			}
		}
	}
	return nil
}

// pagesFor reads the pages in which the records belong, or makes them.
func (c *compaction) pagesFor(ctx context.Context, listing string, res Resolution, records []ProbeRecord) (map[int64]*RollupPage, error) {
	pages := map[int64]*RollupPage{}
	f := PageFilter{Listings: []string{listing}, Resolution: res, From: res.Page(records[0].At), Until: res.Page(records[0].At)}
	for _, r := range records {
		n := res.Page(r.At)
		f.From, f.Until = min(f.From, n), max(f.Until, n)
		pages[n] = &RollupPage{Listing: listing, Resolution: res, Number: n}
	}
	stored, err := c.tx.RollupPages(ctx, f)
	if err != nil {
		return nil, err
	}
	for i := range stored {
		if n := stored[i].Number; pages[n] != nil {
			pages[n] = &stored[i]
		}
	}
	return pages, nil
}
