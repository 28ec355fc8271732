package market

import (
	"context"
	"time"
)

// idle says why the channel need not be told any more; "" when it is to be. A
// trouble that ended before it lasted as long as the channel waits is none, and
// its end is told to those alone who were told of the trouble. Both are decided
// when they are due, from what is kept, so in whichever order the jobs came.
func idle(ctx context.Context, r Reader, c Channel, d Delivery) (string, error) {
	e, err := r.Event(ctx, d.Event)
	if err != nil || e.Listing == "" || !e.Kind.Trouble() && e.Kind != EventUp {
		return "", err
	}
	events, err := r.Events(ctx, EventFilter{
		Listing: e.Listing, Kinds: []EventKind{EventDegraded, EventDown, EventGone, EventGated, EventUp}, Limit: 200,
	})
	if err != nil {
		return "", err
	}
	at := 0 // of e among the newer and the older ones
	for at < len(events) && events[at].ID != e.ID {
		at++
	}
	if at == len(events) {
		return "long over", nil
	}
	if e.Kind == EventUp {
		return idleEnd(ctx, r, c, e, episode(events[at+1:]))
	}
	return idleTrouble(ctx, r, c, d, e, events[:at])
}

// episode are the troubles that an end ends: those before it until the end
// before. Newest first.
func episode(older []Event) []Event {
	for i, e := range older {
		if e.Kind == EventUp {
			return older[:i]
		}
	}
	return older
}

// idleTrouble judges a trouble by what came after it, newest first.
func idleTrouble(ctx context.Context, r Reader, c Channel, d Delivery, e Event, newer []Event) (string, error) {
	if d.Round > 0 && len(newer) > 0 {
		return "over, or another by now", nil
	}
	for i := len(newer) - 1; i >= 0; i-- {
		end := newer[i]
		if end.Kind != EventUp {
			continue
		}
		if brief(c, e, end) {
			return "over before its time came", nil
		}
		told, err := r.Deliveries(ctx, DeliveryFilter{Channel: c.ID, Events: []string{end.ID}, States: []DeliveryState{DeliverySkipped}})
		if err != nil || len(told) == 0 {
			return "", err
		}
		return "over before it could be told", nil
	}
	return "", nil
}

// brief reports whether the trouble was over before it lasted as long as the
// channel waits.
func brief(c Channel, trouble, end Event) bool { return end.At.Sub(trouble.began()) < c.Delay }

// idleEnd judges the end of a trouble by whether the channel was told of it, or
// is about to be.
func idleEnd(ctx context.Context, r Reader, c Channel, end Event, troubles []Event) (string, error) {
	const untold = "what ended was never told"
	if len(troubles) == 0 {
		return untold, nil
	}
	lasted := map[string]bool{}
	var ids []string
	for _, e := range troubles {
		lasted[e.ID] = !brief(c, e, end)
		ids = append(ids, e.ID)
	}
	deliveries, err := r.Deliveries(ctx, DeliveryFilter{Channel: c.ID, Events: ids, States: []DeliveryState{DeliverySent, DeliveryWaiting}, Limit: 1000})
	if err != nil {
		return "", err
	}
	for _, d := range deliveries {
		if d.State == DeliverySent || d.Message != "" || lasted[d.Event] {
			return "", nil
		}
	}
	return untold, nil
}

// remind has the channel told of a trouble again later, if it still lasts then.
func remind(ctx context.Context, w Writer, c Channel, d Delivery, now time.Time) error {
	if c.Remind == 0 {
		return nil
	}
	e, err := w.Event(ctx, d.Event)
	if err != nil || !e.Kind.Trouble() {
		return err
	}
	return put(ctx, w, Delivery{
		ID: NewID(now), Event: e.ID, Channel: c.ID, Round: d.Round + 1, State: DeliveryWaiting,
		Due: c.Quiet.Over(now.Add(c.Remind)), CreatedAt: now,
	})
}
