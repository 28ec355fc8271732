package market_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"marketd/market"
)

const simText = "Returns the current weather of one of 300 cities."

func simTool(name, text, more string) json.RawMessage {
	quoted, _ := json.Marshal(text)
	return json.RawMessage(fmt.Sprintf(`{"name":%q,"description":%s,"inputSchema":{"type":"object","properties":{"city":{"type":"string","description":"Name of the city, for example Hangzhou"}}}%s}`, name, quoted, more))
}

const readOnly = `,"annotations":{"readOnlyHint":true}`

// simTools are three tools of which the first is described so, and then those given.
func simTools(text string, more ...json.RawMessage) []json.RawMessage {
	return append([]json.RawMessage{
		simTool("weather.now", text, readOnly),
		simTool("weather.forecast", "Returns the weather forecast of a city for seven days, with rain and wind.", readOnly),
		simTool("air.quality", "Returns the air quality index of a city and what it means for sports.", readOnly),
	}, more...)
}

func showing(tools []json.RawMessage) market.Probe {
	p := goodProbe()
	p.Took = 40 * time.Millisecond
	p.List.Tools = tools
	return p
}

func simGood() market.Probe { return showing(simTools(simText)) }

func failing(reason market.Reason, class market.Class) market.Probe {
	return market.Probe{Reason: reason, Class: class}
}

// Ways in which servers fail.
var (
	simRefused   = failing(market.ReasonConnect, market.ClassNetwork)
	simTimeout   = failing(market.ReasonTimeout, market.ClassNetwork)
	simHTML      = failing(market.ReasonNotMCP, market.ClassContentType)
	simMoved     = failing(market.ReasonHTTPError, market.ClassMoved)
	simBroken    = failing(market.ReasonHTTPError, market.ClassServerError)
	simMismatch  = failing(market.ReasonHTTPError, market.ClassMismatch)
	simGated     = failing(market.ReasonAuthRequired, market.ClassAuth)
	simThrottled = failing(market.ReasonRateLimited, market.ClassThrottled)
)

func simNoName() market.Probe {
	p := failing(market.ReasonDNS, market.ClassNetwork)
	p.Net.DNSFault = "nxdomain"
	return p
}

func simExpired() market.Probe {
	p := failing(market.ReasonTLS, market.ClassNetwork)
	p.Net.TLSFault = "expired"
	return p
}

// in answers with bad in the stretch, and as it is set otherwise.
func in(s stretch, bad market.Probe, otherwise func(time.Duration) market.Probe) func(time.Duration) market.Probe {
	return func(at time.Duration) market.Probe {
		if at >= s.from && at < s.until {
			return bad
		}
		return otherwise(at)
	}
}

func well(time.Duration) market.Probe { return simGood() }

const hour = time.Hour

// aWeek are two hundred servers and what happens to them.
func aWeek() []*faulty {
	var all []*faulty
	all = append(all, illnesses()...)
	all = append(all, noFaults()...)
	all = append(all, benign()...)
	all = append(all, malice()...)
	for len(all) < 200 {
		all = append(all, &faulty{what: "healthy", answers: well})
	}
	// They are listed mixed, so that batches are.
	rand.New(rand.NewPCG(4, 2)).Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	share := all[:0]
	for i := 0; i < len(all); i += simShare {
		share = append(share, all[i])
	}
	return share
}

// illnesses are servers that are to be marked.
func illnesses() (all []*faulty) {
	ill := func(what string, from, until time.Duration, to market.HealthState, bad market.Probe, slow time.Duration) *faulty {
		s := stretch{from, until}
		x := &faulty{what: what, answers: in(s, bad, well), truth: truth{spells: []spell{{s, to, slow}}}}
		all = append(all, x)
		return x
	}
	down, gated := market.HealthDegraded, market.HealthGated
	ill("dead from the start", 0, forEver, down, simRefused, 0)
	ill("dead from the start", 0, forEver, down, simNoName(), 0)
	for i, bad := range []market.Probe{simRefused, simTimeout, simNoName(), simHTML, simMoved, simBroken, simExpired()} {
		ill("died", time.Duration(5+11*i)*hour, forEver, down, bad, 0)
		ill("away for six hours", time.Duration(7+13*i)*hour, time.Duration(13+13*i)*hour, down, bad, 0)
	}
	// Many at once: the breaker may doubt for half an hour.
	for range 8 {
		ill("died with others", 50*hour, forEver, down, simTimeout, 40*time.Minute)
	}
	for i := range 8 {
		x := ill("one domain", 70*hour, 76*hour, down, simRefused, 10*time.Minute)
		x.url = fmt.Sprintf("https://s%d.shared.example/mcp", i)
	}
	for i := range 3 {
		ill("away for four days", time.Duration(9+8*i)*hour, time.Duration(9+8*i)*hour+90*hour, down, simRefused, 0)
	}
	for i := range 2 {
		ill("a contract that fails", time.Duration(20+9*i)*hour, time.Duration(40+9*i)*hour, down, simMismatch, contract)
		ill("gated from the start", 0, forEver, gated, simGated, 0)
		ill("gated later", time.Duration(31+9*i)*hour, forEver, gated, simGated, 0)
		ill("gated for a while", time.Duration(44+9*i)*hour, time.Duration(54+9*i)*hour, gated, simGated, 0)
		ill("away after its maintenance", time.Duration(60+i)*hour, time.Duration(90+i)*hour, down, simBroken, 0).maintain()
	}
	for i := range 2 { // what says nothing comes between its failures
		x := ill("died, throttled between", time.Duration(66+i)*hour, forEver, down, simRefused, 80*time.Minute)
		random := rand.New(rand.NewPCG(2, uint64(i)))
		dead := x.answers
		x.answers = func(at time.Duration) market.Probe {
			if at > x.truth.spells[0].from && random.IntN(3) == 0 {
				return simThrottled
			}
			return dead(at)
		}
	}
	for i := range 3 { // down, and back with other tools: a person says what comes of it
		x := ill("back with other tools", time.Duration(9+6*i)*hour, time.Duration(9+6*i)*hour+90*hour, down, simNoName(), 0)
		x.truth.returns, x.truth.told = true, map[market.EventKind]int{market.EventDriftMaterial: 1}
		x.answers = in(x.truth.spells[0].stretch, simNoName(), func(at time.Duration) market.Probe {
			if at < x.truth.spells[0].from {
				return simGood()
			}
			return showing(simTools("Returns what the stars say of one of 300 cities."))
		})
		// Away for a day and a half, not down yet, and back with a number changed.
		y := ill("back with a number changed", time.Duration(9+6*i)*hour, time.Duration(9+6*i)*hour+36*hour, down, simRefused, 0)
		y.truth.told = map[market.EventKind]int{market.EventDriftMaterial: 1}
		y.answers = in(y.truth.spells[0].stretch, simRefused, func(at time.Duration) market.Probe {
			if at < y.truth.spells[0].from {
				return simGood()
			}
			return showing(simTools(strings.Replace(simText, "300", "301", 1)))
		})
	}
	return all
}

// maintain announces the first hours of a server's illness: those do not count.
func (x *faulty) maintain() {
	s := &x.truth.spells[0]
	x.truth.maintenance = []stretch{{s.from, s.from + 4*hour}}
	s.from += 4 * hour
}

// noFaults are servers that are not to be marked, whatever they do.
func noFaults() (all []*faulty) {
	put := func(what string, answers func(time.Duration) market.Probe) *faulty {
		x := &faulty{what: what, answers: answers}
		all = append(all, x)
		return x
	}
	silent := map[market.EventKind]int{market.EventSilent: 1}
	for i := range 4 {
		n := i
		put("every other one fails", func(time.Duration) market.Probe {
			if n++; n%2 == 0 {
				return simRefused
			}
			return simGood()
		})
		m := i
		put("two of three fail", func(time.Duration) market.Probe {
			if m++; m%3 != 0 {
				return simTimeout
			}
			return simGood()
		})
		random := rand.New(rand.NewPCG(1, uint64(i)))
		put("one of ten fails", func(time.Duration) market.Probe {
			if random.IntN(10) == 0 {
				return simTimeout
			}
			return simGood()
		})
		once := 0
		put("a 401 now and then", func(time.Duration) market.Probe {
			if once++; once%20 == 9 {
				return simGated
			}
			return simGood()
		})
		put("a 400 now and then", func(time.Duration) market.Probe {
			if once++; once%20 == 9 {
				return simMismatch
			}
			return simGood()
		})
		put("restarts for 25 minutes a day", func(at time.Duration) market.Probe {
			if (at+time.Duration(i)*hour)%day < 25*time.Minute {
				return simRefused
			}
			return simGood()
		})
		put("slow", func(time.Duration) market.Probe {
			p := simGood()
			p.Took = 9900 * time.Millisecond
			return p
		})
		put("throttling for hours", in(stretch{20 * hour, time.Duration(25+i) * hour}, simThrottled, well))
		put("throttling by turns", func(at time.Duration) market.Probe {
			if at/hour%2 == 0 {
				return simThrottled
			}
			return simGood()
		})
		wait := simThrottled
		wait.Contract = market.Answer{Status: 429, RetryAfter: time.Duration(1+40*i) * hour}
		put("throttling, and says until when", in(stretch{30 * hour, 40 * hour}, wait, well))
		x := put("in maintenance", in(stretch{40 * hour, 46 * hour}, simBroken, well))
		x.truth.maintenance = []stretch{{40*hour - time.Minute, 46*hour + time.Minute}}
		put("leaks sessions", func(time.Duration) market.Probe {
			p := simGood()
			p.Contract.SessionID, p.List.Answer.SessionID = true, true
			return p
		})
	}
	put("throttling from then on", in(stretch{30 * hour, forEver}, simThrottled, well)).truth.told = silent
	put("throttling from the start", in(stretch{0, forEver}, simThrottled, well)).truth.told = silent
	for i, c := range []struct {
		until time.Duration
		told  int
	}{{60 * day, 0}, {22 * day, 1}, {9 * day, 2}, {5 * day, 1}} {
		x := put("a certificate that runs out", func(at time.Duration) market.Probe {
			p := simGood()
			p.Net.CertUntil = noon.Add(c.until)
			if i == 3 && at > 3*day {
				p.Net.CertUntil = noon.Add(90 * day)
			}
			return p
		})
		x.truth.told = map[market.EventKind]int{market.EventCert: c.told}
		if c.told == 0 {
			x.truth.told = nil
		}
	}
	return all
}
