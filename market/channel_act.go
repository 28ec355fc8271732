package market

import (
	"context"
	"time"
)

// noteChannel puts into the log what became of a channel. Its target stays out of it:
// the log is for ever, and an address may be a secret.
func noteChannel(ctx context.Context, w Writer, actor Actor, c Channel, action string, now time.Time) error {
	act := Act{At: now, Actor: actor.Account, IP: actor.IP, Action: action, Object: "channel/" + c.ID, After: string(c.Kind)}
	if action == ActChannelDisabled {
		act.Text = string(c.Why)
	}
	return w.AppendAct(ctx, act)
}
