package market

import (
	"sync"
	"time"
)

// flood is how many events a channel is told of one by one within a minute;
// what comes on top waits for the end of the minute, and goes in one message.
const flood = 5

// due is when the channel is to be told of the event: once it lasted as long as
// the channel's owner waits, at the end of a digest's time, after quiet hours.
// lately is how many deliveries the channel was given within a minute.
func (c Channel) due(e Event, now time.Time, lately int) time.Time {
	at := now
	if e.Kind.Trouble() {
		at = later(at, e.began().Add(c.Delay))
	}
	if lately >= flood {
		at = later(at, now.Truncate(time.Minute).Add(time.Minute))
	}
	if e.Kind.Urgent() {
		return at
	}
	if c.Digest > 0 {
		if whole := at.Truncate(c.Digest); whole.Before(at) {
			at = whole.Add(c.Digest)
		}
	}
	return c.Quiet.Over(at)
}

func later(a, b time.Time) time.Time {
	if b.After(a) {
		return b
	}
	return a
}

// Over returns the first instant from at on that is not in the quiet hours.
// They are those of a clock on the wall: where a clock is put forward over
// their end they end with it.
func (q QuietHours) Over(at time.Time) time.Time {
	zone, err := time.LoadLocation(q.Zone)
	if q.From == q.Until || err != nil {
		return at
	}
	local := at.In(zone)
	minute := local.Hour()*60 + local.Minute()
	day := local.Day()
	switch {
	case q.From < q.Until && (minute < q.From || minute >= q.Until):
		return at
	case q.From > q.Until && minute < q.From && minute >= q.Until:
		return at
	case q.From > q.Until && minute >= q.From:
		day++
	}
	end := time.Date(local.Year(), local.Month(), day, q.Until/60, q.Until%60, 0, 0, zone)
	return later(at, end).In(at.Location())
}

// retries are the times between attempts: a sink has about three days.
var retries = [...]time.Duration{
	5 * time.Second, time.Minute, 5 * time.Minute, 30 * time.Minute, 2 * time.Hour, 6 * time.Hour, 12 * time.Hour, 24 * time.Hour, 24 * time.Hour,
}

const (
	maxAttempts   = len(retries) + 1
	maxRetryAfter = 24 * time.Hour // however long a sink asks for
	failingFor    = 60 * time.Hour // without a success, before a channel is closed
)

// inFlight bounds how many messages are on their way to one host.
type inFlight struct {
	mu    sync.Mutex
	limit int
	now   map[string]int
}

func newInFlight(limit int) *inFlight { return &inFlight{limit: limit, now: map[string]int{}} }

func (f *inFlight) begin(host string) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.now[host] >= f.limit {
		return false
	}
	f.now[host]++
	return true
}

func (f *inFlight) end(host string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.now[host]--; f.now[host] <= 0 {
		delete(f.now, host)
	}
}
