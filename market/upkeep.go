package market

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// Upkeep is what an owner does with a listing: announce maintenance, pause it
// and take it up again. Its methods return Forbidden NOT_OWNER to anybody else.
type Upkeep struct {
	store   Store
	clock   Clock
	publish func()
}

// NewUpkeep returns an Upkeep; publish is called after each commit that changed
// the catalog.
func NewUpkeep(s Store, c Clock, publish func()) *Upkeep { return &Upkeep{s, c, publish} }

// The bounds of maintenance: a server that is away for longer than that is away.
const (
	MaxMaintenance      = 24 * time.Hour
	MinMaintenance      = 5 * time.Minute
	MaintenanceAhead    = 90 * 24 * time.Hour
	MaintenancePeriod   = 30 * 24 * time.Hour
	MaintenanceInPeriod = 72 * time.Hour

	maxMaintenanceText = 300 // runes
	beginGrace         = 15 * time.Minute
)

var (
	errNotOwner     = NewError(Forbidden, "NOT_OWNER", Text{"只有这个条目的发布者能这样做。", "Only the publisher of this listing can do that."})
	errHeldByOthers = NewError(Conflict, "LISTING_HELD", Text{"这个条目已被市场停下，发布者不能自己恢复。请按通知里的说明处理。", "The market holds this listing, so its publisher cannot take it up again. Do what the notice says."})
)

// AnnounceRequest is a maintenance window as its form sends it. A zero From is now.
type AnnounceRequest struct {
	Listing string
	From    time.Time
	For     time.Duration
	Text    string // for users; may be empty
}

func windowError(path string, msg, fix Text) error {
	return &Error{Kind: Invalid, Code: "MAINTENANCE_INVALID", Msg: msg, Violations: []Violation{{Path: path, Message: msg, Fix: fix}}}
}

// window is the window that was asked for.
func (req AnnounceRequest) window(by string, now time.Time) (Maintenance, error) {
	if req.From.IsZero() || req.From.Before(now) && now.Sub(req.From) <= beginGrace {
		req.From = now // typed a moment ago
	}
	m := Maintenance{
		ID: NewID(now), Listing: req.Listing, From: req.From, Until: req.From.Add(req.For), Text: strings.TrimSpace(req.Text), By: by, AnnouncedAt: now,
	}
	switch {
	case m.From.Before(now):
		return m, windowError("from", Text{"开始时间已经过去。", "The beginning is in the past."}, Text{"维护只能从现在起、或在将来开始：已经发生的中断照实计入。", "Maintenance begins now or later; an outage that has been counts as what it was."})
	case m.From.Sub(now) > MaintenanceAhead:
		return m, windowError("from", Text{"开始时间太远。", "The beginning is too far away."}, Text{"最早提前 90 天公布。", "Announce it at most 90 days before."})
	case req.For < MinMaintenance, req.For > MaxMaintenance:
		return m, windowError("for", Text{"时长要在 5 分钟到 24 小时之间。", "It takes 5 minutes to 24 hours."}, Text{"更长的停机请暂停条目。", "Pause the listing for more."})
	case utf8.RuneCountInString(m.Text) > maxMaintenanceText, strings.ContainsFunc(m.Text, func(r rune) bool { return r != '\n' && unprintable(r) }):
		return m, windowError("text", Text{"说明最长 300 字，不含控制字符。", "The text has at most 300 characters and no control characters."}, Text{"删短一些。", "Shorten it."})
	}
	return m, nil
}

// Announce announces a time in which the listing's server may be away. To
// announce the same again does nothing. Errors: Invalid (from, for, text);
// Conflict when it overlaps another; Invalid when there would be over 72 hours
// within 30 days.
func (u *Upkeep) Announce(ctx context.Context, actor Actor, req AnnounceRequest) (Maintenance, error) {
	now := u.clock.Now()
	m, err := req.window(actor.Account, now)
	if err != nil {
		return Maintenance{}, err
	}
	err = u.store.Update(ctx, func(w Writer) error {
		if _, err := ownListing(ctx, w, actor, req.Listing); err != nil {
			return err
		}
		standing, err := w.Maintenances(ctx, MaintenanceFilter{Listing: req.Listing, Since: m.From.Add(-MaintenancePeriod), Limit: 1000})
		if err != nil {
			return err
		}
		standing = slices.DeleteFunc(standing, func(x Maintenance) bool { return !x.CancelledAt.IsZero() })
		for _, x := range standing {
			same := x.Text == m.Text && x.Until.Sub(x.From) == m.Until.Sub(m.From)
			if same && (x.From.Equal(m.From) || now.Sub(x.AnnouncedAt) < time.Minute && x.From.Sub(m.From).Abs() < time.Minute) { // a second click
				m = x
				return nil
			}
			if x.From.Before(m.Until) && m.From.Before(x.Until) {
				return windowError("from", Text{"这段时间里已公布过维护。", "Maintenance is announced for this time already."}, Text{"先取消那一段，或换个时间。", "Cancel that one, or choose another time."})
			}
		}
		if longest := fullest(append(standing, m), m.Until); longest > MaintenanceInPeriod {
			return windowError("for", Text{"30 天里的维护合计不能超过 72 小时。", "There can be at most 72 hours of maintenance within 30 days."}, Text{"缩短它，或取消别的时段。", "Make it shorter, or cancel another."})
		}
		if err := w.PutMaintenance(ctx, m); err != nil {
			return err
		}
		return w.AppendAct(ctx, windowAct(ActAnnounced, actor, m, now))
	})
	return m, err
}

// fullest is the most maintenance in any 30 days that end at or after the instant. Windows do not overlap.
func fullest(windows []Maintenance, from time.Time) time.Duration {
	var most time.Duration
	for _, end := range windows {
		if end.Until.Before(from) {
			continue
		}
		var sum time.Duration
		begin := end.Until.Add(-MaintenancePeriod)
		for _, x := range windows {
			a, b := x.From, x.Until
			if a.Before(begin) {
				a = begin
			}
			if b.After(end.Until) {
				b = end.Until
			}
			sum += max(0, b.Sub(a))
		}
		most = max(most, sum)
	}
	return most
}

func windowAct(action string, actor Actor, m Maintenance, now time.Time) Act {
	span := fmt.Sprintf("%s/%s", m.From.UTC().Format(time.RFC3339), m.Until.UTC().Format(time.RFC3339))
	act := Act{At: now, Actor: actor.Account, IP: actor.IP, Action: action, Object: listingObject(m.Listing), After: span, Text: m.Text}
	if action == ActCalledOff {
		act.Before, act.After, act.Text = span, "", ""
	}
	return act
}

// CallOff cancels a window that has not begun, and ends one that has. What is
// over or called off already stays as it is.
func (u *Upkeep) CallOff(ctx context.Context, actor Actor, listing, id string) error {
	now := u.clock.Now()
	return u.store.Update(ctx, func(w Writer) error {
		if _, err := ownListing(ctx, w, actor, listing); err != nil {
			return err
		}
		m, err := w.Maintenance(ctx, id)
		if err != nil {
			return err
		}
		act := windowAct(ActCalledOff, actor, m, now)
		switch {
		case m.Listing != listing:
			return ErrMaintenanceNotFound
		case !m.CancelledAt.IsZero() || !now.Before(m.Until):
			return nil
		case m.From.Before(now): // what was announced until now was so
			m.Until = now
		default:
			m.CancelledAt = now
		}
		if err := w.PutMaintenance(ctx, m); err != nil {
			return err
		}
		return w.AppendAct(ctx, act)
	})
}

// Windows are the listing's announced windows, the latest to begin first, with
// the listing. Owners alone see those that were called off.
func (u *Upkeep) Windows(ctx context.Context, actor Actor, listing string) (Listing, []Maintenance, error) {
	var (
		l   Listing
		out []Maintenance
	)
	err := u.store.View(ctx, func(r Reader) (err error) {
		if l, err = ownListing(ctx, r, actor, listing); err != nil {
			return err
		}
		out, err = r.Maintenances(ctx, MaintenanceFilter{Listing: listing})
		return err
	})
	return l, out, err
}

// Pause takes the listing out of every list and ends its probes until its owner
// resumes it. To pause again does nothing. Conflict when the market holds it.
func (u *Upkeep) Pause(ctx context.Context, actor Actor, listing string) error {
	return u.hold(ctx, actor, listing, HoldPaused)
}

// Resume ends a pause; the next probe comes at once.
func (u *Upkeep) Resume(ctx context.Context, actor Actor, listing string) error {
	return u.hold(ctx, actor, listing, HoldNone)
}

func (u *Upkeep) hold(ctx context.Context, actor Actor, listing string, to Hold) error {
	now, moved := u.clock.Now(), false
	err := u.store.Update(ctx, func(w Writer) error {
		moved = false
		l, err := ownListing(ctx, w, actor, listing)
		switch {
		case err != nil:
			return err
		case l.Hold == to:
			return nil
		case l.Hold != HoldNone && l.Hold != HoldPaused:
			return errHeldByOthers
		}
		moved = true
		if to == HoldNone {
			l.Health.NextProbe = now
			if err := w.SaveHealth(ctx, l.ID, l.Health); err != nil {
				return err
			}
		}
		return putHold(ctx, w, &l, to, Act{At: now, Actor: actor.Account, IP: actor.IP})
	})
	if err == nil && moved {
		u.publish()
	}
	return err
}

// ownListing is the actor's listing.
func ownListing(ctx context.Context, r Reader, actor Actor, listing string) (Listing, error) {
	l, err := r.Listing(ctx, listing)
	switch {
	case err != nil:
		return Listing{}, err
	case actor.Account == "":
		return Listing{}, ErrSignInRequired
	case l.Owner != actor.Account:
		return Listing{}, errNotOwner
	}
	return l, nil
}
