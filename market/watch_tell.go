package market

import (
	"context"
	"strconv"
	"time"
)

// silentAfter is how long nothing may count before a person is to look (rule CRN).
const silentAfter = 24 * time.Hour

// tell records what a probe changed, in the log and as events: transitions and
// what comes due, never single results (rule CRN-012).
func (w *Watch) tell(ctx context.Context, tx Writer, l Listing, before, after Health, r ProbeRecord) error {
	if before.Changed(l.Digest) != after.Changed(l.Digest) {
		act := Act{At: r.At, Action: ActToolsChanged, Object: listingObject(l.ID), Before: l.Digest, After: after.Digest}
		if err := tx.AppendAct(ctx, act); err != nil {
			return err
		}
	}
	if before.State != after.State {
		act := Act{At: r.At, Action: ActHealth, Object: listingObject(l.ID), Before: string(before.State), After: string(after.State), Text: string(r.Reason)}
		if err := tx.AppendAct(ctx, act); err != nil {
			return err
		}
		if err := tellTurn(ctx, tx, l, before, after, r); err != nil {
			return err
		}
	}
	if err := w.tellSilence(ctx, tx, l, after, r); err != nil {
		return err
	}
	return tellCertificate(ctx, tx, l, before, r)
}

// tellTurn announces a transition. Of a quarantined listing only recovery is
// news, and a listing that is known to want a token is not gated by surprise.
func tellTurn(ctx context.Context, tx Writer, l Listing, before, after Health, r ProbeRecord) error {
	data := EventData{
		Name: l.Entry.Name, Before: string(before.State), After: string(after.State),
		Reason: r.Reason, Class: r.Class, Detail: r.Detail, Since: after.FailedAt,
	}
	var kind EventKind
	switch after.State {
	case HealthUp:
		if before.State == HealthUnknown {
			return nil
		}
		kind, data.Since = EventUp, before.Since
	case HealthGated:
		if before.State == HealthUnknown {
			return nil
		}
		kind, data.Since = EventGated, r.At
	case HealthDegraded:
		kind = EventDegraded
	case HealthDown:
		kind = EventDown
	case HealthGone:
		kind = EventGone
	default:
		return nil
	}
	if l.Hold != HoldNone && kind != EventUp {
		return nil
	}
	key := "health/" + l.ID + "/" + string(after.State) + "/" + stamp(after.Since)
	return announce(ctx, tx, Event{Key: key, At: r.At, Kind: kind, Listing: l.ID, Account: l.Owner, Data: data})
}

// tellSilence asks for a person when nothing counted for a day. While our own
// network is doubted there is nothing that a person could find at a server.
func (w *Watch) tellSilence(ctx context.Context, tx Writer, l Listing, after Health, r ProbeRecord) error {
	if after.SilentFor.IsZero() || r.At.Sub(after.SilentFor) < silentAfter || l.Hold != HoldNone {
		return nil
	}
	if since, _ := w.Doubt(); !since.IsZero() {
		return nil
	}
	return announce(ctx, tx, Event{
		Key: "silent/" + l.ID + "/" + stamp(after.SilentFor), At: r.At, Kind: EventSilent, Listing: l.ID,
		Data: EventData{Name: l.Entry.Name, Reason: r.Reason, Class: r.Class, Detail: r.Detail, Since: after.SilentFor},
	})
}

// tellCertificate announces that a certificate runs out: at 21 and at 7 days,
// each once for a certificate.
func tellCertificate(ctx context.Context, tx Writer, l Listing, before Health, r ProbeRecord) error {
	days := notice(r.CertUntil, r.At)
	if days == 0 || !r.Counts() || l.Hold != HoldNone ||
		before.CertUntil.Equal(r.CertUntil) && notice(before.CertUntil, before.CheckedAt) == days { // told, as far as it takes a write to find out
		return nil
	}
	return announce(ctx, tx, Event{
		Key: "cert/" + l.ID + "/" + stamp(r.CertUntil) + "/" + strconv.Itoa(days), At: r.At, Kind: EventCert, Listing: l.ID, Account: l.Owner,
		Data: EventData{Name: l.Entry.Name, Until: r.CertUntil, Days: int(r.CertUntil.Sub(r.At).Hours() / 24)},
	})
}

// notice is which of the two notices is due at the instant; 0 for none.
func notice(until, at time.Time) int {
	const day = 24 * time.Hour
	switch left := until.Sub(at); {
	case until.IsZero() || left <= 0:
		return 0
	case left <= 7*day:
		return 7
	case left <= 21*day:
		return 21
	}
	return 0
}

func stamp(at time.Time) string { return strconv.FormatInt(at.UnixMicro(), 10) }
