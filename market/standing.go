package market

import (
	"context"
	"slices"
	"sync"
	"time"
)

// Standing tells the world how all that is listed does, and how the market
// itself does.
type Standing struct {
	StandingOptions
	mu   sync.Mutex // one reading at a time; guards what follows
	told *Situation
}

// StandingOptions are a Standing's dependencies; Sweep and Parts may be nil.
type StandingOptions struct {
	Store   Store
	Catalog *Catalog
	History *History
	Clock   Clock

	// Sweep tells of the latest probes; ok is false when it cannot be told.
	Sweep func(ctx context.Context) (s SweepStanding, ok bool)

	// Parts tell of the market's own parts, in the order in which they are shown.
	Parts []Part
}

// SweepStanding is how the probes get along.
type SweepStanding struct {
	Last time.Time     // when the latest result was made
	Lag  time.Duration // for how long the listing has waited that has been due longest; 0 when none is
}

// Part is a part of the market itself and what tells how it does.
type Part struct {
	Name string // "web", "database", "probes", "review", "notices" or "network"
	Ask  func(ctx context.Context) PartStanding
}

// PartState is how a part of the market does.
type PartState string

// The states of a part.
const (
	PartFine    PartState = "fine"
	PartSlow    PartState = "slow"    // behind, or in doubt
	PartBroken  PartState = "broken"  // does not do its work
	PartUnknown PartState = "unknown" // nobody measured it
)

// PartStanding is how a part does.
type PartStanding struct {
	State PartState
	Since time.Time // of the state; zero when it is not known
	Text  Text      // in a sentence; may be empty
}

// Situation is how everything does at one moment. It is shared: nobody
// changes it.
type Situation struct {
	At      time.Time
	States  map[HealthState]int // of the public listings
	Uptimes Uptimes
	Days    []HistoryDay // 90, the last one is today
	Open    []Incident   // of public listings, newest first
	Windows []Maintenance
	Sweep   *SweepStanding // nil when it is not known
	Parts   []NamedPart
}

// NamedPart is a part with its name.
type NamedPart struct {
	Name string
	PartStanding
}

const (
	standingFor  = 15 * time.Second // how long one reading is told again
	partFor      = 2 * time.Second  // how long a part may take to say how it does
	openShown    = 50
	windowsAhead = 50
)

// NewStanding returns a Standing.
func NewStanding(o StandingOptions) *Standing { return &Standing{StandingOptions: o} }

// Show tells how everything does, as of at most 15 seconds ago.
func (s *Standing) Show(ctx context.Context) (*Situation, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.Clock.Now()
	if s.told != nil && now.Sub(s.told.At) < standingFor && !now.Before(s.told.At) {
		return s.told, nil
	}
	m, err := s.read(ctx, now)
	if err != nil {
		return nil, err
	}
	s.told = m
	return m, nil
}

func (s *Standing) read(ctx context.Context, now time.Time) (*Situation, error) {
	snap := s.Catalog.Current()
	m := &Situation{At: now, States: map[HealthState]int{}}
	for i := range snap.Listings {
		state := snap.Listings[i].Health.State
		if state == "" {
			state = HealthUnknown
		}
		m.States[state]++
	}
	var err error
	if m.Uptimes, err = s.History.Uptime(ctx, WholeMarket); err != nil {
		return nil, err
	}
	if m.Days, err = s.History.MarketDays(ctx, overviewDays); err != nil {
		return nil, err
	}
	err = s.Store.View(ctx, func(r Reader) (err error) {
		if m.Open, err = r.Incidents(ctx, IncidentFilter{Open: true, Limit: 4 * openShown}); err != nil {
			return err
		}
		m.Windows, err = r.Maintenances(ctx, MaintenanceFilter{Since: now, Limit: windowsAhead})
		return err
	})
	if err != nil {
		return nil, err
	}
	hidden := func(id string) bool { _, public := snap.Listing(id); return !public }
	m.Open = slices.DeleteFunc(m.Open, func(i Incident) bool { return hidden(i.Listing) })
	m.Open = m.Open[:min(len(m.Open), openShown)]
	m.Windows = slices.DeleteFunc(m.Windows, func(w Maintenance) bool { return hidden(w.Listing) || !w.CancelledAt.IsZero() })
	s.ask(ctx, m)
	return m, nil
}

// ask has the parts say how they do, all at once, so that one that hangs keeps
// nobody waiting for longer than partFor.
func (s *Standing) ask(ctx context.Context, m *Situation) {
	ctx, cancel := context.WithTimeout(ctx, partFor)
	defer cancel()
	if s.Sweep != nil {
		if sweep, ok := s.Sweep(ctx); ok {
			m.Sweep = &sweep
		}
	}
	m.Parts = make([]NamedPart, len(s.Parts))
	var asked sync.WaitGroup
	for i, p := range s.Parts {
		m.Parts[i] = NamedPart{p.Name, PartStanding{State: PartUnknown}}
		if p.Ask != nil {
			asked.Go(func() { m.Parts[i].PartStanding = p.Ask(ctx) })
		}
	}
	asked.Wait()
}

// Health is how the listing's server does now: the catalog's snapshot is as old as
// its last change.
func (s *Standing) Health(ctx context.Context, listing string) (h Health, err error) {
	err = s.Store.View(ctx, func(r Reader) error {
		l, err := r.Listing(ctx, listing)
		h = l.Health
		return err
	})
	return h, err
}

// Windows are the listing's announced maintenance that was not called off, the
// latest to begin first.
func (s *Standing) Windows(ctx context.Context, listing string, limit int) (out []Maintenance, err error) {
	err = s.Store.View(ctx, func(r Reader) (err error) {
		out, err = r.Maintenances(ctx, MaintenanceFilter{Listing: listing})
		return err
	})
	out = slices.DeleteFunc(out, func(m Maintenance) bool { return !m.CancelledAt.IsZero() })
	return out[:min(len(out), limit)], err
}

// Revisions are the listing's approved submissions, newest first.
func (s *Standing) Revisions(ctx context.Context, listing string, limit int) (out []Submission, err error) {
	err = s.Store.View(ctx, func(r Reader) (err error) {
		out, err = r.Submissions(ctx, SubmissionFilter{ListingID: listing, Stages: []Stage{StageApproved}, Limit: limit})
		return err
	})
	return out, err
}
