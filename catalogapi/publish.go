package catalogapi

import (
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"

	"marketd/market"
	"marketd/negotiate"
)

// press makes editions. A new one is encoded at a fast level and goes out at
// once; one worker then encodes it as small as it gets and swaps that in.
type press struct {
	log     *slog.Logger
	edition *atomic.Pointer[edition]

	mu     sync.Mutex // one publication at a time; guards what follows
	body   []byte     // of the latest edition
	busy   bool       // a worker runs
	closed bool
	worker sync.WaitGroup
	latest atomic.Int64 // counts editions, so that the worker can tell that its own is old
}

// Publish makes the catalog of the snapshot the one that is served. Give it to
// [market.Catalog.OnChange].
func (s *Server) Publish(snap *market.Snapshot) error {
	body, err := marshal(documentOf(snap, s.Demo))
	if err != nil {
		return fmt.Errorf("encode the catalog: %w", err)
	}
	e := newEdition(snap.UpdatedAt).with(negotiate.Identity, body)
	for _, c := range worthwhile(body) {
		small, err := encode(body, c, effortFast, func() bool { return false })
		if err != nil {
			return fmt.Errorf("encode the catalog as %s: %w", c, err)
		}
		if len(small) < len(body) {
			e = e.with(c, small)
		}
	}
	s.press.put(e)
	return nil
}

// put makes e the edition that is served and has the worker improve on it.
func (p *press) put(e *edition) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if old := p.edition.Load(); old != nil && old.variants[negotiate.Identity].tags[0] == e.variants[negotiate.Identity].tags[0] {
		return // the same bytes: what is served may be better encoded already
	}
	p.edition.Store(e)
	p.latest.Add(1)
	p.body = e.variants[negotiate.Identity].body
	if !p.busy && !p.closed {
		p.busy = true
		p.worker.Go(p.improve)
	}
}

// improve encodes the latest edition until there is none later.
func (p *press) improve() {
	for {
		p.mu.Lock()
		turn, body := p.latest.Load(), p.body
		p.mu.Unlock()
		for _, c := range worthwhile(body) {
			small, err := encode(body, c, effortStrong, func() bool { return p.latest.Load() != turn })
			if errors.Is(err, errStopped) {
				break
			}
			if err != nil {
				p.log.Error("catalog not encoded", slog.String("coding", c.String()), slog.Any("error", err))
				continue
			}
			p.swap(turn, c, small)
		}
		p.mu.Lock()
		if p.closed || p.latest.Load() == turn {
			p.busy = false
			p.mu.Unlock()
			return
		}
		p.mu.Unlock()
	}
}

// swap puts a smaller body into the edition of the turn, if that is still the latest.
func (p *press) swap(turn int64, c negotiate.Coding, body []byte) {
	p.mu.Lock()
	defer p.mu.Unlock()
	e := p.edition.Load()
	now := e.variants[negotiate.Identity]
	if old := e.variants[c]; old != nil {
		now = old
	}
	if p.latest.Load() == turn && len(body) < len(now.body) {
		p.edition.Store(e.with(c, body))
	}
}

// close stops the worker and waits for it.
func (p *press) close() {
	p.mu.Lock()
	p.closed = true
	p.latest.Add(1)
	p.mu.Unlock()
	p.worker.Wait()
}
