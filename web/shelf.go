package web

import (
	"cmp"
	"slices"
	"strings"
	"sync"

	"marketd/market"
)

// shelf is the catalog made ready for browsing: what facets look at, and the
// orders in which listings are shown, worked out once a catalog revision.
type shelf struct {
	snapshot *market.Snapshot
	marks    []mark // by a listing's place in the snapshot
	best     []int  // up first, then the newest approval
	newest   []int
	named    []int
	tools    int
}

// mark is what the facets of one listing are.
type mark struct {
	cat, health, auth string
}

// shelves holds the shelf of the present snapshot.
type shelves struct {
	mu      sync.Mutex
	present *shelf
}

func (s *shelves) of(snapshot *market.Snapshot) *shelf {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.present == nil || s.present.snapshot != snapshot {
		s.present = newShelf(snapshot)
	}
	return s.present
}

func newShelf(snapshot *market.Snapshot) *shelf {
	all := snapshot.Listings
	h := &shelf{snapshot: snapshot, marks: make([]mark, len(all))}
	names := make([]string, len(all))
	places := make([]int, len(all))
	for i := range all {
		l := &all[i]
		h.marks[i] = mark{cat: l.Entry.Cat, health: string(healthOf(l)), auth: l.Auth}
		h.tools += len(l.Tools)
		names[i], places[i] = strings.ToLower(l.Entry.Name), i
	}
	byNew := func(a, b int) int { return all[b].ApprovedAt.Compare(all[a].ApprovedAt) }
	order := func(by func(a, b int) int) []int {
		o := slices.Clone(places)
		slices.SortStableFunc(o, by)
		return o
	}
	h.newest = order(byNew)
	h.named = order(func(a, b int) int { return cmp.Compare(names[a], names[b]) })
	h.best = order(func(a, b int) int {
		return cmp.Or(cmp.Compare(rank(h.marks[a].health), rank(h.marks[b].health)), byNew(a, b))
	})
	return h
}

// healthOf is a listing's state; one that was never probed is unknown.
func healthOf(l *market.Listing) market.HealthState {
	if l.Health.State == "" {
		return market.HealthUnknown
	}
	return l.Health.State
}

// healths are the states in the order in which pages show them.
var healths = [...]market.HealthState{
	market.HealthUp, market.HealthGated, market.HealthDegraded, market.HealthUnknown, market.HealthDown, market.HealthGone,
}

func rank(health string) int { return slices.Index(healths[:], market.HealthState(health)) }

// The sorts of the catalog page; "" is by relevance and reliability.
const (
	sortNew  = "new"
	sortName = "name"
)

// browse is what a visitor asks of the catalog.
type browse struct {
	query, cat, health, auth, sort string
}

// found is the answer: the places of the listings that match, in order, and
// for each facet how many there would be for each of its values.
type found struct {
	places            []int
	cat, health, auth tally
}

// tally counts a facet's values among what matches all other facets.
type tally struct {
	all int
	by  map[string]int
}

func (t *tally) add(value string) {
	t.all++
	t.by[value]++
}

func (h *shelf) find(b browse) found {
	f := found{cat: tally{by: map[string]int{}}, health: tally{by: map[string]int{}}, auth: tally{by: map[string]int{}}}
	for _, i := range h.candidates(b) {
		m := h.marks[i]
		cat, health, auth := b.cat == "" || b.cat == m.cat, b.health == "" || b.health == m.health, b.auth == "" || b.auth == m.auth
		if health && auth {
			f.cat.add(m.cat)
		}
		if cat && auth {
			f.health.add(m.health)
		}
		if cat && health {
			f.auth.add(m.auth)
		}
		if cat && health && auth {
			f.places = append(f.places, i)
		}
	}
	return f
}

// candidates are the places that match the query, in the order asked for.
func (h *shelf) candidates(b browse) []int {
	order := h.best
	switch b.sort {
	case sortNew:
		order = h.newest
	case sortName:
		order = h.named
	}
	if b.query == "" {
		return order
	}
	hits := h.snapshot.Index.Search(b.query)
	if b.sort == "" {
		return hits
	}
	in := make([]bool, len(h.marks))
	for _, i := range hits {
		in[i] = true
	}
	sorted := make([]int, 0, len(hits))
	for _, i := range order {
		if in[i] {
			sorted = append(sorted, i)
		}
	}
	return sorted
}
