package market

import (
	"context"
	"time"

	"marketd/market/search"
)

// Catalog is what the world reads: one immutable [Snapshot] at a time.
type Catalog struct{}

// NewCatalog returns a Catalog with an empty snapshot; call Refresh, then Follow.
func NewCatalog(s Store) *Catalog { panic("being written") }

// Snapshot is the published catalog at one revision. Nobody changes it.
type Snapshot struct {
	Revision  int64
	UpdatedAt time.Time
	Listings  []Listing // every listing without a hold, by id
	Index     *search.Index
	byID      map[string]int
}

// Listing finds a public listing.
func (s *Snapshot) Listing(id string) (Listing, bool) {
	i, ok := s.byID[id]
	if !ok {
		return Listing{}, false
	}
	return s.Listings[i], true
}

// Current returns the snapshot of the moment.
func (c *Catalog) Current() *Snapshot { panic("being written") }

// OnChange has f called with every new snapshot, the present one first, before
// it becomes current. Call it before Follow.
func (c *Catalog) OnChange(f func(*Snapshot) error) { panic("being written") }

// Refresh loads the catalog if its revision in the database has moved.
func (c *Catalog) Refresh(ctx context.Context) error { panic("being written") }

// Nudge has a running Follow look at once.
func (c *Catalog) Nudge() { panic("being written") }

// Follow refreshes at every Nudge and once a second until ctx ends.
func (c *Catalog) Follow(ctx context.Context) error { panic("being written") }
