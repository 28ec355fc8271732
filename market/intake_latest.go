package market

import "context"

// Latest returns the newest submission for a listing that the actor may see:
// their own, or anyone's to a reviewer. ErrSubmissionNotFound otherwise.
func (in *Intake) Latest(ctx context.Context, actor Actor, listing string) (Submission, error) {
	if actor.Account == "" {
		return Submission{}, ErrSubmissionNotFound
	}
	f := SubmissionFilter{ListingID: listing, Limit: 1}
	if !actor.Role.Reviews() {
		f.Owner = actor.Account
	}
	var found []Submission
	err := in.Store.View(ctx, func(r Reader) (err error) {
		found, err = r.Submissions(ctx, f)
		return err
	})
	if err != nil {
		return Submission{}, err
	}
	if len(found) == 0 {
		return Submission{}, ErrSubmissionNotFound
	}
	return found[0], nil
}
