package market

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"
)

const (
	maxTogether = 50          // events in one message
	takenFor    = time.Minute // for which a message under way is nobody else's
	busyWait    = 2 * time.Second
	maxMessages = 10 // in one run of the job
)

// Deliver sends what waits for a channel and is due, in one message: it is the
// handler of JobDeliver. What a message holds is settled before it is sent, and
// its id with it: only when the process dies between the sink's taking it and
// our noting that is it sent again, under the same id. While a message waits
// for another try, what comes later waits with it.
func (n *Notices) Deliver(ctx context.Context, args DeliverArgs) error {
	for range maxMessages {
		more, err := n.deliverOne(ctx, args.Channel)
		if err != nil || !more {
			return err
		}
	}
	return n.lookAgain(ctx, args.Channel, "more/"+NewID(n.Clock.Now()), n.Clock.Now())
}

func (n *Notices) lookAgain(ctx context.Context, channel, key string, at time.Time) error {
	return n.Store.Update(ctx, func(w Writer) error { return deliverLater(ctx, w, channel, key, at) })
}

// deliverOne sends one message; false: there is none to be sent now.
func (n *Notices) deliverOne(ctx context.Context, id string) (bool, error) {
	var c Channel
	err := n.Store.View(ctx, func(r Reader) (err error) { c, err = r.Channel(ctx, id); return err })
	if errors.Is(err, ErrChannelNotFound) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	if c.Kind != ChannelEmail { // all mail goes to one server, the operator's own
		if !n.flight.begin(c.Address) {
			return false, n.lookAgain(ctx, id, "busy/"+id, n.Clock.Now().Add(busyWait))
		}
		defer n.flight.end(c.Address)
	}
	now := n.Clock.Now()
	var m Message
	err = n.Store.Update(ctx, func(w Writer) error {
		m, err = n.compose(ctx, w, id, now)
		return err
	})
	if err != nil || m.ID == "" {
		return false, err
	}
	sent := n.Sender.Send(ctx, m)
	if err := ctx.Err(); err != nil { // stopped by us: the time runs out, and it is tried again
		return false, err
	}
	done := n.Clock.Now()
	err = n.Store.Update(ctx, func(w Writer) error { return n.settle(ctx, w, m, sent, done) })
	return sent.OK, err
}

// compose makes the channel's next message and takes it; one without an id is
// none. A message that was made before is made again as it was.
func (n *Notices) compose(ctx context.Context, w Writer, id string, now time.Time) (Message, error) {
	c, err := w.Channel(ctx, id)
	if errors.Is(err, ErrChannelNotFound) {
		return Message{}, nil
	}
	if err != nil {
		return Message{}, err
	}
	group, err := w.Deliveries(ctx, DeliveryFilter{Channel: id, States: []DeliveryState{DeliveryWaiting}, Grouped: true, Oldest: true, Limit: 4 * maxTogether})
	if err != nil {
		return Message{}, err
	}
	switch {
	case !c.Open() || !n.Sender.Sends(c.Kind):
		return Message{}, n.skipAll(ctx, w, id, now)
	case len(group) == 0:
		group, err = n.gather(ctx, w, c, now)
	case group[0].Due.After(now):
		d := group[0]
		return Message{}, deliverLater(ctx, w, id, tryKey(d.Message, d.Attempts), d.Due)
	default:
		first := group[0].Message
		group = slices.DeleteFunc(group, func(d Delivery) bool { return d.Message != first })
	}
	if err != nil || len(group) == 0 {
		return Message{}, err
	}
	return n.take(ctx, w, c, group, now)
}

// tryKey names an attempt at a message, for its job.
func tryKey(message string, attempts int) string { return fmt.Sprintf("%s/%d", message, attempts) }

// gather begins a message with all that is due, leaving out what need not be
// told any more.
func (n *Notices) gather(ctx context.Context, w Writer, c Channel, now time.Time) ([]Delivery, error) {
	due, err := w.Deliveries(ctx, DeliveryFilter{Channel: c.ID, States: []DeliveryState{DeliveryWaiting}, DueBy: now, Oldest: true, Limit: maxTogether})
	if err != nil {
		return nil, err
	}
	var group []Delivery
	for _, d := range due {
		why, err := idle(ctx, w, c, d)
		if err != nil {
			return nil, err
		}
		if why != "" {
			if err := skip(ctx, w, d, why, now); err != nil {
				return nil, err
			}
			continue
		}
		group = append(group, d)
	}
	message := "msg_" + NewID(now)
	for i := range group {
		group[i].Message = message
	}
	return group, nil
}

// take counts the attempt and makes the message.
func (n *Notices) take(ctx context.Context, w Writer, c Channel, group []Delivery, now time.Time) (Message, error) {
	m := Message{ID: group[0].Message, Purpose: PurposeNotice}
	for _, d := range group {
		e, err := w.Event(ctx, d.Event)
		if err != nil {
			return Message{}, err
		}
		m.Events = append(m.Events, EventTold{e, d.Round})
		d.Attempts++
		d.Due = now.Add(takenFor)
		if err := w.UpdateDelivery(ctx, d); err != nil {
			return Message{}, err
		}
	}
	slices.SortFunc(m.Events, func(a, b EventTold) int { return cmp.Or(a.At.Compare(b.At), cmp.Compare(a.ID, b.ID)) })
	m.At = m.Events[len(m.Events)-1].At
	m, err := n.message(c, m)
	if err != nil { // its key is gone: nothing can be sent there until its owner gives it anew
		n.Log.ErrorContext(ctx, "a channel's address does not open; its owner has to give it anew", "channel", c.ID, "error", err)
		return Message{}, n.close(ctx, w, c, DisabledFailing, "the address does not open", now)
	}
	return m, nil
}

func (n *Notices) skipAll(ctx context.Context, w Writer, channel string, now time.Time) error {
	all, err := w.Deliveries(ctx, DeliveryFilter{Channel: channel, States: []DeliveryState{DeliveryWaiting}, Oldest: true, Limit: 1000})
	if err != nil {
		return err
	}
	for _, d := range all {
		if err := skip(ctx, w, d, "the channel is off", now); err != nil {
			return err
		}
	}
	return nil
}

func skip(ctx context.Context, w Writer, d Delivery, why string, now time.Time) error {
	d.State, d.Detail, d.DoneAt = DeliverySkipped, why, now
	return w.UpdateDelivery(ctx, d)
}
