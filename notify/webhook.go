package notify

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"marketd/market"
	"marketd/market/strictjson"
)

// WebhookPayload is what a webhook is sent, as JSON. Texts of servers and of
// people are in it as they came: show them as text, and follow no link in them.
type WebhookPayload struct {
	// Type is the kind of the event; "digest" when there are several; "test".
	Type string `json:"type"`
	// Timestamp is that of the newest event: the body is the same however often
	// it is sent.
	Timestamp time.Time `json:"timestamp"`
	// Data holds the events.
	Data WebhookData `json:"data"`
}

// WebhookData is the events of a message, oldest first.
type WebhookData struct {
	Events []WebhookEvent `json:"events"`
}

// WebhookEvent is one event.
type WebhookEvent struct {
	// ID is the event's, the same in every message.
	ID string `json:"id"`
	// Type is the kind of the event, such as "health.down".
	Type string `json:"type"`
	// At is when it happened.
	At time.Time `json:"at"`
	// Listing is the listing's id; absent when it is of none.
	Listing string `json:"listing,omitempty"`
	// Reminder counts the reminders that it lasts; absent the first time.
	Reminder int `json:"reminder,omitempty"`
	// Title says it in one line, in both languages.
	Title market.Text `json:"title"`
	// URL is the market's page about it.
	URL string `json:"url"`
	// Data is what the event is made of.
	Data market.EventData `json:"data"`
}

// webhookBody is the payload of a message.
func webhookBody(m market.Message, base string) ([]byte, error) {
	p := WebhookPayload{Type: "digest", Timestamp: m.At.UTC(), Data: WebhookData{Events: []WebhookEvent{}}}
	w := newWriter(base, m.Channel)
	for _, e := range m.Events {
		it := w.tell(e)
		p.Data.Events = append(p.Data.Events, WebhookEvent{
			ID: e.ID, Type: string(e.Kind), At: e.At.UTC(), Listing: e.Listing, Reminder: e.Round, Title: it.title, URL: it.link, Data: e.Data,
		})
	}
	switch {
	case m.Purpose == market.PurposeTest:
		p.Type = "test"
	case len(m.Events) == 1:
		p.Type = string(m.Events[0].Kind)
	}
	return strictjson.Marshal(p)
}

// signWebhook sets the headers of Standard Webhooks 1.0.0: the message's id, the
// time of this attempt in seconds, and "v1," with the HMAC-SHA256 of
// "id.timestamp.body" under the secret's bytes, in base64.
func signWebhook(h http.Header, m market.Message, body []byte, now time.Time) error {
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(m.Secret, "whsec_"))
	if err != nil {
		return fmt.Errorf("webhook secret: %w", err)
	}
	stamp := strconv.FormatInt(now.Unix(), 10)
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(m.ID + "." + stamp + "."))
	mac.Write(body)
	h.Set("Webhook-Id", m.ID)
	h.Set("Webhook-Timestamp", stamp)
	h.Set("Webhook-Signature", "v1,"+base64.StdEncoding.EncodeToString(mac.Sum(nil)))
	return nil
}
