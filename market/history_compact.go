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
	// visitAfter is how long a listing that is probed no more is left alone; then
	// what has run out of it is dropped.
	visitAfter = 24 * time.Hour
	// compactBatch and compactRecords bound one transaction, so that nobody who
	// writes waits for long.
	compactBatch   = 25
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
	Unrolled time.Time // its oldest result that is not rolled up is from before this,
	Raw      time.Time // or its oldest result is,
	Visited  time.Time // or it was last compacted before this
}

// Expiry says from before when things are dropped.
type Expiry struct{ Raw, FiveMinutes, Hourly time.Time }

// Compact rolls up raw results and drops what is kept no longer: the handler of
// JobCompact. Each transaction adds the results of a few listings to their pages
// of all three resolutions and to the whole market's, and moves their marks; so
// it may be stopped anywhere and run again, and counts each result once.
func (h *History) Compact(ctx context.Context) error {
	now := h.clock.Now()
	var ids []string
	err := h.store.View(ctx, func(r Reader) (err error) {
		ids, err = r.Compactable(ctx, CompactFilter{
			Unrolled: now.Add(-rollAfter), Raw: now.Add(-keepRaw), Visited: now.Add(-visitAfter),
		})
		return err
	})
	for err == nil && len(ids) > 0 {
		var done int
		done, err = h.compact(ctx, ids[:min(len(ids), compactBatch)], now)
		ids = ids[done:]
	}
	if err != nil {
		return err
	}
	return h.trimMarket(ctx, now)
}

// compact does the first of these listings, as many as one transaction should,
// and returns how many it did.
func (h *History) compact(ctx context.Context, ids []string, now time.Time) (done int, err error) {
	err = h.store.Update(ctx, func(tx Writer) error {
		c := compaction{tx: tx, now: now}
		for done = 0; done < len(ids) && len(c.all) < compactRecords; done++ {
			if err := c.listing(ctx, ids[done]); err != nil {
				return err
			}
		}
		return c.addTo(ctx, WholeMarket, c.all, Hourly, Daily)
	})
	return done, err
}

func (h *History) trimMarket(ctx context.Context, now time.Time) error {
	return h.store.Update(ctx, func(tx Writer) error { return tx.DropHistory(ctx, WholeMarket, expiry(now)) })
}

func expiry(now time.Time) Expiry {
	return Expiry{Raw: now.Add(-keepRaw), FiveMinutes: now.Add(-keepFiveMinutes), Hourly: now.Add(-keepHourly)}
}

// compaction is one transaction's.
type compaction struct {
	tx  Writer
	now time.Time
	all []ProbeRecord // of all its listings
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
	return c.tx.DropHistory(ctx, id, expiry(c.now))
}

// addTo counts the records in the listing's pages.
func (c *compaction) addTo(ctx context.Context, listing string, records []ProbeRecord, resolutions ...Resolution) error {
	for _, res := range resolutions {
		byPage := map[int64][]ProbeRecord{}
		for _, r := range records {
			n := res.Page(r.At)
			byPage[n] = append(byPage[n], r)
		}
		for n, records := range byPage {
			if err := c.addToPage(ctx, RollupPage{Listing: listing, Resolution: res, Number: n}, records); err != nil {
				return err
			}
		}
	}
	return nil
}

// addToPage counts the records in one page, which is made when it is not there.
func (c *compaction) addToPage(ctx context.Context, p RollupPage, records []ProbeRecord) error {
	stored, err := c.tx.RollupPages(ctx, PageFilter{Listings: []string{p.Listing}, Resolution: p.Resolution, From: p.Number, Until: p.Number})
	if err != nil {
		return err
	}
	var rollups []Rollup
	if len(stored) > 0 {
		if rollups, err = stored[0].Rollups(); err != nil {
			return err
		}
	}
	for _, r := range records {
		var u *Rollup
		u, rollups = rollupAt(rollups, p.Resolution, r.At)
		u.Count(r)
	}
	if err := p.Pack(rollups); err != nil {
		return err
	}
	return c.tx.PutRollupPage(ctx, p)
}
