package market

import (
	"cmp"
	"context"
	"encoding/json"
	"log/slog"
	"strings"
	"time"
)

// Intake takes entries in: check, submit, revise, withdraw, follow.
type Intake struct {
	IntakeOptions
}

// IntakeOptions are an Intake's dependencies; all are required but Limits, Redact and Log (nil: silent).
type IntakeOptions struct {
	Store    Store
	Examiner Examiner
	Checker  EntryChecker
	Sealer   Sealer
	Clock    Clock
	Limits   SubmitLimits
	Redact   func(string) string // takes what looks like a secret out of a text before it is stored (rule ENT-007); nil keeps it
	Log      *slog.Logger
}

// SubmitLimits bound what one submitter may do (the contract, Submission). Zero members take the defaults.
type SubmitLimits struct {
	PerMinute int // submissions a minute for one submitter; default 3
	Waiting   int // submissions being checked or in review in the whole market; default 100
}

// NewIntake returns an Intake.
func NewIntake(o IntakeOptions) *Intake {
	o.Log = cmp.Or(o.Log, slog.New(slog.DiscardHandler))
	if o.Limits.PerMinute == 0 {
		o.Limits.PerMinute = 3
	}
	if o.Limits.Waiting == 0 {
		o.Limits.Waiting = 100
	}
	return &Intake{o}
}

// SubmitRequest is what a publisher sends, by form or API.
type SubmitRequest struct {
	Entry    Entry
	RawEntry []byte // the JSON as sent, from the API; nil from the form
	Token    string // test token for the probes; "" when none
	Confirm  bool
	Profile  Profile // to check; empty means both
	Draft    bool    // a check of a form that is still being filled in
}

// normal trims what people paste around a field and fills in the defaults.
func (req SubmitRequest) normal() SubmitRequest {
	for _, s := range append(req.Entry.texts(), &req.Token) {
		*s = strings.TrimSpace(*s)
	}
	if req.Entry.Kind == "" {
		req.Entry.Kind = KindServer
	}
	return req
}

// Check examines the entry once and stores nothing. The report is provisional.
// actor may be anonymous.
func (in *Intake) Check(ctx context.Context, actor Actor, req SubmitRequest, progress func(Step)) (Examined, error) {
	req = req.normal()
	if err := CheckToken(req.Token); err != nil {
		return Examined{}, err
	}
	var facts Facts
	err := in.Store.View(ctx, func(r Reader) (err error) {
		if err := refuseExcluded(ctx, r, req.Entry); err != nil {
			return err
		}
		if req.Draft && req.Entry.Bare() {
			facts, err = ruleFacts(ctx, r, "", "")
			facts.ID = IDFree
			return err
		}
		facts, err = factsOn(ctx, r, actor.Account, req.Entry)
		return err
	})
	if err != nil {
		return Examined{}, err
	}
	x, err := in.Examiner.Examine(ctx, Case{Entry: req.Entry, RawEntry: req.RawEntry, Owner: actor.Account, Token: req.Token, Facts: facts, Profile: req.Profile, Draft: req.Draft, Note: req.Entry.Changes, Progress: progress})
	x.Report.Provisional = true
	return x, err
}

var (
	errConfirm = &Error{
		Kind: Invalid, Code: "CONFIRM_REQUIRED", Msg: Text{"还没有确认，什么也没有提交。", "Nothing was submitted: it was not confirmed."},
		Violations: []Violation{{Rule: "ENT-008", Path: "/confirm", Message: Text{"confirm 必须是 true。", "confirm must be true."}, Fix: Text{"看过预览后，确认再提交。", "Look at the preview, then confirm."}}},
	}
	errWaitingFull = &Error{Kind: TooMany, Code: "QUEUE_FULL", RetryAfter: 10 * time.Minute, Msg: Text{"等候审核的提交太多，请过一会儿再交。你填的内容没有存下。", "Too many submissions are waiting; try again later. Nothing of yours was stored."}}
	errOpen        = NewError(Conflict, "SUBMISSION_OPEN", Text{"这个编号已有一份你的提交在审。先撤回它，或等它有了结果。", "A submission of yours for this id is under review. Withdraw it first, or wait for its result."})
	errNotOpen     = NewError(Conflict, "NOT_OPEN", Text{"这份提交已经结束，不能再撤回。", "This submission has ended and cannot be withdrawn."})
)

// Submit stores the entry as a submission and enqueues its review, in one
// transaction. Errors: Unauthorized without an account; Invalid with
// Violations when the entry alone breaks a rule of severity reject; Conflict
// when the listing id has an open submission; TooMany with RetryAfter.
func (in *Intake) Submit(ctx context.Context, actor Actor, req SubmitRequest) (Submission, error) {
	switch {
	case actor.Account == "":
		return Submission{}, ErrSignInRequired
	case !req.Confirm:
		return Submission{}, errConfirm
	}
	req = req.normal()
	if err := CheckToken(req.Token); err != nil {
		return Submission{}, err
	}
	now := in.Clock.Now()
	s := Submission{
		ID: NewID(now), ListingID: req.Entry.ID, Owner: actor.Account, Entry: req.Entry,
		Stage: StageChecking, HasToken: req.Token != "", SubmittedAt: now, UpdatedAt: now,
	}
	err := in.Store.Update(ctx, func(w Writer) error { return in.store(ctx, w, actor, req, &s) })
	return s, err
}

func (in *Intake) store(ctx context.Context, w Writer, actor Actor, req SubmitRequest, s *Submission) error {
	if err := in.admit(ctx, w, actor, s.SubmittedAt); err != nil {
		return err
	}
	if err := refuseExcluded(ctx, w, req.Entry); err != nil {
		return err
	}
	report, err := in.lookAtEntry(ctx, w, actor, req)
	if err != nil {
		return err
	}
	if report.Verdict == VerdictRejected {
		return Refusal(report)
	}
	s.Entry = req.Entry.redacted(in.Redact)
	if err := in.keepToken(ctx, w, req.Token, s); err != nil {
		return err
	}
	if err := in.supersede(ctx, w, actor, *s); err != nil {
		return err
	}
	last, err := w.LastRevision(ctx, s.ListingID)
	if err != nil {
		return err
	}
	s.Revision = last + 1
	if err := w.InsertSubmission(ctx, *s); err != nil {
		return err
	}
	act := Act{At: s.SubmittedAt, Actor: actor.Account, Action: ActSubmitted, Object: submissionObject(s.ID), After: s.ListingID, IP: actor.IP}
	if err := w.AppendAct(ctx, act); err != nil {
		return err
	}
	return enqueueReview(ctx, w, s.ID, 1, time.Time{})
}

// admit applies the limits.
func (in *Intake) admit(ctx context.Context, r Reader, actor Actor, now time.Time) error {
	mine, err := r.Submissions(ctx, SubmissionFilter{Owner: actor.Account, Limit: in.Limits.PerMinute})
	if err != nil {
		return err
	}
	if len(mine) == in.Limits.PerMinute {
		if wait := mine[len(mine)-1].SubmittedAt.Add(time.Minute).Sub(now); wait > 0 {
			return &Error{Kind: TooMany, Code: "TOO_MANY_SUBMISSIONS", RetryAfter: wait, Msg: Text{"交得太快了，请过一分钟再交。", "Too many submissions; try again in a minute."}}
		}
	}
	return in.room(ctx, r)
}

// supersede ends the actor's earlier submission for the same id that waits for
// changes: the new one is the answer to it.
func (in *Intake) supersede(ctx context.Context, w Writer, actor Actor, s Submission) error {
	open, err := w.Submissions(ctx, SubmissionFilter{
		ListingID: s.ListingID, Owner: actor.Account,
		Stages: []Stage{StageChecking, StageInReview, StageChangesRequested},
	})
	if err != nil || len(open) == 0 {
		return err
	}
	old := open[0]
	if old.Stage != StageChangesRequested {
		return errOpen
	}
	old.Stage, old.UpdatedAt = StageWithdrawn, s.SubmittedAt
	if err := w.UpdateSubmission(ctx, old); err != nil {
		return err
	}
	if err := w.DeleteToken(ctx, submissionObject(old.ID)); err != nil {
		return err
	}
	return w.AppendAct(ctx, Act{At: s.SubmittedAt, Actor: actor.Account, Action: ActWithdrawn, Object: submissionObject(old.ID), After: submissionObject(s.ID), IP: actor.IP})
}

func enqueueReview(ctx context.Context, q Enqueuer, submission string, pass int, at time.Time) error {
	args, err := json.Marshal(ReviewArgs{Submission: submission, Pass: pass})
	if err != nil {
		return err
	}
	return q.Enqueue(ctx, Job{Kind: JobReview, Args: args, RunAt: at})
}
