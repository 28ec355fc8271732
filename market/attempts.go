package market

import (
	"sync"
	"time"
)

// attempts counts what happened lately by key, in memory: a limit for one
// process, good enough to slow a guesser down.
type attempts struct {
	mu    sync.Mutex
	limit int
	in    time.Duration
	seen  map[string][]time.Time
}

func newAttempts(limit int, in time.Duration) *attempts {
	return &attempts{limit: limit, in: in, seen: map[string][]time.Time{}}
}

// begin counts an attempt before it is made, so that a burst does not slip
// through while the first of it is still being judged. With the limit reached
// it counts nothing and says how long to wait.
func (a *attempts) begin(key string, now time.Time) (wait time.Duration) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.seen) > 10_000 { // somebody tries many keys: forget what is old before growing
		for k := range a.seen {
			a.recent(k, now)
		}
	}
	recent := a.recent(key, now)
	if len(recent) >= a.limit {
		return recent[len(recent)-a.limit].Add(a.in).Sub(now)
	}
	a.seen[key] = append(recent, now)
	return 0
}

// forget gives the key a clean slate.
func (a *attempts) forget(key string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	delete(a.seen, key)
}

// undo takes the latest attempt back: it did not fail.
func (a *attempts) undo(key string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if times := a.seen[key]; len(times) > 0 {
		a.seen[key] = times[:len(times)-1]
	}
}

func (a *attempts) recent(key string, now time.Time) []time.Time {
	times := a.seen[key]
	for len(times) > 0 && now.Sub(times[0]) >= a.in {
		times = times[1:]
	}
	if len(times) == 0 {
		delete(a.seen, key)
		return nil
	}
	a.seen[key] = times
	return times
}
