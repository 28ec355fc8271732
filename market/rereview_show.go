package market

import (
	"context"
	"maps"
)

// RereviewStory is all about one re-review.
type RereviewStory struct {
	Rereview Rereview
	Changes  []RereviewChange
	Listings map[string]string // id → name, of those in Changes
	Names    map[string]string // account id → name
	Moved    bool              // rules were set otherwise since it was started: it cannot be applied
}

// Show tells a re-review with a page of what it changes.
func (v *Rereviews) Show(ctx context.Context, actor Actor, id string, f ChangeFilter) (RereviewStory, error) {
	if !actor.Role.Reviews() {
		return RereviewStory{}, ErrReviewersOnly
	}
	story := RereviewStory{Listings: map[string]string{}}
	err := v.Store.View(ctx, func(r Reader) (err error) {
		if story.Rereview, err = r.Rereview(ctx, id); err != nil {
			return err
		}
		set, err := ruleSettings(ctx, r)
		if err != nil {
			return err
		}
		story.Moved = !story.Rereview.Applying && !maps.Equal(set, story.Rereview.Base)
		f.Rereview = id
		if story.Changes, err = r.RereviewChanges(ctx, f); err != nil {
			return err
		}
		for _, c := range story.Changes {
			switch l, err := r.Listing(ctx, c.Listing); {
			case err == nil:
				story.Listings[c.Listing] = l.Entry.Name
			case KindOf(err) != NotFound:
				return err
			}
		}
		story.Names, err = names(ctx, r, []string{story.Rereview.By, story.Rereview.AppliedBy})
		return err
	})
	return story, err
}

// Standing is what moves on the page of a re-review at work.
func (v *Rereviews) Standing(ctx context.Context, actor Actor, id string) (run Rereview, err error) {
	if !actor.Role.Reviews() {
		return Rereview{}, ErrReviewersOnly
	}
	err = v.Store.View(ctx, func(r Reader) (err error) {
		run, err = r.Rereview(ctx, id)
		return err
	})
	return run, err
}

// List returns the latest re-reviews, newest first, with the names of who started them.
func (v *Rereviews) List(ctx context.Context, actor Actor, limit int) (runs []Rereview, named map[string]string, err error) {
	if !actor.Role.Reviews() {
		return nil, nil, ErrReviewersOnly
	}
	err = v.Store.View(ctx, func(r Reader) (err error) {
		if runs, err = r.Rereviews(ctx, limit); err != nil {
			return err
		}
		ids := make([]string, len(runs))
		for i, run := range runs {
			ids[i] = run.By
		}
		named, err = names(ctx, r, ids)
		return err
	})
	return runs, named, err
}
