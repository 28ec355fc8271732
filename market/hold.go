package market

import (
	"context"
	"time"
)

// putHold puts the listing under the hold, or takes it off, gives the catalog
// its next revision and writes the act, whose Action, Object and states it
// fills in. The caller publishes after the commit.
func putHold(ctx context.Context, w Writer, l *Listing, to Hold, act Act) error {
	act.Action, act.Object, act.Before, act.After = ActHeld, listingObject(l.ID), string(l.Hold), string(to)
	if to == HoldNone {
		act.Action = ActRestored
	}
	l.Hold = to
	if err := w.SaveListing(ctx, *l); err != nil {
		return err
	}
	if _, err := w.BumpCatalog(ctx, act.At); err != nil {
		return err
	}
	return w.AppendAct(ctx, act)
}

// tellHold tells the owner and the reviewers of a hold that was put on or taken
// off. why is a word for what brought it, key makes it one event.
func tellHold(ctx context.Context, w Writer, l Listing, before Hold, why, text, key string, at time.Time) error {
	kind := EventHeld
	if l.Hold == HoldNone {
		kind = EventRestored
	}
	return announce(ctx, w, Event{
		Key: key, At: at, Kind: kind, Listing: l.ID, Account: l.Owner,
		Data: EventData{Name: l.Entry.Name, Before: string(before), After: string(l.Hold), Since: at, Subject: why, Text: text},
	})
}
