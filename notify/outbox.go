package notify

import (
	"context"
	"slices"
	"sync"

	"marketd/market"
)

// outboxSize is how many mails an Outbox keeps.
const outboxSize = 100

// Outbox keeps mails in memory in place of sending them, for a demo.
type Outbox struct {
	mu    sync.Mutex
	mails []Mail
}

// Mail keeps one mail; the oldest goes when there are too many.
func (o *Outbox) Mail(_ context.Context, m Mail) market.Sent {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.mails = append(o.mails, m)
	if len(o.mails) > outboxSize {
		o.mails = slices.Delete(o.mails, 0, len(o.mails)-outboxSize)
	}
	return market.Sent{OK: true, Status: 250}
}

// Mails are the mails to the address, newest first; "" means to any.
func (o *Outbox) Mails(to string) []Mail {
	o.mu.Lock()
	defer o.mu.Unlock()
	var out []Mail
	for _, m := range slices.Backward(o.mails) {
		if to == "" || m.To == to {
			out = append(out, m)
		}
	}
	return out
}
