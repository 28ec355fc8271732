package market

import (
	"context"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// ComplaintQueue is a page of the listings that were reported.
type ComplaintQueue struct {
	Groups   []ComplaintGroup
	Listings map[string]Listing // by id
}

// Queue returns the listings with complaints in the state, the gravest first.
// It wants a reviewing role.
func (c *Complaints) Queue(ctx context.Context, actor Actor, state ComplaintState, limit, offset int) (ComplaintQueue, error) {
	if !actor.Role.Reviews() {
		return ComplaintQueue{}, ErrReviewersOnly
	}
	q := ComplaintQueue{Listings: map[string]Listing{}}
	err := c.Store.View(ctx, func(r Reader) (err error) {
		if q.Groups, err = r.ComplaintGroups(ctx, state, limit, offset); err != nil {
			return err
		}
		for _, g := range q.Groups {
			if q.Listings[g.Listing], err = r.Listing(ctx, g.Listing); err != nil {
				return err
			}
		}
		return nil
	})
	return q, err
}

// ComplaintCase is what a reviewer decides on: a listing with its complaints.
// Senders are told apart, and not named: neither accounts nor origins are in it.
type ComplaintCase struct {
	Listing Listing
	Owner   string // name
	Open    []Complaint
	Past    []Complaint // answered ones, newest first, at most 20
	Names   map[string]string
	Weight  ComplaintWeight
	Limits  ComplaintLimits
	Held    bool   // the listing is quarantined for them
	Lift    error  // why the actor cannot lift the hold by itself, an [Error]; nil when they can, or there is none
	Drift   string // the change of tools that keeps it held, by id; "" without one
	Own     bool   // the actor published it, or sent one of them, and may not decide
	Senders map[string]int
	Acts    []Act // on the listing, newest first, at most 20
}

// Case returns the evidence on a listing's complaints. It wants a reviewing role.
func (c *Complaints) Case(ctx context.Context, actor Actor, listing string) (ComplaintCase, error) {
	if !actor.Role.Reviews() {
		return ComplaintCase{}, ErrReviewersOnly
	}
	var k ComplaintCase
	err := c.Store.View(ctx, func(r Reader) (err error) {
		k, err = c.caseOf(ctx, r, actor, listing)
		return err
	})
	return k, err
}

func (c *Complaints) caseOf(ctx context.Context, r Reader, actor Actor, listing string) (k ComplaintCase, err error) {
	k = ComplaintCase{Limits: c.Limits, Senders: map[string]int{}}
	if k.Listing, err = r.Listing(ctx, listing); err != nil {
		return k, err
	}
	if k.Open, err = r.Complaints(ctx, ComplaintFilter{Listing: listing, States: []ComplaintState{ComplaintOpen}, Limit: maxOpen}); err != nil {
		return k, err
	}
	if k.Past, err = r.Complaints(ctx, ComplaintFilter{Listing: listing, States: []ComplaintState{ComplaintUpheld, ComplaintDismissed}, Limit: 20}); err != nil {
		return k, err
	}
	if k.Acts, err = r.Acts(ctx, AuditFilter{Object: listingObject(listing), Limit: 20}); err != nil {
		return k, err
	}
	ids := []string{k.Listing.Owner}
	for _, x := range k.Past {
		ids = append(ids, x.AnsweredBy)
	}
	for _, a := range k.Acts {
		ids = append(ids, a.Actor)
	}
	if k.Names, err = names(ctx, r, ids); err != nil {
		return k, err
	}
	k.Owner, k.Own = k.Names[k.Listing.Owner], k.Listing.Owner == actor.Account
	k.Weight = Weigh(k.Open, c.Clock.Now().Add(-c.Limits.Within))
	k.Held = k.Listing.Hold == HoldQuarantined && slices.ContainsFunc(k.Open, func(x Complaint) bool { return x.Held != HoldNone })
	k.anonymise(actor)
	return k, k.lifting(ctx, r, actor)
}

// anonymise takes the senders out, and leaves a number for each.
func (k *ComplaintCase) anonymise(actor Actor) {
	seen := map[string]int{}
	for i := len(k.Open) - 1; i >= 0; i-- { // in the order in which they came
		x := &k.Open[i]
		who := x.Origin
		if x.Account != "" {
			who = "account " + x.Account
		}
		if seen[who] == 0 {
			seen[who] = len(seen) + 1
		}
		k.Senders[x.ID] = seen[who]
		k.Own = k.Own || x.Account == actor.Account
	}
	for _, list := range [][]Complaint{k.Open, k.Past} {
		for i := range list {
			x := &list[i]
			if x.Account != "" {
				x.Account = "account"
			}
			x.Origin, x.Secret = "", ""
		}
	}
}

// ComplaintAnswer is a reviewer's decision on complaints as the form sends it.
// IDs are those that were on the screen: what came later waits for another look.
type ComplaintAnswer struct {
	Listing string
	IDs     []string
	State   ComplaintState // upheld or dismissed
	Hold    Hold           // of upheld ones: what becomes of the listing; HoldNone leaves it as it is
	Text    string         // to the senders
}

var (
	errAnswerState = &Error{Kind: Invalid, Code: "DECISION_REQUIRED", Msg: Text{"请先选一个决定。", "Choose a decision first."}, Violations: []Violation{{Path: "state", Message: Text{"没有选决定。", "No decision was chosen."}, Fix: Text{"选成立或不成立。", "Choose upheld or dismissed."}}}}
	errAnswerNone  = NewError(Conflict, "REPORTS_ANSWERED", Text{"这些举报已有人答复。请重新打开看一眼。", "These reports were answered meanwhile. Open the case again and look."})
	errAnswerOwn   = NewError(Forbidden, "OWN_REPORT", Text{"自己的条目、自己发的举报，要由别人来定。", "Nobody decides on their own listing or their own report; another reviewer must."})
	errAnswerText  = &Error{Kind: Invalid, Code: "REASON_REQUIRED", Msg: Text{"请写一句答复。", "Write an answer, in a sentence."}, Violations: []Violation{{Path: "text", Message: Text{"举报人在等一个答复。", "Whoever reported it waits for an answer."}, Fix: Text{"写一两句：看了什么，结论是什么。", "Say in a sentence or two what you looked at and what you found."}}}}
)

func (a ComplaintAnswer) check() error {
	switch {
	case a.State != ComplaintUpheld && a.State != ComplaintDismissed, a.Hold != HoldNone && a.Hold != HoldQuarantined && a.Hold != HoldSuspended:
		return errAnswerState
	case !strings.ContainsFunc(a.Text, visible):
		return errAnswerText
	case utf8.RuneCountInString(a.Text) > 4000:
		return errLongReason
	}
	return nil
}

// Answer decides on complaints. Upheld, the listing stays quarantined or comes
// under the hold that was chosen; dismissed, a quarantine that they brought is
// lifted, unless those that are left would bring it again. The senders are told.
// To answer alike again does nothing. Errors: Forbidden; Invalid (state, text);
// Conflict REPORTS_ANSWERED.
func (c *Complaints) Answer(ctx context.Context, actor Actor, a ComplaintAnswer) error {
	if !actor.Role.Reviews() {
		return ErrReviewersOnly
	}
	if a.Text = strings.TrimSpace(a.Text); a.State == ComplaintDismissed {
		a.Hold = HoldNone
	}
	if err := a.check(); err != nil {
		return err
	}
	now, moved := c.Clock.Now(), false
	err := c.Store.Update(ctx, func(w Writer) (err error) {
		moved, err = c.answer(ctx, w, actor, a, now)
		return err
	})
	if err == nil && moved {
		c.Publish()
	}
	return err
}

func (c *Complaints) answer(ctx context.Context, w Writer, actor Actor, a ComplaintAnswer, now time.Time) (moved bool, err error) {
	l, err := w.Listing(ctx, a.Listing)
	if err != nil {
		return false, err
	}
	if l.Owner == actor.Account {
		return false, errAnswerOwn
	}
	var (
		open  []Complaint
		alike bool
	)
	for _, id := range a.IDs {
		x, err := w.Complaint(ctx, id)
		switch {
		case err != nil:
			return false, err
		case x.Listing != l.ID:
			return false, ErrComplaintNotFound
		case x.Account == actor.Account:
			return false, errAnswerOwn
		case x.State == ComplaintOpen:
			open = append(open, x)
		default:
			alike = alike || x.State == a.State && x.AnsweredBy == actor.Account && x.Answer == a.Text
		}
	}
	if len(open) == 0 {
		if alike { // a second click
			return false, nil
		}
		return false, errAnswerNone
	}
	for _, x := range open {
		if err := conclude(ctx, w, actor, a, l, x, now); err != nil {
			return false, err
		}
	}
	act := Act{At: now, Actor: actor.Account, IP: actor.IP, Action: ActAnswered, Object: listingObject(l.ID), After: string(a.State), Text: a.Text}
	if err := w.AppendAct(ctx, act); err != nil {
		return false, err
	}
	return c.follow(ctx, w, actor, a, l, open, now)
}

// conclude answers one complaint and tells its sender, whose network is forgotten.
func conclude(ctx context.Context, w Writer, actor Actor, a ComplaintAnswer, l Listing, x Complaint, now time.Time) error {
	x.State, x.Origin, x.Answer, x.AnsweredBy, x.AnsweredAt = a.State, "", a.Text, actor.Account, now
	if err := w.UpdateComplaint(ctx, x); err != nil || x.Account == "" {
		return err
	}
	return announce(ctx, w, Event{
		Key: "complaint/" + x.ID + "/answered", At: now, Kind: EventAnswered, Listing: l.ID, Account: x.Account,
		Data: EventData{Name: l.Entry.Name, Decision: string(a.State), Subject: x.ID, Since: x.At, Text: a.Text},
	})
}

// follow gives the listing the hold that follows from the answer.
func (c *Complaints) follow(ctx context.Context, w Writer, actor Actor, a ComplaintAnswer, l Listing, answered []Complaint, now time.Time) (bool, error) {
	before, to := l.Hold, l.Hold
	if a.State == ComplaintUpheld && a.Hold != HoldNone {
		to = a.Hold
	}
	i := slices.IndexFunc(answered, func(x Complaint) bool { return x.Held != HoldNone })
	if a.State == ComplaintDismissed && i >= 0 && l.Hold == HoldQuarantined {
		weight, err := c.weigh(ctx, w, l.ID, now)
		if err != nil {
			return false, err
		}
		drifted, err := heldForDrift(ctx, w, l.ID)
		if err != nil {
			return false, err
		}
		switch {
		case c.Limits.Enough(weight):
			return false, c.inherit(ctx, w, l.ID, answered[i])
		case !drifted:
			to = answered[i].Displaced
		}
	}
	if to == before {
		return false, nil
	}
	key := "held/complaint/" + answered[0].ID + "/answered"
	if err := putHold(ctx, w, &l, to, Act{At: now, Actor: actor.Account, IP: actor.IP, Text: HeldForComplaints}); err != nil {
		return false, err
	}
	said := ""
	if a.State == ComplaintUpheld {
		said = a.Text
	}
	return true, tellHold(ctx, w, l, before, holdForComplaints, said, key, now)
}

// inherit leaves the hold to one of the complaints that are still open.
func (c *Complaints) inherit(ctx context.Context, w Writer, listing string, from Complaint) error {
	open, err := w.Complaints(ctx, ComplaintFilter{Listing: listing, States: []ComplaintState{ComplaintOpen}, Limit: 1})
	if err != nil || len(open) == 0 {
		return err
	}
	open[0].Held, open[0].Displaced = from.Held, from.Displaced
	return w.UpdateComplaint(ctx, open[0])
}

// heldForDrift reports whether the listing is quarantined for its tools as well.
func heldForDrift(ctx context.Context, r Reader, listing string) (bool, error) {
	last, err := lastDrift(ctx, r, listing)
	return last.State == DriftOpen && (last.Held || last.Class == DriftDangerous) || last.State == DriftRefused, err
}
