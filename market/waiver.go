package market

import (
	"context"
	"strings"
	"time"
)

// Waivers is where reviewers let findings be, each with a reason. Its methods
// want a reviewing role and return Forbidden otherwise.
type Waivers struct {
	desk  *Desk
	judge Rejudger
}

// NewWaivers returns the Waivers of the desk's cases.
func NewWaivers(d *Desk, j Rejudger) *Waivers { return &Waivers{desk: d, judge: j} }

// WaiverFilter chooses waivers; zero members do not restrict.
type WaiverFilter struct {
	Listing string
	Owner   string
	Rule    string
	Holding bool // only those that are not withdrawn
}

// WaiveRequest is a reviewer's word on a finding as the form sends it. Version is
// that of the submission on the screen.
type WaiveRequest struct {
	ID      string // of the submission
	Version int64
	Finding string // [Finding.Key]
	Reason  string // the publisher reads it
	Wrong   bool   // the rule is mistaken here
}

var errNoFinding = NewError(Conflict, "FINDING_GONE", Text{"这条发现已不在报告里。请重新打开看一眼。", "The report has no such finding any more. Open the case again and look."})

// Waive lets a finding of a case be, and judges its stored report anew. What is
// waived already stays as it is. Errors: those of a decision; Conflict
// FINDING_GONE; Invalid without a reason.
func (v *Waivers) Waive(ctx context.Context, actor Actor, req WaiveRequest) (Submission, error) {
	reason, wrongReason := reasonOf(req.Reason)
	return v.desk.act(ctx, actor, req.ID, func(w Writer, s *Submission, now time.Time) error {
		if s.Owner == actor.Account {
			return errOwn
		}
		last, err := lastExamination(ctx, w, s.ID)
		if err != nil {
			return err
		}
		f, found := last.Report.Finding(req.Finding)
		switch {
		case found && f.Waived != nil: // a second click
			return nil
		case s.Version != req.Version:
			return ErrStale
		case !found || !f.Stands() || !f.Waivable():
			return errNoFinding
		case wrongReason != nil:
			return wrongReason
		}
		_, err = w.InsertWaiver(ctx, Waiver{
			ID: NewID(now), Listing: s.ListingID, Owner: s.Owner, Submission: s.ID, Finding: req.Finding,
			Rule: f.Rule, Where: f.Where, Tool: f.Tool, Evidence: f.Evidence,
			Reason: reason, Wrong: req.Wrong, By: actor.Account, At: now,
		})
		if err != nil {
			return err
		}
		return v.reweigh(ctx, w, s, last, Act{Actor: actor.Account, IP: actor.IP, Action: ActWaived, Rules: []string{f.Rule}, Text: reason})
	})
}

// Withdraw ends a waiver: the finding counts again from the next pass on, and at
// once in a case of the listing that waits for a person. To withdraw again does
// nothing. Errors: NotFound WAIVER_NOT_FOUND; Forbidden OWN_SUBMISSION for the
// listing's owner.
func (v *Waivers) Withdraw(ctx context.Context, actor Actor, id string) (Waiver, error) {
	if !actor.Role.Reviews() {
		return Waiver{}, ErrReviewersOnly
	}
	now := v.desk.clock.Now()
	var x Waiver
	err := v.desk.store.Update(ctx, func(w Writer) (err error) {
		if x, err = w.Waiver(ctx, id); err != nil {
			return err
		}
		switch {
		case x.Owner == actor.Account:
			return errOwn
		case !x.WithdrawnAt.IsZero(): // a second click
			return nil
		}
		if err := w.WithdrawWaiver(ctx, id, actor.Account, now); err != nil {
			return err
		}
		act := Act{At: now, Actor: actor.Account, IP: actor.IP, Action: ActUnwaived, Object: submissionObject(x.Submission), Rules: []string{x.Rule}}
		open, err := w.Submissions(ctx, SubmissionFilter{ListingID: x.Listing, Owner: x.Owner, Stages: []Stage{StageInReview}, Limit: 1})
		if err != nil {
			return err
		}
		if len(open) == 0 {
			return w.AppendAct(ctx, act)
		}
		s := open[0]
		s.UpdatedAt = now
		last, err := lastExamination(ctx, w, s.ID)
		if err != nil {
			return err
		}
		return v.reweigh(ctx, w, &s, last, act)
	})
	return x, err
}

// reweigh judges a case's last report anew under the waivers that hold now, and
// gives the submission another version: whoever decides has to look again.
func (v *Waivers) reweigh(ctx context.Context, w Writer, s *Submission, last Examination, act Act) error {
	facts, err := ruleFacts(ctx, w, s.Owner, s.ListingID)
	if err != nil {
		return err
	}
	r := v.judge.Reweigh(last.Report, last.Probe, facts)
	if err := w.ReplaceReport(ctx, s.ID, last.Pass, r); err != nil {
		return err
	}
	if err := recordHits(ctx, w, *s, r, s.UpdatedAt); err != nil {
		return err
	}
	act.At, act.Object, act.Before, act.After = s.UpdatedAt, submissionObject(s.ID), string(s.Verdict), string(r.Verdict)
	s.Verdict, s.Rules = r.Verdict, r.Rules(SeverityNeedsHuman)
	if err := w.UpdateSubmission(ctx, *s); err != nil {
		return err
	}
	s.Version++
	return w.AppendAct(ctx, act)
}

// lastExamination is what is decided on.
func lastExamination(ctx context.Context, r Reader, submission string) (Examination, error) {
	passes, err := r.Examinations(ctx, submission)
	if err != nil {
		return Examination{}, err
	}
	if len(passes) == 0 {
		return Examination{}, errNoEvidence
	}
	return passes[len(passes)-1], nil
}

// Finding is the finding with the key.
func (r Report) Finding(key string) (Finding, bool) {
	for _, f := range r.Findings {
		if f.Key() == key {
			return f, true
		}
	}
	return Finding{}, false
}

// checksPlace is where findings stand on checks that could not be made.
const checksPlace = "/checks/"

// Waivable reports whether a person may let the finding be: not one on a check
// that broke, for nobody knows what it would have found, nor one that is merely told.
func (f Finding) Waivable() bool {
	return !strings.HasPrefix(f.Where, checksPlace) && f.Severity.Weight() >= SeverityWarn.Weight()
}
