package market

import (
	"context"
	"errors"
	"slices"
	"time"
)

// Notify finds who is to be told of an event: it is the handler of JobNotify.
// Each channel is told of an event once, however often the job runs.
func (n *Notices) Notify(ctx context.Context, args NotifyArgs) error {
	now := n.Clock.Now()
	return n.Store.Update(ctx, func(w Writer) error {
		e, err := w.Event(ctx, args.Event)
		if errors.Is(err, ErrEventNotFound) {
			return nil // too old by now
		}
		if err != nil {
			return err
		}
		channels, err := audience(ctx, w, e)
		if err != nil {
			return err
		}
		for _, c := range channels {
			if !c.wants(e) {
				continue
			}
			if err := assign(ctx, w, c, e, now); err != nil {
				return err
			}
		}
		return nil
	})
}

// wants reports whether the channel is to be told of the event.
func (c Channel) wants(e Event) bool {
	return c.Open() && (len(c.Kinds) == 0 || slices.Contains(c.Kinds, e.Kind))
}

// audience are the channels of whom the event concerns, each once.
func audience(ctx context.Context, r Reader, e Event) ([]Channel, error) {
	var out []Channel
	if e.Account != "" {
		a, err := r.Account(ctx, e.Account)
		if err != nil && !errors.Is(err, ErrAccountNotFound) {
			return nil, err
		}
		if err == nil && !a.Disabled {
			if out, err = r.Channels(ctx, a.ID); err != nil {
				return nil, err
			}
		}
	}
	if !e.Kind.Desk() {
		return out, nil
	}
	desk, err := r.DeskChannels(ctx)
	if err != nil {
		return nil, err
	}
	for _, c := range desk {
		if c.Account != e.Account {
			out = append(out, c)
		}
	}
	return out, nil
}

// assign puts the event on its way to the channel.
func assign(ctx context.Context, w Writer, c Channel, e Event, now time.Time) error {
	lately, err := w.Deliveries(ctx, DeliveryFilter{Channel: c.ID, Since: now.Add(-time.Minute), Limit: flood})
	if err != nil {
		return err
	}
	return put(ctx, w, Delivery{
		ID: NewID(now), Event: e.ID, Channel: c.ID, State: DeliveryWaiting, Due: c.due(e, now, len(lately)), CreatedAt: now,
	})
}

// put stores a delivery and has it looked at when it is due.
func put(ctx context.Context, w Writer, d Delivery) error {
	fresh, err := w.InsertDelivery(ctx, d)
	if err != nil || !fresh {
		return err
	}
	return deliverLater(ctx, w, d.Channel, d.ID, d.Due)
}

// overdue is how long a delivery may be due before its channel is looked at
// once more: its job may have been given up.
const overdue = 10 * time.Minute

// Expire drops events that are kept no longer, with what was sent of them, and
// takes up deliveries that no job looks at any more.
func (n *Notices) Expire(ctx context.Context) error {
	now := n.Clock.Now()
	return n.Store.Update(ctx, func(w Writer) error {
		if _, err := w.DeleteEvents(ctx, now.Add(-EventsKept)); err != nil {
			return err
		}
		left, err := w.Deliveries(ctx, DeliveryFilter{States: []DeliveryState{DeliveryWaiting}, DueBy: now.Add(-overdue), Oldest: true, Limit: 1000})
		if err != nil {
			return err
		}
		seen := map[string]bool{}
		for _, d := range left {
			if seen[d.Channel] {
				continue
			}
			seen[d.Channel] = true
			if err := deliverLater(ctx, w, d.Channel, "left/"+d.Channel, now); err != nil {
				return err
			}
		}
		return nil
	})
}
