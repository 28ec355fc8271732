package notify

import (
	"context"
	"net/http"
	"net/url"
	"strings"

	"marketd/healthcheck/netguard"
	"marketd/market"
)

// Sender sends messages. It is safe for concurrent use.
type Sender struct {
	client *netguard.Client
	mail   Mailer
	base   string
	clock  market.Clock
	chats  map[string]chat
}

var _ market.Sender = (*Sender)(nil)

// Options are a Sender's dependencies.
type Options struct {
	Guard   netguard.Policy // where webhooks and chats may be; its limits are replaced
	Mail    Mailer          // nil: no e-mail is sent
	BaseURL string          // of the market's pages, without a slash at its end
	Clock   market.Clock
}

// Mailer hands one mail over.
type Mailer interface {
	Mail(ctx context.Context, m Mail) market.Sent
}

// New returns a Sender.
func New(o Options) *Sender {
	o.Guard.Limits = limits()
	return &Sender{netguard.New(o.Guard), o.Mail, o.BaseURL, o.Clock, chats()}
}

// Sends reports whether messages can be sent by the kind.
func (s *Sender) Sends(kind market.ChannelKind) bool {
	return kind != market.ChannelEmail || s.mail != nil
}

var (
	errNotHTTPS = market.NewError(market.Invalid, "TARGET_INVALID", market.Text{ZH: "要一个 https 地址，不带用户名。", EN: "It has to be an https URL without a user name."})
	errInner    = market.NewError(market.Invalid, "TARGET_INVALID", market.Text{ZH: "这个地址不是公网地址，或是市场自己的。", EN: "This address is not a public one, or it is the market's own."})
)

// CheckTarget refuses a URL that nothing would be sent to. Whether its name
// leads to a public address is seen when it is dialled.
func (s *Sender) CheckTarget(kind market.ChannelKind, target string) error {
	if kind == market.ChannelEmail {
		return nil
	}
	u, err := url.Parse(target)
	switch {
	case err != nil || u.Scheme != "https" || u.Host == "" || u.User != nil || len(target) > 2048 || strings.ContainsFunc(target, func(r rune) bool { return r <= ' ' || r > '~' }):
		return errNotHTTPS
	case s.client.Refuses(u):
		return errInner
	}
	return nil
}

// Send sends one message, within 10 seconds.
func (s *Sender) Send(ctx context.Context, m market.Message) market.Sent {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	switch m.Channel.Kind {
	case market.ChannelEmail:
		if s.mail == nil {
			return market.Sent{Detail: "the market has no mail server"}
		}
		return s.mail.Mail(ctx, compose(m, s.base, s.clock.Now()))
	case market.ChannelWebhook:
		return s.webhook(ctx, m)
	}
	return s.chat(ctx, m)
}

func (s *Sender) webhook(ctx context.Context, m market.Message) market.Sent {
	body, err := webhookBody(m, s.base)
	h := http.Header{}
	if err == nil {
		err = signWebhook(h, m, body, s.clock.Now())
	}
	if err != nil {
		return market.Sent{Detail: "the message could not be made", Permanent: true}
	}
	return s.post(ctx, m.Target, h, body, nil)
}

func (s *Sender) chat(ctx context.Context, m market.Message) market.Sent {
	c, ok := s.chats[m.Channel.Template]
	if !ok {
		return market.Sent{Detail: "there is no such chat", Permanent: true}
	}
	h := http.Header{}
	target, v, err := c.request(m, write(m, s.base), s.clock.Now(), h)
	if err != nil {
		return market.Sent{Detail: "the message could not be made", Permanent: true}
	}
	body, err := chatBody(v)
	if err != nil {
		return market.Sent{Detail: "the message could not be made", Permanent: true}
	}
	return s.post(ctx, target, h, body, c.refusal)
}
