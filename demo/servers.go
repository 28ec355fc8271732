// Package demo runs sample MCP servers inside the process, each a real HTTP
// server on its own loopback port: good ones, broken ones that can be mended,
// one behind a token, a slow one, ones that go down or change on request. With
// them a newcomer sees what a market does without any other service.
//
// It knows nothing of the market and speaks JSON-RPC by hand, as a stranger's
// server would.
package demo

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
)

// Text is one text in both languages.
type Text struct{ ZH, EN string }

// Action is a switch on a server.
type Action struct {
	Name  string
	Label Text
}

// The states of a server.
const (
	Up      = "up"
	Down    = "down"
	Broken  = "broken"  // answers, with the fault it is there to show
	Mended  = "mended"  // answers, with that fault repaired
	Changed = "changed" // answers with other tools than at first
)

// Server is a sample server as it is now.
type Server struct {
	Name    string
	URL     string
	Token   string // Bearer token that it wants; "" when none
	Summary Text
	State   string
	Actions []Action // what makes sense in this state
	Entry   Entry    // how its publisher would describe it
	Settled bool     // ready-made listings are made of these
}

// Entry is what its publisher would fill in to have a server listed.
type Entry struct{ ID, Name, Desc, Cat, Author string }

// Errors of [Servers.Do].
var (
	ErrNoServer = errors.New("there is no such sample server")
	ErrNoAction = errors.New("the sample server has no such action")
)

// Options may all be left out.
type Options struct {
	// Ports are wanted ports by server name, so that addresses outlive a
	// restart. A server whose port is taken gets another.
	Ports map[string]int
	Log   *slog.Logger
}

// Servers are the running sample servers.
type Servers struct {
	log   *slog.Logger
	mu    sync.Mutex
	order []*server
}

// Start starts every sample server. They run until Close.
func Start(ctx context.Context, o Options) (*Servers, error) {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	s := &Servers{log: o.Log}
	plans, err := plans()
	if err != nil {
		return nil, err
	}
	for _, p := range plans {
		srv := newServer(p)
		if err := srv.open(ctx, o.Ports[p.name]); err != nil {
			return nil, errors.Join(fmt.Errorf("sample server %s: %w", p.name, err), s.Close())
		}
		s.order = append(s.order, srv)
	}
	return s, nil
}

// List returns the servers, in the order in which a newcomer should meet them.
func (s *Servers) List() []Server {
	s.mu.Lock()
	defer s.mu.Unlock()
	list := make([]Server, len(s.order))
	for i, srv := range s.order {
		list[i] = srv.show()
	}
	return list
}

// Ports returns every server's port by name, for [Options.Ports] of the next start.
func (s *Servers) Ports() map[string]int {
	s.mu.Lock()
	defer s.mu.Unlock()
	ports := map[string]int{}
	for _, srv := range s.order {
		ports[srv.plan.name] = srv.port
	}
	return ports
}

// Do throws a switch of a server: "down" closes its port, so that connections
// are refused, and "up" opens the same port again; "break" and "mend",
// "change", "tweak" or "harm" and "restore" swap its tools. An action that changes nothing is no error.
func (s *Servers) Do(ctx context.Context, name, action string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, srv := range s.order {
		if srv.plan.name == name {
			s.log.Info("sample server", "name", name, "action", action)
			return srv.do(ctx, action)
		}
	}
	return ErrNoServer
}

// Close stops every server.
func (s *Servers) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	var errs []error
	for _, srv := range s.order {
		errs = append(errs, srv.shut())
	}
	return errors.Join(errs...)
}
