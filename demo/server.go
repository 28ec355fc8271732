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
	others  []swap // what it can be made to show instead
	token   string
	sse     bool
	delay   time.Duration // before tools/list is answered
}

// swap is another face, and the action that puts it on: "mend" repairs the
// fault that a server is there to show, the others change the tools of a good one.
type swap struct {
	action string
	face   face
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
	plan   plan
	port   int
	http   *http.Server         // nil while down
	served chan struct{}        // closed when http no longer serves
	worn   atomic.Pointer[swap] // nil for the first face
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
	switch action {
	case "down":
		return s.shut()
	case "up":
		if s.http != nil {
			return nil
		}
		return s.open(ctx, s.port)
	}
	for i, o := range s.plan.others {
		switch action {
		case o.action:
			s.worn.Store(&s.plan.others[i])
			return nil
		case o.undo():
			s.worn.Store(nil)
			return nil
		}
	}
	return fmt.Errorf("%w: %q", ErrNoAction, action)
}

// undo is the action that takes the face off again.
func (o swap) undo() string {
	if o.action == "mend" {
		return "break"
	}
	return "restore"
}

// face is what the server shows now.
func (s *server) face() face {
	if worn := s.worn.Load(); worn != nil {
		return worn.face
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
	worn := s.worn.Load()
	faulty := len(s.plan.others) > 0 && s.plan.others[0].action == "mend"
	switch {
	case s.http == nil:
		return Down
	case faulty && worn != nil:
		return Mended
	case faulty:
		return Broken
	case worn != nil:
		return Changed
	}
	return Up
}

func (s *server) actions() []Action {
	labels := map[string]Text{
		"up": {"启动", "Start"}, "down": {"停掉", "Stop"},
		"mend": {"修好", "Mend"}, "break": {"弄坏", "Break"},
		"change": {"改动工具", "Change its tools"}, "tweak": {"改个标点", "Change a comma"}, "harm": {"改成有害的", "Make it harmful"},
		"restore": {"改回原样", "Change them back"},
	}
	var names []string
	if worn := s.worn.Load(); worn != nil {
		names = append(names, worn.undo())
	} else {
		for _, o := range s.plan.others {
			names = append(names, o.action)
		}
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
