package market

import (
	"slices"
	"strings"
	"time"
)

var (
	driftFlaps    = Text{"一天之内，服务在几套工具之间来回变", "within a day the server went back and forth between a few sets of tools"}
	driftReturned = Text{"服务失联一天以上，回来时工具不同了", "the server was away for a day or more and came back with other tools"}
	driftOften    = Text{"小改太频繁：一天超过 3 次，或 30 天超过 10 次", "small changes come too often: more than 3 in a day, or 10 in 30 days"}
)

// flag adds a rule that wants a person, with its words first.
func (d *Drift) flag(rule string, text Text) {
	d.Changes = append([]DriftChange{{Rule: rule, Text: text}}, d.Changes...)
	d.Rules = append(d.Rules, rule)
	if d.Class == DriftCosmetic {
		d.Class = DriftMaterial
	}
}

// differs takes in tools that are not the approved ones. It reports whether the
// catalog changed.
func (t *tracking) differs() (bool, error) {
	l, err := t.tx.Listing(t.ctx, t.l.ID)
	if err != nil {
		return false, err
	}
	if t.seen.verdict.Class == DriftNone { // the format of digests is another one: no change at all
		l.Digests, l.Digest = t.seen.digests, t.seen.digest
		return true, t.tx.SaveListing(t.ctx, l)
	}
	d := t.drift(l)
	often, err := t.often()
	if err != nil {
		return false, err
	}
	switch {
	case t.flaps():
		d.flag("DRF-005", driftFlaps)
	case t.returned():
		d.flag("DRF-006", driftReturned)
	case often && d.Class == DriftCosmetic:
		d.flag("DRF-003", driftOften)
	}
	held := t.open != nil && t.open.Held
	if d.Class == DriftCosmetic && !held && l.Hold == HoldNone && !t.awaited() {
		return true, t.take(l, d)
	}
	if d.Class == DriftCosmetic {
		d.Class = DriftMaterial // a person has the listing in hand
	}
	return t.wait(l, d)
}

// awaited reports whether a person has to look however small the difference is
// by now: sets alternate, the server was away, or small changes came too often.
func (t *tracking) awaited() bool {
	if t.open == nil {
		return false
	}
	often := func(c DriftChange) bool { return c.Text == driftOften }
	return slices.Contains(t.open.Rules, "DRF-005") || slices.Contains(t.open.Rules, "DRF-006") || slices.ContainsFunc(t.open.Changes, often)
}

// drift is what was seen as a drift of its own.
func (t *tracking) drift(l Listing) Drift {
	d := Drift{
		ID: NewID(t.r.At), Listing: l.ID, Owner: l.Owner, Revision: l.Revision, State: DriftOpen, Class: t.seen.verdict.Class,
		Before: l.Digest, After: t.seen.digest, Base: l.Tools, Tools: t.seen.tools,
		Changes: t.seen.verdict.Changes, SeenAt: t.r.At, MovedAt: t.r.At,
	}
	for _, c := range d.Changes {
		if strings.HasPrefix(c.Rule, "DRF-") && !slices.Contains(d.Rules, c.Rule) {
			d.Rules = append(d.Rules, c.Rule)
		}
	}
	if d.Class == DriftDangerous && !slices.Contains(d.Rules, "DRF-002") {
		d.Rules = append(d.Rules, "DRF-002")
	}
	return d
}

// often reports whether as many cosmetic changes were taken over as may be.
func (t *tracking) often() (bool, error) {
	taken, err := t.tx.Drifts(t.ctx, DriftFilter{Listing: t.l.ID, States: []DriftState{DriftTaken}, Limit: cosmeticAMonth})
	if err != nil {
		return false, err
	}
	within := func(d time.Duration) int {
		n := 0
		for _, x := range taken {
			if t.r.At.Sub(x.SeenAt) < d {
				n++
			}
		}
		return n
	}
	return within(24*time.Hour) >= cosmeticADay || within(30*24*time.Hour) >= cosmeticAMonth, nil
}

// take makes what was seen the approved set (rule DRF-004). What a person approved
// last stays noted.
func (t *tracking) take(l Listing, d Drift) error {
	if t.open != nil { // it went back most of the way
		o := *t.open
		o.State, o.MovedAt = DriftReverted, t.r.At
		if err := t.tx.UpdateDrift(t.ctx, o); err != nil {
			return err
		}
	}
	d.State = DriftTaken
	l.Tools, l.Digests, l.Digest = t.seen.tools, t.seen.digests, t.seen.digest
	if err := t.tx.SaveListing(t.ctx, l); err != nil {
		return err
	}
	if err := t.tx.InsertDrift(t.ctx, d); err != nil {
		return err
	}
	if err := t.tx.AppendAct(t.ctx, t.act(ActDriftTaken, d)); err != nil {
		return err
	}
	return announce(t.ctx, t.tx, driftEvent(EventDriftCosmetic, "cosmetic", l, d, t.r.At))
}

// wait opens the listing's drift, or moves the one that is open, and quarantines
// after a dangerous change.
func (t *tracking) wait(l Listing, d Drift) (bool, error) {
	if o := t.open; o != nil {
		d.ID, d.Version, d.SeenAt, d.Held = o.ID, o.Version, o.SeenAt, o.Held
		for _, rule := range o.Rules { // that it alternates, or was away, stays true
			if (rule == "DRF-005" || rule == "DRF-006") && !slices.Contains(d.Rules, rule) {
				d.Rules = append(d.Rules, rule)
			}
		}
		if d.Held {
			d.Class = DriftDangerous
		}
	}
	hold := d.Class == DriftDangerous && l.Hold == HoldNone
	refused, err := holdIsOfDrift(t.ctx, t.tx, l) // another change while the last one's hold stands
	if err != nil {
		return false, err
	}
	shared := false // with users' complaints: the hold is to stay when those are answered
	if d.Class == DriftDangerous && l.Hold == HoldQuarantined && !refused {
		if shared, err = t.complained(); err != nil {
			return false, err
		}
	}
	d.Held = d.Held || hold || refused || shared
	if t.open != nil {
		if err := t.tx.UpdateDrift(t.ctx, d); err != nil {
			return false, err
		}
	} else if err := t.tx.InsertDrift(t.ctx, d); err != nil {
		return false, err
	}
	if t.open == nil || t.open.Class != d.Class {
		if err := t.tx.AppendAct(t.ctx, t.act(ActDriftSeen, d)); err != nil {
			return false, err
		}
	}
	if hold {
		if err := putHold(t.ctx, t.tx, &l, HoldQuarantined, Act{At: t.r.At, Rules: d.Rules, Text: "DRF-002"}); err != nil {
			return false, err
		}
	}
	kind, word := EventDriftMaterial, "material"
	if d.Class == DriftDangerous {
		kind, word = EventDriftDangerous, "dangerous"
	}
	return hold, announce(t.ctx, t.tx, driftEvent(kind, word, l, d, t.r.At))
}

// complained reports whether the listing is quarantined for users' complaints.
func (t *tracking) complained() (bool, error) {
	open, err := t.tx.Complaints(t.ctx, ComplaintFilter{Listing: t.l.ID, States: []ComplaintState{ComplaintOpen}, Limit: maxOpen})
	return slices.ContainsFunc(open, func(c Complaint) bool { return c.Held != HoldNone }), err
}

// driftEvent is told once in an episode: its key is of the drift and the word.
func driftEvent(kind EventKind, word string, l Listing, d Drift, at time.Time) Event {
	e := Event{
		Key: "drift/" + d.ID + "/" + word, At: at, Kind: kind, Listing: l.ID, Account: l.Owner,
		Data: EventData{Name: l.Entry.Name, Before: d.Before, After: d.After, Since: d.SeenAt, Subject: d.ID, Rules: d.Rules},
	}
	if len(d.Changes) > 0 {
		e.Data.Detail = d.Changes[0].Text.EN
		if tool := d.Changes[0].Tool; tool != "" {
			e.Data.Detail = tool + ": " + e.Data.Detail
		}
	}
	return e
}
