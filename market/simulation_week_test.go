package market_test

import (
	"testing"
	"time"

	"marketd/market"
)

// TestWeek is a week of two hundred servers with all that servers do. At every
// sweep each is as it is to be; at its end all that is kept agrees, and everybody
// was told of everything once.
func TestWeek(t *testing.T) {
	t.Parallel()
	r := newRun(t, aWeek())
	sink := &sinks{answers: map[string]market.Sent{}}
	r.notices = market.NewNotices(market.NoticeOptions{
		Store: &ledger{r.queue, r}, Clock: r.clock, Sealer: plainSealer{}, Sender: sink, BaseURL: "https://market.test",
	})
	owner := r.channel(t, r.dev, market.ChannelSettings{Target: "https://owner.test/hook"})
	desk := r.channel(t, r.reviewer, market.ChannelSettings{Target: "https://desk.test/hook", Desk: true})
	end := 7 * day
	r.pass(t, 0, end-sweepEvery)
	r.tick(t, end-time.Minute) // what waits for the end of a minute
	r.audit(t, end)
	for _, e := range r.events {
		if got, want := sink.times(owner.ID, e.ID), btoi(e.Account == r.dev.Account); got != want {
			t.Errorf("the owner was told %d times of %s of %s, want %d", got, e.Kind, e.Listing, want)
		}
		if got, want := sink.times(desk.ID, e.ID), btoi(e.Kind.Desk()); got != want {
			t.Errorf("the desk was told %d times of %s of %s, want %d", got, e.Kind, e.Listing, want)
		}
	}
}

func (r *run) channel(t *testing.T, actor market.Actor, s market.ChannelSettings) market.Channel {
	t.Helper()
	c, _, err := r.notices.Add(t.Context(), actor, market.NewChannel{Kind: market.ChannelWebhook, ChannelSettings: s})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// times is how often the channel was told of the event.
func (s *sinks) times(channel, event string) (n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, m := range s.sent {
		for _, e := range m.Events {
			n += btoi(m.Channel.ID == channel && e.ID == event)
		}
	}
	return n
}
