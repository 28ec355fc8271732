package market

import (
	"context"
	"time"
)

// Drifts is the reviewers' side of changes of tools, and the public history of them.
type Drifts struct {
	DriftsOptions
}

// DriftsOptions are a Drifts' dependencies, all required.
type DriftsOptions struct {
	Store   Store
	Clock   Clock
	Judge   DriftJudge
	Publish func() // called after a commit that changed the catalog
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
	_, _ = ctx, f
	return DriftQueue{}, nil
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
	_, _ = ctx, id
	return DriftEvidence{}, ErrDriftNotFound
}

// DriftDecisionKind is a reviewer's decision on a drift.
type DriftDecisionKind string

// The decisions.
const (
	AcceptDrift  DriftDecisionKind = "accept"  // what was seen becomes what is approved; a hold for it is lifted
	RefuseDrift  DriftDecisionKind = "refuse"  // the listing is held until a new revision is approved, or the server goes back
	DismissDrift DriftDecisionKind = "dismiss" // what is approved stays listed, and this set is not told of again
	RestoreDrift DriftDecisionKind = "restore" // the server shows the approved tools again: the hold is lifted
)

// DriftDecision is a decision as the form sends it. Version and After are those
// of the screen: the decision is bound to what was seen (rule DRF-008).
type DriftDecision struct {
	ID      string
	Version int64
	After   string // set digest
	Kind    DriftDecisionKind
	Text    string // the reviewer's words to the publisher; required to refuse
}

// Decide applies a decision. Errors: Forbidden OWN_LISTING; Conflict
// CHANGED_SINCE_OPENED when version or digest moved, ALREADY_DECIDED, NOT_NOW for
// a decision that is not among [DriftEvidence.May]; Invalid DECISION_REQUIRED,
// REASON_REQUIRED, REASON_TOO_LONG.
func (d *Drifts) Decide(ctx context.Context, actor Actor, req DriftDecision) (Drift, error) {
	if !actor.Role.Reviews() {
		return Drift{}, ErrReviewersOnly
	}
	_, _ = ctx, req
	return Drift{}, ErrDriftNotFound
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
}

// Changes returns a page of the listing's history of tools, newest first: what is
// public of it. It asks for no role.
func (d *Drifts) Changes(ctx context.Context, listing string, limit, offset int) ([]ToolsChange, error) {
	_, _, _, _ = ctx, listing, limit, offset
	return nil, nil
}
