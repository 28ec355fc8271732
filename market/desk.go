package market

import (
	"context"
	"time"
)

// ClaimFor is how long a claim holds without a sign of life.
const ClaimFor = 15 * time.Minute

// Desk is the reviewers' work area. Every method wants a reviewing role and
// returns Forbidden otherwise.
type Desk struct {
	store   Store
	clock   Clock
	publish func() // tells the catalog that a revision was made
}

// NewDesk returns a Desk; publish is called after each commit that changed the catalog.
func NewDesk(s Store, c Clock, publish func()) *Desk { return &Desk{s, c, publish} }

// Queue is one view of the desk.
type Queue struct {
	Rows       []Submission
	Names      map[string]string // account id → name, for ClaimedBy and Owner
	Counts     map[string]int    // view → number
	Decided24h int
}

// The views of the queue.
const (
	ViewWaiting = "waiting" // in review, waiting for a person
	ViewMine    = "mine"    // claimed by the actor
	ViewChanges = "changes" // waiting on the submitter
	ViewRunning = "running" // being checked
	ViewDecided = "decided" // approved or rejected, newest first
)

// Queue returns a view, oldest first, with the counts of all views.
func (d *Desk) Queue(ctx context.Context, actor Actor, view, query string, limit, offset int) (Queue, error) {
	panic("being written")
}

// DeskCase is all the evidence on one submission.
type DeskCase struct {
	Submission   Submission
	Examinations []Examination // first pass first; the last one is what is decided on
	Tools        []Tool        // of the last pass
	Approved     *Listing      // what an update would replace
	Timeline     []Act
	Names        map[string]string // account id → name
	Owner        Account           // without password
	History      []Submission      // the owner's other submissions, newest first
	Own          bool              // the actor submitted it and may not decide
}

// Case returns the evidence on a submission.
func (d *Desk) Case(ctx context.Context, actor Actor, id string) (DeskCase, error) {
	panic("being written")
}

// Claim takes the submission for the actor for [ClaimFor], again and again;
// Conflict CLAIMED when another reviewer holds it.
func (d *Desk) Claim(ctx context.Context, actor Actor, id string) (Submission, error) {
	panic("being written")
}

// Release gives the submission back.
func (d *Desk) Release(ctx context.Context, actor Actor, id string) error {
	panic("being written")
}

// DecideRequest is a decision as the form sends it. Version and Digest are
// those of the screen: the decision is bound to what was seen (DRF-008).
type DecideRequest struct {
	ID      string
	Version int64
	Digest  string
	Kind    DecisionKind
	Rules   []string
	Text    string
}

// Decide applies a decision. Errors: Forbidden OWN_SUBMISSION; Conflict
// CHANGED_SINCE_OPENED when version or digest moved, CLAIMED, or
// ALREADY_DECIDED; Invalid REASON_REQUIRED for a rejection or request for
// changes without rules and text.
func (d *Desk) Decide(ctx context.Context, actor Actor, req DecideRequest) (Submission, error) {
	panic("being written")
}

// Audit reads the audit log.
func (d *Desk) Audit(ctx context.Context, actor Actor, f AuditFilter) ([]Act, map[string]string, error) {
	panic("being written")
}
