package web

import (
	"context"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"marketd/market"
)

// One who opens streams without end leaves the others theirs.
func TestStreamsOfOneViewer(t *testing.T) {
	t.Parallel()
	var s streams
	var leaves []func()
	for range viewerStreams {
		leave, err := s.enter("greedy")
		if err != nil {
			t.Fatal(err)
		}
		leaves = append(leaves, leave)
	}
	if _, err := s.enter("greedy"); market.KindOf(err) != market.TooMany {
		t.Errorf("one more than allowed: %v", err)
	}
	if leave, err := s.enter("modest"); err != nil {
		t.Errorf("another is kept out: %v", err)
	} else {
		leave()
	}
	leaves[0]()
	if _, err := s.enter("greedy"); err != nil {
		t.Errorf("after one was closed: %v", err)
	}
	for _, leave := range leaves[1:] {
		leave()
	}
	if len(s.open) != 1 || s.all != 1 {
		t.Errorf("%v, %d in all; want the one that is open", s.open, s.all)
	}
}

func TestStreamsInAll(t *testing.T) {
	t.Parallel()
	var s streams
	for i := range maxStreams {
		if _, err := s.enter(strconv.Itoa(i / viewerStreams)); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := s.enter("late"); market.KindOf(err) != market.Unavailable {
		t.Errorf("one more than there is room for: %v", err)
	}
}

// Streams are counted by address, or by account: an office behind one address
// is no crowd.
func TestStreamsAreLimited(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.examiner.examine = func(ctx context.Context, _ market.Case) (market.Examined, error) {
		<-ctx.Done()
		return market.Examined{}, ctx.Err()
	}
	check := func(b *browser) string {
		return b.post("/submit", formOf("weather-demo", "do", "check")...).header.Get("Location") + "/events"
	}
	v, other, dev := w.browser(), w.browser(), w.signedIn(devEmail)
	path := check(v)
	var open []*eventStream
	for range viewerStreams {
		e := v.events(path)
		defer e.close()
		e.want("step", "entry")
		open = append(open, e)
	}
	for name, a := range map[string]answer{"the same visitor": v.get(path), "another at the address": other.get(check(other))} {
		if a.status != http.StatusTooManyRequests || a.header.Get("Retry-After") == "" || !strings.Contains(a.text("[data-testid=error]"), "TOO_MANY_STREAMS") {
			t.Errorf("%s: %d, Retry-After %q", name, a.status, a.header.Get("Retry-After"))
		}
	}
	mine := dev.events(check(dev))
	defer mine.close()
	mine.want("step", "entry")
	open[0].close()
	for deadline := time.Now().Add(10 * time.Second); ; { // the server notices in a moment
		if _, err := w.web.streams.enter("client 127.0.0.1"); err == nil {
			break
		}
		if time.Now().After(deadline) {
			t.Fatal("a closed stream keeps its place")
		}
	}
}

// When too many watch, a page still works: it reloads.
func TestStreamsAreBounded(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	dev := w.signedIn(devEmail)
	sub := w.submitted(devEmail, "weather-demo", nil)
	for i := range maxStreams {
		if _, err := w.web.streams.enter(strconv.Itoa(i)); err != nil {
			t.Fatal(err)
		}
	}
	if a := dev.get("/submissions/" + sub.ID + "/events"); a.status != http.StatusServiceUnavailable || a.header.Get("Retry-After") == "" {
		t.Errorf("one stream too many: %d", a.status)
	}
}
