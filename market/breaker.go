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
	since time.Time            // of the doubt; zero when there is none
	why   string
}

// NewBreaker returns a Breaker. Span is after how long a failure counts at last
// though the batches look void, when others answer all the while.
func NewBreaker(span time.Duration) *Breaker {
	return &Breaker{span: span, cut: map[string]bool{}, void: map[string]time.Time{}}
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
	t := tallyOf(batch)
	b.listen(at, batch, t)
	why := b.suspects(t, canaries)
	void, some := make([]bool, len(batch)), false
	for i, s := range batch {
		switch {
		case why == "" || !s.Bad || why == WhySilence && !s.Cut:
		case t.mostAnswer() && b.tooLong(s.Listing, at):
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

func (b *Breaker) suspects(t siteTally, canaries bool) string {
	switch {
	case canaries:
		return WhyCanaries
	case len(t.answered) == 0 && len(b.cut) >= leastCut:
		return WhySilence
	case len(t.well) >= leastSites && float64(len(t.failed)) > mostFailed*float64(len(t.well)):
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

// siteTally is a batch by its sites.
type siteTally struct {
	sites, answered map[string]bool
	well, failed    map[string]bool // not failing before; and failing now
}

func tallyOf(batch []Sight) siteTally {
	t := siteTally{map[string]bool{}, map[string]bool{}, map[string]bool{}, map[string]bool{}}
	for _, s := range batch {
		t.sites[s.Site] = true
		if s.Answered {
			t.answered[s.Site] = true
		}
		if s.Ill {
			continue
		}
		t.well[s.Site] = true
		if s.Bad {
			t.failed[s.Site] = true
		}
	}
	return t
}

// mostAnswer reports whether at least half of the sites do.
func (t siteTally) mostAnswer() bool { return 2*len(t.answered) >= len(t.sites) }
