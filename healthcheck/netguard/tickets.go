package netguard

import (
	"crypto/tls"
	"sync"
	"time"
)

// Bounds on the TLS sessions that are kept (RFC 8446 §2.2).
const (
	maxTickets = 4096
	fullEvery  = 24 * time.Hour // between full handshakes with an origin, in which a new certificate shows
)

// tickets keeps the TLS sessions of a client, the last one of each origin. All
// were made with the client's own roots.
type tickets struct {
	mu   sync.Mutex
	kept map[origin]ticket
}

type ticket struct {
	state *tls.ClientSessionState
	full  time.Time // of the last full handshake
}

func newTickets() *tickets { return &tickets{kept: map[origin]ticket{}} }

// get returns the session with an origin; ok is false when a full handshake is due.
func (t *tickets) get(to origin, now time.Time) (k ticket, ok bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	k, ok = t.kept[to]
	if age := now.Sub(k.full); ok && (age < 0 || age >= fullEvery) {
		delete(t.kept, to)
		return ticket{}, false
	}
	return k, ok
}

// put keeps a session. When there are too many any other has to go: origins are
// probed in turn, so that the one not used for longest would be the next wanted.
func (t *tickets) put(to origin, k ticket) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if _, ok := t.kept[to]; !ok && len(t.kept) >= maxTickets {
		for other := range t.kept {
			delete(t.kept, other)
			break
		}
	}
	t.kept[to] = k
}

func (t *tickets) drop(to origin) {
	t.mu.Lock()
	defer t.mu.Unlock()
	delete(t.kept, to)
}

// resumption is the session cache of one connection. crypto/tls would keep
// sessions by name alone; another port may be another server.
type resumption struct {
	kept    *tickets
	to      origin
	now     time.Time
	mu      sync.Mutex
	full    time.Time // of the full handshake from which the connection's sessions stem
	offered bool      // a session was, to the server
}

// Get implements [tls.ClientSessionCache].
func (r *resumption) Get(string) (*tls.ClientSessionState, bool) {
	k, ok := r.kept.get(r.to, r.now)
	if !ok {
		return nil, false
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.full, r.offered = k.full, true
	return k.state, true
}

// Put implements [tls.ClientSessionCache].
func (r *resumption) Put(_ string, state *tls.ClientSessionState) {
	if state == nil {
		r.kept.drop(r.to)
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.kept.put(r.to, ticket{state, r.full})
}

// shaken notes that the handshake is done.
func (r *resumption) shaken(resumed bool) {
	if resumed {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.offered { // and not taken
		r.full = r.now
	}
}
