package market

import (
	"context"
	"log/slog"
	"time"
)

// Notices tells people: it keeps their channels, finds who is told of an event,
// and sends.
type Notices struct {
	NoticeOptions
	lately *attempts // verification mails
	daily  *attempts // the same to one address
	tests  *attempts // test messages
	flight *inFlight
}

// NoticeOptions are a Notices' dependencies. Zero limits take the defaults.
type NoticeOptions struct {
	Store   Store
	Clock   Clock
	Sealer  Sealer
	Sender  Sender
	BaseURL string // of the market's own links, without a slash at its end
	Log     *slog.Logger

	PerAccount  int // channels; default 20
	VerifyHour  int // verification mails to one address, or of one account, in an hour, and twice as many to one address in a day; default 5
	TestsMinute int // test messages of one account in a minute; default 6
	PerHost     int // messages on their way to one host at once; default 2
}

// NewNotices returns a Notices.
func NewNotices(o NoticeOptions) *Notices {
	for _, p := range []struct {
		have *int
		want int
	}{{&o.PerAccount, 20}, {&o.VerifyHour, 5}, {&o.TestsMinute, 6}, {&o.PerHost, 2}} {
		if *p.have == 0 {
			*p.have = p.want
		}
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	return &Notices{o, newAttempts(o.VerifyHour, time.Hour), newAttempts(2*o.VerifyHour, 24*time.Hour), newAttempts(o.TestsMinute, time.Minute), newInFlight(o.PerHost)}
}

// Sender sends messages. Package notify has it.
type Sender interface {
	// Sends reports whether messages can be sent by the kind: e-mail wants a
	// server that the operator names.
	Sends(kind ChannelKind) bool
	// CheckTarget refuses an address that nothing would be sent to; the text is
	// for the channel's owner.
	CheckTarget(kind ChannelKind, target string) error
	// Send sends one message, within 10 seconds.
	Send(ctx context.Context, m Message) Sent
}

// Purpose is what a message is for.
type Purpose string

// The purposes.
const (
	PurposeNotice Purpose = "notice"
	PurposeTest   Purpose = "test"
	PurposeVerify Purpose = "verify" // an e-mail address, by Link
)

// Message is what is sent to a channel at once: one event, or several.
type Message struct {
	ID          string    // the same however often it is sent
	At          time.Time // of the newest event: the same however often it is sent
	Purpose     Purpose
	Channel     Channel
	Target      string // e-mail address, or the whole URL
	Secret      string // that it is signed with; "" when it is not
	Events      []EventTold
	Link        string // to verify
	Unsubscribe string // of a mail
}

// EventTold is an event in a message.
type EventTold struct {
	Event
	Round int // over 0: a reminder that it lasts
}

// Sent is what became of an attempt to send.
type Sent struct {
	OK         bool
	Status     int    // HTTP or SMTP; 0 when there was no answer
	Detail     string // one English line; nothing of the answer's body
	Took       time.Duration
	RetryAfter time.Duration // what the sink asked for
	Gone       bool          // the sink wants no more: HTTP 410
	Permanent  bool          // this message will never be taken
}

// Mails reports whether the market can send e-mail.
func (n *Notices) Mails() bool { return n.Sender.Sends(ChannelEmail) }

// ChannelSettings are what an owner chooses of a channel.
type ChannelSettings struct {
	Name   string
	Target string // e-mail address or URL; "" leaves it
	Secret string // of a chat that wants its payloads signed; "" leaves it
	Kinds  []EventKind
	Desk   bool // of reviewers alone
	Lang   Lang // "" means both languages
	Delay  time.Duration
	Remind time.Duration
	Digest time.Duration
	Quiet  QuietHours
}

// NewChannel is a channel to be made.
type NewChannel struct {
	Kind     ChannelKind
	Template string // of a chat
	ChannelSettings
}
