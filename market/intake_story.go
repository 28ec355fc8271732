package market

import (
	"context"
	"errors"
)

// SubmissionStory is all that a submitter may know of a submission.
type SubmissionStory struct {
	Submission Submission
	Report     *Report // the latest pass; nil before the first
	Probe      *Probe  // of the latest pass, with what was sent and received
	Tools      []Tool  // of the latest pass
	Timeline   []Act   // oldest first; actors are not named to submitters
	Ahead      int     // open submissions waiting before it, when in review
	Previous   *Entry  // the entry of the revision before; nil for the first
	Listed     bool    // the listing is public now
	Appealable bool    // its owner can ask for a person
}

// Story returns the story of a submission to its owner or a reviewer; to
// anyone else it is ErrSubmissionNotFound.
func (in *Intake) Story(ctx context.Context, actor Actor, id string) (SubmissionStory, error) {
	var story SubmissionStory
	err := in.Store.View(ctx, func(r Reader) (err error) {
		if story.Submission, err = own(ctx, r, actor, id); err != nil {
			return err
		}
		return in.tell(ctx, r, actor, &story)
	})
	return story, err
}

func (in *Intake) tell(ctx context.Context, r Reader, actor Actor, story *SubmissionStory) error {
	s := story.Submission
	passes, err := r.Examinations(ctx, s.ID)
	if err != nil {
		return err
	}
	if n := len(passes); n > 0 {
		last := &passes[n-1]
		story.Report, story.Probe, story.Tools = &last.Report, &last.Probe, ReadTools(last.Tools)
	}
	if story.Timeline, err = r.Acts(ctx, AuditFilter{Object: submissionObject(s.ID), Oldest: true}); err != nil {
		return err
	}
	for i := range story.Timeline {
		story.Timeline[i].IP = ""
		if a := &story.Timeline[i]; !actor.Role.Reviews() && a.Actor != actor.Account {
			a.Actor = ""
		}
	}
	if s.Stage == StageInReview {
		if story.Ahead, err = ahead(ctx, r, s.ID); err != nil {
			return err
		}
	}
	past, err := r.Submissions(ctx, SubmissionFilter{ListingID: s.ListingID, Owner: s.Owner})
	if err != nil {
		return err
	}
	story.Appealable = s.Appealable() && len(past) > 0 && past[0].ID == s.ID
	for _, p := range past { // newest first
		if p.Revision < s.Revision {
			story.Previous = &p.Entry
			break
		}
	}
	kept, err := tokenOf(ctx, r, s)
	if err != nil {
		return err
	}
	story.Submission.HasToken = kept != ""
	if s.Stage == StageApproved {
		l, err := r.Listing(ctx, s.ListingID)
		if err != nil && !errors.Is(err, ErrListingNotFound) {
			return err
		}
		story.Listed = err == nil && l.Hold == HoldNone
	}
	return nil
}

// ahead counts what waits for a person longer than the submission does.
func ahead(ctx context.Context, r Reader, id string) (int, error) {
	waiting, err := r.Submissions(ctx, SubmissionFilter{Stages: []Stage{StageInReview}, Oldest: true, Limit: 200})
	if err != nil {
		return 0, err
	}
	for i, w := range waiting {
		if w.ID == id {
			return i, nil
		}
	}
	return len(waiting), nil
}

// Standing is what moves on a submission's status page: the submission itself
// and how many wait before it. It costs less than a Story and is for the same eyes.
func (in *Intake) Standing(ctx context.Context, actor Actor, id string) (s Submission, before int, err error) {
	err = in.Store.View(ctx, func(r Reader) error {
		if s, err = own(ctx, r, actor, id); err != nil || s.Stage != StageInReview {
			return err
		}
		before, err = ahead(ctx, r, id)
		return err
	})
	return s, before, err
}

// Mine returns the actor's submissions, newest first.
func (in *Intake) Mine(ctx context.Context, actor Actor, limit, offset int) ([]Submission, error) {
	if actor.Account == "" {
		return nil, ErrSignInRequired
	}
	var mine []Submission
	err := in.Store.View(ctx, func(r Reader) (err error) {
		mine, err = r.Submissions(ctx, SubmissionFilter{Owner: actor.Account, Limit: limit, Offset: offset})
		return err
	})
	return mine, err
}

// Withdraw ends an open submission of the actor's own.
func (in *Intake) Withdraw(ctx context.Context, actor Actor, id string) error {
	return in.change(ctx, actor, id, func(w Writer, s Submission) error {
		if !s.Stage.Open() {
			return errNotOpen
		}
		s.Stage = StageWithdrawn
		if err := w.UpdateSubmission(ctx, s); err != nil {
			return err
		}
		if err := w.DeleteToken(ctx, submissionObject(id)); err != nil {
			return err
		}
		return w.AppendAct(ctx, Act{At: s.UpdatedAt, Actor: actor.Account, Action: ActWithdrawn, Object: submissionObject(id), IP: actor.IP})
	})
}

// DeleteToken forgets the test tokens that the actor gave for the submission's
// listing, wherever they are kept.
func (in *Intake) DeleteToken(ctx context.Context, actor Actor, id string) error {
	return in.change(ctx, actor, id, func(w Writer, s Submission) error {
		found, err := dropTokens(ctx, w, s.Owner, s.ListingID)
		if err != nil || !found {
			return err
		}
		return w.AppendAct(ctx, Act{At: s.UpdatedAt, Actor: actor.Account, Action: ActTokenDeleted, Object: submissionObject(id), IP: actor.IP})
	})
}

// tokenOf says where the submission's test token is kept; "" when there is
// none. Approval moves it to the listing.
func tokenOf(ctx context.Context, r Reader, s Submission) (string, error) {
	object := submissionObject(s.ID)
	if s.Stage == StageApproved {
		object = listingObject(s.ListingID)
	}
	sealed, err := r.Token(ctx, object)
	if err != nil || len(sealed) == 0 {
		return "", err
	}
	return object, nil
}

// change runs f on a submission that the actor owns, stamped with the time.
func (in *Intake) change(ctx context.Context, actor Actor, id string, f func(Writer, Submission) error) error {
	now := in.Clock.Now()
	return in.Store.Update(ctx, func(w Writer) error {
		s, err := own(ctx, w, actor, id)
		if err != nil {
			return err
		}
		if s.Owner != actor.Account {
			return ErrSubmissionNotFound
		}
		s.UpdatedAt = now
		return f(w, s)
	})
}

// own finds a submission that the actor may see.
func own(ctx context.Context, r Reader, actor Actor, id string) (Submission, error) {
	s, err := r.Submission(ctx, id)
	if err == nil && (actor.Account == "" || s.Owner != actor.Account && !actor.Role.Reviews()) {
		return Submission{}, ErrSubmissionNotFound
	}
	return s, err
}
