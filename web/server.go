package web

import (
	"log/slog"
	"net/http"
	"net/url"
	"time"

	"github.com/alexedwards/scs/v2"
	"github.com/labstack/echo/v4"

	"marketd/market"
	"marketd/static"
	"marketd/templates"
)

// Options are a Server's dependencies. All are required but Admission, Demo,
// Reserved, BaseURL, SecondAgent and ClientIP.
type Options struct {
	Intake   *market.Intake
	Desk     *market.Desk
	Watch    *market.Watch
	Catalog  *market.Catalog
	History  *market.History
	Standing *market.Standing
	Accounts *market.Accounts

	Rulebook  *market.Rulebook
	Waivers   *market.Waivers
	Rereviews *market.Rereviews

	Drifts *market.Drifts

	People

	Sessions scs.Store // tokens reach it hashed; a scs.CtxStore is used as one
	Clock    market.Clock
	Log      *slog.Logger
	Sharing  *market.Sharing
	Tools    market.ToolsChecker

	RuleDocs    []market.RuleDoc
	Ruleset     string
	Categories  []string      // ids a listing's category may have
	Reserved    []string      // tool names of the app's own (RES-001)
	BaseURL     string        // how the world reaches us, e.g. "https://market.example"; empty means as the request says
	Every       time.Duration // between probes of a healthy listing; 0 means untold
	UserAgent   string        // how our probes name themselves
	SecondAgent string        // how every second pass of a review names itself; "" when as the others
	Demo        Demo          // nil when this is no demo
	Secure      bool          // served over HTTPS, here or at a proxy

	// Admission bounds the checks of all surfaces; nil means those of the pages alone.
	Admission *market.Admission

	// ClientIP tells who is behind a request, past trusted proxies; nil means the peer.
	ClientIP func(*http.Request) string
}

// Server serves the pages.
type Server struct {
	Options
	assets    *static.Assets
	links     templates.Assets
	sessions  *scs.SessionManager
	origin    *http.CrossOriginProtection
	shelves   shelves
	histories cardHistories
	pool      renderer
	appraised appraisals
	live
	handler http.Handler
}

// New returns a Server.
func New(o Options) *Server {
	if o.ClientIP == nil {
		o.ClientIP = peerIP
	}
	if o.Admission == nil {
		o.Admission = market.NewAdmission(o.Clock, market.AdmissionLimits{})
	}
	s := &Server{Options: o, assets: static.New(), origin: http.NewCrossOriginProtection()}
	s.links = templates.Assets{
		CSS: s.assets.URL("app.css"), JS: s.assets.URL("app.js"),
		Icons: s.assets.URL("icons.svg"), Favicon: s.assets.URL("favicon.svg"),
	}
	if u, err := url.Parse(o.BaseURL); err == nil && u.Host != "" {
		_ = s.origin.AddTrustedOrigin(u.Scheme + "://" + u.Host) // fails only for what is no origin
	}
	s.sessions = s.newSessions()
	s.live = newLive(o)
	s.handler = s.build()
	return s
}

// Handler serves every page and asset; what it does not know is a 404 page.
func (s *Server) Handler() http.Handler { return s.handler }

// build makes the chain. From the outside in, each with its reason:
//
//   - frame: gives the request an id, writes the one log line, turns errors and
//     panics into pages; outermost, so that nothing escapes it
//   - headers: on errors too, so outside of all that can fail
//   - body limit: before anything reads the body
//   - same origin: before a session is looked up for a forged request
//   - deadline: bounds the session's database work as well
//   - session: last, so that handlers see who asks
//
// Assets stand beside the chain: they need none of it.
func (s *Server) build() http.Handler {
	e := echo.New()
	e.HideBanner, e.HidePort = true, true
	e.IPExtractor = s.ClientIP
	e.HTTPErrorHandler = func(error, echo.Context) {} // frame has answered already
	e.Use(s.frame, s.headers, s.limitBody, s.sameOrigin, s.deadline, s.session)
	s.routes(e)

	mux := http.NewServeMux()
	mux.Handle(static.Prefix, s.assets)
	mux.Handle("/", e)
	return mux
}
