package market

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"net/url"
	"slices"
	"strings"
	"time"
)

// Channels returns the actor's channels, oldest first.
func (n *Notices) Channels(ctx context.Context, actor Actor) ([]Channel, error) {
	if actor.Account == "" {
		return nil, ErrSignInRequired
	}
	var out []Channel
	err := n.Store.View(ctx, func(r Reader) (err error) {
		out, err = r.Channels(ctx, actor.Account)
		return err
	})
	return out, err
}

// Channel returns one of the actor's channels. Error: [ErrChannelNotFound].
func (n *Notices) Channel(ctx context.Context, actor Actor, id string) (c Channel, err error) {
	err = n.Store.View(ctx, func(r Reader) error {
		c, err = ownChannel(ctx, r, actor, id)
		return err
	})
	return c, err
}

// ownChannel finds a channel that is the actor's.
func ownChannel(ctx context.Context, r Reader, actor Actor, id string) (Channel, error) {
	if actor.Account == "" {
		return Channel{}, ErrSignInRequired
	}
	c, err := r.Channel(ctx, id)
	if err == nil && c.Account != actor.Account {
		return Channel{}, ErrChannelNotFound
	}
	return c, err
}

var errManyChannels = NewError(Conflict, "TOO_MANY_CHANNELS", Text{"通知渠道已经够多了，请先删掉不用的。", "You have as many channels as an account may; delete one that you do not use."})

// Add makes a channel. The secret that a webhook's payloads are signed with is
// returned this once. An e-mail address is told of nothing before it is
// verified: see [Notices.SendVerification]. Errors: Invalid with Violations
// (paths kind, template, name, target, secret, kinds, delay, remind, digest,
// quiet), Conflict TOO_MANY_CHANNELS.
func (n *Notices) Add(ctx context.Context, actor Actor, req NewChannel) (c Channel, secret string, err error) {
	if actor.Account == "" {
		return Channel{}, "", ErrSignInRequired
	}
	now := n.Clock.Now()
	c = Channel{ID: NewID(now), Account: actor.Account, Kind: req.Kind, Template: req.Template, CreatedAt: now, Version: 1}
	if req.Kind != ChannelEmail {
		c.Verified = now
	}
	if req.Kind == ChannelWebhook {
		secret = newWebhookSecret()
		req.Secret = secret
	}
	if err := n.set(&c, actor, req.ChannelSettings); err != nil {
		return Channel{}, "", err
	}
	err = n.Store.Update(ctx, func(w Writer) error {
		have, err := w.Channels(ctx, actor.Account)
		if err != nil {
			return err
		}
		if len(have) >= n.PerAccount {
			return errManyChannels
		}
		if err := w.InsertChannel(ctx, c); err != nil {
			return err
		}
		return noteChannel(ctx, w, actor, c, ActChannelAdded, now)
	})
	return c, secret, err
}

// newWebhookSecret is a signing secret as Standard Webhooks writes it: 32 random
// bytes in base64 behind a prefix.
func newWebhookSecret() string {
	var key [32]byte
	_, _ = rand.Read(key[:]) // never fails: crypto/rand ends the process instead
	return "whsec_" + base64.StdEncoding.EncodeToString(key[:])
}

// Change stores what the owner chose, of the version that was on the screen.
// Another e-mail address wants verifying anew. Errors: as Add's, [ErrStale].
func (n *Notices) Change(ctx context.Context, actor Actor, id string, version int64, s ChannelSettings) (Channel, error) {
	return n.change(ctx, actor, id, ActChannelChanged, func(w Writer, c *Channel) error {
		if c.Version != version {
			return ErrStale
		}
		before := c.Address
		if err := n.set(c, actor, s); err != nil {
			return err
		}
		if c.Kind == ChannelEmail && c.Address != before {
			c.Verified = time.Time{}
			return w.DeleteChannelLinks(ctx, c.ID)
		}
		return nil
	})
}

// change runs f on the actor's channel, stores it, and notes the action.
func (n *Notices) change(ctx context.Context, actor Actor, id, action string, f func(Writer, *Channel) error) (c Channel, err error) {
	err = n.Store.Update(ctx, func(w Writer) error {
		if c, err = ownChannel(ctx, w, actor, id); err != nil {
			return err
		}
		if err := f(w, &c); err != nil {
			return err
		}
		if err := w.UpdateChannel(ctx, c); err != nil {
			return err
		}
		c.Version++
		return noteChannel(ctx, w, actor, c, action, n.Clock.Now())
	})
	return c, err
}

// Disable has nothing sent to the channel any more.
func (n *Notices) Disable(ctx context.Context, actor Actor, id string) (Channel, error) {
	return n.change(ctx, actor, id, ActChannelDisabled, func(_ Writer, c *Channel) error {
		c.Disabled, c.Why = true, DisabledByOwner
		return nil
	})
}

// Enable takes the channel up again. An address from which somebody unsubscribed
// wants verifying anew: that who has the account says so is not enough.
func (n *Notices) Enable(ctx context.Context, actor Actor, id string) (Channel, error) {
	return n.change(ctx, actor, id, ActChannelEnabled, func(w Writer, c *Channel) error {
		refused := c.Kind == ChannelEmail && c.Why == DisabledUnsubscribed
		c.Disabled, c.Why, c.FailingSince = false, "", time.Time{}
		if !refused {
			return nil
		}
		c.Verified = time.Time{}
		return w.DeleteChannelLinks(ctx, c.ID)
	})
}

// Delete removes the channel with its log.
func (n *Notices) Delete(ctx context.Context, actor Actor, id string) error {
	return n.Store.Update(ctx, func(w Writer) error {
		c, err := ownChannel(ctx, w, actor, id)
		if err != nil {
			return err
		}
		if err := w.DeleteChannel(ctx, id); err != nil {
			return err
		}
		return noteChannel(ctx, w, actor, c, ActChannelDeleted, n.Clock.Now())
	})
}

var errNoSecret = NewError(Conflict, "NO_SIGNING_SECRET", Text{"只有 Webhook 渠道有由我们生成的签名密钥。", "Only a webhook has a signing secret of our making."})

// RenewSecret gives a webhook another secret, which is returned this once.
func (n *Notices) RenewSecret(ctx context.Context, actor Actor, id string) (secret string, err error) {
	_, err = n.change(ctx, actor, id, ActChannelSecret, func(_ Writer, c *Channel) (err error) {
		if c.Kind != ChannelWebhook {
			return errNoSecret
		}
		secret = newWebhookSecret()
		c.Secret, err = n.Sealer.Seal([]byte(secret), secretContext(c.ID))
		return err
	})
	return secret, err
}

func targetContext(channel string) string { return "channel/" + channel + "/target" }
func secretContext(channel string) string { return "channel/" + channel + "/secret" }

// set puts the settings into the channel, sealing what is secret. Invalid with
// Violations when it cannot be.
func (n *Notices) set(c *Channel, actor Actor, s ChannelSettings) error {
	s.Name, s.Target, s.Secret = strings.TrimSpace(s.Name), strings.TrimSpace(s.Target), strings.TrimSpace(s.Secret)
	if v := n.flaws(*c, actor, s); len(v) > 0 {
		return &Error{Kind: Invalid, Code: "CHANNEL_INVALID", Msg: Text{"有几处要改。", "Some fields need another look."}, Violations: v}
	}
	c.Name, c.Kinds, c.Desk, c.Lang = s.Name, slices.Clone(s.Kinds), s.Desk, s.Lang
	c.Delay, c.Remind, c.Digest, c.Quiet = s.Delay, s.Remind, s.Digest, s.Quiet
	if s.Target != "" && c.Kind == ChannelEmail {
		c.Address = normalEmail(s.Target)
	} else if s.Target != "" {
		sealed, err := n.Sealer.Seal([]byte(s.Target), targetContext(c.ID))
		if err != nil {
			return err
		}
		c.Target, c.Address = sealed, origin(s.Target)
	}
	if s.Secret != "" && c.Kind != ChannelEmail {
		sealed, err := n.Sealer.Seal([]byte(s.Secret), secretContext(c.ID))
		if err != nil {
			return err
		}
		c.Secret = sealed
	}
	return nil
}

// origin is what of a URL is shown again.
func origin(target string) string {
	u, err := url.Parse(target)
	if err != nil {
		return ""
	}
	return u.Scheme + "://" + u.Host
}

// Test sends a test message at once and says what became of it. Errors: TooMany
// with RetryAfter, Conflict CHANNEL_CLOSED when the address is not verified,
// Unavailable MAIL_OFF.
func (n *Notices) Test(ctx context.Context, actor Actor, id string) (Sent, error) {
	c, err := n.Channel(ctx, actor, id)
	if err != nil {
		return Sent{}, err
	}
	switch {
	case !n.Sender.Sends(c.Kind):
		return Sent{}, ErrMailOff
	case c.Verified.IsZero():
		return Sent{}, errUnverified
	}
	now := n.Clock.Now()
	if wait := n.tests.begin(actor.Account, now); wait > 0 {
		return Sent{}, tooMany(wait)
	}
	m, err := n.message(c, Message{ID: "msg_" + NewID(now), At: now, Purpose: PurposeTest})
	if err != nil {
		return Sent{}, err
	}
	return n.Sender.Send(ctx, m), nil
}

// message completes a message with what the channel keeps sealed.
func (n *Notices) message(c Channel, m Message) (Message, error) {
	m.Channel, m.Target = c, c.Address
	if c.Kind == ChannelEmail {
		token, err := n.unsubscribeToken(c)
		m.Unsubscribe = n.BaseURL + "/unsubscribe/" + token
		return m, err
	}
	target, err := n.Sealer.Open(c.Target, targetContext(c.ID))
	if err != nil {
		return Message{}, err
	}
	m.Target = string(target)
	if len(c.Secret) == 0 {
		return m, nil
	}
	secret, err := n.Sealer.Open(c.Secret, secretContext(c.ID))
	m.Secret = string(secret)
	return m, err
}
