package catalogapi

import (
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"runtime/debug"
	"sync/atomic"

	"github.com/labstack/echo/v4"

	"marketd/market"
)

// Options are a Server's dependencies; all are required but those marked.
type Options struct {
	Catalog  *market.Catalog
	Intake   *market.Intake
	Actor    func(*http.Request) market.Actor // who asks; nobody by default
	Language func(*http.Request) market.Lang  // of problems; default Chinese
	ClientIP func(*http.Request) string       // whose checks are counted; default the peer's address
	Clock    market.Clock
	Log      *slog.Logger
	Demo     bool // the market is a demonstration, and says so
}

// Server answers for the paths of [Patterns].
type Server struct {
	Options
	edition atomic.Pointer[edition]
	press   press
	checks  gate
	schemas schemas
	rest    http.Handler
}

// The two addresses of the catalog. The first is in shipped apps and stays for ever.
const (
	appCatalogPath = "/market/registry.json"
	catalogPath    = "/api/v1/catalog"
)

// Patterns are the patterns of net/http's ServeMux that belong to a Server.
func Patterns() []string {
	return []string{appCatalogPath, "/api/", "/market-submit", "/market-submit/", "/schemas/"}
}

// New returns a Server. It has no catalog to serve before the first Publish.
// Close it.
func New(o Options) *Server {
	s := &Server{Options: o, checks: newGate(checksAtOnce, checksPerClient)}
	if s.Actor == nil {
		s.Actor = func(*http.Request) market.Actor { return market.Actor{} }
	}
	if s.ClientIP == nil {
		s.ClientIP = peer
	}
	s.press.log, s.press.edition = o.Log, &s.edition
	s.rest = s.routes()
	return s
}

// Close ends the work of Publish that is under way.
func (s *Server) Close() { s.press.close() }

// Handler returns the handler of everything.
func (s *Server) Handler() http.Handler { return http.HandlerFunc(s.serve) }

func (s *Server) serve(w http.ResponseWriter, r *http.Request) {
	switch r.URL.Path {
	case appCatalogPath, catalogPath:
		s.catalogShow(w, r)
	default:
		s.rest.ServeHTTP(w, r)
	}
}

func (s *Server) routes() http.Handler {
	e := echo.New()
	e.HideBanner, e.HidePort = true, true
	e.HTTPErrorHandler = func(err error, c echo.Context) {
		if !c.Response().Committed {
			s.fail(c.Response(), c.Request(), err)
		}
	}
	e.Use(s.recover, sameOrigin())
	for _, path := range []string{"/api/v1/submissions", "/market-submit"} {
		e.POST(path, s.submissionCreate)
		e.GET(path+"/:id", s.submissionShow)
	}
	e.GET("/schemas/:name", s.schemaShow)
	e.HEAD("/schemas/:name", s.schemaShow)
	return e
}

// recover turns a panic into an error, once, with its stack in the log.
func (s *Server) recover(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) (err error) {
		defer func() {
			switch p := recover(); p {
			case nil:
			case http.ErrAbortHandler:
				panic(p)
			default:
				err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
			}
		}()
		return next(c)
	}
}

// sameOrigin refuses writes that another site had a browser send with its
// user's cookies. Who is no browser sends neither of the headers it looks at.
func sameOrigin() echo.MiddlewareFunc {
	protection := http.NewCrossOriginProtection()
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			if protection.Check(c.Request()) != nil {
				return market.ErrCrossSite
			}
			return next(c)
		}
	}
}

func (s *Server) language(r *http.Request) market.Lang {
	if s.Language == nil {
		return market.Chinese
	}
	return s.Language(r)
}

func peer(r *http.Request) string {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		return r.RemoteAddr
	}
	return host
}

// send answers with JSON that is for the asker alone.
func send(c echo.Context, status int, v any) error {
	body, err := marshal(v)
	if err != nil {
		return err
	}
	h := c.Response().Header()
	h.Set("Cache-Control", "private, no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	return c.Blob(status, "application/json", body)
}
