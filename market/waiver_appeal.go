package market

import "context"

var (
	errNoAppeal = NewError(Conflict, "NOT_APPEALABLE", Text{"只有被规则直接拒绝的提交能请人复核，而且只能一次。", "Only what the rules alone refused can go to a person this way, and only once."})
	errNotLast  = NewError(Conflict, "NEWER_SUBMISSION", Text{"这个编号后来又有了新的提交，旧的这份不能再请人复核。", "There is a newer submission for this id; this older one cannot go to a person any more."})
)

// Appealable reports whether the submission's publisher may ask for a person.
func (s Submission) Appealable() bool {
	return s.Stage == StageRejected && s.Decision.By == "" && s.Appeal.At.IsZero()
}

// Appeal sends a submission that the rules alone refused to a person, with its
// report as it is. A second click does nothing. Errors: NotFound for another's;
// Conflict NOT_APPEALABLE, NEWER_SUBMISSION or SUBMISSION_OPEN; Invalid without
// a reason; TooMany QUEUE_FULL.
func (in *Intake) Appeal(ctx context.Context, actor Actor, id, text string) error {
	text, wrongText := reasonOf(text)
	return in.change(ctx, actor, id, func(w Writer, s Submission) error {
		switch {
		case !s.Appeal.At.IsZero() && s.Stage == StageInReview: // a second click
			return nil
		case !s.Appealable():
			return errNoAppeal
		case wrongText != nil:
			return wrongText
		}
		last, err := w.LastRevision(ctx, s.ListingID)
		if err != nil {
			return err
		}
		if last != s.Revision {
			return errNotLast
		}
		if err := in.room(ctx, w); err != nil {
			return err
		}
		s.Stage, s.Decision, s.Appeal = StageInReview, Decision{}, Appeal{At: s.UpdatedAt, Text: text}
		if err := w.UpdateSubmission(ctx, s); err != nil {
			return err
		}
		if err := announceWaiting(ctx, w, s, s.UpdatedAt); err != nil {
			return err
		}
		return w.AppendAct(ctx, Act{At: s.UpdatedAt, Actor: actor.Account, Action: ActAppealed, Object: submissionObject(id), Text: text, IP: actor.IP})
	})
}

// room reports whether another submission may wait; errWaitingFull when not.
func (in *Intake) room(ctx context.Context, r Reader) error {
	counts, err := r.CountSubmissions(ctx, SubmissionFilter{})
	if err != nil {
		return err
	}
	if counts[StageChecking]+counts[StageInReview] >= in.Limits.Waiting {
		return errWaitingFull
	}
	return nil
}
