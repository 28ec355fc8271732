package market

import "time"

// ChannelKind is a way of telling somebody.
type ChannelKind string

// The kinds.
const (
	ChannelEmail   ChannelKind = "email"
	ChannelWebhook ChannelKind = "webhook" // signed as Standard Webhooks 1.0.0 says
	ChannelChat    ChannelKind = "chat"    // a chat's incoming webhook, by template
)

// Channel is where and of what an account is told.
type Channel struct {
	ID       string
	Account  string
	Kind     ChannelKind
	Name     string    // for its owner
	Template string    // of a chat: feishu, dingtalk, slack or ntfy
	Address  string    // e-mail address, or the URL's origin alone: its path may be a secret
	Target   []byte    // the whole URL, sealed
	Secret   []byte    // that payloads are signed with, sealed; of a webhook, and of a chat that wants one
	Verified time.Time // of an e-mail address, by its link; the others are when they are made
	Lang     Lang      // of what is sent; "" means both languages

	Kinds    []EventKind   // told of these; empty means all that concern the account
	Desk     bool          // told of the desk's events too; of reviewers alone
	Delay    time.Duration // a failing server is told of when it failed for so long; 0: at once
	Remind   time.Duration // told again while it lasts; 0: never
	Digest   time.Duration // everything of so long in one message; 0: one by one, a flood still in one
	Quiet    QuietHours
	Disabled bool
	Why      DisabledWhy // when it is

	FailingSince time.Time
	CreatedAt    time.Time
	Version      int64
}

// DisabledWhy says who turned a channel off.
type DisabledWhy string

// The grounds.
const (
	DisabledByOwner      DisabledWhy = "owner"
	DisabledUnsubscribed DisabledWhy = "unsubscribed" // by the link in a mail
	DisabledGone         DisabledWhy = "gone"         // its sink answered 410
	DisabledFailing      DisabledWhy = "failing"      // nothing came through for days
)

// firstChannel is what every account has from the start: its own address, which
// nothing is sent to before its owner has verified it.
func firstChannel(a Account) Channel {
	return Channel{
		ID: "email-" + a.ID, Account: a.ID, Kind: ChannelEmail, Address: a.Email,
		Desk: a.Role.Reviews(), CreatedAt: a.CreatedAt, Version: 1,
	}
}

// Open reports whether anything may be sent to the channel.
func (c Channel) Open() bool { return !c.Disabled && !c.Verified.IsZero() }

// The templates of a chat.
const (
	ChatFeishu   = "feishu"
	ChatDingTalk = "dingtalk"
	ChatSlack    = "slack"
	ChatNtfy     = "ntfy"
)

// ChannelLink is the single-use link by which an address is verified. Hash is
// the SHA-256 of the secret in it.
type ChannelLink struct {
	Hash    string
	Channel string
	Address string // that is verified
	Expires time.Time
}

// QuietHours is a daily time in which nothing is sent but what is dangerous.
// From = Until means none. Minutes since midnight in Zone (IANA).
type QuietHours struct {
	From  int    `json:"from"`
	Until int    `json:"until"`
	Zone  string `json:"zone,omitempty"`
}

// DeliveryState is how far a delivery came.
type DeliveryState string

// The states.
const (
	DeliveryWaiting DeliveryState = "waiting" // for its time, or for another try
	DeliverySent    DeliveryState = "sent"
	DeliveryFailed  DeliveryState = "failed"  // given up
	DeliverySkipped DeliveryState = "skipped" // over before its time came, or the channel was closed
)

// Delivery is one event on its way to one channel.
type Delivery struct {
	ID        string
	Event     string
	Channel   string
	Round     int // 0, or which reminder of the event it is
	State     DeliveryState
	Due       time.Time // not before it
	Attempts  int
	Status    int    // HTTP or SMTP of the last attempt
	Detail    string // one English line on the last attempt
	Took      time.Duration
	Message   string // id of what is sent; several deliveries may share it
	CreatedAt time.Time
	DoneAt    time.Time
}

// DeliveryFilter chooses deliveries; zero members do not restrict.
type DeliveryFilter struct {
	Channel string
	Events  []string
	States  []DeliveryState
	DueBy   time.Time
	Message string
	Grouped bool      // only those that are in a message already
	Since   time.Time // made at it or later
	Oldest  bool      // by when they are due; otherwise the last made first
	Limit   int       // 0 means 50
}
