package market

import (
	"sync"
	"time"
)

// attempts counts what happened lately by key, in memory: a limit for one
// process, good enough to slow a guesser down.
type attempts struct {
	mu   sync.Mutex
	max  int
	in   time.Duration
	seen map[string][]time.Time
}

func newAttempts(limit int, in time.Duration) *attempts {
	return &attempts{max: limit, in: in, seen: map[string][]time.Time{}}
}

// wait is how long the key has to wait; zero when it need not.
func (a *attempts) wait(key string, now time.Time) time.Duration {
	a.mu.Lock()
	defer a.mu.Unlock()
	recent := a.recent(key, now)
	if len(recent) < a.max {
		return 0
	}
	return recent[len(recent)-a.max].Add(a.in).Sub(now)
}

func (a *attempts) note(key string, now time.Time) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.seen) > 10_000 { // somebody tries many keys: forget what is old before growing
		for k := range a.seen {
			a.recent(k, now)
		}
	}
	a.seen[key] = append(a.recent(key, now), now)
}

func (a *attempts) forget(key string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	delete(a.seen, key)
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
