package market_test

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"
	"testing"
	"time"

	"marketd/market"
)

// simulation is the real watch on a real store with servers that follow a
// script and a clock that the test moves: days pass in seconds. It drives the
// jobs itself, sweep by sweep.
type simulation struct {
	*world
	began   time.Time
	servers map[string]*simServer // by URL
	cut     func(at time.Duration) bool
	probes  int
	mu      sync.Mutex
}

// simServer is one server by script: what it answers so long after the beginning.
type simServer struct {
	id     string
	what   string
	script func(at time.Duration) market.Probe
	probed []time.Duration
	bad    time.Duration // of the first bad answer it gave; -1: none
}

// newSimulation lists the servers, approved long ago.
func newSimulation(t *testing.T, servers map[string]func(at time.Duration) market.Probe, each int) *simulation {
	t.Helper()
	s := &simulation{world: newWorld(t), servers: map[string]*simServer{}}
	s.watch.Prober = s
	s.watch.SecondLook = 0 // the clock moves by sweeps: a pause within one would stop it for all
	ids := s.many(t, each*len(servers))
	for what, script := range servers {
		for range each {
			s.servers[serverOf(ids[0])] = &simServer{id: ids[0], what: what, script: script, bad: -1}
			ids = ids[1:]
		}
	}
	s.began = s.clock.Now()
	return s
}

// Probe answers by the script of the URL's server, or like a network that is cut.
func (s *simulation) Probe(_ context.Context, to market.Target, _ func(market.Step)) market.Probe {
	s.mu.Lock()
	defer s.mu.Unlock()
	x, at := s.servers[to.URL], s.clock.Now().Sub(s.began)
	p := x.script(at)
	if s.cut != nil && s.cut(at) {
		p = refusedProbe
	} else if p.Reason != market.ReasonOK && x.bad < 0 {
		x.bad = at
	}
	p.At = s.clock.Now()
	s.probes++
	x.probed = append(x.probed, at)
	return p
}

// run lets the time pass, a step at a time, with a sweep and its batches at
// each, and calls look after every one.
func (s *simulation) run(t *testing.T, long, step time.Duration, look func(at time.Duration)) {
	t.Helper()
	for at := time.Duration(0); at < long; at += step {
		s.clock.pass(step)
		s.sweepAll(t)
		if look != nil {
			look(at + step)
		}
	}
}

func (s *simulation) health(t *testing.T) map[string]market.Health {
	t.Helper()
	all := map[string]market.Health{}
	err := s.store.View(t.Context(), func(r market.Reader) error {
		var ids []string
		for _, x := range s.servers {
			ids = append(ids, x.id)
		}
		targets, err := r.ProbeTargets(t.Context(), ids)
		for _, x := range targets {
			all[x.Listing.ID] = x.Listing.Health
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// always is a script of one answer.
func always(p market.Probe) func(time.Duration) market.Probe {
	return func(time.Duration) market.Probe { return p }
}

// between answers with bad in the given stretch and well otherwise.
func between(from, until time.Duration, bad market.Probe) func(time.Duration) market.Probe {
	return func(at time.Duration) market.Probe {
		if at >= from && at < until {
			return bad
		}
		return goodProbe()
	}
}

// TestSimulation is two days of twenty servers, with our own network cut for
// two hours in the middle.
func TestSimulation(t *testing.T) {
	t.Parallel()
	const (
		hour    = time.Hour
		day     = 24 * hour
		cutFrom = 20 * hour
		cutTo   = 22 * hour
	)
	slow := goodProbe()
	slow.Took = 9 * time.Second
	s := newSimulation(t, map[string]func(time.Duration) market.Probe{
		"healthy":     always(goodProbe()),
		"slow":        always(slow),
		"throttling":  always(tickOf('t')),
		"gated later": between(10*hour, 9*day, tickOf('a')),
		"dead":        between(5*hour, 9*day, refusedProbe),
		"restarted":   between(7*hour, 7*hour+3*time.Minute, refusedProbe),
		"mended":      between(3*hour, 6*hour, tickOf('c')),
		"flapping": func(at time.Duration) market.Probe {
			if at/(5*time.Minute)%4 == 0 {
				return refusedProbe
			}
			return goodProbe()
		},
		"throttling at times": func(at time.Duration) market.Probe {
			if at/hour%2 == 0 {
				return tickOf('t')
			}
			return goodProbe()
		},
		"late": between(0, hour, refusedProbe),
	}, 2)
	s.cut = func(at time.Duration) bool { return at >= cutFrom && at < cutTo }
	worse := map[string]map[market.HealthState]time.Duration{} // kind of server → the states it came to, first when
	s.run(t, 2*day, 30*time.Second, func(at time.Duration) {
		for id, h := range s.health(t) {
			what := s.servers[serverOf(id)].what
			if worse[what] == nil {
				worse[what] = map[market.HealthState]time.Duration{}
			}
			if _, ok := worse[what][h.State]; !ok {
				worse[what][h.State] = at
			}
			if (what == "healthy" || what == "slow") && h.State != market.HealthUp && h.State != market.HealthUnknown {
				t.Fatalf("%s (%s) is %s after %v", id, what, h.State, at)
			}
		}
		if at == cutTo+2*time.Minute {
			for id, h := range s.health(t) {
				if what := s.servers[serverOf(id)].what; (what == "healthy" || what == "slow") && (h.Failures > 0 || h.SilentFor != time.Time{}) {
					t.Errorf("%s (%s) still bears the cut after %v: %+v", id, what, at, h)
				}
			}
		}
	})
	s.check(t, worse)
}

// check looks at what became of each kind.
func (s *simulation) check(t *testing.T, came map[string]map[market.HealthState]time.Duration) {
	t.Helper()
	for what, want := range map[string]struct {
		state market.HealthState
		by    time.Duration // at the latest; the time from the first bad answer is at most 75 minutes
	}{
		"dead":        {market.HealthDegraded, 5*time.Hour + 75*time.Minute},
		"mended":      {market.HealthDegraded, 3*time.Hour + 75*time.Minute},
		"gated later": {market.HealthGated, 10*time.Hour + 75*time.Minute},
	} {
		if at, ok := came[what][want.state]; !ok || at > want.by {
			t.Errorf("%s: %s after %v, want by %v", what, want.state, at, want.by)
		}
	}
	for _, what := range []string{"healthy", "slow", "restarted", "throttling at times", "late"} {
		for _, state := range []market.HealthState{market.HealthGated, market.HealthDown, market.HealthGone} {
			if at, ok := came[what][state]; ok {
				t.Errorf("%s came to be %s after %v", what, state, at)
			}
		}
	}
	if at, ok := came["restarted"][market.HealthDegraded]; ok {
		t.Errorf("restarted: degraded after %v for three minutes of absence", at)
	}
	final := s.health(t)
	events := map[string]int{}
	for _, x := range s.servers {
		h := final[x.id]
		for _, kind := range s.world.events(t, x.id, "health.") {
			events[x.what+" "+kind]++
		}
		if want := map[string]market.HealthState{"dead": market.HealthDegraded, "gated later": market.HealthGated, "mended": market.HealthUp}[x.what]; want != "" && h.State != want {
			t.Errorf("%s (%s) ends %s, want %s", x.id, x.what, h.State, want)
		}
		for i := range x.probed[1:] {
			if x.probed[i+1] == x.probed[i] && h.State == market.HealthUp && x.what == "healthy" {
				t.Errorf("%s was probed twice at %v", x.id, x.probed[i])
			}
		}
	}
	for what, want := range map[string]int{
		"dead health.degraded": 2, "mended health.degraded": 2, "mended health.up": 2, "gated later health.gated": 2, "throttling health.silent": 2,
		"healthy health.degraded": 0, "slow health.degraded": 0, "restarted health.degraded": 0,
	} {
		if events[what] != want {
			t.Errorf("%s: announced %d times, want %d", what, events[what], want)
		}
	}
	raw, _ := json.Marshal(events)
	t.Log(fmt.Sprint(s.probes, " probes; announced: ", string(raw)))
}
