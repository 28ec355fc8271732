package market_test

import (
	"context"
	"fmt"
	"hash/fnv"
	"testing"
	"time"

	"marketd/market"
)

// simUnreached is what a probe is when our own resolver says nothing.
func simUnreached() market.Probe {
	p := failing(market.ReasonOurNetwork, market.ClassNetwork)
	p.Net.DNSFault = "timeout"
	return p
}

// outage is a fault of our own network: what a server's probe gives instead, and
// whether it gives that at all.
type outage struct {
	stretch
	ways  []market.Probe
	share uint32 // of the servers, in per cent
	late  int    // answers that come through after it began: it begins within a batch
}

func (o *outage) over(answer func(time.Duration) market.Probe, id string) func(time.Duration) market.Probe {
	sum := fnv.New32a()
	_, _ = sum.Write([]byte(id))
	hit, n := sum.Sum32()>>8%100 < o.share, 0
	return func(at time.Duration) market.Probe {
		switch {
		case !hit || at < o.from || at >= o.until:
			return answer(at)
		case o.late > 0:
			o.late--
			return answer(at)
		}
		n++
		p := o.ways[n%len(o.ways)]
		p.Agent = ourCut
		return p
	}
}

// TestCut has our own network go and come back: nobody is marked, nothing is
// announced, and all is right within a sweep.
func TestCut(t *testing.T) {
	t.Parallel()
	const long = 3 * time.Hour
	whole := stretch{2*time.Hour + 7*time.Minute, 2*time.Hour + 7*time.Minute + long}
	refused, slow, resolver, noName := []market.Probe{simRefused}, []market.Probe{simTimeout}, []market.Probe{simUnreached()}, []market.Probe{simNoName()}
	mixed := []market.Probe{simRefused, simTimeout, simUnreached(), simTimeout}
	for _, c := range []struct {
		why      string
		n        int
		o        outage
		canaries bool
	}{
		{"of two, with canaries", 2, outage{whole, refused, 100, 0}, true},
		{"the only one, with canaries", 1, outage{whole, slow, 100, 0}, true},
		{"of two, by the resolver", 2, outage{whole, resolver, 100, 0}, false},
		{"of two", 2, outage{whole, mixed, 100, 0}, false},
		{"of three", 3, outage{whole, refused, 100, 0}, false},
		{"of four", 4, outage{whole, mixed, 100, 0}, false},
		{"of four, within a batch", 4, outage{whole, slow, 100, 2}, false},
		{"of four, whose names are gone", 4, outage{whole, noName, 100, 0}, false},
		{"of nine", 9, outage{whole, slow, 100, 3}, false},
		{"of fifteen, within a batch", 15, outage{whole, mixed, 100, 7}, false},
		{"of fifty", 50, outage{whole, mixed, 100, 0}, false},
		{"of fifty, with canaries", 50, outage{whole, mixed, 100, 20}, true},
		{"of fifty, a part", 50, outage{stretch{2 * time.Hour, 3 * time.Hour}, slow, 30, 0}, false},
		{"of two hundred", 200, outage{whole, mixed, 100, 13}, false},
	} {
		if simShare > 1 && c.n > 20 {
			continue // the suite without the race detector has these
		}
		for _, together := range []bool{false, true} { // all due at once, as after a stop; or spread
			t.Run(fmt.Sprint(c.why, ", together ", together), func(t *testing.T) {
				t.Parallel()
				var servers []*faulty
				for range c.n {
					servers = append(servers, &faulty{what: "healthy", answers: well})
				}
				r := newRun(t, servers)
				r.every = time.Minute
				if c.n > 20 {
					r.every = 5 * time.Minute
				}
				o := c.o
				for _, x := range servers {
					x.answers = o.over(x.answers, x.id)
				}
				if c.canaries {
					r.watch.Canaries = func(context.Context) bool {
						at := r.clock.Now().Sub(r.began)
						return at < o.from || at >= o.until
					}
				}
				r.cut(t, o.stretch, together)
			})
		}
	}
}

// cut passes the time over a cut of the network, and looks after it.
func (r *run) cut(t *testing.T, s stretch, together bool) {
	t.Helper()
	from := time.Duration(0)
	if together {
		r.pass(t, 0, r.every)
		from = s.from
	}
	r.pass(t, from, s.until)
	r.pass(t, s.until, s.until+3*r.every) // nobody is worse for it, at once and ever after
	r.pass(t, s.until+3*r.every, s.until+firstSeen)
	for _, x := range r.servers {
		if h := x.kept.Health; h.State != market.HealthUp || h.Failures > 0 || h.Reason != market.ReasonOK {
			t.Errorf("%s is %s with %d failures by %s, checked at %v", x.id, h.State, h.Failures, h.Reason, h.CheckedAt.Sub(r.began))
		}
	}
	if since, why := r.watch.Doubt(); !since.IsZero() {
		t.Errorf("doubt since %v: %s", since, why)
	}
	for _, e := range r.events {
		t.Errorf("announced %s of %s", e.Kind, e.Listing)
	}
}
