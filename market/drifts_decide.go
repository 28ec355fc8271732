package market

import (
	"context"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

var (
	errOwnDrift = NewError(Forbidden, "OWN_LISTING", Text{"自己条目的变更要由别人来定。", "Nobody decides on a change of their own listing; another reviewer must."})
	errNotNow   = NewError(Conflict, "NOT_NOW", Text{"这个决定现在不能做：先看服务器现在给出的是哪一套工具。", "This cannot be decided now: look first at which tools the server shows at present."})
)

// DriftDecisionKind is a reviewer's decision on a drift.
type DriftDecisionKind string

// The decisions.
const (
	AcceptDrift  DriftDecisionKind = "accept"  // what was seen becomes what is approved; a hold for it is lifted
	RefuseDrift  DriftDecisionKind = "refuse"  // the listing is held until a new revision is approved, or the server goes back
	DismissDrift DriftDecisionKind = "dismiss" // what is approved stays listed, and this set is not told of again
	RestoreDrift DriftDecisionKind = "restore" // the server shows the approved tools again: the hold is lifted
)

// DriftDecision is a decision as the form sends it. Version and After are those
// of the screen: the decision is bound to what was seen (rule DRF-008).
type DriftDecision struct {
	ID      string
	Version int64
	After   string // set digest
	Kind    DriftDecisionKind
	Text    string // the reviewer's words to the publisher; required to refuse
}

// may are the decisions that the actor can make on a drift now.
func may(d Drift, l Listing, actor Actor) []DriftDecisionKind {
	can := d.may(l, actor)
	if StraySite(d.After) != "" { // there are no tools that could be approved
		can = slices.DeleteFunc(can, func(k DriftDecisionKind) bool { return k == AcceptDrift })
	}
	return can
}

func (d Drift) may(l Listing, actor Actor) []DriftDecisionKind {
	back := d.Back() || l.Health.Digest == l.Digest
	switch {
	case d.State == DriftRefused && d.Held && l.Hold == HoldQuarantined && back:
		return []DriftDecisionKind{RestoreDrift}
	case d.State != DriftOpen:
		return nil
	case d.Back() && d.Held:
		return []DriftDecisionKind{RestoreDrift, RefuseDrift}
	case d.Back():
		return []DriftDecisionKind{DismissDrift, RefuseDrift}
	case d.SecondedBy == actor.Account && d.SecondedBy != "":
		return []DriftDecisionKind{RefuseDrift}
	case d.Held:
		return []DriftDecisionKind{AcceptDrift, RefuseDrift}
	}
	return []DriftDecisionKind{AcceptDrift, DismissDrift, RefuseDrift}
}

// check looks at the request alone.
func (req *DriftDecision) check() error {
	if req.Text = strings.TrimSpace(req.Text); !strings.ContainsFunc(req.Text, visible) {
		req.Text = ""
	}
	switch req.Kind {
	case AcceptDrift, DismissDrift, RestoreDrift:
	case RefuseDrift:
		if req.Text == "" {
			return errNoGrounds
		}
	default:
		return errDecision
	}
	if utf8.RuneCountInString(req.Text) > 4000 {
		return errLongReason
	}
	return nil
}

// Decide applies a decision. Errors: Forbidden OWN_LISTING; Conflict
// CHANGED_SINCE_OPENED when version or digest moved, ALREADY_DECIDED, NOT_NOW for
// a decision that is not among [DriftEvidence.May]; Invalid DECISION_REQUIRED,
// REASON_REQUIRED, REASON_TOO_LONG. To accept a change that brought orders to a
// model, hidden characters or secrets takes two reviewers: the first one's word is
// noted, and the drift stays open.
func (d *Drifts) Decide(ctx context.Context, actor Actor, req DriftDecision) (Drift, error) {
	if !actor.Role.Reviews() {
		return Drift{}, ErrReviewersOnly
	}
	if err := req.check(); err != nil {
		return Drift{}, err
	}
	var (
		x         Drift
		published bool
	)
	err := d.Store.Update(ctx, func(w Writer) (err error) {
		published = false
		if x, err = w.Drift(ctx, req.ID); err != nil {
			return err
		}
		l, err := w.Listing(ctx, x.Listing)
		if err != nil {
			return err
		}
		switch can := may(x, l, actor); {
		case l.Owner == actor.Account:
			return errOwnDrift
		case x.Version != req.Version || x.After != req.After:
			return ErrStale
		case x.State == DriftOpen && x.Before != l.Digest:
			return ErrStale
		case len(can) == 0:
			return errDecided
		case !slices.Contains(can, req.Kind):
			return errNotNow
		}
		published, err = x.apply(ctx, w, l, actor, req, d.Limits, d.Clock.Now())
		return err
	})
	if err == nil && published {
		d.Publish()
	}
	return x, err
}

// apply makes the decision hold; it reports whether the catalog changed.
func (d *Drift) apply(ctx context.Context, w Writer, l Listing, actor Actor, req DriftDecision, limits ComplaintLimits, now time.Time) (bool, error) {
	act := Act{At: now, Actor: actor.Account, IP: actor.IP, Object: listingObject(l.ID), Before: d.Before, After: d.After, Rules: d.Rules, Text: req.Text}
	if req.Kind == AcceptDrift && d.wantsTwo() && d.SecondedBy == "" {
		d.SecondedBy, d.MovedAt = actor.Account, now
		act.Action = ActDriftSeconded
		return false, d.save(ctx, w, act)
	}
	lift, err := d.lifts(ctx, w, l, req.Kind, limits, now)
	if err != nil {
		return false, err
	}
	d.MovedAt, d.DecidedBy, d.DecidedAt, d.Text = now, actor.Account, now, req.Text
	published := false
	switch req.Kind {
	case AcceptDrift:
		d.State, act.Action, published = DriftAccepted, ActDriftAccepted, true
		l.Tools = d.Tools
		l.Digest, l.Digests = seenDigest(d.Tools)
		if err := approveTools(ctx, w, l, actor.Account, now); err != nil {
			return false, err
		}
	case RefuseDrift:
		d.State, act.Action = DriftRefused, ActDriftRefused
		published = l.Hold == HoldNone
		d.Held = d.Held || published || l.Hold == HoldQuarantined
	case DismissDrift:
		d.State, act.Action = DriftDismissed, ActDriftDismissed
	case RestoreDrift:
		d.State, act.Action, published = DriftReverted, ActDriftRestored, true
	}
	if err := d.holdAs(ctx, w, &l, actor, lift, now); err != nil {
		return false, err
	}
	if err := d.save(ctx, w, act); err != nil {
		return false, err
	}
	e := driftEvent(EventDriftDecided, "decided/"+string(req.Kind), l, *d, now)
	e.Data.Decision, e.Data.Text, e.Data.Detail = string(d.State), req.Text, ""
	return published, announce(ctx, w, e)
}

// save stores the drift with what was done about it.
func (d *Drift) save(ctx context.Context, w Writer, act Act) error {
	if err := w.UpdateDrift(ctx, *d); err != nil {
		return err
	}
	d.Version++
	return w.AppendAct(ctx, act)
}

// lifts reports whether the decision ends the listing's hold: it is the drift's, and
// users' complaints do not keep it up.
func (d *Drift) lifts(ctx context.Context, w Writer, l Listing, kind DriftDecisionKind, limits ComplaintLimits, now time.Time) (bool, error) {
	if !d.Held || l.Hold != HoldQuarantined || kind != AcceptDrift && kind != RestoreDrift {
		return false, nil
	}
	stays, err := limits.heldByComplaints(ctx, w, l.ID, now)
	return !stays, err
}

// holdAs puts the listing under the hold that follows from the decision, and has
// its server looked at soon. A refused one is quarantined and not suspended: it is
// probed on, so that its owner's going back is seen.
func (d *Drift) holdAs(ctx context.Context, w Writer, l *Listing, actor Actor, lift bool, now time.Time) error {
	act := Act{At: now, Actor: actor.Account, IP: actor.IP, Rules: d.Rules}
	switch {
	case d.State == DriftRefused && l.Hold == HoldNone:
		return putHold(ctx, w, l, HoldQuarantined, act)
	case lift:
		return putHold(ctx, w, l, HoldNone, act)
	case d.State == DriftAccepted:
		_, err := w.BumpCatalog(ctx, now)
		return err
	}
	return nil
}

// wantsTwo reports whether one reviewer's word is not enough.
func (d *Drift) wantsTwo() bool {
	return slices.ContainsFunc(d.Changes, func(c DriftChange) bool {
		return c.Rule == "SEC-001" || c.Rule == "SEC-010" || c.Rule == "SEC-030"
	})
}

// approveTools saves the listing's tools as what a person approved.
func approveTools(ctx context.Context, w Writer, l Listing, by string, now time.Time) error {
	if err := w.SaveListing(ctx, l); err != nil {
		return err
	}
	return w.PutApprovedTools(ctx, ApprovedTools{Listing: l.ID, Digest: l.Digest, Tools: l.Tools, By: by, At: now})
}
