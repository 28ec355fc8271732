package catalogapi

import (
	"log/slog"
	"net/http"
	"time"

	"marketd/market"
	"marketd/market/requestlog"
	"marketd/negotiate"
)

var errNotReady = market.NewError(market.Unavailable, "CATALOG_NOT_READY", market.Text{
	ZH: "目录还没有读入，请过几秒再取。",
	EN: "The catalog is not loaded yet; ask again in a few seconds.",
})

// catalogShow sends the catalog. It stands outside echo: it is what every app
// asks for, and all that an answer needs was made when the catalog changed.
func (s *Server) catalogShow(w http.ResponseWriter, r *http.Request) {
	switch r.Method {
	case http.MethodGet, http.MethodHead:
	case http.MethodOptions:
		preflight(w)
		return
	default:
		w.Header().Set("Allow", "GET, HEAD, OPTIONS")
		s.failCatalog(w, r, errMethod)
		return
	}
	e := s.edition.Load()
	if e == nil {
		s.failCatalog(w, r, errNotReady)
		return
	}
	start := time.Now()
	v := e.variants[negotiate.AcceptEncoding(r.Header["Accept-Encoding"]).Best(e.has)]
	status, bytes := v.serve(w, r, e.modified, e.updated)
	// Every app fetches the catalog again and again: a fetch is worth a line for debugging only.
	if s.Log.Enabled(r.Context(), slog.LevelDebug) {
		line := requestlog.Line{ID: requestlog.NewID(), Method: r.Method, Route: r.URL.Path, Status: status, Bytes: int64(bytes), Quiet: true}
		line.Took = time.Since(start)
		line.Write(r.Context(), s.Log)
	}
}

// failCatalog answers and logs.
func (s *Server) failCatalog(w http.ResponseWriter, r *http.Request, err error) {
	start := time.Now()
	line := requestlog.Line{ID: requestlog.NewID(), Method: r.Method, Route: r.URL.Path}
	w.Header().Set(requestlog.Header, line.ID)
	_, line.Status = public(err)
	line.Code = s.fail(w, r, line.ID, err)
	line.Took = time.Since(start)
	line.Write(r.Context(), s.Log)
}

// preflight lets scripts of other sites revalidate by hand: If-None-Match is
// not a header that they may send unasked (Fetch, CORS-safelisted request-header).
func preflight(w http.ResponseWriter) {
	h := w.Header()
	h.Set("Allow", "GET, HEAD, OPTIONS")
	h.Set("Access-Control-Allow-Origin", "*")
	h.Set("Access-Control-Allow-Methods", "GET, HEAD")
	h.Set("Access-Control-Allow-Headers", "If-None-Match, If-Modified-Since")
	h.Set("Access-Control-Max-Age", "86400")
	w.WriteHeader(http.StatusNoContent)
}
