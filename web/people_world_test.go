package web

import (
	"context"
	"fmt"
	"sync"

	"marketd/market"
)

// people gives the world what people steer it by, with a sender that keeps what
// it was to send.
func (w *world) people(o *Options) {
	w.sink = &sink{}
	o.People = People{
		Complaints: market.NewComplaints(market.ComplaintsOptions{
			Store: w.store, Clock: w.clock, Publish: w.publish, Origin: func(prefix string) string { return "hash of " + prefix },
		}),
		Upkeep: market.NewUpkeep(w.store, w.clock, w.publish), Exclusions: market.NewExclusions(w.store, w.clock),
		Notices: market.NewNotices(market.NoticeOptions{Store: w.store, Clock: w.clock, Sealer: openSealer{}, Sender: w.sink, BaseURL: "https://market.example"}),
	}
}

// sink is a sender that keeps messages, and fails as a test says.
type sink struct {
	mu     sync.Mutex
	kept   []market.Message
	answer market.Sent // when it is no success
}

func (s *sink) Sends(market.ChannelKind) bool { return true }

func (s *sink) CheckTarget(kind market.ChannelKind, target string) error {
	if kind != market.ChannelEmail && len(target) < len("https://a.b") {
		return market.NewError(market.Invalid, "TARGET", say("不是 https 地址。", "This is no https address."))
	}
	return nil
}

func (s *sink) Send(_ context.Context, m market.Message) market.Sent {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.kept = append(s.kept, m)
	if s.answer.Status != 0 {
		return s.answer
	}
	return market.Sent{OK: true, Status: 200}
}

// last is the message that was sent last.
func (s *sink) last() market.Message {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.kept) == 0 {
		return market.Message{}
	}
	return s.kept[len(s.kept)-1]
}

// said answers every message so.
func (s *sink) says(sent market.Sent) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.answer = sent
}

// from is a visitor's browser behind an address of its own.
func (w *world) from(n int) *browser {
	b := w.browser()
	b.header.Set("X-Test-Address", fmt.Sprintf("198.51.%d.7", n))
	return b
}
