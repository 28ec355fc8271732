package catalogapi

import (
	"context"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"sync/atomic"
	"time"

	"github.com/labstack/echo/v4"

	"marketd/market"
	"marketd/market/requestlog"
)

// Options are a Server's dependencies; all are required but those marked.
type Options struct {
	Catalog   *market.Catalog
	Intake    *market.Intake
	Actor     func(*http.Request) market.Actor // who asks; nobody by default
	Language  func(*http.Request) market.Lang  // of problems; default Chinese
	ClientIP  func(*http.Request) string       // whose checks are counted; default the peer's address
	Admission *market.Admission                // of checks, best shared with the pages; default one of its own
	BaseURL   string                           // how the world reaches us, e.g. "https://market.example": writes from there are our own; default none but as the request says
	Clock     market.Clock
	Log       *slog.Logger
	Demo      bool // the market is a demonstration, and says so

	// Of badges, feeds and health.

	History  *market.History
	Standing *market.Standing
	Words    func(market.Lang) Words                                                                    // what badges and feeds say
	Changes  func(ctx context.Context, listing string, limit, offset int) ([]market.ToolsChange, error) // of tools, newest first; default none

	// Of checks of a list of tools alone.

	Tools    market.ToolsChecker
	Settings func(context.Context) (map[string]market.RuleSetting, error) // how the rules weigh now; default as configured
	RuleDocs []market.RuleDoc                                             // in SARIF; may be nil
	Version  string                                                       // of the program, in SARIF; may be empty
}

// Server answers for the paths of [Patterns].
type Server struct {
	Options
	edition atomic.Pointer[edition]
	press   press
	origin  *http.CrossOriginProtection
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
	return []string{appCatalogPath, "/api/", "/market-submit", "/market-submit/", "/schemas/", "/icons/", "/badge/", "/publishers/", "/feed.atom", "/incidents.atom", "/listings/{id}/feed.atom"}
}

// New returns a Server. It has no catalog to serve before the first Publish.
// Close it.
func New(o Options) *Server {
	s := &Server{Options: o, origin: http.NewCrossOriginProtection()}
	if u, err := url.Parse(o.BaseURL); err == nil && u.Host != "" {
		_ = s.origin.AddTrustedOrigin(u.Scheme + "://" + u.Host) // fails only for what is no origin
	}
	if s.Actor == nil {
		s.Actor = func(*http.Request) market.Actor { return market.Actor{} }
	}
	if s.ClientIP == nil {
		s.ClientIP = peer
	}
	if s.Settings == nil {
		s.Settings = func(context.Context) (map[string]market.RuleSetting, error) { return nil, nil }
	}
	if s.Changes == nil {
		s.Changes = func(context.Context, string, int, int) ([]market.ToolsChange, error) { return nil, nil }
	}
	if s.Admission == nil {
		s.Admission = market.NewAdmission(o.Clock, market.AdmissionLimits{})
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
	e.HTTPErrorHandler = func(error, echo.Context) {} // frame has answered already
	e.Use(s.frame, s.sameOrigin)
	for _, path := range []string{"/api/v1/submissions", "/market-submit"} {
		e.POST(path, s.submissionCreate)
		e.GET(path+"/:id", s.submissionShow)
	}
	e.POST("/api/v1/check", s.checkCreate)
	e.Match([]string{http.MethodGet, http.MethodHead}, iconRoute, s.iconShow)
	read := func(path string, h echo.HandlerFunc) { e.Match([]string{http.MethodGet, http.MethodHead}, path, h) }
	read(badgeRoute, s.badgeShow)
	read("/api/v1/packages/:id/health", s.healthShow)
	read("/api/v1/status", s.statusShow)
	s.feedRoutes(e)
	e.GET("/schemas/", s.schemaList)
	e.GET("/schemas/:name", s.schemaShow)
	e.HEAD("/schemas/:name", s.schemaShow)
	return e
}

// accountKey is where a request's context keeps who asked, for the log.
const accountKey = "account"

// actor is who asks.
func (s *Server) actor(c echo.Context) market.Actor {
	a := s.Actor(c.Request())
	c.Set(accountKey, a.Account)
	return a
}

// frame is the outermost middleware: one id, one log line, one problem.
func (s *Server) frame(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		start, r := time.Now(), c.Request()
		line := requestlog.Line{ID: requestlog.NewID(), Method: r.Method, Route: c.Path(), Quiet: c.Path() == iconRoute}
		c.Response().Header().Set(requestlog.Header, line.ID)
		err := requestlog.Guard(func() error { return next(c) })
		if err != nil {
			e, _ := public(err)
			if line.Code = e.Code; e.Kind == market.Internal && r.Context().Err() == nil {
				line.Fault = err
			}
			if !c.Response().Committed {
				s.fail(c.Response(), r, line.ID, err)
			}
		}
		line.Account, _ = c.Get(accountKey).(string)
		line.Status, line.Bytes, line.Took = c.Response().Status, c.Response().Size, time.Since(start)
		line.Write(r.Context(), s.Log)
		return nil
	}
}

// sameOrigin refuses writes that another site had a browser send with its
// user's cookies. Who is no browser sends neither of the headers it looks at.
func (s *Server) sameOrigin(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if s.origin.Check(c.Request()) != nil {
			return market.ErrCrossSite
		}
		return next(c)
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
