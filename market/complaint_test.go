package market_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"marketd/market"
)

func TestWeigh(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 30, 9, 0, 0, 0, time.UTC)
	of := func(account, origin string) market.Complaint {
		return market.Complaint{Reason: market.ComplaintHarmful, Account: account, Origin: origin, State: market.ComplaintOpen, At: now}
	}
	fresh := func(c market.Complaint) market.Complaint { c.Fresh = true; return c }
	not := func(f func(*market.Complaint)) market.Complaint { c := of("", "z"); f(&c); return c }
	for name, c := range map[string]struct {
		complaints []market.Complaint
		want       market.ComplaintWeight
		enough     bool
	}{
		"nobody":                            {nil, market.ComplaintWeight{}, false},
		"three accounts":                    {[]market.Complaint{of("a", "1"), of("b", "2"), of("c", "3")}, market.ComplaintWeight{Accounts: 3}, true},
		"three accounts of one network":     {[]market.Complaint{of("a", "1"), of("b", "1"), of("c", "1")}, market.ComplaintWeight{Accounts: 1}, false},
		"one account thrice":                {[]market.Complaint{of("a", "1"), of("a", "2"), of("a", "3")}, market.ComplaintWeight{Accounts: 1}, false},
		"five networks":                     {[]market.Complaint{of("", "1"), of("", "2"), of("", "3"), of("", "4"), of("", "5")}, market.ComplaintWeight{Others: 5}, true},
		"one network five times":            {[]market.Complaint{of("", "1"), of("", "1"), of("", "1"), of("", "1"), of("", "1")}, market.ComplaintWeight{Others: 1}, false},
		"new accounts of one network":       {[]market.Complaint{fresh(of("a", "1")), fresh(of("b", "1")), fresh(of("c", "1"))}, market.ComplaintWeight{Others: 1}, false},
		"an account and its network":        {[]market.Complaint{of("a", "1"), of("", "1"), fresh(of("b", "1"))}, market.ComplaintWeight{Accounts: 1}, false},
		"two accounts and three networks":   {[]market.Complaint{of("a", "1"), of("b", "2"), of("", "3"), of("", "4"), fresh(of("c", "5"))}, market.ComplaintWeight{Accounts: 2, Others: 3}, true},
		"answered, old and light ones":      {[]market.Complaint{not(func(c *market.Complaint) { c.State = market.ComplaintDismissed }), not(func(c *market.Complaint) { c.At = now.Add(-8 * 24 * time.Hour) }), not(func(c *market.Complaint) { c.Reason = market.ComplaintBroken })}, market.ComplaintWeight{}, false},
		"two accounts and one old stranger": {[]market.Complaint{of("a", "1"), of("b", "2"), not(func(c *market.Complaint) { c.At = now.Add(-8 * 24 * time.Hour) })}, market.ComplaintWeight{Accounts: 2}, false},
	} {
		got := market.Weigh(c.complaints, now.Add(-7*24*time.Hour))
		limits := market.ComplaintLimits{Accounts: 3, People: 5}
		if got != c.want || limits.Enough(got) != c.enough {
			t.Errorf("%s: %+v, enough %v", name, got, limits.Enough(got))
		}
	}
}

// complaints is the use case on the world, with a count of its publishes.
func (w *world) complaints() (*market.Complaints, *int) {
	n := 0
	return market.NewComplaints(market.ComplaintsOptions{
		Store: w.store, Clock: w.clock, Origin: func(prefix string) string { return "hash of " + prefix }, Publish: func() { n++ },
	}), &n
}

func stranger(n int) market.Actor { return market.Actor{IP: fmt.Sprintf("198.51.%d.0/24", n)} }

func complain(t *testing.T, c *market.Complaints, by market.Actor, reason market.ComplaintReason) market.Complaint {
	t.Helper()
	x, err := c.Send(t.Context(), by, market.ComplaintRequest{Listing: "weather", Reason: reason, Text: "it sends my contacts away", Secret: market.NewComplaintSecret()})
	if err != nil {
		t.Fatal(err)
	}
	return x
}

func wantHold(t *testing.T, w *world, want market.Hold) {
	t.Helper()
	if err := w.catalog.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	if l, ok := w.catalog.Current().Page("weather"); !ok || l.Hold != want {
		t.Fatalf("hold = %q, want %q", l.Hold, want)
	}
}

// Enough independent people quarantine a listing; one who comes again, the
// owner, and light reasons do not. A reviewer who dismisses them lifts it, and
// the next time fresh ones are needed.
func TestComplaintsQuarantine(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.listed(t, "weather")
	c, published := w.complaints()
	var sent []string
	for i := range 4 {
		sent = append(sent, complain(t, c, stranger(i), market.ComplaintHarmful).ID)
	}
	sent = append(sent, complain(t, c, stranger(3), market.ComplaintHarmful).ID, complain(t, c, stranger(9), market.ComplaintSpam).ID)
	wantHold(t, w, market.HoldNone)
	if _, err := c.Send(t.Context(), w.dev, market.ComplaintRequest{Listing: "weather", Reason: market.ComplaintHarmful, Text: "x"}); market.KindOf(err) != market.Forbidden {
		t.Errorf("the owner's own: %v", err)
	}
	last := complain(t, c, stranger(4), market.ComplaintSteers)
	sent = append(sent, last.ID)
	wantHold(t, w, market.HoldQuarantined)
	if *published != 1 || last.Held != market.HoldQuarantined {
		t.Errorf("published %d times; held %q", *published, last.Held)
	}
	if acts := w.actions(t, "listing/weather"); acts[len(acts)-1] != market.ActHeld {
		t.Errorf("acts %v", acts)
	}

	late := complain(t, c, stranger(5), market.ComplaintHarmful)
	answer := market.ComplaintAnswer{Listing: "weather", IDs: sent, State: market.ComplaintDismissed, Text: "it sends what its description says"}
	for range 2 { // a double click
		if err := c.Answer(t.Context(), w.reviewer, answer); err != nil {
			t.Fatal(err)
		}
	}
	wantHold(t, w, market.HoldNone)
	if acts := w.actions(t, "listing/weather"); acts[len(acts)-1] != market.ActRestored {
		t.Errorf("acts %v", acts)
	}
	k, err := c.Case(t.Context(), w.reviewer, "weather")
	if err != nil || len(k.Open) != 1 || k.Open[0].ID != late.ID || len(k.Past) != 7 {
		t.Fatalf("case: %d open, %d past, %v", len(k.Open), len(k.Past), err)
	}
	for i := range 3 {
		complain(t, c, stranger(10+i), market.ComplaintHarmful)
	}
	wantHold(t, w, market.HoldNone) // four with the late one: what was dismissed does not count again
	complain(t, c, stranger(20), market.ComplaintHarmful)
	wantHold(t, w, market.HoldQuarantined)
}

// A dismissal does not lift what those that are left would bring again.
func TestComplaintsDismissedInPart(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.listed(t, "weather")
	c, _ := w.complaints()
	var sent []string
	for i := range 10 {
		sent = append(sent, complain(t, c, stranger(i), market.ComplaintHarmful).ID)
	}
	dismiss := func(ids []string) {
		t.Helper()
		if err := c.Answer(t.Context(), w.reviewer, market.ComplaintAnswer{Listing: "weather", IDs: ids, State: market.ComplaintDismissed, Text: "no"}); err != nil {
			t.Fatal(err)
		}
	}
	dismiss(sent[:5])
	wantHold(t, w, market.HoldQuarantined)
	dismiss(sent[5:])
	wantHold(t, w, market.HoldNone)
}

// Accounts that are a day old count as people, one of each network.
func TestComplaintsFromAccounts(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	var users []market.Actor
	for i := range 3 {
		users = append(users, w.account(t, fmt.Sprintf("user%d@example.com", i), market.RoleDeveloper))
		users[i].IP = stranger(i).IP
	}
	w.clock.pass(25 * time.Hour)
	w.listed(t, "weather")
	fresh := w.account(t, "new@example.com", market.RoleDeveloper)
	c, _ := w.complaints()
	complain(t, c, users[0], market.ComplaintPrivacy)
	if x := complain(t, c, fresh, market.ComplaintPrivacy); !x.Fresh {
		t.Error("an account of today counts as one")
	}
	first := complain(t, c, users[1], market.ComplaintPrivacy)
	if again := complain(t, c, users[1], market.ComplaintPrivacy); again.ID != first.ID {
		t.Error("a second open one of one account")
	}
	wantHold(t, w, market.HoldNone)
	complain(t, c, users[2], market.ComplaintPrivacy)
	wantHold(t, w, market.HoldQuarantined)

	mine, titles, err := c.Mine(t.Context(), users[1], 10, 0)
	if err != nil || len(mine) != 1 || titles["weather"] == "" {
		t.Fatalf("mine: %v %v %v", mine, titles, err)
	}
	if _, _, err := c.Show(t.Context(), users[0], first.ID); !errors.Is(err, market.ErrComplaintNotFound) {
		t.Errorf("another's report: %v", err)
	}
	k, err := c.Case(t.Context(), w.reviewer, "weather")
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range k.Open {
		if x.Origin != "" || x.Secret != "" || slices.ContainsFunc(users, func(a market.Actor) bool { return a.Account == x.Account }) {
			t.Errorf("the desk learns who sent it: %+v", x)
		}
	}
	if err := c.Answer(t.Context(), w.reviewer, market.ComplaintAnswer{Listing: "weather", IDs: []string{first.ID}, State: market.ComplaintUpheld, Hold: market.HoldSuspended, Text: "true"}); err != nil {
		t.Fatal(err)
	}
	wantHold(t, w, market.HoldSuspended)
	x, _, err := c.Show(t.Context(), users[1], first.ID)
	if err != nil || x.State != market.ComplaintUpheld || x.Answer != "true" || x.Origin != "" {
		t.Errorf("answered: %+v %v", x, err)
	}
}

// The same form sent twice is one report; many of one sender are refused.
func TestComplaintOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.listed(t, "weather")
	c, _ := w.complaints()
	req := market.ComplaintRequest{Listing: "weather", Reason: market.ComplaintOther, Text: "x", Secret: market.NewComplaintSecret()}
	a, err := c.Send(t.Context(), stranger(1), req)
	if err != nil {
		t.Fatal(err)
	}
	if b, err := c.Send(t.Context(), stranger(1), req); err != nil || b.ID != a.ID {
		t.Errorf("twice: %v %v", b.ID, err)
	}
	if x, l, err := c.Show(t.Context(), market.Actor{}, req.Secret); err != nil || x.ID != a.ID || l.ID != "weather" {
		t.Errorf("by its link: %v %v", x.ID, err)
	}
	for range 9 {
		complain(t, c, stranger(1), market.ComplaintOther)
	}
	req.Secret = market.NewComplaintSecret()
	_, err = c.Send(t.Context(), stranger(1), req)
	if e, ok := errors.AsType[*market.Error](err); !ok || e.Kind != market.TooMany || e.RetryAfter <= 0 {
		t.Errorf("the eleventh: %v", err)
	}
	for name, bad := range map[string]market.ComplaintRequest{
		"reason": {Listing: "weather", Reason: "boring", Text: "x"},
		"text":   {Listing: "weather", Reason: market.ComplaintOther, Text: " \u200b "},
		"tool":   {Listing: "weather", Reason: market.ComplaintOther, Text: "x", Tool: string(make([]byte, 200))},
	} {
		_, err := c.Send(t.Context(), stranger(2), bad)
		if e, ok := errors.AsType[*market.Error](err); !ok || len(e.Violations) != 1 || e.Violations[0].Path != name {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A paused listing that was quarantined is paused again, not listed.
func TestComplaintsGiveBackThePause(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.listed(t, "weather")
	up := market.NewUpkeep(w.store, w.clock, w.catalog.Nudge)
	if err := up.Pause(t.Context(), w.dev, "weather"); err != nil {
		t.Fatal(err)
	}
	c, _ := w.complaints()
	var sent []string
	for i := range 5 {
		sent = append(sent, complain(t, c, stranger(i), market.ComplaintHarmful).ID)
	}
	wantHold(t, w, market.HoldQuarantined)
	if err := up.Resume(t.Context(), w.dev, "weather"); market.KindOf(err) != market.Conflict {
		t.Errorf("its owner resumes it: %v", err)
	}
	if err := c.Answer(t.Context(), w.reviewer, market.ComplaintAnswer{Listing: "weather", IDs: sent, State: market.ComplaintDismissed, Text: "no"}); err != nil {
		t.Fatal(err)
	}
	wantHold(t, w, market.HoldPaused)
	for range 2 {
		if err := up.Resume(t.Context(), w.dev, "weather"); err != nil {
			t.Fatal(err)
		}
	}
	wantHold(t, w, market.HoldNone)
}
