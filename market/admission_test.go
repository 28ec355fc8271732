package market_test

import (
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"marketd/market"
)

// tick is a clock that a test moves.
type tick struct {
	mu  sync.Mutex
	now time.Time
}

func (c *tick) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *tick) move(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

// turnedAway checks the error of a check that may not begin, and returns the
// time after which it may.
func turnedAway(t *testing.T, err error, code string) time.Duration {
	t.Helper()
	e, ok := errors.AsType[*market.Error](err)
	if !ok || e.Code != code || e.Kind != market.TooMany || e.RetryAfter <= 0 {
		t.Fatalf("%v, want %s", err, code)
	}
	return e.RetryAfter
}

func TestAdmissionBoundsWork(t *testing.T) {
	t.Parallel()
	a := market.NewAdmission(&tick{now: time.Unix(1e9, 0)}, market.AdmissionLimits{AtWork: 3, PerClient: 2, PerMinute: 100})
	enter := func(client string) func() {
		t.Helper()
		leave, err := a.Enter(client)
		if err != nil {
			t.Fatal(err)
		}
		return leave
	}
	first := enter("192.0.2.1")
	enter("192.0.2.1")
	_, err := a.Enter("192.0.2.1")
	turnedAway(t, err, "CHECK_RUNNING")
	enter("192.0.2.2")
	_, err = a.Enter("192.0.2.3")
	turnedAway(t, err, "CHECKS_BUSY")
	first()
	first() // once more changes nothing
	enter("192.0.2.1")
	_, err = a.Enter("192.0.2.3")
	turnedAway(t, err, "CHECKS_BUSY")
}

func TestAdmissionBoundsAMinute(t *testing.T) {
	t.Parallel()
	clock := &tick{now: time.Unix(1e9, 0)}
	a := market.NewAdmission(clock, market.AdmissionLimits{PerMinute: 3})
	for i := range 3 {
		// One client picks addresses of its own /64.
		leave, err := a.Enter(fmt.Sprintf("2001:db8::%d", i))
		if err != nil {
			t.Fatal(err)
		}
		leave()
		clock.move(10 * time.Second)
	}
	_, err := a.Enter("2001:db8::ffff")
	if after := turnedAway(t, err, "TOO_MANY_CHECKS"); after != 30*time.Second {
		t.Errorf("come back after %s", after)
	}
	if _, err := a.Enter("2001:db8:0:1::1"); err != nil {
		t.Errorf("the neighbour: %v", err)
	}
	clock.move(30 * time.Second)
	if _, err := a.Enter("2001:db8::1"); err != nil {
		t.Errorf("after a minute: %v", err)
	}
}

func TestClientKey(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"192.0.2.7": "192.0.2.7", "::ffff:192.0.2.7": "192.0.2.7", "2001:db8::1": "2001:db8::/64", "2001:db8:0:0:ffff::1": "2001:db8::/64",
		"2001:db8:0:1::1": "2001:db8:0:1::/64", "fe80::1%eth0": "fe80::/64", "": "", "@": "@",
	} {
		if got := market.ClientKey(in); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}
