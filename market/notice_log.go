package market

import (
	"context"
	"encoding/json"
	"errors"
	"time"
)

// DeliveryLine is a line of a channel's log: a delivery and what it is of.
type DeliveryLine struct {
	Delivery
	Of Event
}

// Deliveries is the log of the actor's channel, newest first; limit 0 means 50.
func (n *Notices) Deliveries(ctx context.Context, actor Actor, channel string, limit int) ([]DeliveryLine, error) {
	var out []DeliveryLine
	err := n.Store.View(ctx, func(r Reader) error {
		out = nil
		if _, err := ownChannel(ctx, r, actor, channel); err != nil {
			return err
		}
		found, err := r.Deliveries(ctx, DeliveryFilter{Channel: channel, Limit: limit})
		if err != nil {
			return err
		}
		for _, d := range found {
			e, err := r.Event(ctx, d.Event)
			if err != nil {
				return err
			}
			out = append(out, DeliveryLine{d, e})
		}
		return nil
	})
	return out, err
}

var (
	errStillWaiting  = NewError(Conflict, "DELIVERY_WAITING", Text{"这条通知正在等着发送，不用重发。", "This is waiting to be sent; there is no need to send it again."})
	errChannelClosed = NewError(Conflict, "CHANNEL_CLOSED", Text{"这个渠道已停用，或邮箱还没验证。先启用它。", "This channel is off, or its address is not verified. Turn it on first."})
)

// Redeliver sends what was sent once more, with all that was in the same
// message and under the same id: a receiver that has it already can tell. What
// was skipped goes too. Errors: [ErrDeliveryNotFound], Conflict
// DELIVERY_WAITING or CHANNEL_CLOSED.
func (n *Notices) Redeliver(ctx context.Context, actor Actor, delivery string) error {
	now := n.Clock.Now()
	return n.Store.Update(ctx, func(w Writer) error {
		d, err := w.Delivery(ctx, delivery)
		if err != nil {
			return err
		}
		c, err := ownChannel(ctx, w, actor, d.Channel)
		switch {
		case errors.Is(err, ErrChannelNotFound):
			return ErrDeliveryNotFound
		case err != nil:
			return err
		case d.State == DeliveryWaiting:
			return errStillWaiting
		case !c.Open():
			return errChannelClosed
		}
		group := []Delivery{d}
		if d.Message != "" {
			if group, err = w.Deliveries(ctx, DeliveryFilter{Channel: c.ID, Message: d.Message, Limit: maxTogether}); err != nil {
				return err
			}
		}
		message := d.Message
		if message == "" {
			message = "msg_" + NewID(now)
		}
		for _, d := range group {
			d.State, d.Due, d.Attempts, d.Message = DeliveryWaiting, now, 0, message
			if err := w.UpdateDelivery(ctx, d); err != nil {
				return err
			}
		}
		return deliverLater(ctx, w, c.ID, "again/"+NewID(now), now)
	})
}

// deliverLater has the channel looked at then. The key is
// of the occasion, not of the channel: a job that runs right now may have
// looked already.
func deliverLater(ctx context.Context, w Enqueuer, channel, key string, at time.Time) error {
	raw, err := json.Marshal(DeliverArgs{Channel: channel})
	if err != nil {
		return err
	}
	return w.Enqueue(ctx, Job{Kind: JobDeliver, Args: raw, RunAt: at, Key: key})
}
