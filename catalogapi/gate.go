package catalogapi

import (
	"sync"

	"marketd/market"
)

// How many checks run at once, of all and of one client. A check sends packets
// to an address that a stranger names and holds a connection for as long as
// the server there pleases, up to a minute or two.
const (
	checksAtOnce    = 16
	checksPerClient = 2
)

// gate bounds work at hand, altogether and for each client. It remembers
// nothing of work that is done.
type gate struct {
	all, each int

	mu      sync.Mutex
	inside  int
	clients map[string]int
}

func newGate(all, each int) gate {
	return gate{all: all, each: each, clients: map[string]int{}}
}

// enter lets a client in, who must call leave when done.
func (g *gate) enter(client string) (leave func(), err error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	switch {
	case g.clients[client] >= g.each:
		return nil, market.ErrCheckRunning
	case g.inside >= g.all:
		return nil, market.ErrChecksBusy
	}
	g.inside++
	g.clients[client]++
	return func() { g.leave(client) }, nil
}

func (g *gate) leave(client string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.inside--
	if g.clients[client]--; g.clients[client] == 0 {
		delete(g.clients, client)
	}
}
