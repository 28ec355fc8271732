package market

import (
	"sync"
	"time"
)

// Breaker judges batches of probes as wholes: when too much fails at once it is
// our network that is at fault and not the servers (rule CRN-004). It looks at
// sites, not listings: a hundred listings under one domain fail together and
// say nothing about our network. It remembers what earlier batches saw.
type Breaker struct {
	span time.Duration

	mu    sync.Mutex
	heard time.Time            // when somebody outside last answered this process
	cut   map[string]bool      // sites to which nothing got through since, that were well before
	void  map[string]time.Time // listing → the first of its void results in a row
	last  map[string]standing  // of sites
	since time.Time            // of the doubt; zero when there is none
	why   string
}

// NewBreaker returns a Breaker. Span is after how long a failure counts at last
// though the batches look void, when others answer all the while.
func NewBreaker(span time.Duration) *Breaker {
	return &Breaker{span: span, cut: map[string]bool{}, void: map[string]time.Time{}, last: map[string]standing{}}
}

// standing is how a site did when it was last probed.
type standing struct {
	at       time.Time
	answered time.Time // last; zero: never
	failing  time.Time // since when, of a row of bad results; zero: it is well
	ill      bool      // it was failing before the row was seen
}

// Sight is what the breaker looks at in the probe of one listing.
type Sight struct {
	Listing  string
	Site     string
	Answered bool // by something outside, whatever it said
	Bad      bool // a result that would count against the server
	Cut      bool // nothing got through: a fault below HTTP
	Ill      bool // it was failing before
}

// CRN-004's numbers.
const (
	leastSites = 10  // probed, before a share of them says something
	mostFailed = 0.2 // of them, newly
	leastCut   = 3   // that nothing gets through to while nobody answers
)

// Why a batch is void.
const (
	WhyCanaries = "no canary answers"
	WhySilence  = "nobody outside answers"
	WhyMany     = "too many servers fail at once"
)

// Judge reports which of the batch's results are void. Canaries says whether
// all that the operator named failed to answer.
func (b *Breaker) Judge(at time.Time, batch []Sight, canaries bool) []bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	t := b.tallyOf(at, batch)
	b.listen(at, batch, t)
	why := b.suspects(at, t, canaries)
	void, some := make([]bool, len(batch)), false
	for i, s := range batch {
		switch {
		case why == "" || !s.Bad || why == WhySilence && !s.Cut:
		case b.tooLong(s.Listing, at) && (b.mostAnswer(at) || why == WhySilence && b.heardLately(s.Listing, at)):
		default:
			void[i], some = true, true
		}
		b.remember(s, void[i], at)
	}
	switch {
	case some && b.since.IsZero():
		b.since, b.why = at, why
	case some:
		b.why = why
	case len(t.answered) > 0:
		b.since, b.why = time.Time{}, ""
	}
	return void
}

// Doubt is since when, and why, this process doubts its own network; the zero
// time when it does not.
func (b *Breaker) Doubt() (since time.Time, why string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.since, b.why
}

// listen remembers who answered, or to whom nothing got through.
func (b *Breaker) listen(at time.Time, batch []Sight, t siteTally) {
	if len(t.answered) > 0 {
		b.heard = at
		clear(b.cut)
		return
	}
	for _, s := range batch {
		// What was failing before says nothing, unless nobody was ever heard.
		if s.Cut && (!s.Ill || b.heard.IsZero()) {
			b.cut[s.Site] = true
		}
	}
}

// Hear notes that a canary answers: our network does what it should.
func (b *Breaker) Hear(at time.Time) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.heard = at
	clear(b.cut)
}

// HeardWithin reports whether somebody answered in the stretch of time before the
// instant.
func (b *Breaker) HeardWithin(d time.Duration, at time.Time) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return at.Sub(b.heard) <= d
}

// Unheard reports whether nobody has answered since the instant though there is
// somebody else who did before. Then a site to which nothing got through since
// is not to be given up: where there are two of them, both fall silent when our
// own network does.
func (b *Breaker) Unheard(site string, since time.Time) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.heard.After(since) {
		return false
	}
	for other, s := range b.last {
		if other != site && (since.Sub(s.answered) < recently || b.cut[other]) {
			return true
		}
	}
	return false
}

// recently is within the time in which whoever is well was heard, however seldom
// it is probed.
const recently = 3 * time.Hour

func (b *Breaker) suspects(at time.Time, t siteTally, canaries bool) string {
	switch {
	case canaries:
		return WhyCanaries
	case len(t.answered) == 0 && len(b.cut) >= leastCut && b.heard.Before(at):
		return WhySilence
	case t.well >= leastSites && float64(t.failed) > mostFailed*float64(t.well):
		return WhyMany
	}
	return ""
}

// tooLong reports whether the listing's results were void for the whole span.
func (b *Breaker) tooLong(listing string, at time.Time) bool {
	first, ok := b.void[listing]
	return ok && at.Sub(first) >= b.span
}

// remember follows a listing's row of void results. One that counts ends it,
// but for a failure that counts because the row is too long: the next does too.
func (b *Breaker) remember(s Sight, void bool, at time.Time) {
	_, row := b.void[s.Listing]
	switch {
	case void && !row:
		b.void[s.Listing] = at
	case !void && !s.Bad:
		delete(b.void, s.Listing)
	}
}

// heardLately reports whether somebody answered since the listing's results are
// void, and not long ago: it is not our network that falls silent.
func (b *Breaker) heardLately(listing string, at time.Time) bool {
	return b.heard.After(b.void[listing]) && at.Sub(b.heard) < b.span
}

// siteTally is a batch by its sites, with what was seen of others lately: where
// listings come due one by one a batch is no sample.
type siteTally struct {
	answered     map[string]bool // of the batch
	well, failed int             // not failing before; and failing now
}

// tallyOf notes how the batch's sites stand, and counts.
func (b *Breaker) tallyOf(at time.Time, batch []Sight) siteTally {
	t, now := siteTally{answered: map[string]bool{}}, map[string]standing{}
	for _, s := range batch {
		x, seen := now[s.Site]
		if !seen {
			x = standing{at: at, answered: b.last[s.Site].answered, ill: true}
		}
		if s.Answered {
			t.answered[s.Site], x.answered = true, at
		}
		if s.Bad && !s.Ill {
			x.failing = at
		}
		x.ill = x.ill && s.Ill
		now[s.Site] = x
	}
	for site, x := range now {
		if was := b.last[site]; !was.failing.IsZero() && (x.ill || !x.failing.IsZero()) { // the row goes on
			x.failing, x.ill = was.failing, was.ill
		}
		b.last[site] = x
	}
	most := b.mostAnswer(at)
	for site, x := range b.last {
		switch age := at.Sub(x.at); {
		case age > forgotten:
			delete(b.last, site)
		case age > b.span, x.ill, most && !x.failing.IsZero() && at.Sub(x.failing) >= b.span: // others answer all the while: it is its own fault
		default:
			t.well++
			if !x.failing.IsZero() {
				t.failed++
			}
		}
	}
	return t
}

// forgotten is how long a site is remembered that is probed no more.
const forgotten = 24 * time.Hour

// mostAnswer reports whether at least half of the sites that were probed lately
// answered then.
func (b *Breaker) mostAnswer(at time.Time) bool {
	all, answered := 0, 0
	for _, x := range b.last {
		if at.Sub(x.at) <= b.span {
			all++
			if x.answered.Equal(x.at) {
				answered++
			}
		}
	}
	return 2*answered >= all
}
