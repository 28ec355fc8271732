package market

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"marketd/market/search"
)

// Catalog is what the world reads: one immutable [Snapshot] at a time.
type Catalog struct {
	store   Store
	current atomic.Pointer[Snapshot]
	nudge   chan struct{}
	mu      sync.Mutex // one refresh at a time; guards hooks
	hooks   []func(*Snapshot) error
	loaded  bool
}

// NewCatalog returns a Catalog with an empty snapshot; call Refresh, then Follow.
func NewCatalog(s Store) *Catalog {
	c := &Catalog{store: s, nudge: make(chan struct{}, 1)}
	c.current.Store(newSnapshot(CatalogRevision{}, nil))
	return c
}

// Snapshot is the published catalog at one revision. Nobody changes it.
type Snapshot struct {
	Revision  int64
	UpdatedAt time.Time
	Listings  []Listing // every listing without a hold, by id
	Index     *search.Index
	byID      map[string]int
	held      []Listing // the listings with a hold, by id: in no list, but their pages stay and look-alikes of them are found
}

func newSnapshot(rev CatalogRevision, all []Listing) *Snapshot {
	s := &Snapshot{Revision: rev.Revision, UpdatedAt: rev.UpdatedAt, byID: map[string]int{}}
	for _, l := range all {
		if l.Hold != HoldNone {
			s.held = append(s.held, l)
			continue
		}
		s.byID[l.ID] = len(s.Listings)
		s.Listings = append(s.Listings, l)
	}
	docs := make([][]search.Field, len(s.Listings))
	for i, l := range s.Listings {
		docs[i] = searchFields(l)
	}
	s.Index = search.New(docs)
	return s
}

// searchFields are the texts by which a listing is found, with their weights.
func searchFields(l Listing) []search.Field {
	f := []search.Field{
		{Text: l.Entry.Name, Weight: 8},
		{Text: l.ID, Weight: 6},
		{Text: l.Entry.Desc, Weight: 4},
		{Text: l.Entry.Cat, Weight: 3},
		{Text: l.Entry.Author, Weight: 2},
		{Text: l.Entry.Host(), Weight: 2},
	}
	for _, t := range ReadTools(l.Tools) {
		f = append(f, search.Field{Text: t.Name, Weight: 3}, search.Field{Text: t.Title, Weight: 2}, search.Field{Text: t.Description, Weight: 1})
	}
	return f
}

// Listing finds a public listing.
func (s *Snapshot) Listing(id string) (Listing, bool) {
	i, ok := s.byID[id]
	if !ok {
		return Listing{}, false
	}
	return s.Listings[i], true
}

// Page finds a listing that has a page: a public one, or one that a hold keeps
// out of every list. Whoever has its address is told why it is not there.
func (s *Snapshot) Page(id string) (Listing, bool) {
	if l, ok := s.Listing(id); ok {
		return l, true
	}
	i, ok := slices.BinarySearchFunc(s.held, id, func(l Listing, id string) int { return strings.Compare(l.ID, id) })
	if !ok {
		return Listing{}, false
	}
	return s.held[i], true
}

// Held are the listings that a hold keeps out of every list, by id.
func (s *Snapshot) Held() []Listing { return s.held }

// Current returns the snapshot of the moment.
func (c *Catalog) Current() *Snapshot { return c.current.Load() }

// OnChange has f called with every new snapshot, the present one first, before
// it becomes current. A snapshot that an f refuses does not become current.
// Call it before Follow.
func (c *Catalog) OnChange(f func(*Snapshot) error) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.hooks = append(c.hooks, f)
	return f(c.Current())
}

// Refresh loads the catalog if its revision in the database has moved.
func (c *Catalog) Refresh(ctx context.Context) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	var (
		rev CatalogRevision
		all []Listing
	)
	err := c.store.View(ctx, func(r Reader) (err error) {
		if rev, err = r.CatalogRevision(ctx); err != nil || c.loaded && rev.Revision == c.Current().Revision {
			return err
		}
		all, err = r.Listings(ctx, ListingFilter{})
		return err
	})
	if err != nil {
		return fmt.Errorf("load the catalog: %w", err)
	}
	if c.loaded && rev.Revision == c.Current().Revision {
		return nil
	}
	next := newSnapshot(rev, all)
	for _, f := range c.hooks {
		if err := f(next); err != nil {
			return fmt.Errorf("publish catalog revision %d: %w", rev.Revision, err)
		}
	}
	c.current.Store(next)
	c.loaded = true
	return nil
}

// Nudge has a running Follow look at once.
func (c *Catalog) Nudge() {
	select {
	case c.nudge <- struct{}{}:
	default: // it will look already
	}
}

// Follow refreshes at every Nudge and once a second until ctx ends. It tells
// failed of an error, once until it works again.
func (c *Catalog) Follow(ctx context.Context, failed func(error)) {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	broken := false
	for {
		select {
		case <-ctx.Done():
			return
		case <-c.nudge:
		case <-tick.C:
		}
		err := c.Refresh(ctx)
		if err != nil && !broken && ctx.Err() == nil {
			failed(err)
		}
		broken = err != nil
	}
}
