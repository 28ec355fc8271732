package market

import (
	"context"
	"fmt"
	"time"
)

// announceStage tells what a pass made of a submission, if it made an end.
func announceStage(ctx context.Context, w Writer, s Submission, now time.Time) error {
	switch s.Stage {
	case StageRejected:
		return announceDecided(ctx, w, s, now)
	case StageInReview:
		return announceWaiting(ctx, w, s, now)
	}
	return nil
}

// announceWaiting tells reviewers that a submission waits for one of them.
func announceWaiting(ctx context.Context, w Writer, s Submission, now time.Time) error {
	return announce(ctx, w, Event{
		Key: fmt.Sprintf("waiting/%s/%d/%t", s.ID, s.Pass, !s.Appeal.At.IsZero()), At: now, Kind: EventWaiting, Listing: s.ListingID,
		Data: EventData{Name: s.Entry.Name, Subject: s.ID, Rules: s.Rules, Text: s.Appeal.Text},
	})
}

// announceDecided tells the owner what was decided on their submission.
func announceDecided(ctx context.Context, w Writer, s Submission, now time.Time) error {
	return announce(ctx, w, Event{
		Key: "decided/" + s.ID + "/" + string(s.Decision.Kind) + "/" + s.Decision.By, At: now, Kind: EventDecided, Listing: s.ListingID, Account: s.Owner,
		Data: EventData{Name: s.Entry.Name, Subject: s.ID, Decision: string(s.Decision.Kind), Rules: s.Decision.Rules, Text: s.Decision.Text},
	})
}
