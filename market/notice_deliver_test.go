package market_test

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"
	"time"

	"marketd/market"
)

func TestRetriesHoldTogether(t *testing.T) {
	t.Parallel()
	n := newNoticing(t)
	c := n.channel(t, n.dev, market.ChannelSettings{})
	n.sinks.answers[c.ID] = market.Sent{Status: 500, Detail: "HTTP 500"}
	n.happen(t, market.EventDriftCosmetic, n.dev.Account, "a", 0)
	n.deliver(t, c)
	n.happen(t, market.EventHeld, n.dev.Account, "b", 0) // comes while the first waits for another try
	n.wait(t, c, 4*time.Second, time.Second)
	if n.sinks.tries != 1 {
		t.Errorf("%d tries within 5 s", n.sinks.tries)
	}
	n.wait(t, c, 2*time.Second, time.Second)
	if n.sinks.tries != 2 {
		t.Errorf("%d tries after 5 s", n.sinks.tries)
	}
	n.sinks.answers[c.ID] = market.Sent{Status: 429, Detail: "HTTP 429", RetryAfter: time.Hour}
	n.wait(t, c, 2*time.Minute, 10*time.Second)
	n.wait(t, c, 55*time.Minute, 5*time.Minute)
	if n.sinks.tries != 3 {
		t.Errorf("%d tries though it asked for an hour", n.sinks.tries)
	}
	delete(n.sinks.answers, c.ID)
	n.wait(t, c, 10*time.Minute, time.Minute)
	n.want(t, c, "drift.cosmetic", "listing.held") // what a message holds stays as it was
	lines := n.log(t, n.dev, c)
	i := slices.IndexFunc(lines, func(l market.DeliveryLine) bool { return l.Of.Kind == market.EventDriftCosmetic })
	if l := lines[i]; l.Attempts != 4 || l.State != market.DeliverySent || l.Status != 200 {
		t.Errorf("log: %+v", l.Delivery)
	}
}

func TestDeadProcessTellsAgainUnderTheSameID(t *testing.T) {
	t.Parallel()
	n := newNoticing(t)
	c := n.channel(t, n.dev, market.ChannelSettings{})
	n.happen(t, market.EventHeld, n.dev.Account, "a", 0)
	stop, cancel := context.WithCancel(t.Context())
	n.sinks.after = cancel // the sink took it, and nothing more is written
	if err := n.notices.Deliver(stop, market.DeliverArgs{Channel: c.ID}); err == nil {
		t.Fatal("a job that was stopped succeeded")
	}
	n.sinks.after = nil
	n.wait(t, c, 30*time.Second, 10*time.Second)
	n.want(t, c, "listing.held") // it may still be under way
	n.wait(t, c, time.Minute, 10*time.Second)
	n.want(t, c, "listing.held", "listing.held")
	if a, b := n.sinks.sent[0], n.sinks.sent[1]; a.ID != b.ID {
		t.Errorf("ids %s and %s", a.ID, b.ID)
	}
}

func TestGoneAndFailingForDaysClose(t *testing.T) {
	t.Parallel()
	n := newNoticing(t)
	gone := n.channel(t, n.dev, market.ChannelSettings{Name: "gone"})
	dead := n.channel(t, n.dev, market.ChannelSettings{Name: "dead", Target: "https://dead.test/x"})
	well := n.channel(t, n.dev, market.ChannelSettings{Kinds: []market.EventKind{market.EventChannel}, Target: "https://well.test/x"})
	n.sinks.answers[gone.ID] = market.Sent{Status: 410, Gone: true, Detail: "HTTP 410"}
	n.sinks.answers[dead.ID] = market.Sent{Detail: "connect: refused"}
	n.happen(t, market.EventDriftCosmetic, n.dev.Account, "a", 0)
	n.deliver(t, gone)
	n.deliver(t, dead)
	n.wait(t, dead, time.Hour, time.Minute)
	n.wait(t, dead, 80*time.Hour, time.Hour)
	for _, want := range []struct {
		c   market.Channel
		why market.DisabledWhy
	}{{gone, market.DisabledGone}, {dead, market.DisabledFailing}} {
		c, err := n.notices.Channel(t.Context(), n.dev, want.c.ID)
		if err != nil || !c.Disabled || c.Why != want.why {
			t.Errorf("%s: disabled %v, %q, %v", c.Name, c.Disabled, c.Why, err)
		}
		if l := n.log(t, n.dev, c)[0]; l.State != market.DeliveryFailed {
			t.Errorf("%s: %s", c.Name, l.State)
		}
	}
	n.notifyAll(t, market.EventChannel)
	n.wait(t, well, time.Minute, 10*time.Second)
	if got := n.sinks.told(well.ID); len(got) == 0 {
		t.Error("its owner was not told by another channel")
	}
	n.want(t, gone)

	c, err := n.notices.Enable(t.Context(), n.dev, gone.ID)
	if err != nil || c.Disabled {
		t.Fatalf("enabled: %v, %v", c.Disabled, err)
	}
	delete(n.sinks.answers, gone.ID)
	if err := n.notices.Redeliver(t.Context(), n.dev, n.log(t, n.dev, gone)[0].ID); err != nil {
		t.Fatal(err)
	}
	n.deliver(t, gone)
	n.want(t, gone, "drift.cosmetic")
}

// notifyAll runs the job of every event of the kind.
func (n *noticing) notifyAll(t *testing.T, kind market.EventKind) {
	t.Helper()
	var events []market.Event
	err := n.store.View(t.Context(), func(r market.Reader) (err error) {
		events, err = r.Events(t.Context(), market.EventFilter{Kinds: []market.EventKind{kind}})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range events {
		if err := n.notices.Notify(t.Context(), market.NotifyArgs{Event: e.ID}); err != nil {
			t.Fatal(err)
		}
	}
}

func TestRedeliverSendsTheWholeMessageUnderItsID(t *testing.T) {
	t.Parallel()
	n := newNoticing(t)
	c := n.channel(t, n.dev, market.ChannelSettings{})
	n.happen(t, market.EventDriftCosmetic, n.dev.Account, "a", 0)
	n.happen(t, market.EventDriftCosmetic, n.dev.Account, "b", 0)
	n.deliver(t, c)
	line := n.log(t, n.dev, c)[0]
	wantCode(t, n.notices.Redeliver(t.Context(), n.other, line.ID), "DELIVERY_NOT_FOUND")
	if err := n.notices.Redeliver(t.Context(), n.dev, line.ID); err != nil {
		t.Fatal(err)
	}
	wantCode(t, n.notices.Redeliver(t.Context(), n.dev, line.ID), "DELIVERY_WAITING")
	n.deliver(t, c)
	n.want(t, c, "drift.cosmetic+drift.cosmetic", "drift.cosmetic+drift.cosmetic")
	if a, b := n.sinks.sent[0], n.sinks.sent[1]; a.ID != b.ID || !a.At.Equal(b.At) {
		t.Errorf("ids %s and %s, made at %s and %s", a.ID, b.ID, a.At, b.At)
	}
}

func TestVerifyingAnAddress(t *testing.T) {
	t.Parallel()
	n := newNoticing(t)
	channels, err := n.notices.Channels(t.Context(), n.dev)
	if err != nil || len(channels) != 1 || channels[0].Address != "dev@example.com" || channels[0].Open() {
		t.Fatalf("at sign-up: %+v, %v", channels, err)
	}
	c := channels[0]
	n.happen(t, market.EventHeld, n.dev.Account, "a", 0)
	n.deliver(t, c)
	n.want(t, c) // nobody has said that the address is theirs
	if _, err := n.notices.Test(t.Context(), n.dev, c.ID); err == nil {
		t.Error("a test message went to an address that is not verified")
	}
	secret := n.verification(t, c)
	for range 2 { // a mail scanner looks, and nothing happens
		if got, err := n.notices.Verification(t.Context(), secret); err != nil || got.ID != c.ID || !got.Verified.IsZero() {
			t.Fatalf("looked at: %+v, %v", got, err)
		}
	}
	later := n.verification(t, c)
	if _, err := n.notices.Verify(t.Context(), secret); !errors.Is(err, market.ErrLinkInvalid) {
		t.Errorf("an older link: %v", err)
	}
	if got, err := n.notices.Verify(t.Context(), later); err != nil || !got.Open() {
		t.Fatalf("verified: %+v, %v", got, err)
	}
	if _, err := n.notices.Verify(t.Context(), later); !errors.Is(err, market.ErrLinkInvalid) {
		t.Errorf("a second time: %v", err)
	}
	n.happen(t, market.EventHeld, n.dev.Account, "a", 0)
	n.deliver(t, c)
	if n.sinks.told(c.ID)[2:][0] != "listing.held" { // after the two mails with links
		t.Errorf("told %v", n.sinks.told(c.ID))
	}
	wantCode(t, n.notices.SendVerification(t.Context(), n.dev, c.ID), "ADDRESS_VERIFIED")

	token := n.sinks.sent[2].Unsubscribe[len("https://market.test/unsubscribe/"):]
	if _, err := n.notices.Unsubscribe(t.Context(), token[:len(token)-2]+"AA"); !errors.Is(err, market.ErrLinkInvalid) {
		t.Errorf("a forged token: %v", err)
	}
	for range 2 {
		if got, err := n.notices.Unsubscribe(t.Context(), token); err != nil || !got.Disabled {
			t.Errorf("unsubscribed: %v", err)
		}
	}
	n.happen(t, market.EventHeld, n.dev.Account, "b", 0)
	n.deliver(t, c)
	if got := n.sinks.told(c.ID); len(got) != 3 {
		t.Errorf("told after unsubscribing: %v", got)
	}

	if got, err := n.notices.Enable(t.Context(), n.dev, c.ID); err != nil || got.Open() || got.Disabled {
		t.Errorf("turned on against the word of who reads the mailbox: %+v, %v", got, err)
	}
	n.happen(t, market.EventHeld, n.dev.Account, "c", 0)
	n.deliver(t, c)
	if got := n.sinks.told(c.ID); len(got) != 3 {
		t.Errorf("told before it was verified anew: %v", got)
	}
	if got, err := n.notices.Verify(t.Context(), n.verification(t, c)); err != nil || !got.Open() {
		t.Errorf("verified anew: %+v, %v", got, err)
	}
}

// verification has the link sent and takes its secret.
func (n *noticing) verification(t *testing.T, c market.Channel) string {
	t.Helper()
	if err := n.notices.SendVerification(t.Context(), n.dev, c.ID); err != nil {
		t.Fatal(err)
	}
	link := n.sinks.sent[len(n.sinks.sent)-1].Link
	return link[len("https://market.test/verify/"):]
}

func TestLinksAndMailsAreBounded(t *testing.T) {
	t.Parallel()
	n := newNoticing(t)
	channels, err := n.notices.Channels(t.Context(), n.dev)
	if err != nil {
		t.Fatal(err)
	}
	c := channels[0]
	secret := n.verification(t, c)
	n.clock.pass(market.VerifyFor)
	if _, err := n.notices.Verify(t.Context(), secret); !errors.Is(err, market.ErrLinkInvalid) {
		t.Errorf("after a day: %v", err)
	}
	for range 5 {
		n.verification(t, c)
	}
	wantCode(t, n.notices.SendVerification(t.Context(), n.dev, c.ID), "TOO_MANY_ATTEMPTS")
	n.clock.pass(time.Hour)
	for range 4 {
		n.verification(t, c)
	}
	secret = n.verification(t, c)
	n.clock.pass(time.Hour)
	wantCode(t, n.notices.SendVerification(t.Context(), n.dev, c.ID), "TOO_MANY_ATTEMPTS") // nor every hour
	if _, err := n.notices.Change(t.Context(), n.dev, c.ID, c.Version, market.ChannelSettings{Target: "New@example.com"}); err != nil {
		t.Fatal(err)
	}
	if _, err := n.notices.Verify(t.Context(), secret); !errors.Is(err, market.ErrLinkInvalid) {
		t.Errorf("the link of the address before: %v", err)
	}
	_, err = n.notices.Change(t.Context(), n.dev, c.ID, c.Version, market.ChannelSettings{})
	wantCode(t, err, "CHANGED_SINCE_OPENED")
	n.sinks.noMail = true
	wantCode(t, n.notices.SendVerification(t.Context(), n.dev, c.ID), "MAIL_OFF")
	for range 19 {
		n.channel(t, n.dev, market.ChannelSettings{})
	}
	_, _, err = n.notices.Add(t.Context(), n.dev, market.NewChannel{Kind: market.ChannelWebhook, ChannelSettings: market.ChannelSettings{Target: "https://x.test"}})
	wantCode(t, err, "TOO_MANY_CHANNELS")
}

func TestChannelsKeepTheirSecrets(t *testing.T) {
	t.Parallel()
	n := newNoticing(t)
	c, secret, err := n.notices.Add(t.Context(), n.dev, market.NewChannel{
		Kind: market.ChannelWebhook, ChannelSettings: market.ChannelSettings{Target: "https://hook.test:8443/path/with/key?token=1"},
	})
	if err != nil || len(secret) != len("whsec_")+44 {
		t.Fatalf("secret %q, %v", secret, err)
	}
	if c.Address != "https://hook.test:8443" {
		t.Errorf("shown: %s", c.Address)
	}
	renewed, err := n.notices.RenewSecret(t.Context(), n.dev, c.ID)
	if err != nil || renewed == secret {
		t.Errorf("renewed: %v", err)
	}
	if _, err := n.notices.Test(t.Context(), n.dev, c.ID); err != nil {
		t.Fatal(err)
	}
	if m := n.sinks.sent[0]; m.Target != "https://hook.test:8443/path/with/key?token=1" || m.Secret != renewed || m.Purpose != market.PurposeTest {
		t.Errorf("sent to %s", m.Target)
	}
	if _, err := n.notices.Channel(t.Context(), n.other, c.ID); !errors.Is(err, market.ErrChannelNotFound) {
		t.Errorf("another's channel: %v", err)
	}
	_, _, err = n.notices.Add(t.Context(), n.dev, market.NewChannel{Kind: market.ChannelChat, Template: "icq", ChannelSettings: market.ChannelSettings{
		Target: "http://x", Desk: true, Kinds: []market.EventKind{"x"}, Lang: "fr", Delay: -1, Remind: time.Second, Digest: time.Second, Quiet: market.QuietHours{From: 1440, Zone: "Nowhere"},
	}})
	wantCode(t, err, "CHANNEL_INVALID")
	var paths []string
	for _, v := range err.(*market.Error).Violations { //nolint:errorlint,forcetypeassert // as above
		paths = append(paths, v.Path)
	}
	if want := []string{"template", "target", "kinds", "desk", "lang", "delay", "remind", "digest", "quiet"}; !slices.Equal(paths, want) {
		t.Errorf("violations %v, want %v", paths, want)
	}
	if err := n.notices.Delete(t.Context(), n.dev, c.ID); err != nil {
		t.Fatal(err)
	}
}

// TestJobsAtOnceSendOneMessage has many jobs of one channel at the same time.
func TestJobsAtOnceSendOneMessage(t *testing.T) {
	t.Parallel()
	n := newNoticing(t)
	c := n.channel(t, n.dev, market.ChannelSettings{})
	for _, id := range []string{"a", "b", "c"} {
		n.happen(t, market.EventHeld, n.dev.Account, id, 0)
	}
	var jobs sync.WaitGroup
	for range 8 {
		jobs.Go(func() {
			if err := n.notices.Deliver(t.Context(), market.DeliverArgs{Channel: c.ID}); err != nil {
				t.Error(err)
			}
		})
	}
	jobs.Wait()
	n.want(t, c, "listing.held+listing.held+listing.held")
}
