package demo

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"strconv"
	"sync/atomic"
	"time"
)

// plan is how one sample server behaves.
type plan struct {
	name    string
	summary Text
	entry   Entry
	settled bool
	first   face
	second  face   // after mend or change; zero for a server that has one face
	swap    string // "mend" or "change"
	token   string
	sse     bool
	delay   time.Duration // before tools/list is answered
}

// face is what a server shows.
type face struct {
	tools []tool
	// refuses has the server answer a body that is no request with 400, as
	// stock SDK servers do.
	refuses bool
}

// server is a plan with a port. Its owner holds a lock around its methods,
// except for the handler's.
type server struct {
	plan    plan
	port    int
	http    *http.Server  // nil while down
	served  chan struct{} // closed when http no longer serves
	swapped atomic.Bool
}

func newServer(p plan) *server { return &server{plan: p} }

// open listens on the port, or, when it is 0 or taken, on a free one.
func (s *server) open(ctx context.Context, port int) error {
	ln, err := listen(ctx, port)
	if err != nil && port != 0 && s.port == 0 {
		ln, err = listen(ctx, 0)
	}
	if err != nil {
		return err
	}
	s.port = ln.Addr().(*net.TCPAddr).Port
	mux := http.NewServeMux()
	mux.HandleFunc("POST /mcp", s.answer)
	s.http = &http.Server{Handler: mux, ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 10 * time.Second, MaxHeaderBytes: 32 << 10}
	s.served = make(chan struct{})
	go func(h *http.Server, served chan<- struct{}) {
		defer close(served)
		_ = h.Serve(ln) // ends with ErrServerClosed when shut
	}(s.http, s.served)
	return nil
}

func listen(ctx context.Context, port int) (net.Listener, error) {
	return new(net.ListenConfig).Listen(ctx, "tcp4", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
}

// shut closes the port and every connection. It waits for the port to be free:
// Close knows nothing of a listener that Serve has not come to yet.
func (s *server) shut() error {
	if s.http == nil {
		return nil
	}
	err := s.http.Close()
	<-s.served
	s.http = nil
	return err
}

func (s *server) do(ctx context.Context, action string) error {
	switch {
	case action == "down":
		return s.shut()
	case action == "up":
		if s.http != nil {
			return nil
		}
		return s.open(ctx, s.port)
	case s.plan.swap != "" && action == s.plan.swap:
		s.swapped.Store(true)
	case s.plan.swap != "" && action == back(s.plan.swap):
		s.swapped.Store(false)
	default:
		return fmt.Errorf("%w: %q", ErrNoAction, action)
	}
	return nil
}

// back is the action that undoes a swap.
func back(swap string) string {
	if swap == "mend" {
		return "break"
	}
	return "restore"
}

// face is what the server shows now.
func (s *server) face() face {
	if s.swapped.Load() {
		return s.plan.second
	}
	return s.plan.first
}

func (s *server) show() Server {
	return Server{
		Name: s.plan.name, URL: "http://127.0.0.1:" + strconv.Itoa(s.port) + "/mcp", Token: s.plan.token,
		Summary: s.plan.summary, State: s.state(), Actions: s.actions(), Entry: s.plan.entry, Settled: s.plan.settled,
	}
}

func (s *server) state() string {
	swapped := s.swapped.Load()
	switch {
	case s.http == nil:
		return Down
	case s.plan.swap == "mend" && swapped:
		return Mended
	case s.plan.swap == "mend":
		return Broken
	case swapped:
		return Changed
	}
	return Up
}

func (s *server) actions() []Action {
	labels := map[string]Text{
		"up": {"启动", "Start"}, "down": {"停掉", "Stop"},
		"mend": {"修好", "Mend"}, "break": {"弄坏", "Break"},
		"change": {"改动工具", "Change its tools"}, "restore": {"改回原样", "Change them back"},
	}
	var names []string
	switch {
	case s.plan.swap == "":
	case s.swapped.Load():
		names = append(names, back(s.plan.swap))
	default:
		names = append(names, s.plan.swap)
	}
	if s.http == nil {
		names = append(names, "up")
	} else {
		names = append(names, "down")
	}
	actions := make([]Action, len(names))
	for i, n := range names {
		actions[i] = Action{n, labels[n]}
	}
	return actions
}
