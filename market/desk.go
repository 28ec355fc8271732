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
	judge   Rejudger
	words   DriftJudge
	limits  ComplaintLimits
}

// NewDesk returns a Desk; publish is called after each commit that changed the catalog.
func NewDesk(s Store, c Clock, publish func()) *Desk {
	return &Desk{store: s, clock: c, publish: publish}
}

// Queue is one view of the desk.
type Queue struct {
	Rows       []Submission
	Names      map[string]string // account id → name, for Owner, ClaimedBy and who decided
	Counts     map[string]int    // view → number
	Decided24h int               // people's decisions of the last 24 hours
}

// The views of the queue.
const (
	ViewWaiting = "waiting" // in review, waiting for a person
	ViewMine    = "mine"    // in review and claimed by the actor
	ViewChanges = "changes" // waiting on the submitter
	ViewRunning = "running" // being checked
	ViewDecided = "decided" // approved or rejected, newest first
)

// filter is the submissions of a view; an unknown view is ViewWaiting.
func (d *Desk) filter(actor Actor, view string) SubmissionFilter {
	switch view {
	case ViewMine:
		return SubmissionFilter{Stages: []Stage{StageInReview}, ClaimedBy: actor.Account, Oldest: true}
	case ViewChanges:
		return SubmissionFilter{Stages: []Stage{StageChangesRequested}, Oldest: true}
	case ViewRunning:
		return SubmissionFilter{Stages: []Stage{StageChecking}, Oldest: true}
	case ViewDecided:
		return SubmissionFilter{Stages: []Stage{StageApproved, StageRejected}}
	}
	return SubmissionFilter{Stages: []Stage{StageInReview}, Oldest: true}
}

// Queue returns a view, oldest first (ViewDecided newest first), with the counts
// of all views.
func (d *Desk) Queue(ctx context.Context, actor Actor, view, query string, limit, offset int) (Queue, error) {
	if !actor.Role.Reviews() {
		return Queue{}, ErrReviewersOnly
	}
	var q Queue
	err := d.store.View(ctx, func(r Reader) (err error) {
		f := d.filter(actor, view)
		f.Query, f.Limit, f.Offset = query, limit, offset
		if q.Rows, err = r.Submissions(ctx, f); err != nil {
			return err
		}
		if q.Counts, err = d.counts(ctx, r, actor); err != nil {
			return err
		}
		if q.Decided24h, err = r.CountActs(ctx, d.clock.Now().Add(-24*time.Hour), ActApproved, ActRequested, ActRejected); err != nil {
			return err
		}
		var ids []string
		for _, s := range q.Rows {
			ids = append(ids, s.Owner, s.ClaimedBy, s.Decision.By)
		}
		q.Names, err = names(ctx, r, ids)
		return err
	})
	return q, err
}

func (d *Desk) counts(ctx context.Context, r Reader, actor Actor) (map[string]int, error) {
	all, err := r.CountSubmissions(ctx, SubmissionFilter{})
	if err != nil {
		return nil, err
	}
	mine, err := r.CountSubmissions(ctx, d.filter(actor, ViewMine))
	if err != nil {
		return nil, err
	}
	return map[string]int{
		ViewWaiting: all[StageInReview], ViewMine: mine[StageInReview], ViewChanges: all[StageChangesRequested],
		ViewRunning: all[StageChecking], ViewDecided: all[StageApproved] + all[StageRejected],
	}, nil
}

// DeskCase is all the evidence on one submission.
type DeskCase struct {
	Submission    Submission
	Examinations  []Examination // first pass first; the last one is what is decided on
	Tools         []Tool        // of the last pass
	Approved      *Listing      // what an update would replace
	Waivers       []Waiver      // that hold for the listing
	Previous      *Submission   // the revision before, with its decision; nil for the first
	PreviousTools []Tool        // of its last pass
	Timeline      []Act
	Names         map[string]string // account id → name
	Owner         Account           // without password
	History       []Submission      // the owner's other submissions, newest first
	Own           bool              // the actor submitted it and may not decide
}

// Case returns the evidence on a submission.
func (d *Desk) Case(ctx context.Context, actor Actor, id string) (DeskCase, error) {
	if !actor.Role.Reviews() {
		return DeskCase{}, ErrReviewersOnly
	}
	var c DeskCase
	err := d.store.View(ctx, func(r Reader) (err error) {
		if c.Submission, err = r.Submission(ctx, id); err != nil {
			return err
		}
		return c.fill(ctx, r)
	})
	c.Own = c.Submission.Owner == actor.Account
	return c, err
}

func (c *DeskCase) fill(ctx context.Context, r Reader) (err error) {
	s := c.Submission
	if c.Examinations, err = r.Examinations(ctx, s.ID); err != nil {
		return err
	}
	if n := len(c.Examinations); n > 0 {
		c.Tools = ReadTools(c.Examinations[n-1].Tools)
	}
	facts, err := factsOn(ctx, r, s.Owner, s.Entry)
	if err != nil {
		return err
	}
	c.Approved, c.Waivers = facts.Approved, facts.Waivers
	if err := c.before(ctx, r); err != nil {
		return err
	}
	if c.Timeline, err = r.Acts(ctx, AuditFilter{Object: submissionObject(s.ID), Oldest: true}); err != nil {
		return err
	}
	if c.Owner, err = r.Account(ctx, s.Owner); err != nil {
		return err
	}
	c.Owner.Password = ""
	all, err := r.Submissions(ctx, SubmissionFilter{Owner: s.Owner, Limit: 20})
	if err != nil {
		return err
	}
	for _, o := range all {
		if o.ID != s.ID {
			c.History = append(c.History, o)
		}
	}
	ids := []string{s.Owner, s.ClaimedBy, s.Decision.By}
	if c.Previous != nil {
		ids = append(ids, c.Previous.Decision.By)
	}
	for _, a := range c.Timeline {
		ids = append(ids, a.Actor)
	}
	for _, w := range c.Waivers {
		ids = append(ids, w.By)
	}
	c.Names, err = names(ctx, r, ids)
	return err
}

// before finds the revision before, so that a reviewer sees what was said of it
// and what was done about that.
func (c *DeskCase) before(ctx context.Context, r Reader) error {
	past, err := r.Submissions(ctx, SubmissionFilter{ListingID: c.Submission.ListingID, Owner: c.Submission.Owner})
	if err != nil {
		return err
	}
	for _, p := range past { // newest first
		if p.Revision >= c.Submission.Revision {
			continue
		}
		c.Previous = &p
		passes, err := r.Examinations(ctx, p.ID)
		if n := len(passes); n > 0 {
			c.PreviousTools = ReadTools(passes[n-1].Tools)
		}
		return err
	}
	return nil
}

// Audit reads the audit log, with the names of the actors.
func (d *Desk) Audit(ctx context.Context, actor Actor, f AuditFilter) ([]Act, map[string]string, error) {
	if !actor.Role.Reviews() {
		return nil, nil, ErrReviewersOnly
	}
	var (
		acts  []Act
		named map[string]string
	)
	err := d.store.View(ctx, func(r Reader) (err error) {
		if acts, err = r.Acts(ctx, f); err != nil {
			return err
		}
		var ids []string
		for _, a := range acts {
			ids = append(ids, a.Actor)
		}
		named, err = names(ctx, r, ids)
		return err
	})
	return acts, named, err
}

// names finds the display names of accounts; ids may repeat or be empty.
func names(ctx context.Context, r Reader, ids []string) (map[string]string, error) {
	out := map[string]string{}
	for _, id := range ids {
		if _, seen := out[id]; seen || id == "" {
			continue
		}
		a, err := r.Account(ctx, id)
		switch {
		case err == nil:
			out[id] = a.Name
		case KindOf(err) == NotFound:
			out[id] = id
		default:
			return nil, err
		}
	}
	return out, nil
}
