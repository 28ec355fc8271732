package market

import (
	"context"
	"errors"
	"strings"
	"time"
	"unicode/utf8"
)

var (
	errLiftOwn     = NewError(Forbidden, "OWN_LISTING", Text{"自己条目的暂停要由别人来解除。", "Nobody lifts the hold of their own listing; another reviewer must."})
	errLiftText    = &Error{Kind: Invalid, Code: "REASON_REQUIRED", Msg: Text{"请写明为什么解除。", "Say why the hold is lifted."}, Violations: []Violation{{Path: "lift", Message: Text{"没有写理由。", "No reason was given."}, Fix: Text{"写一两句：看了什么，为什么可以恢复。发布者会读到。", "Say in a sentence or two what you looked at and why it can be listed again. The publisher reads it."}}}}
	errLiftLong    = &Error{Kind: Invalid, Code: "REASON_TOO_LONG", Msg: errLongReason.Msg, Violations: []Violation{{Path: "lift", Message: Text{"超过 4000 字。", "Over 4,000 characters."}, Fix: Text{"删短一些。", "Shorten it."}}}}
	errLiftReports = NewError(Conflict, "REPORTS_OPEN", Text{"还有举报让它停着，先答复这些举报。", "Reports that are open keep it held; answer those first."})
	errLiftDrift   = NewError(Conflict, "HELD_FOR_TOOLS", Text{"它的工具变了，那次变更还没有了结，先在变更那里决定，或者通过一份更新。", "Its tools changed, and that change stands; decide there first, or approve an update."})
	errLiftMoved   = NewError(Conflict, "CHANGED_SINCE_OPENED", Text{"它的状态已经变了。请重新看一眼。", "Its hold is another one by now. Look at it again."})
)

// HoldLift is a reviewer's word that a listing's hold is over. Hold is that of
// the screen.
type HoldLift struct {
	Listing string
	Hold    Hold // quarantined or suspended
	Text    string
}

// liftable says why the hold cannot be lifted by the actor, nil when it can.
func liftable(ctx context.Context, r Reader, actor Actor, l Listing) error {
	switch {
	case l.Hold != HoldQuarantined && l.Hold != HoldSuspended:
		return errLiftMoved
	case l.Owner == actor.Account:
		return errLiftOwn
	}
	drifted, err := heldForDrift(ctx, r, l.ID)
	if err != nil || !drifted {
		return err
	}
	return errLiftDrift
}

// lifting says whether the actor can lift the hold, and what stands in the way.
func (k *ComplaintCase) lifting(ctx context.Context, r Reader, actor Actor) error {
	if k.Lift = liftable(ctx, r, actor, k.Listing); KindOf(k.Lift) == Internal && k.Lift != nil {
		return k.Lift
	}
	if errors.Is(k.Lift, errLiftDrift) {
		last, err := lastDrift(ctx, r, k.Listing.ID)
		k.Drift = last.ID
		return err
	}
	if k.Lift == nil && k.Held {
		k.Lift = errLiftReports
	}
	return nil
}

// Lift lists a quarantined or suspended listing again, for a reason that its
// owner reads. A change of tools that stands, and reports that are open and keep
// the listing held, are decided on where they are. Errors: Forbidden
// REVIEWERS_ONLY, OWN_LISTING; Invalid REASON_REQUIRED, REASON_TOO_LONG; Conflict
// HELD_FOR_TOOLS, REPORTS_OPEN, CHANGED_SINCE_OPENED.
func (c *Complaints) Lift(ctx context.Context, actor Actor, req HoldLift) error {
	req.Text = strings.TrimSpace(req.Text)
	switch {
	case !actor.Role.Reviews():
		return ErrReviewersOnly
	case !strings.ContainsFunc(req.Text, visible):
		return errLiftText
	case utf8.RuneCountInString(req.Text) > 4000:
		return errLiftLong
	}
	err := c.Store.Update(ctx, func(w Writer) error {
		return c.lift(ctx, w, actor, req, c.Clock.Now())
	})
	if err == nil {
		c.Publish()
	}
	return err
}

func (c *Complaints) lift(ctx context.Context, w Writer, actor Actor, req HoldLift, now time.Time) error {
	l, err := w.Listing(ctx, req.Listing)
	if err != nil {
		return err
	}
	if err := liftable(ctx, w, actor, l); err != nil {
		return err
	}
	if l.Hold != req.Hold {
		return errLiftMoved
	}
	if stays, err := c.Limits.heldByComplaints(ctx, w, l.ID, now); err != nil {
		return err
	} else if stays {
		return errLiftReports
	}
	before := l.Hold
	if err := putHold(ctx, w, &l, HoldNone, Act{At: now, Actor: actor.Account, IP: actor.IP, Text: req.Text}); err != nil {
		return err
	}
	return tellHold(ctx, w, l, before, holdLifted, req.Text, "lifted/"+l.ID+"/"+now.UTC().Format(time.RFC3339Nano), now)
}

// holdLifted is EventData.Subject of a hold that a reviewer lifted by itself.
const holdLifted = "lifted"

// HoldWord is what a reviewer wrote about a listing.
type HoldWord struct {
	At     time.Time
	Action string // of the act: ActHeld, ActRestored, ActAnswered, or a decision on a drift
	Text   string
}

// Words are what reviewers wrote to the listing's owner with their decisions on
// its tools, on reports that were upheld and on holds, newest first: those among
// its last acts. They are between the reviewers and the owner: nobody else gets
// any.
func (d *Drifts) Words(ctx context.Context, actor Actor, listing string) ([]HoldWord, error) {
	var out []HoldWord
	err := d.Store.View(ctx, func(r Reader) error {
		l, err := r.Listing(ctx, listing)
		if err != nil || actor.Account == "" || l.Owner != actor.Account && !actor.Role.Reviews() {
			return err
		}
		acts, err := r.Acts(ctx, AuditFilter{Object: listingObject(listing)})
		for _, a := range acts {
			if a.toOwner() {
				out = append(out, HoldWord{At: a.At, Action: a.Action, Text: a.Text})
			}
		}
		return err
	})
	return out, err
}

// toOwner reports whether the act carries a reviewer's words to the owner of the
// listing that it is on.
func (a Act) toOwner() bool {
	if a.Actor == "" || a.Text == "" || a.Text == HeldForComplaints {
		return false
	}
	switch a.Action {
	case ActDriftAccepted, ActDriftRefused, ActDriftDismissed, ActDriftRestored, ActRestored:
		return true
	case ActAnswered:
		return a.After == string(ComplaintUpheld)
	}
	return false
}
