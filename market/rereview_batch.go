package market

import (
	"context"
	"errors"
	"fmt"
	"maps"
)

// Batch judges the next listings of a re-review: the handler of JobRereview.
// What it found, and how far it came, are stored together; a batch that has been
// stored is not stored again, however often its job runs.
func (v *Rereviews) Batch(ctx context.Context, args RereviewArgs) error {
	run, ids, err := v.next(ctx, args)
	if err != nil || run.ID == "" {
		return err
	}
	judged := make([]judgement, len(ids))
	for i, id := range ids {
		if judged[i], err = v.judge(ctx, run, id); err != nil {
			return fmt.Errorf("listing %s: %w", id, err)
		}
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	return v.Store.Update(ctx, func(w Writer) error { return v.keep(ctx, w, args, judged) })
}

// at reports whether the re-review waits for this very batch.
func (r Rereview) at(args RereviewArgs) bool {
	return r.State.AtWork() && r.Applying == args.Applying && r.Cursor == args.After
}

// next finds the listings of the batch; a run without an id when there is
// nothing to do for it.
func (v *Rereviews) next(ctx context.Context, args RereviewArgs) (run Rereview, ids []string, err error) {
	err = v.Store.View(ctx, func(r Reader) error {
		found, err := r.Rereview(ctx, args.Rereview)
		switch {
		case errors.Is(err, ErrRereviewNotFound), err == nil && !found.at(args):
			return nil
		case err != nil:
			return err
		}
		run = found
		ids, err = r.ListingIDs(ctx, args.After, v.Size)
		return err
	})
	return run, ids, err
}

// judgement is what a re-review made of one listing. Its report is nil when
// nothing is stored that could be judged.
type judgement struct {
	listing    string
	submission string
	pass       int
	before     Report
	report     *Report
}

// judge judges a listing's stored evidence under the re-review's settings.
func (v *Rereviews) judge(ctx context.Context, run Rereview, id string) (judgement, error) {
	j := judgement{listing: id}
	var c Case
	err := v.Store.View(ctx, func(r Reader) error {
		l, err := r.Listing(ctx, id)
		if errors.Is(err, ErrListingNotFound) {
			return nil
		}
		if err != nil {
			return err
		}
		passes, err := r.Examinations(ctx, l.Submission)
		if err != nil || len(passes) == 0 {
			return err
		}
		last := passes[len(passes)-1]
		j.submission, j.pass, j.before = l.Submission, last.Pass, last.Report
		c = Case{Entry: l.Entry, Owner: l.Owner, Note: l.Entry.Changes, Review: true}
		for _, x := range passes {
			c.Earlier = append(c.Earlier, x.Probe)
		}
		if token, err := r.Token(ctx, listingObject(id)); err != nil {
			return err
		} else if len(token) > 0 {
			c.Token = "⟦token⟧" // that there was one bears on the rules; what it was does not
		}
		if c.Facts, err = factsOn(ctx, r, l.Owner, l.Entry); err != nil {
			return err
		}
		// The rules see what they saw at its review: the revision before it, and no
		// refusal that came later.
		c.Facts.Settings, c.Facts.Refused = run.Settings, nil
		c.Facts.Approved, err = revisionBefore(ctx, r, l)
		return err
	})
	if err != nil || j.pass == 0 {
		return j, err
	}
	report, err := v.Judge.Rejudge(ctx, c)
	if err != nil {
		return j, err
	}
	j.report = &report
	return j, nil
}

// revisionBefore is the approved revision that the listing took the place of, as
// far as rules look at it; nil for the first.
func revisionBefore(ctx context.Context, r Reader, l Listing) (*Listing, error) {
	if l.Revision <= 1 {
		return nil, nil
	}
	past, err := r.Submissions(ctx, SubmissionFilter{ListingID: l.ID, Owner: l.Owner, Stages: []Stage{StageApproved}})
	if err != nil {
		return nil, err
	}
	for _, s := range past { // newest first
		if s.Revision >= l.Revision {
			continue
		}
		passes, err := r.Examinations(ctx, s.ID)
		if err != nil || len(passes) == 0 {
			return nil, err
		}
		seen := passes[len(passes)-1]
		return &Listing{
			ID: l.ID, Owner: l.Owner, Revision: s.Revision, Submission: s.ID, Entry: s.Entry,
			Tools: seen.Tools, Digests: seen.Digests, Digest: s.Digest, CreatedAt: l.CreatedAt,
		}, nil
	}
	return nil, nil
}

// keep stores what a batch found and moves the re-review on, once.
func (v *Rereviews) keep(ctx context.Context, w Writer, args RereviewArgs, judged []judgement) error {
	run, err := w.Rereview(ctx, args.Rereview)
	if err != nil {
		return err
	}
	if !run.at(args) {
		return nil // cancelled meanwhile, or done by another run of this job
	}
	run.Tally.Verdicts, run.Tally.Rules = maps.Clone(run.Tally.Verdicts), maps.Clone(run.Tally.Rules)
	for _, j := range judged {
		if err := v.keepOne(ctx, w, &run, j); err != nil {
			return err
		}
	}
	run.Judged += len(judged)
	if len(judged) > 0 {
		run.Cursor = judged[len(judged)-1].listing
	}
	if len(judged) < v.Size {
		run.EndedAt = v.Clock.Now()
		if run.State = RereviewDone; run.Applying {
			run.State = RereviewApplied
		}
		return w.UpdateRereview(ctx, run)
	}
	if err := w.UpdateRereview(ctx, run); err != nil {
		return err
	}
	return enqueueRereview(ctx, w, run)
}

// errListingMoved has the batch judged again: what it judged is not listed any more.
var errListingMoved = errors.New("another revision was approved meanwhile")

// keepOne stores what came of one listing.
func (v *Rereviews) keepOne(ctx context.Context, w Writer, run *Rereview, j judgement) error {
	l, err := w.Listing(ctx, j.listing)
	switch {
	case errors.Is(err, ErrListingNotFound), err == nil && j.report == nil:
		run.Unseen++
		return nil
	case err != nil:
		return err
	case l.Submission != j.submission:
		return errListingMoved
	}
	run.Ruleset = j.report.Ruleset
	c := compareReports(j.before, *j.report)
	if len(c.Shifts) == 0 && c.Before == c.After {
		return nil
	}
	c.Rereview, c.Listing, c.Submission = run.ID, j.listing, j.submission
	run.Tally.add(c)
	if err := w.PutRereviewChange(ctx, c); err != nil || !run.Applying {
		return err
	}
	return v.record(ctx, w, *run, j, c)
}

// record has the new judgement be the one that counts. The listing stays as a
// person approved it.
func (v *Rereviews) record(ctx context.Context, w Writer, run Rereview, j judgement, c RereviewChange) error {
	s, err := w.Submission(ctx, j.submission)
	if err != nil {
		return err
	}
	if err := w.ReplaceReport(ctx, s.ID, j.pass, *j.report); err != nil {
		return err
	}
	if err := recordHits(ctx, w, s, *j.report, v.Clock.Now()); err != nil {
		return err
	}
	s.Verdict, s.Rules = j.report.Verdict, j.report.Rules(SeverityNeedsHuman)
	if err := w.UpdateSubmission(ctx, s); err != nil {
		return err
	}
	if c.Before == c.After {
		return nil
	}
	return w.AppendAct(ctx, Act{
		At: v.Clock.Now(), Action: ActRejudged, Object: submissionObject(s.ID), Before: string(c.Before.All), After: string(c.After.All),
		Rules: s.Rules, Text: run.Ruleset,
	})
}

// GiveUp is what remains of a re-review whose job failed for good: an admin can
// have it go on.
func (v *Rereviews) GiveUp(ctx context.Context, args RereviewArgs) error {
	return v.Store.Update(ctx, func(w Writer) error {
		run, err := w.Rereview(ctx, args.Rereview)
		if errors.Is(err, ErrRereviewNotFound) || err == nil && !run.at(args) {
			return nil
		}
		if err != nil {
			return err
		}
		run.State = RereviewFailed
		return w.UpdateRereview(ctx, run)
	})
}
