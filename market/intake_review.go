package market

import (
	"context"
	"errors"
	"time"
)

// Review does one pass of a submission's review: it is the handler of
// JobReview. A pass that is stored already is not made again.
func (in *Intake) Review(ctx context.Context, args ReviewArgs) error {
	c, s, err := in.reviewCase(ctx, args.Submission)
	if errors.Is(err, errExcluded) { // since it was submitted
		return in.GiveUp(ctx, args)
	}
	if err != nil {
		return err
	}
	if s.Stage != StageChecking || s.Pass >= args.Pass {
		return nil
	}
	x, err := in.Examiner.Examine(ctx, c)
	if err != nil {
		return err
	}
	if err := ctx.Err(); err != nil { // what was seen while we were being stopped is no evidence
		return err
	}
	now := in.Clock.Now()
	return in.Store.Update(ctx, func(w Writer) error { return in.record(ctx, w, args, x, now) })
}

// reviewCase gathers what a pass over the submission needs.
func (in *Intake) reviewCase(ctx context.Context, id string) (Case, Submission, error) {
	var (
		c      Case
		s      Submission
		sealed []byte
	)
	err := in.Store.View(ctx, func(r Reader) (err error) {
		if s, err = r.Submission(ctx, id); err != nil {
			return err
		}
		if err := refuseExcluded(ctx, r, s.Entry); err != nil {
			return err
		}
		if c.Facts, err = factsOn(ctx, r, s.Owner, s.Entry); err != nil {
			return err
		}
		passes, err := r.Examinations(ctx, id)
		if err != nil {
			return err
		}
		for _, x := range passes {
			c.Earlier = append(c.Earlier, x.Probe)
		}
		sealed, err = r.Token(ctx, submissionObject(id))
		return err
	})
	if err != nil {
		return Case{}, Submission{}, err
	}
	c.Entry, c.Owner, c.Note, c.Review = s.Entry, s.Owner, s.Entry.Changes, true
	if c.Token, err = openToken(in.Sealer, sealed, s.ListingID); err != nil {
		in.Log.ErrorContext(ctx, "reviewing without the test token", "submission", s.ID, "error", err)
	}
	return c, s, nil
}

// GiveUp is what remains of a review whose job failed for good: the submission
// goes to a person, who sees that it could not be examined.
func (in *Intake) GiveUp(ctx context.Context, args ReviewArgs) error {
	now := in.Clock.Now()
	return in.Store.Update(ctx, func(w Writer) error {
		s, err := w.Submission(ctx, args.Submission)
		if err != nil || s.Stage != StageChecking {
			return err
		}
		s.Stage, s.UpdatedAt = StageInReview, now
		if s.Pass == 0 {
			s.Verdict = VerdictInconclusive
		}
		if err := w.UpdateSubmission(ctx, s); err != nil {
			return err
		}
		if err := announceWaiting(ctx, w, s, now); err != nil {
			return err
		}
		return w.AppendAct(ctx, Act{At: now, Action: ActGaveUp, Object: submissionObject(s.ID)})
	})
}

// record stores a pass and moves the submission on, once.
func (in *Intake) record(ctx context.Context, w Writer, args ReviewArgs, x Examined, now time.Time) error {
	s, err := w.Submission(ctx, args.Submission)
	if err != nil {
		return err
	}
	if s.Stage != StageChecking || s.Pass >= args.Pass {
		return nil // withdrawn meanwhile, or done by another run of this job
	}
	fresh, err := w.InsertExamination(ctx, Examination{
		Submission: s.ID, Pass: args.Pass, Report: x.Report, Probe: x.Probe, Tools: x.Tools, Digests: x.Digests,
	})
	if err != nil || !fresh {
		return err
	}
	if err := recordHits(ctx, w, s, x.Report, now); err != nil {
		return err
	}
	s.Pass, s.UpdatedAt = args.Pass, now
	s.Verdict, s.Rules = x.Report.Verdict, x.Report.Rules(SeverityNeedsHuman)
	s.Digest, s.ToolCount = x.Report.Digest, x.Report.Tools
	acts := []Act{{Action: ActExamined, After: string(x.Report.Verdict), Rules: s.Rules}}
	switch {
	case x.Again > 0:
		if err := enqueueReview(ctx, w, s.ID, args.Pass+1, now.Add(x.Again)); err != nil {
			return err
		}
	case x.Report.Verdict == VerdictRejected:
		s.Stage = StageRejected
		s.Decision = Decision{Kind: DecideReject, At: now, Rules: x.Report.Rules(SeverityReject)}
		acts = append(acts, Act{Action: ActAutoRejected, Rules: s.Decision.Rules})
	default:
		s.Stage = StageInReview
		acts = append(acts, Act{Action: ActQueued})
	}
	for _, a := range acts {
		a.At, a.Object = now, submissionObject(s.ID)
		if err := w.AppendAct(ctx, a); err != nil {
			return err
		}
	}
	if err := announceStage(ctx, w, s, now); err != nil {
		return err
	}
	return w.UpdateSubmission(ctx, s)
}
