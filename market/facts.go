package market

import (
	"context"
	"errors"
)

// factsOn gathers what the market knows that bears on an entry of the owner's
// (rules ENT-003, URL-008 and SIM-005). owner is empty for someone who only checks.
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
			ListingID: e.ID, Stages: openStages(), Limit: 1,
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
	f.Refused, err = refusedBefore(ctx, r, owner, e)
	return f, err
}

// refusedBefore is the owner's last decided submission with the entry's URL, if
// the rules refused it; nil when it ended otherwise, when there is none among
// the owner's last twenty, and when it had no tools to compare (rule SIM-005).
func refusedBefore(ctx context.Context, r Reader, owner string, e Entry) (*Refused, error) {
	endpoint := e.Endpoint()
	if owner == "" || endpoint == "" {
		return nil, nil
	}
	past, err := r.Submissions(ctx, SubmissionFilter{Owner: owner, Stages: []Stage{StageRejected, StageApproved}, Limit: 20})
	if err != nil {
		return nil, err
	}
	for _, s := range past {
		if s.Entry.Endpoint() != endpoint {
			continue
		}
		if s.Stage != StageRejected || s.Decision.By != "" || s.Digest == "" {
			return nil, nil
		}
		passes, err := r.Examinations(ctx, s.ID)
		if err != nil || len(passes) == 0 {
			return nil, err
		}
		return &Refused{
			Submission: s.ID, Digest: s.Digest, Ruleset: passes[len(passes)-1].Report.Ruleset,
			Rules: s.Decision.Rules, At: s.Decision.At,
		}, nil
	}
	return nil, nil
}
