package threads

import (
	"encoding/json"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"
)

// goodTool is one with which nothing is wrong.
const goodTool = `{"name":"forecast_get","title":"City forecast",` +
	`"description":"Returns the seven-day weather forecast of one city in China, with temperature, rain and wind for each day.",` +
	`"inputSchema":{"type":"object","properties":{"city":{"type":"string","description":"Name of the city in Chinese or English"}},"required":["city"]},` +
	`"annotations":{"readOnlyHint":true}}`

// message is a JSON-RPC message as a client sends it.
type message struct {
	body   string
	ID     json.RawMessage
	Method string
	Params struct{ Cursor string }
}

// read takes the message out of a request and leaves it there.
func read(r *http.Request) (m message) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return m
	}
	r.Body = io.NopCloser(strings.NewReader(string(body)))
	_ = json.Unmarshal(body, &m) // what is no message has no method
	m.body = string(body)
	return m
}

// when tells which requests a handler is for.
type when func(*http.Request, message) bool

func other(r *http.Request, _ message) bool  { return r.Method != http.MethodPost } // GET, HEAD, DELETE
func empty(_ *http.Request, m message) bool  { return m.body == "{}" }
func listed(_ *http.Request, m message) bool { return m.Method == "tools/list" }
func opens(_ *http.Request, m message) bool  { return m.Method == "initialize" }

// on lets one handler answer some requests and another the rest.
func on(w when, then, rest http.Handler) http.Handler {
	return http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		if w(r, read(r)) {
			then.ServeHTTP(rw, r)
			return
		}
		rest.ServeHTTP(rw, r)
	})
}

// says answers with a status and a body; the id ID in it becomes the request's.
func says(status int, mediaType, body string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		id := string(read(r).ID)
		if id == "" {
			id = "null"
		}
		w.Header().Set("Content-Type", mediaType)
		w.WriteHeader(status)
		_, _ = io.WriteString(w, strings.ReplaceAll(body, `"id":ID,`, `"id":`+id+`,`))
	})
}

const (
	plain  = "text/plain"
	asJSON = "application/json"
	events = "text/event-stream"
)

func status(code int) http.Handler { return says(code, plain, http.StatusText(code)) }

// refuses answers with a JSON-RPC error.
func refuses(status, code int, text string) http.Handler {
	return says(status, asJSON, `{"jsonrpc":"2.0","id":ID,"error":{"code":`+strconv.Itoa(code)+`,"message":"`+text+`"}}`)
}

// result is a response with these tools.
func result(tools ...string) string {
	return `{"jsonrpc":"2.0","id":ID,"result":{"tools":[` + strings.Join(tools, ",") + `]}}`
}

// speaks is a server without sessions that answers the app and speaks MCP
// 2025-11-25; tools/list is left to the handler.
func speaks(lists http.Handler) http.Handler {
	return on(other, status(http.StatusMethodNotAllowed),
		on(empty, refuses(200, -32600, "Invalid Request"),
			on(listed, lists,
				on(opens, says(200, asJSON, initialized),
					on(notifies, status(http.StatusAccepted), refuses(200, -32601, "Method not found"))))))
}

const initialized = `{"jsonrpc":"2.0","id":ID,"result":{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"demo","version":"1"}}}`

func notifies(_ *http.Request, m message) bool {
	return strings.HasPrefix(m.Method, "notifications/")
}

// standard lists these tools, as JSON.
func standard(tools ...string) http.Handler { return speaks(says(200, asJSON, result(tools...))) }

// streaming lists the good tool in a stream: RESULT is the response.
func streaming(stream string) http.Handler {
	return speaks(says(200, events, strings.ReplaceAll(stream, "RESULT", result(goodTool))))
}

// pages lists page after page, each as the result; a cursor is its number.
func pages(results ...string) http.Handler {
	return speaks(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		n, _ := strconv.Atoi(read(r).Params.Cursor) // the first page has none
		says(200, asJSON, `{"jsonrpc":"2.0","id":ID,"result":`+results[min(n, len(results)-1)]+`}`).ServeHTTP(w, r)
	}))
}

// sessions is a server that answers nobody who has not called initialize.
type sessions struct {
	http.Handler // of those who have
	missing      http.Handler

	mu    sync.Mutex
	open  map[string]bool
	count int // ever opened
	lost  int // sessions that are forgotten at once
}

// stateful lists these tools to who opened a session, and sends others away.
func stateful(missing http.Handler, tools ...string) *sessions {
	return &sessions{Handler: standard(tools...), missing: missing, open: map[string]bool{}}
}

func (s *sessions) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	const header = "Mcp-Session-Id"
	s.mu.Lock()
	defer s.mu.Unlock()
	id := r.Header.Get(header)
	switch m := read(r); {
	case m.Method == "initialize":
		s.count++
		id = strconv.Itoa(s.count)
		s.open[id] = s.count > s.lost
		w.Header().Set(header, id)
	case !s.open[id]:
		s.missing.ServeHTTP(w, r)
		return
	case r.Method == http.MethodDelete:
		delete(s.open, id)
		w.WriteHeader(http.StatusNoContent)
		return
	}
	s.Handler.ServeHTTP(w, r)
}

// left is how many sessions are open.
func (s *sessions) left() (open, opened int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, o := range s.open {
		if o {
			open++
		}
	}
	return open, s.count
}
