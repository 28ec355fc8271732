package market

import (
	"context"
	"errors"
)

// factsOn gathers what the market knows that bears on an entry of the owner's
// (rules ENT-003 and URL-008). owner is empty for someone who only checks.
func factsOn(ctx context.Context, r Reader, owner string, e Entry) (Facts, error) {
	f, err := ruleFacts(ctx, r, owner, e.ID)
	if err != nil {
		return Facts{}, err
	}
	f.ID = IDFree
	listing, err := r.Listing(ctx, e.ID)
	switch {
	case err == nil:
		f.ID = IDOther
		if owner != "" && listing.Owner == owner {
			f.ID, f.Approved = IDMine, &listing
		}
	case !errors.Is(err, ErrListingNotFound):
		return Facts{}, err
	default:
		open, err := r.Submissions(ctx, SubmissionFilter{
			ListingID: e.ID, Stages: []Stage{StageChecking, StageInReview, StageChangesRequested}, Limit: 1,
		})
		if err != nil {
			return Facts{}, err
		}
		if len(open) > 0 {
			f.ID = IDOther
			if owner != "" && open[0].Owner == owner {
				f.ID = IDMine
			}
		}
	}
	same, err := r.Listings(ctx, ListingFilter{Endpoint: e.Endpoint()})
	if err != nil {
		return Facts{}, err
	}
	for _, l := range same {
		if l.ID != e.ID {
			f.Endpoints = append(f.Endpoints, EndpointUse{Listing: l.ID, Mine: owner != "" && l.Owner == owner})
		}
	}
	return f, nil
}
