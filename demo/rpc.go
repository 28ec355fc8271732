package demo

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"slices"
	"strings"
	"time"
)

// maxBody bounds a request's body, in bytes.
const maxBody = 1 << 20

// request is a JSON-RPC 2.0 request; a notification has no ID.
type request struct {
	JSONRPC string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Method  string          `json:"method"`
	Params  json.RawMessage `json:"params"`
}

// response is a JSON-RPC 2.0 response. ID is null when it is not known whose.
type response struct {
	JSONRPC string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Result  any             `json:"result,omitempty"`
	Error   *fault          `json:"error,omitempty"`
}

type fault struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
}

func (f *fault) Error() string { return f.Message }

// The error codes of JSON-RPC 2.0, section 5.1.
const (
	parseError     = -32700
	invalidRequest = -32600
	methodNotFound = -32601
	invalidParams  = -32602
)

// answer handles one POST.
func (s *server) answer(w http.ResponseWriter, r *http.Request) {
	if s.plan.token != "" && r.Header.Get("Authorization") != "Bearer "+s.plan.token {
		w.Header().Set("WWW-Authenticate", `Bearer realm="demo"`)
		http.Error(w, "a token is needed", http.StatusUnauthorized)
		return
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	if err != nil {
		http.Error(w, "the body is too long", http.StatusRequestEntityTooLarge)
		return
	}
	var req request
	if err := json.Unmarshal(body, &req); err != nil || req.JSONRPC != "2.0" || req.Method == "" {
		s.refuse(w, err)
		return
	}
	if req.ID == nil {
		w.WriteHeader(http.StatusAccepted)
		return
	}
	result, err := s.call(r, req)
	res := response{JSONRPC: "2.0", ID: req.ID, Result: result}
	if f, ok := errors.AsType[*fault](err); ok {
		res.Result, res.Error = nil, f
	} else if err != nil {
		return // the client has gone
	}
	s.write(w, http.StatusOK, res)
}

// refuse answers what is no request: a stock SDK server with 400, ours with
// 200 and the error that JSON-RPC has for it.
func (s *server) refuse(w http.ResponseWriter, err error) {
	f := &fault{invalidRequest, "Invalid Request"}
	if err != nil {
		f = &fault{parseError, "Parse error"}
	}
	if s.face().refuses {
		http.Error(w, "malformed payload: not a JSON-RPC message", http.StatusBadRequest)
		return
	}
	s.write(w, http.StatusOK, response{JSONRPC: "2.0", ID: json.RawMessage("null"), Error: f})
}

func (s *server) write(w http.ResponseWriter, status int, res response) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(res) // plain data always encodes
	w.Header().Set("Content-Type", "application/json")
	body := b.Bytes()
	if s.plan.sse {
		w.Header().Set("Content-Type", "text/event-stream")
		w.Header().Set("Cache-Control", "no-store")
		body = slices.Concat([]byte("event: message\ndata: "), bytes.TrimSpace(body), []byte("\n\n"))
	}
	w.WriteHeader(status)
	_, _ = w.Write(body) // a client that went away needs no answer
}

// call does what the request asks. An error that is no *fault means that
// nobody waits for the answer any more.
func (s *server) call(r *http.Request, req request) (any, error) {
	switch req.Method {
	case "initialize":
		return s.initialize(req.Params)
	case "ping":
		return struct{}{}, nil
	case "tools/list":
		if err := wait(r, s.plan.delay); err != nil {
			return nil, err
		}
		definitions := []json.RawMessage{}
		for _, t := range s.face().tools {
			definitions = append(definitions, t.definition)
		}
		return map[string]any{"tools": definitions}, nil
	case "tools/call":
		return s.use(req.Params)
	}
	return nil, &fault{methodNotFound, "Method not found: " + req.Method}
}

func wait(r *http.Request, d time.Duration) error {
	if d == 0 {
		return nil
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-r.Context().Done():
		return r.Context().Err()
	}
}

// initialize serves clients that open with a handshake, of the protocol
// versions that have one; no session is kept.
func (s *server) initialize(params json.RawMessage) (any, error) {
	var p struct {
		ProtocolVersion string `json:"protocolVersion"`
	}
	if err := json.Unmarshal(params, &p); err != nil {
		return nil, &fault{invalidParams, "initialize needs protocolVersion"}
	}
	versions := []string{"2025-11-25", "2025-06-18", "2025-03-26"}
	if !slices.Contains(versions, p.ProtocolVersion) {
		p.ProtocolVersion = versions[0]
	}
	return map[string]any{
		"protocolVersion": p.ProtocolVersion,
		"capabilities":    map[string]any{"tools": map[string]any{}},
		"serverInfo":      map[string]any{"name": "demo-" + s.plan.name, "version": "1.0.0"},
	}, nil
}

// use calls a tool. What goes wrong inside a tool is a result with isError, so
// that a model can read it.
func (s *server) use(params json.RawMessage) (any, error) {
	var p struct {
		Name      string         `json:"name"`
		Arguments map[string]any `json:"arguments"`
	}
	if err := json.Unmarshal(params, &p); err != nil {
		return nil, &fault{invalidParams, "tools/call needs name and arguments"}
	}
	tools := s.face().tools
	i := slices.IndexFunc(tools, func(t tool) bool { return t.name == p.Name })
	if i < 0 {
		return nil, &fault{invalidParams, "Unknown tool: " + p.Name}
	}
	value, err := tools[i].run(arguments(p.Arguments))
	if err != nil {
		return map[string]any{"content": text(err.Error()), "isError": true}, nil
	}
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(value) // plain data always encodes
	return map[string]any{"content": text(strings.TrimSpace(b.String())), "structuredContent": value, "isError": false}, nil
}

func text(s string) []map[string]string {
	return []map[string]string{{"type": "text", "text": s}}
}
