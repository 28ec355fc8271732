package market

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// settle notes what became of a message, and what follows.
func (n *Notices) settle(ctx context.Context, w Writer, m Message, sent Sent, now time.Time) error {
	c, err := w.Channel(ctx, m.Channel.ID)
	if errors.Is(err, ErrChannelNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	group, err := w.Deliveries(ctx, DeliveryFilter{Channel: c.ID, Message: m.ID, States: []DeliveryState{DeliveryWaiting}, Limit: maxTogether})
	if err != nil || len(group) == 0 {
		return err
	}
	attempts := group[0].Attempts
	lost := sent.Gone || sent.Permanent || attempts >= maxAttempts
	for _, d := range group {
		d.Status, d.Detail, d.Took = sent.Status, sent.Detail, sent.Took
		switch {
		case sent.OK:
			d.State, d.DoneAt = DeliverySent, now
		case lost:
			d.State, d.DoneAt = DeliveryFailed, now
		default:
			d.Due = now.Add(max(retries[attempts-1], min(sent.RetryAfter, maxRetryAfter)))
		}
		if err := w.UpdateDelivery(ctx, d); err != nil {
			return err
		}
		if sent.OK {
			if err := remind(ctx, w, c, d, now); err != nil {
				return err
			}
		} else if !lost {
			if err := deliverLater(ctx, w, c.ID, tryKey(m.ID, attempts), d.Due); err != nil {
				return err
			}
		}
	}
	return n.rate(ctx, w, c, sent, lost, now)
}

// rate keeps count of how the channel does, and closes one that fails for days
// or wants no more.
func (n *Notices) rate(ctx context.Context, w Writer, c Channel, sent Sent, lost bool, now time.Time) error {
	switch {
	case sent.OK && c.FailingSince.IsZero():
		return nil
	case sent.OK:
		c.FailingSince = time.Time{}
		return w.UpdateChannel(ctx, c)
	case sent.Gone:
		return n.close(ctx, w, c, DisabledGone, sent.Detail, now)
	case c.FailingSince.IsZero():
		c.FailingSince = now
		if err := w.UpdateChannel(ctx, c); err != nil {
			return err
		}
	case lost && now.Sub(c.FailingSince) >= failingFor:
		return n.close(ctx, w, c, DisabledFailing, sent.Detail, now)
	}
	if lost { // what waited behind it has its turn
		return deliverLater(ctx, w, c.ID, "next/"+NewID(now), now)
	}
	return nil
}

// close turns a channel off and tells its owner by the others.
func (n *Notices) close(ctx context.Context, w Writer, c Channel, why DisabledWhy, detail string, now time.Time) error {
	c.Disabled, c.Why = true, why
	if err := w.UpdateChannel(ctx, c); err != nil {
		return err
	}
	if err := n.skipAll(ctx, w, c.ID, now); err != nil {
		return err
	}
	if err := noteChannel(ctx, w, Actor{}, c, ActChannelDisabled, now); err != nil {
		return err
	}
	name := c.Name
	if name == "" {
		name = c.Address
	}
	return announce(ctx, w, Event{
		Key: fmt.Sprintf("channel/%s/%d", c.ID, c.Version), At: now, Kind: EventChannel, Account: c.Account,
		Data: EventData{Name: name, Subject: c.Address, Decision: string(why), Detail: detail, Since: c.FailingSince},
	})
}
