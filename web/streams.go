package web

import (
	"sync"
	"time"

	"marketd/market"
)

// streams counts the event streams that are open, in all and by viewer. It is
// safe for concurrent use.
type streams struct {
	mu   sync.Mutex
	open map[string]int // by viewer; without those who have none
	all  int
}

// Streams open at once.
const (
	maxStreams    = 500
	viewerStreams = 8 // of one viewer, in as many tabs
)

var (
	errStreams = &market.Error{
		Kind: market.Unavailable, Code: "STREAMS_BUSY", RetryAfter: 10 * time.Second,
		Msg: market.Text{ZH: "同时看进度的人太多。重新载入这一页也能看到进度。", EN: "Too many people are watching. Reload the page to see the progress."},
	}
	errOwnStreams = &market.Error{
		Kind: market.TooMany, Code: "TOO_MANY_STREAMS", RetryAfter: 10 * time.Second,
		Msg: market.Text{
			ZH: "你同时看的进度太多。关掉几个页面，或重新载入这一页看进度。",
			EN: "You are watching in too many pages at once. Close some, or reload this page to see the progress.",
		},
	}
)

// enter lets a viewer open one more; leave is to be called once, at its end.
func (s *streams) enter(viewer string) (leave func(), err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.open[viewer] >= viewerStreams:
		return nil, errOwnStreams
	case s.all >= maxStreams:
		return nil, errStreams
	}
	if s.open == nil {
		s.open = map[string]int{}
	}
	s.open[viewer]++
	s.all++
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.all--
		if s.open[viewer]--; s.open[viewer] == 0 {
			delete(s.open, viewer)
		}
	}, nil
}
