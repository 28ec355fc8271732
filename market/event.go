package market

import (
	"context"
	"encoding/json"
	"time"
)

// EventKind is what happened, of which people are told.
type EventKind string

// The kinds. A health event is of a transition, never of a probe (rule CRN-012).
const (
	EventDegraded EventKind = "health.degraded"
	EventDown     EventKind = "health.down"
	EventGone     EventKind = "health.gone"
	EventGated    EventKind = "health.gated"
	EventUp       EventKind = "health.up"     // over: it was degraded, gated, down or gone
	EventSilent   EventKind = "health.silent" // nothing counted for 24 hours; to reviewers
	EventCert     EventKind = "cert.expiring" // at 21 and 7 days

	EventDriftCosmetic  EventKind = "drift.cosmetic"
	EventDriftMaterial  EventKind = "drift.material"
	EventDriftDangerous EventKind = "drift.dangerous" // the listing was quarantined
	EventDriftDecided   EventKind = "drift.decided"

	EventHeld     EventKind = "listing.held"     // quarantined for reports, suspended
	EventRestored EventKind = "listing.restored" // the hold was lifted

	EventComplaint EventKind = "complaint.new"      // to reviewers, and to the owner without who sent it
	EventAnswered  EventKind = "complaint.answered" // to who sent it

	EventWaiting EventKind = "submission.waiting" // for a person; to reviewers
	EventDecided EventKind = "submission.decided" // to its owner

	EventChannel EventKind = "channel.closed" // to its owner, by the other channels
)

// EventKinds are all kinds, in the order in which a settings page shows them.
func EventKinds() []EventKind {
	return []EventKind{
		EventDegraded, EventDown, EventGone, EventGated, EventUp, EventSilent, EventCert,
		EventDriftCosmetic, EventDriftMaterial, EventDriftDangerous, EventDriftDecided,
		EventHeld, EventRestored, EventComplaint, EventAnswered, EventWaiting, EventDecided, EventChannel,
	}
}

// Desk reports whether reviewers are told of the kind, whoever it concerns.
func (k EventKind) Desk() bool {
	switch k {
	case EventSilent, EventDriftMaterial, EventDriftDangerous, EventHeld, EventComplaint, EventWaiting:
		return true
	}
	return false
}

// Urgent reports whether the kind goes through quiet hours and past digests.
func (k EventKind) Urgent() bool { return k == EventDriftDangerous || k == EventHeld }

// Trouble reports whether the kind begins what [EventUp] ends.
func (k EventKind) Trouble() bool {
	switch k {
	case EventDegraded, EventDown, EventGone, EventGated:
		return true
	}
	return false
}

// Event is one thing of which people are told. Key makes it one: an event with
// a key that is kept already is none.
type Event struct {
	ID      string
	Key     string
	At      time.Time
	Kind    EventKind
	Listing string // id; "" when it is of none
	Account string // whom it concerns: the listing's owner, the complaint's sender; "" for reviewers alone
	Data    EventData
}

// EventData is what the words of an event are made of; which members are set
// follows from the kind.
type EventData struct {
	Name     string    `json:"name,omitempty"`   // of the listing, as its publisher wrote it
	Before   string    `json:"before,omitempty"` // state or digest
	After    string    `json:"after,omitempty"`
	Reason   Reason    `json:"reason,omitempty"`
	Class    Class     `json:"class,omitempty"`
	Detail   string    `json:"detail,omitempty"` // one line, as evidence: hostile
	Since    time.Time `json:"since,omitzero"`   // when it began
	Until    time.Time `json:"until,omitzero"`   // of a certificate
	Days     int       `json:"days,omitempty"`   // until then
	Subject  string    `json:"subject,omitempty"`
	Rules    []string  `json:"rules,omitempty"`
	Text     string    `json:"text,omitempty"` // a person's words
	Decision string    `json:"decision,omitempty"`
}

// began is when what the event tells of began.
func (e Event) began() time.Time {
	if s := e.Data.Since; !s.IsZero() && s.Before(e.At) {
		return s
	}
	return e.At
}

// EventsKept is how long events and deliveries are kept.
const EventsKept = 90 * 24 * time.Hour

// EventFilter chooses events; zero members do not restrict.
type EventFilter struct {
	Listing string
	Account string
	Kinds   []EventKind
	Since   time.Time // at it or later
	Before  time.Time // before it
	Limit   int       // 0 means 50
}

// announce records an event in the transaction of what happened and has people
// told of it, once.
func announce(ctx context.Context, tx Writer, e Event) error {
	if e.ID == "" {
		e.ID = NewID(e.At)
	}
	fresh, err := tx.InsertEvent(ctx, e)
	if err != nil || !fresh {
		return err
	}
	raw, err := json.Marshal(NotifyArgs{Event: e.ID})
	if err != nil {
		return err
	}
	return tx.Enqueue(ctx, Job{Kind: JobNotify, Args: raw, Key: e.ID})
}
