package web

import (
	"encoding/json"
	"net/http"

	"github.com/labstack/echo/v4"

	"marketd/templates"
)

// notice is a message for the next page that the visitor sees, as the session
// keeps it: keys, so that it is read in that page's language.
type notice struct {
	Key  string   `json:"key"`
	Args []string `json:"args,omitempty"` // may be from outside
	Link string   `json:"link,omitempty"` // key of the label of a link at its end
	URL  string   `json:"url,omitempty"`
	At   string   `json:"at,omitempty"` // id of the element that the page says it beside; the top of the page otherwise
}

// say keeps a message for the next page.
func (s *Server) say(c echo.Context, key string) { s.tell(c, notice{Key: key}) }

// tell keeps a notice for the next page.
func (s *Server) tell(c echo.Context, n notice) {
	raw, err := json.Marshal(n)
	if err == nil { // strings always marshal
		s.sessions.Put(c.Request().Context(), sessionSaid, string(raw))
	}
}

// said is the notice that waits for the visitor, once.
func (s *Server) said(r *http.Request, p *templates.Page) *templates.NoticeLine {
	if r.Context().Value(viewerKey{}) == nil { // the session is not loaded
		return nil
	}
	raw := s.sessions.GetString(r.Context(), sessionSaid)
	if raw == "" {
		return nil
	}
	if r.Method != http.MethodHead { // nobody reads what a HEAD would show
		s.sessions.Remove(r.Context(), sessionSaid)
	}
	var n notice
	if err := json.Unmarshal([]byte(raw), &n); err != nil || !p.Has(n.Key) {
		return nil // kept by another version of the market
	}
	args := make([]any, len(n.Args))
	for i, a := range n.Args {
		args[i] = templates.Inert(a)
	}
	line := &templates.NoticeLine{Text: p.T(n.Key, args...), URL: n.URL, At: n.At, Marked: len(args) == 0}
	if n.Link != "" {
		line.Link = p.T(n.Link)
	}
	return line
}
