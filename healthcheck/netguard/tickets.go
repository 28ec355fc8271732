package netguard

import (
	"container/list"
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
	mu     sync.Mutex
	order  *list.List // of *ticket, the last used in front
	byAddr map[origin]*list.Element
}

type ticket struct {
	to    origin
	state *tls.ClientSessionState
	full  time.Time // of the last full handshake
}

func newTickets() *tickets {
	return &tickets{order: list.New(), byAddr: map[origin]*list.Element{}}
}

// get returns the session with an origin, nil when a full handshake is due.
func (t *tickets) get(to origin, now time.Time) *ticket {
	t.mu.Lock()
	defer t.mu.Unlock()
	e, ok := t.byAddr[to]
	if !ok {
		return nil
	}
	k, _ := e.Value.(*ticket)
	if age := now.Sub(k.full); age < 0 || age >= fullEvery {
		t.remove(e)
		return nil
	}
	t.order.MoveToFront(e)
	return k
}

func (t *tickets) put(k *ticket) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if e, ok := t.byAddr[k.to]; ok {
		e.Value = k
		t.order.MoveToFront(e)
		return
	}
	t.byAddr[k.to] = t.order.PushFront(k)
	if t.order.Len() > maxTickets {
		t.remove(t.order.Back())
	}
}

func (t *tickets) drop(to origin) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if e, ok := t.byAddr[to]; ok {
		t.remove(e)
	}
}

func (t *tickets) remove(e *list.Element) {
	k, _ := t.order.Remove(e).(*ticket)
	delete(t.byAddr, k.to)
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
	k := r.kept.get(r.to, r.now)
	if k == nil {
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
	r.kept.put(&ticket{r.to, state, r.full})
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
