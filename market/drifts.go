package market

import (
	"context"
	"slices"
	"time"
)

// Drifts is the reviewers' side of changes of tools, and the public history of them.
type Drifts struct {
	DriftsOptions
}

// DriftsOptions are a Drifts' dependencies, all required but Limits.
type DriftsOptions struct {
	Store   Store
	Clock   Clock
	Judge   DriftJudge
	Publish func() // called after a commit that changed the catalog
	Limits  ComplaintLimits
}

// NewDrifts returns a Drifts.
func NewDrifts(o DriftsOptions) *Drifts { return &Drifts{o} }

// DriftQueue is one view of the changes of tools.
type DriftQueue struct {
	Rows  []DriftRow
	Names map[string]string  // account id → name, for Owner and DecidedBy
	Open  map[DriftClass]int // that wait for a person, by class
}

// DriftRow is a drift with what a list shows of its listing.
type DriftRow struct {
	Drift        // without Base and Tools
	Name  string // of the listing
	Hold  Hold   // of the listing now
}

// Queue returns drifts, those that wait for a person when the filter names no
// state: the dangerous first, then by the filter's order. Forbidden
// REVIEWERS_ONLY for anyone else.
func (d *Drifts) Queue(ctx context.Context, actor Actor, f DriftFilter) (DriftQueue, error) {
	if !actor.Role.Reviews() {
		return DriftQueue{}, ErrReviewersOnly
	}
	if len(f.States) == 0 {
		f.States = []DriftState{DriftOpen}
	}
	f.Gravest = true
	var q DriftQueue
	err := d.Store.View(ctx, func(r Reader) error {
		found, err := r.Drifts(ctx, f)
		if err != nil {
			return err
		}
		var people []string
		for _, x := range found {
			l, err := r.Listing(ctx, x.Listing)
			if err != nil {
				return err
			}
			q.Rows = append(q.Rows, DriftRow{Drift: x, Name: l.Entry.Name, Hold: l.Hold})
			people = append(people, x.Owner, x.DecidedBy, x.SecondedBy)
		}
		if q.Open, err = r.CountDrifts(ctx, DriftOpen); err != nil {
			return err
		}
		q.Names, err = names(ctx, r, people)
		return err
	})
	return q, err
}

// DriftEvidence is all there is on one drift.
type DriftEvidence struct {
	Drift     Drift         // with Base and Tools
	Listing   Listing       // as it is now
	Verdict   DriftVerdict  // under the rules of now; that of the drift when it does not wait
	Human     ApprovedTools // that a person approved last
	Sightings []Sighting    // of the last 30 days, newest first
	Timeline  []Act         // of the listing since shortly before the drift, oldest first
	Owner     Account       // without password
	Names     map[string]string
	Own       bool                // the actor owns the listing and may not decide
	May       []DriftDecisionKind // what can be decided now; empty when nothing can
	Second    bool                // another reviewer has accepted it, and this one's word makes it hold
}

// Case returns the evidence on a drift; NotFound DRIFT_NOT_FOUND.
func (d *Drifts) Case(ctx context.Context, actor Actor, id string) (DriftEvidence, error) {
	if !actor.Role.Reviews() {
		return DriftEvidence{}, ErrReviewersOnly
	}
	var e DriftEvidence
	var settings map[string]RuleSetting
	err := d.Store.View(ctx, func(r Reader) (err error) {
		if e.Drift, err = r.Drift(ctx, id); err != nil {
			return err
		}
		if settings, err = ruleSettings(ctx, r); err != nil {
			return err
		}
		return e.fill(ctx, r, d.Clock.Now())
	})
	if err != nil {
		return DriftEvidence{}, err
	}
	e.Own = e.Listing.Owner == actor.Account
	e.Second = e.Drift.SecondedBy != "" && e.Drift.SecondedBy != actor.Account
	if !e.Own {
		e.May = may(e.Drift, e.Listing, actor)
	}
	e.Verdict = DriftVerdict{Class: e.Drift.Class, Changes: e.Drift.Changes}
	if e.Drift.State == DriftOpen && e.Drift.Tools != nil && StraySite(e.Drift.After) == "" {
		l := e.Listing
		l.Tools = e.Drift.Base
		e.Verdict, err = d.Judge.JudgeDrift(ctx, DriftCase{Listing: l, Human: e.Human.Tools, Seen: e.Drift.Tools, Settings: settings})
	}
	return e, err
}

// fill reads all there is on the drift.
func (e *DriftEvidence) fill(ctx context.Context, r Reader, now time.Time) (err error) {
	if e.Listing, err = r.Listing(ctx, e.Drift.Listing); err != nil {
		return err
	}
	if e.Human, err = r.ApprovedTools(ctx, e.Listing.ID); err != nil && KindOf(err) != NotFound {
		return err
	}
	if e.Sightings, err = r.Sightings(ctx, e.Listing.ID, now.Add(-30*24*time.Hour)); err != nil {
		return err
	}
	if e.Owner, err = r.Account(ctx, e.Listing.Owner); err != nil {
		return err
	}
	e.Owner.Password = ""
	acts, err := r.Acts(ctx, AuditFilter{Object: listingObject(e.Listing.ID)})
	if err != nil {
		return err
	}
	people := []string{e.Owner.ID, e.Drift.DecidedBy, e.Drift.SecondedBy, e.Human.By}
	for _, a := range slices.Backward(acts) {
		if !a.At.Before(e.Drift.SeenAt.Add(-24 * time.Hour)) {
			e.Timeline = append(e.Timeline, a)
			people = append(people, a.Actor)
		}
	}
	e.Names, err = names(ctx, r, people)
	return err
}

// ToolsChange is one line of a listing's public history of tools: a revision
// that was approved, or a drift.
type ToolsChange struct {
	ID       string
	At       time.Time // when it was approved, or first seen
	EndedAt  time.Time // of a drift: when it was decided on, taken over or undone; zero while it waits
	State    DriftState
	Revision int // of the listing then; of a revision, its number
	Class    DriftClass
	Before   string // set digests; Before is "" for the first revision
	After    string
	Changes  []DriftChange
	Held     bool
	Said     string // the reviewer's words; for the owner and reviewers alone
}

// Changes returns a page of the listing's history of tools, newest first: what is
// public of it. It asks for no role.
func (d *Drifts) Changes(ctx context.Context, listing string, limit, offset int) ([]ToolsChange, error) {
	var out []ToolsChange
	err := d.Store.View(ctx, func(r Reader) error {
		found, err := r.Drifts(ctx, DriftFilter{Listing: listing, Limit: limit, Offset: offset})
		for _, x := range found {
			out = append(out, x.public())
		}
		return err
	})
	return out, err
}

// ChangesFor is [Drifts.Changes] with what the actor may know beyond it: the
// reviewers' words, of one's own listing and to reviewers.
func (d *Drifts) ChangesFor(ctx context.Context, actor Actor, listing string, limit, offset int) ([]ToolsChange, error) {
	var out []ToolsChange
	err := d.Store.View(ctx, func(r Reader) error {
		found, err := r.Drifts(ctx, DriftFilter{Listing: listing, Limit: limit, Offset: offset})
		if err != nil {
			return err
		}
		l, err := r.Listing(ctx, listing)
		for _, x := range found {
			c := x.public()
			if actor.Account != "" && l.Owner == actor.Account || actor.Role.Reviews() {
				c.Said = x.Text
			}
			out = append(out, c)
		}
		return err
	})
	return out, err
}

// public is what anyone may know of a drift. Who decided, and in what words, is
// between the reviewers and the owner.
func (d Drift) public() ToolsChange {
	c := ToolsChange{
		ID: d.ID, At: d.SeenAt, State: d.State, Revision: d.Revision, Class: d.Class,
		Before: d.Before, After: d.After, Changes: d.Changes, Held: d.Held,
	}
	switch d.State {
	case DriftOpen, DriftRevised:
	default:
		c.EndedAt = d.MovedAt
	}
	return c
}
