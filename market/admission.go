package market

import (
	"net/netip"
	"sync"
	"time"
)

// Admission bounds the checks that anyone may start without an account, on all
// surfaces together. A check sends packets to an address that a stranger names
// and holds a connection for as long as the server there pleases. It remembers
// clients for a minute after their last check. It is safe for concurrent use.
type Admission struct {
	limits AdmissionLimits
	clock  Clock

	mu      sync.Mutex
	atWork  int
	clients map[string]*checker
	swept   time.Time
}

// AdmissionLimits bound an [Admission]. Zero members take the defaults.
type AdmissionLimits struct {
	AtWork    int // checks at work, of everyone; default 16
	PerClient int // checks at work of one client; default 4
	PerMinute int // checks that one client begins in a minute; default 10
}

// checker is one client.
type checker struct {
	atWork int
	begins []time.Time // within the last minute, oldest first
}

// NewAdmission returns an Admission with nobody in.
func NewAdmission(clock Clock, l AdmissionLimits) *Admission {
	if l.AtWork == 0 {
		l.AtWork = 16
	}
	if l.PerClient == 0 {
		l.PerClient = 4
	}
	if l.PerMinute == 0 {
		l.PerMinute = 10
	}
	return &Admission{limits: l, clock: clock, clients: map[string]*checker{}}
}

// Enter lets a check of a client begin; client is their IP address. leave is to
// be called when the check has ended; it may be called more than once. A check
// that was refused does not count. Errors: TooMany with RetryAfter.
func (a *Admission) Enter(client string) (leave func(), err error) {
	key, now := ClientKey(client), a.clock.Now()
	a.mu.Lock()
	defer a.mu.Unlock()
	a.sweep(now)
	c := a.clients[key]
	if c == nil {
		c = &checker{}
	}
	c.forget(now)
	switch {
	case c.atWork >= a.limits.PerClient:
		return nil, ErrCheckRunning
	case len(c.begins) >= a.limits.PerMinute:
		return nil, &Error{
			Kind: TooMany, Code: "TOO_MANY_CHECKS", RetryAfter: c.begins[0].Add(time.Minute).Sub(now),
			Msg: Text{"检查得太频繁了，请过一分钟再试。", "Too many checks; try again in a minute."},
		}
	case a.atWork >= a.limits.AtWork:
		return nil, ErrChecksBusy
	}
	c.atWork++
	c.begins = append(c.begins, now)
	a.clients[key] = c
	a.atWork++
	return sync.OnceFunc(func() {
		a.mu.Lock()
		defer a.mu.Unlock()
		a.atWork--
		c.atWork--
	}), nil
}

// sweep drops clients that have been away for a minute, once a minute.
func (a *Admission) sweep(now time.Time) {
	if now.Sub(a.swept) < time.Minute {
		return
	}
	a.swept = now
	for key, c := range a.clients {
		if c.forget(now); c.atWork == 0 && len(c.begins) == 0 {
			delete(a.clients, key)
		}
	}
}

func (c *checker) forget(now time.Time) {
	for len(c.begins) > 0 && now.Sub(c.begins[0]) >= time.Minute {
		c.begins = c.begins[1:]
	}
}

// ClientKey is what one client has to itself of an IP address: all of an IPv4
// address, the /64 of an IPv6 address, from which every host may pick its own.
// What is no address stays as it is.
func ClientKey(client string) string {
	ip, err := netip.ParseAddr(client)
	if err != nil {
		return client
	}
	ip = ip.Unmap().WithZone("")
	if ip.Is4() {
		return ip.String()
	}
	p, _ := ip.Prefix(64) // fails only for bits out of range
	return p.String()
}
