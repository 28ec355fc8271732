package market_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"marketd/market"
)

// sinks are a Sender whose answers the test gives, by channel.
type sinks struct {
	mu      sync.Mutex
	sent    []market.Message // that were taken
	tries   int
	answers map[string]market.Sent // by channel; without one it is taken
	noMail  bool
	after   func() // runs when a message was taken
}

func (s *sinks) Sends(k market.ChannelKind) bool { return k != market.ChannelEmail || !s.noMail }

func (s *sinks) CheckTarget(k market.ChannelKind, target string) error {
	if k != market.ChannelEmail && !strings.HasPrefix(target, "https://") {
		return errors.New("not https")
	}
	return nil
}

func (s *sinks) Send(_ context.Context, m market.Message) market.Sent {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.tries++
	if a, ok := s.answers[m.Channel.ID]; ok && !a.OK {
		return a
	}
	s.sent = append(s.sent, m)
	if s.after != nil {
		s.after()
	}
	return market.Sent{OK: true, Status: 200}
}

// told are the kinds that a channel was told of, a message each, reminders marked.
func (s *sinks) told(channel string) []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []string
	for _, m := range s.sent {
		if m.Channel.ID != channel {
			continue
		}
		var kinds []string
		for _, e := range m.Events {
			k := string(e.Kind)
			if e.Round > 0 {
				k += fmt.Sprintf("#%d", e.Round)
			}
			kinds = append(kinds, k)
		}
		out = append(out, strings.Join(kinds, "+"))
	}
	return out
}

// noticing is the world with Notices.
type noticing struct {
	*world
	sinks   *sinks
	notices *market.Notices
	events  int
}

func newNoticing(t *testing.T) *noticing {
	t.Helper()
	w := newWorld(t)
	s := &sinks{answers: map[string]market.Sent{}}
	n := market.NewNotices(market.NoticeOptions{Store: w.store, Clock: w.clock, Sealer: plainSealer{}, Sender: s, BaseURL: "https://market.test"})
	return &noticing{world: w, sinks: s, notices: n}
}

// channel makes a webhook with the settings.
func (n *noticing) channel(t *testing.T, actor market.Actor, s market.ChannelSettings) market.Channel {
	t.Helper()
	if s.Target == "" {
		s.Target = fmt.Sprintf("https://hook-%s.test/secret", actor.Account)
	}
	c, _, err := n.notices.Add(t.Context(), actor, market.NewChannel{Kind: market.ChannelWebhook, ChannelSettings: s})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// happen announces an event as the market does, in the store, and runs the job
// that it enqueues; the job twice, as any job may.
func (n *noticing) happen(t *testing.T, kind market.EventKind, account, listing string, since time.Duration) market.Event {
	t.Helper()
	n.events++
	now := n.clock.Now()
	e := market.Event{
		ID: market.NewID(now.Add(time.Duration(n.events) * time.Millisecond)), Key: fmt.Sprintf("k%d", n.events), At: now,
		Kind: kind, Account: account, Listing: listing, Data: market.EventData{Since: now.Add(-since)},
	}
	err := n.store.Update(t.Context(), func(w market.Writer) error {
		_, err := w.InsertEvent(t.Context(), e)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := n.notices.Notify(t.Context(), market.NotifyArgs{Event: e.ID}); err != nil {
			t.Fatal(err)
		}
	}
	return e
}

// deliver runs the channel's job twice.
func (n *noticing) deliver(t *testing.T, c market.Channel) {
	t.Helper()
	for range 2 {
		if err := n.notices.Deliver(t.Context(), market.DeliverArgs{Channel: c.ID}); err != nil {
			t.Fatal(err)
		}
	}
}

// wait lets time pass in steps, running the job after each as the queue does
// when something is due.
func (n *noticing) wait(t *testing.T, c market.Channel, d, step time.Duration) {
	t.Helper()
	for ; d > 0; d -= step {
		n.clock.pass(step)
		n.deliver(t, c)
	}
}

func (n *noticing) want(t *testing.T, c market.Channel, want ...string) {
	t.Helper()
	if got := n.sinks.told(c.ID); !slices.Equal(got, want) {
		t.Errorf("told %v, want %v", got, want)
	}
}

func (n *noticing) log(t *testing.T, actor market.Actor, c market.Channel) []market.DeliveryLine {
	t.Helper()
	lines, err := n.notices.Deliveries(t.Context(), actor, c.ID, 0)
	if err != nil {
		t.Fatal(err)
	}
	return lines
}

func TestEachIsToldOnceOfWhatConcernsThem(t *testing.T) {
	t.Parallel()
	n := newNoticing(t)
	mine := n.channel(t, n.dev, market.ChannelSettings{})
	some := n.channel(t, n.dev, market.ChannelSettings{Kinds: []market.EventKind{market.EventDown}})
	desk := n.channel(t, n.reviewer, market.ChannelSettings{Desk: true})
	quiet := n.channel(t, n.other, market.ChannelSettings{}) // a reviewer who did not ask for the desk's
	n.happen(t, market.EventDegraded, n.dev.Account, "a", 0)
	n.happen(t, market.EventDriftMaterial, n.dev.Account, "a", 0)
	n.happen(t, market.EventWaiting, "", "a", 0)
	for _, c := range []market.Channel{mine, some, desk, quiet} {
		n.deliver(t, c)
	}
	n.want(t, mine, "health.degraded+drift.material")
	n.want(t, some)
	n.want(t, desk, "drift.material+submission.waiting")
	n.want(t, quiet)
}

func TestWhatIsBriefIsNotTold(t *testing.T) {
	t.Parallel()
	n := newNoticing(t)
	patient := n.channel(t, n.dev, market.ChannelSettings{Delay: 30 * time.Minute})
	prompt := n.channel(t, n.dev, market.ChannelSettings{})
	n.happen(t, market.EventDegraded, n.dev.Account, "a", 0)
	n.deliver(t, prompt)
	n.wait(t, patient, 20*time.Minute, 5*time.Minute)
	n.happen(t, market.EventUp, n.dev.Account, "a", 20*time.Minute)
	n.deliver(t, prompt)
	n.wait(t, patient, time.Hour, 10*time.Minute)
	n.want(t, prompt, "health.degraded", "health.up")
	n.want(t, patient)
	for _, l := range n.log(t, n.dev, patient) {
		if l.State != market.DeliverySkipped || l.Detail == "" {
			t.Errorf("%s: %s (%s)", l.Of.Kind, l.State, l.Detail)
		}
	}

	n.happen(t, market.EventDegraded, n.dev.Account, "a", 10*time.Minute) // it fails for ten minutes already
	n.clock.pass(18 * time.Minute)
	n.wait(t, patient, time.Minute, time.Minute)
	n.want(t, patient)
	n.wait(t, patient, 2*time.Minute, time.Minute)
	n.want(t, patient, "health.degraded")
	n.happen(t, market.EventUp, n.dev.Account, "a", 0)
	n.deliver(t, patient)
	n.want(t, patient, "health.degraded", "health.up")
}

// TestEndBeforeItsBeginning has the jobs of a trouble and of its end run in the
// wrong order.
func TestEndBeforeItsBeginning(t *testing.T) {
	t.Parallel()
	n := newNoticing(t)
	c := n.channel(t, n.dev, market.ChannelSettings{})
	now := n.clock.Now()
	begin := market.Event{ID: market.NewID(now), Key: "b", At: now, Kind: market.EventDegraded, Account: n.dev.Account, Listing: "a"}
	end := market.Event{ID: market.NewID(now.Add(time.Second)), Key: "e", At: now.Add(time.Second), Kind: market.EventUp, Account: n.dev.Account, Listing: "a"}
	err := n.store.Update(t.Context(), func(w market.Writer) error {
		_, err1 := w.InsertEvent(t.Context(), begin)
		_, err2 := w.InsertEvent(t.Context(), end)
		return errors.Join(err1, err2)
	})
	if err != nil {
		t.Fatal(err)
	}
	n.clock.pass(2 * time.Second)
	for _, id := range []string{end.ID, begin.ID} {
		if err := n.notices.Notify(t.Context(), market.NotifyArgs{Event: id}); err != nil {
			t.Fatal(err)
		}
		n.deliver(t, c)
	}
	n.want(t, c) // neither is told alone
}

func TestReminders(t *testing.T) {
	t.Parallel()
	n := newNoticing(t)
	c := n.channel(t, n.dev, market.ChannelSettings{Remind: time.Hour})
	n.happen(t, market.EventDegraded, n.dev.Account, "a", 0)
	n.deliver(t, c)
	n.wait(t, c, 2*time.Hour+10*time.Minute, 10*time.Minute)
	n.want(t, c, "health.degraded", "health.degraded#1", "health.degraded#2")
	n.happen(t, market.EventDown, n.dev.Account, "a", 0)
	n.deliver(t, c)
	n.wait(t, c, time.Hour+10*time.Minute, 10*time.Minute) // of the graver one alone
	n.happen(t, market.EventUp, n.dev.Account, "a", 0)
	n.deliver(t, c)
	n.wait(t, c, 3*time.Hour, 20*time.Minute)
	n.want(t, c, "health.degraded", "health.degraded#1", "health.degraded#2", "health.down", "health.down#1", "health.up")
}

func TestDigestAndFlood(t *testing.T) {
	t.Parallel()
	n := newNoticing(t)
	digest := n.channel(t, n.dev, market.ChannelSettings{Digest: time.Hour})
	plain := n.channel(t, n.dev, market.ChannelSettings{})
	n.clock.pass(10 * time.Minute)
	for i := range 8 {
		n.happen(t, market.EventDriftCosmetic, n.dev.Account, fmt.Sprint("l", i), 0)
		n.deliver(t, plain)
		n.deliver(t, digest)
		n.clock.pass(time.Second)
	}
	one := "drift.cosmetic"
	n.want(t, plain, one, one, one, one, one)
	n.wait(t, plain, time.Minute, 10*time.Second)
	n.want(t, plain, one, one, one, one, one, one+"+"+one+"+"+one)
	n.want(t, digest)
	n.happen(t, market.EventDriftDangerous, n.dev.Account, "l1", 0)
	n.wait(t, digest, time.Minute, 10*time.Second) // not held for the digest
	n.want(t, digest, "drift.dangerous")
	n.wait(t, digest, 50*time.Minute, 10*time.Minute)
	n.want(t, digest, "drift.dangerous", strings.Repeat(one+"+", 7)+one)
}

func TestQuietHours(t *testing.T) {
	t.Parallel()
	berlin, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	night := market.QuietHours{From: 22 * 60, Until: 7 * 60, Zone: "Europe/Berlin"}
	noon := market.QuietHours{From: 12 * 60, Until: 13*60 + 30, Zone: "Asia/Shanghai"}
	early := market.QuietHours{From: 1 * 60, Until: 2*60 + 30, Zone: "Europe/Berlin"}
	at := func(zone *time.Location, day, hour, minute int) time.Time {
		return time.Date(2026, time.March, day, hour, minute, 0, 0, zone)
	}
	cst := time.FixedZone("CST", 8*3600)
	for name, c := range map[string]struct {
		q        market.QuietHours
		at, want time.Time
	}{
		"none":                       {market.QuietHours{}, at(berlin, 10, 3, 0), at(berlin, 10, 3, 0)},
		"before":                     {night, at(berlin, 10, 21, 59), at(berlin, 10, 21, 59)},
		"evening":                    {night, at(berlin, 10, 22, 0), at(berlin, 11, 7, 0)},
		"past midnight":              {night, at(berlin, 11, 3, 0), at(berlin, 11, 7, 0)},
		"its end":                    {night, at(berlin, 11, 7, 0), at(berlin, 11, 7, 0)},
		"the night of the change":    {night, at(berlin, 28, 23, 0), at(berlin, 29, 7, 0)}, // an hour shorter
		"at noon, elsewhere":         {noon, at(cst, 10, 12, 0), at(cst, 10, 13, 30)},
		"not at noon":                {noon, at(cst, 10, 13, 30), at(cst, 10, 13, 30)},
		"its end falls into the gap": {early, at(berlin, 29, 1, 30), at(berlin, 29, 3, 30)}, // 02:30 is not that day
	} {
		if got := c.q.Over(c.at); !got.Equal(c.want) {
			t.Errorf("%s: %s, want %s", name, got.In(berlin), c.want.In(berlin))
		}
	}
	if d := night.Over(at(berlin, 28, 23, 0)).Sub(at(berlin, 28, 23, 0)); d != 7*time.Hour {
		t.Errorf("the short night lasts %v", d)
	}

	n := newNoticing(t) // it is 09:00 UTC
	c := n.channel(t, n.dev, market.ChannelSettings{Quiet: market.QuietHours{From: 8 * 60, Until: 10 * 60}})
	n.happen(t, market.EventDegraded, n.dev.Account, "a", 0)
	n.wait(t, c, 30*time.Minute, 10*time.Minute)
	n.happen(t, market.EventUp, n.dev.Account, "a", 30*time.Minute)
	n.happen(t, market.EventHeld, n.dev.Account, "b", 0)
	n.wait(t, c, 10*time.Minute, 5*time.Minute)
	n.want(t, c, "listing.held") // goes through
	n.wait(t, c, 21*time.Minute, 7*time.Minute)
	n.want(t, c, "listing.held", "health.degraded+health.up") // both, in the morning
}
