package market

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// Complaints takes users' reports of listings and brings the answers back.
type Complaints struct {
	ComplaintsOptions
	bySender  *attempts // sent by one account, or from one address prefix
	byListing *attempts // sent about one listing
}

// ComplaintsOptions are a Complaints' dependencies; all are required but Limits
// and Log.
type ComplaintsOptions struct {
	Store   Store
	Clock   Clock
	Origin  func(prefix string) string // keyed hash of an address prefix
	Publish func()                     // called after a commit that changed the catalog
	Limits  ComplaintLimits
	Log     *slog.Logger
}

// NewComplaints returns a Complaints.
func NewComplaints(o ComplaintsOptions) *Complaints {
	o.Limits = o.Limits.withDefaults()
	o.Log = cmp.Or(o.Log, slog.New(slog.DiscardHandler))
	return &Complaints{o, newAttempts(10, time.Hour), newAttempts(60, time.Hour)}
}

const (
	freshFor      = 24 * time.Hour // an account younger than this counts as none
	maxComplaint  = 2000           // runes of a complaint's text
	maxComplained = 128            // runes of a tool's name
	maxOpen       = 500            // open complaints of one listing that are weighed and shown
)

// ComplaintRequest is a user's report as the form sends it. Secret was made
// when the form was shown, by [NewComplaintSecret]: sent twice, it is one report.
type ComplaintRequest struct {
	Listing string
	Reason  ComplaintReason
	Tool    string
	Text    string
	Secret  string
}

// NewComplaintSecret makes the secret of a report that is about to be written.
func NewComplaintSecret() string { return rand.Text() }

var (
	errComplainBusy = NewError(TooMany, "TOO_MANY_REPORTS", Text{"你一小时内举报得太多了，请晚些再来。已收到的都会有人看。", "You have sent many reports within an hour; come back later. Those that we have will be read."})
	errListingBusy  = NewError(TooMany, "LISTING_REPORTED_OFTEN", Text{"这个条目刚收到很多举报，审核员会看到。请晚些再补充。", "This listing has just been reported many times, and reviewers see it. Come back later to add to it."})
	errOwnListing   = NewError(Forbidden, "OWN_LISTING", Text{"这是你自己的条目：可以暂停它、修改它，不用举报。", "This is your own listing: pause it or revise it instead of reporting it."})
)

// check says what is wrong with the request.
func (req ComplaintRequest) check() error {
	var v []Violation
	known := false
	for _, r := range ComplaintReasons() {
		known = known || r == req.Reason
	}
	if !known {
		v = append(v, Violation{Path: "reason", Message: Text{"没有选原因。", "No reason was chosen."}, Fix: Text{"从列表里选最接近的一个。", "Choose the nearest from the list."}})
	}
	if n := utf8.RuneCountInString(req.Tool); n > maxComplained {
		v = append(v, Violation{Path: "tool", Message: Text{"工具名最长 128 个字。", "A tool's name has at most 128 characters."}, Fix: Text{"只写工具的名字。", "Write the tool's name alone."}})
	}
	switch n := utf8.RuneCountInString(req.Text); {
	case n > maxComplaint:
		v = append(v, Violation{Path: "text", Message: Text{"最长 2000 字。", "At most 2,000 characters."}, Fix: Text{"删短一些。", "Shorten it."}})
	case !strings.ContainsFunc(req.Text, visible):
		v = append(v, Violation{Path: "text", Message: Text{"没有写发生了什么。", "It does not say what happened."}, Fix: Text{"写一两句：你做了什么，它做了什么。", "Say in a sentence or two what you did and what it did."}})
	}
	if len(v) == 0 {
		return nil
	}
	return &Error{Kind: Invalid, Code: "REPORT_INVALID", Msg: Text{"有几处要补。", "Some fields need another look."}, Violations: v}
}

// Send takes a user's report, signed in or not. Enough independent grave ones
// quarantine the listing in the same transaction, until a person has looked. One
// that is here already, by its secret or as an open one of the account's of the
// listing, is returned as it is. Errors: Invalid with Violations (reason, tool,
// text), ErrListingNotFound, Forbidden OWN_LISTING, TooMany with RetryAfter.
func (c *Complaints) Send(ctx context.Context, actor Actor, req ComplaintRequest) (Complaint, error) {
	req.Tool, req.Text = strings.TrimSpace(req.Tool), strings.TrimSpace(req.Text)
	if err := req.check(); err != nil {
		return Complaint{}, err
	}
	if len(req.Secret) != len(rand.Text()) {
		req.Secret = NewComplaintSecret()
	}
	now := c.Clock.Now()
	x := Complaint{
		ID: NewID(now), Listing: req.Listing, Reason: req.Reason, Tool: req.Tool, Text: req.Text, Account: actor.Account,
		Origin: c.Origin(actor.IP), Secret: hashSecret(req.Secret), State: ComplaintOpen, Version: 1, At: now,
	}
	if had, err := c.had(ctx, x); err != nil || had.ID != "" {
		return had, err
	}
	undo, err := c.admit(actor, req.Listing, now)
	if err != nil {
		return Complaint{}, err
	}
	var kept Complaint
	err = c.Store.Update(ctx, func(w Writer) (err error) {
		kept, err = c.take(ctx, w, actor, x)
		return err
	})
	if err != nil {
		undo()
		return Complaint{}, err
	}
	if kept.Held != HoldNone {
		c.Publish()
		c.Log.WarnContext(ctx, "a listing was quarantined for users' reports", "listing", kept.Listing)
	}
	return kept, nil
}

// admit counts the report against the limits; undo takes it back.
func (c *Complaints) admit(actor Actor, listing string, now time.Time) (undo func(), err error) {
	sender := cmp.Or(actor.Account, actor.IP)
	if wait := c.bySender.begin(sender, now); wait > 0 {
		return nil, retryAfter(errComplainBusy, wait)
	}
	if wait := c.byListing.begin(listing, now); wait > 0 {
		c.bySender.undo(sender)
		return nil, retryAfter(errListingBusy, wait)
	}
	return func() { c.bySender.undo(sender); c.byListing.undo(listing) }, nil
}

// retryAfter is the error with the time to wait.
func retryAfter(e *Error, wait time.Duration) error {
	x := *e
	x.RetryAfter = wait
	return &x
}

// had is the report that was sent before in place of x; zero when there is none.
func (c *Complaints) had(ctx context.Context, x Complaint) (Complaint, error) {
	var had Complaint
	err := c.Store.View(ctx, func(r Reader) (err error) {
		had, err = earlier(ctx, r, x)
		return err
	})
	return had, err
}

func earlier(ctx context.Context, r Reader, x Complaint) (Complaint, error) {
	had, err := r.ComplaintBySecret(ctx, x.Secret)
	if err == nil || !errors.Is(err, ErrComplaintNotFound) {
		return had, err
	}
	if x.Account == "" {
		return Complaint{}, nil
	}
	open, err := r.Complaints(ctx, ComplaintFilter{Listing: x.Listing, Account: x.Account, States: []ComplaintState{ComplaintOpen}, Limit: 1})
	if err != nil || len(open) == 0 {
		return Complaint{}, err
	}
	return open[0], nil
}

// take stores the complaint, tells of it, and holds the listing when enough
// people spoke.
func (c *Complaints) take(ctx context.Context, w Writer, actor Actor, x Complaint) (Complaint, error) {
	l, err := w.Listing(ctx, x.Listing)
	switch {
	case err != nil:
		return Complaint{}, err
	case l.Owner == actor.Account:
		return Complaint{}, errOwnListing
	}
	if x.Account != "" {
		a, err := w.Account(ctx, x.Account)
		if err != nil {
			return Complaint{}, err
		}
		x.Fresh = x.At.Sub(a.CreatedAt) < freshFor
	}
	switch fresh, err := w.InsertComplaint(ctx, x); {
	case err != nil:
		return Complaint{}, err
	case !fresh: // a second click that came at the same time
		return earlier(ctx, w, x)
	}
	// Neither who sent it nor their words: the log is for ever.
	if err := w.AppendAct(ctx, Act{At: x.At, Action: ActComplained, Object: listingObject(l.ID), After: string(x.Reason)}); err != nil {
		return Complaint{}, err
	}
	err = announce(ctx, w, Event{
		Key: "complaint/" + x.ID, At: x.At, Kind: EventComplaint, Listing: l.ID, Account: l.Owner,
		Data: EventData{Name: l.Entry.Name, Subject: string(x.Reason), Since: x.At},
	})
	if err != nil {
		return Complaint{}, err
	}
	return c.quarantine(ctx, w, l, x)
}

// quarantine holds the listing when enough people spoke, for which the
// complaint that was one too many stands.
func (c *Complaints) quarantine(ctx context.Context, w Writer, l Listing, x Complaint) (Complaint, error) {
	if !x.Reason.Grave() || l.Hold == HoldQuarantined || l.Hold == HoldSuspended {
		return x, nil
	}
	weight, err := c.weigh(ctx, w, l.ID, x.At)
	if err != nil || !c.Limits.Enough(weight) {
		return x, err
	}
	x.Held, x.Displaced = HoldQuarantined, l.Hold
	if err := w.UpdateComplaint(ctx, x); err != nil {
		return Complaint{}, err
	}
	x.Version++
	if err := putHold(ctx, w, &l, HoldQuarantined, Act{At: x.At, Text: HeldForComplaints}); err != nil {
		return Complaint{}, err
	}
	return x, tellHold(ctx, w, l, x.Displaced, holdForComplaints, "", "held/complaint/"+x.ID, x.At)
}

// weigh counts the people behind a listing's open complaints.
func (c *Complaints) weigh(ctx context.Context, r Reader, listing string, now time.Time) (ComplaintWeight, error) {
	since := now.Add(-c.Limits.Within)
	open, err := r.Complaints(ctx, ComplaintFilter{Listing: listing, States: []ComplaintState{ComplaintOpen}, Since: since, Limit: maxOpen})
	return Weigh(open, since), err
}

// holdForComplaints is EventData.Subject of a hold for users' reports.
const holdForComplaints = "complaints"

// HeldForComplaints says in the log why a hold was put on or taken off.
const HeldForComplaints = "用户举报 · reports by users"

// Waiting counts the listings with complaints that nobody has answered, as far as
// limit, and tells whether one of them is grave. It wants a reviewing role.
func (c *Complaints) Waiting(ctx context.Context, actor Actor, limit int) (listings int, grave bool, err error) {
	if !actor.Role.Reviews() {
		return 0, false, ErrReviewersOnly
	}
	err = c.Store.View(ctx, func(r Reader) error {
		groups, err := r.ComplaintGroups(ctx, ComplaintOpen, limit, 0)
		listings, grave = len(groups), slices.ContainsFunc(groups, func(g ComplaintGroup) bool { return g.Grave > 0 })
		return err
	})
	return listings, grave, err
}

// Mine are the account's reports, newest first, with the names of the listings by id.
func (c *Complaints) Mine(ctx context.Context, actor Actor, limit, offset int) ([]Complaint, map[string]string, error) {
	if actor.Account == "" {
		return nil, nil, ErrSignInRequired
	}
	var (
		out    []Complaint
		titles = map[string]string{}
	)
	err := c.Store.View(ctx, func(r Reader) (err error) {
		if out, err = r.Complaints(ctx, ComplaintFilter{Account: actor.Account, Limit: limit, Offset: offset}); err != nil {
			return err
		}
		for _, x := range out {
			if _, had := titles[x.Listing]; had {
				continue
			}
			l, err := r.Listing(ctx, x.Listing)
			if err != nil {
				return err
			}
			titles[x.Listing] = l.Entry.Name
		}
		return nil
	})
	return out, titles, err
}

// Show finds a report for who sent it: by the secret of its link, or by its id
// for the account that sent it. Error: ErrComplaintNotFound.
func (c *Complaints) Show(ctx context.Context, actor Actor, ref string) (Complaint, Listing, error) {
	var (
		x Complaint
		l Listing
	)
	err := c.Store.View(ctx, func(r Reader) (err error) {
		x, err = r.ComplaintBySecret(ctx, hashSecret(ref))
		if errors.Is(err, ErrComplaintNotFound) && actor.Account != "" {
			x, err = r.Complaint(ctx, ref)
			if err == nil && x.Account != actor.Account {
				err = ErrComplaintNotFound
			}
		}
		if err != nil {
			return err
		}
		l, err = r.Listing(ctx, x.Listing)
		return err
	})
	return x, l, err
}
