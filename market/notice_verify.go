package market

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"strings"
	"time"
)

// VerifyFor is how long a link that verifies an address is good.
const VerifyFor = 24 * time.Hour

var (
	// ErrMailOff is a market without a mail server.
	ErrMailOff    = NewError(Unavailable, "MAIL_OFF", Text{"这个市场没有配置邮件服务器，发不出邮件。可以改用 Webhook 或聊天。", "This market has no mail server, so it sends no e-mail. Use a webhook or a chat."})
	errUnverified = NewError(Conflict, "ADDRESS_NOT_VERIFIED", Text{"这个邮箱还没有验证。先点验证邮件里的链接。", "This address is not verified yet. Follow the link in the mail first."})
	errVerified   = NewError(Conflict, "ADDRESS_VERIFIED", Text{"这个邮箱已经验证过了。", "This address is verified already."})
	errNotSent    = NewError(Unavailable, "MAIL_NOT_SENT", Text{"验证邮件没有发出去：邮件服务器没有收下。请看看地址对不对，过一会儿再试。", "The mail was not sent: the mail server did not take it. See whether the address is right, and try again in a while."})
)

// SendVerification mails the link by which the channel's address is verified,
// once, within [VerifyFor]; earlier links end. Errors: Unavailable MAIL_OFF or
// MAIL_NOT_SENT, Conflict ADDRESS_VERIFIED, TooMany with RetryAfter.
func (n *Notices) SendVerification(ctx context.Context, actor Actor, id string) error {
	c, err := n.Channel(ctx, actor, id)
	switch {
	case err != nil:
		return err
	case c.Kind != ChannelEmail || !c.Verified.IsZero():
		return errVerified
	case !n.Mails():
		return ErrMailOff
	}
	now := n.Clock.Now()
	for _, key := range []string{"account " + c.Account, "address " + c.Address} { // nobody's mailbox is filled by many accounts
		if wait := n.lately.begin(key, now); wait > 0 {
			return tooMany(wait)
		}
	}
	if wait := n.daily.begin(c.Address, now); wait > 0 {
		return tooMany(wait)
	}
	secret := rand.Text()
	err = n.Store.Update(ctx, func(w Writer) error {
		if err := w.DeleteChannelLinks(ctx, c.ID); err != nil {
			return err
		}
		return w.InsertChannelLink(ctx, ChannelLink{Hash: hashSecret(secret), Channel: c.ID, Address: c.Address, Expires: now.Add(VerifyFor)})
	})
	if err != nil {
		return err
	}
	m, err := n.message(c, Message{ID: "msg_" + NewID(now), At: now, Purpose: PurposeVerify, Link: n.BaseURL + "/verify/" + secret})
	if err != nil {
		return err
	}
	if sent := n.Sender.Send(ctx, m); !sent.OK {
		n.Log.WarnContext(ctx, "a verification mail was not sent", "channel", c.ID, "status", sent.Status, "detail", sent.Detail)
		return errNotSent
	}
	return nil
}

// Verification is the channel that the link would verify. It takes nothing:
// what mail scanners open must change nothing. Error: [ErrLinkInvalid].
func (n *Notices) Verification(ctx context.Context, secret string) (c Channel, err error) {
	err = n.Store.View(ctx, func(r Reader) error {
		c, err = n.linked(ctx, r, secret)
		return err
	})
	return c, err
}

// Verify verifies the address, once, whoever is signed in: who has the link
// reads the mailbox. Error: [ErrLinkInvalid].
func (n *Notices) Verify(ctx context.Context, secret string) (c Channel, err error) {
	err = n.Store.Update(ctx, func(w Writer) error {
		if c, err = n.linked(ctx, w, secret); err != nil {
			return err
		}
		c.Verified = n.Clock.Now()
		if err := w.UpdateChannel(ctx, c); err != nil {
			return err
		}
		if err := w.DeleteChannelLinks(ctx, c.ID); err != nil {
			return err
		}
		return noteChannel(ctx, w, Actor{Account: c.Account}, c, ActChannelVerified, c.Verified)
	})
	return c, err
}

func (n *Notices) linked(ctx context.Context, r Reader, secret string) (Channel, error) {
	l, err := r.ChannelLink(ctx, hashSecret(secret))
	if err != nil {
		return Channel{}, err
	}
	c, err := r.Channel(ctx, l.Channel)
	if errors.Is(err, ErrChannelNotFound) || err == nil && (c.Address != l.Address || !n.Clock.Now().Before(l.Expires)) {
		return Channel{}, ErrLinkInvalid
	}
	return c, err
}

// unsubscribeContext binds the token in a mail's link to unsubscribe.
const unsubscribeContext = "unsubscribe"

// unsubscribeToken names the channel and its address, sealed: nobody else can
// make one, and it lasts as long as the address does.
func (n *Notices) unsubscribeToken(c Channel) (string, error) {
	sealed, err := n.Sealer.Seal([]byte(c.ID+"\n"+c.Address), unsubscribeContext)
	return base64.RawURLEncoding.EncodeToString(sealed), err
}

// Unsubscription is the channel that the link in a mail is of. It changes
// nothing. Error: [ErrLinkInvalid].
func (n *Notices) Unsubscription(ctx context.Context, token string) (c Channel, err error) {
	err = n.Store.View(ctx, func(r Reader) error {
		c, err = n.subscribed(ctx, r, token)
		return err
	})
	return c, err
}

// Unsubscribe has no more mail sent to the address (RFC 8058): it wants no
// signing in, and doing it twice is no error. Error: [ErrLinkInvalid].
func (n *Notices) Unsubscribe(ctx context.Context, token string) (c Channel, err error) {
	err = n.Store.Update(ctx, func(w Writer) error {
		if c, err = n.subscribed(ctx, w, token); err != nil || c.Disabled {
			return err
		}
		c.Disabled, c.Why = true, DisabledUnsubscribed
		if err := w.UpdateChannel(ctx, c); err != nil {
			return err
		}
		return noteChannel(ctx, w, Actor{Account: c.Account}, c, ActChannelDisabled, n.Clock.Now())
	})
	return c, err
}

func (n *Notices) subscribed(ctx context.Context, r Reader, token string) (Channel, error) {
	sealed, err := base64.RawURLEncoding.DecodeString(token)
	if err != nil {
		return Channel{}, ErrLinkInvalid
	}
	plain, err := n.Sealer.Open(sealed, unsubscribeContext)
	if err != nil {
		return Channel{}, ErrLinkInvalid
	}
	id, address, _ := strings.Cut(string(plain), "\n")
	c, err := r.Channel(ctx, id)
	if errors.Is(err, ErrChannelNotFound) || err == nil && c.Address != address {
		return Channel{}, ErrLinkInvalid
	}
	return c, err
}
