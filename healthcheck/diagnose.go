package healthcheck

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"
	"time"

	"marketd/healthcheck/sse"
	"marketd/market"
)

const (
	versionHeader  = "MCP-Protocol-Version"
	modernVersion  = "2026-07-28"
	sessionVersion = "2025-11-25"
	stepInitialize = "initialize"

	// diagnoseTime bounds one diagnostic; they explain and are worth no waiting.
	diagnoseTime = 10 * time.Second
)

// What standard MCP sends (specifications 2026-07-28 and 2025-11-25).
const (
	modernList = `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{` +
		`"io.modelcontextprotocol/protocolVersion":"` + modernVersion + `",` +
		`"io.modelcontextprotocol/clientInfo":{"name":"marketd-prober","version":"1"},` +
		`"io.modelcontextprotocol/clientCapabilities":{}}}}`
	initialize = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"` + sessionVersion + `",` +
		`"capabilities":{},"clientInfo":{"name":"marketd-prober","version":"1"}}}`
	initialized = `{"jsonrpc":"2.0","method":"notifications/initialized"}`
	sessionList = `{"jsonrpc":"2.0","id":2,"method":"tools/list","params":{}}`
)

// diagnose tries standard MCP, newest first, until something works (rule HLT-002).
func (r *run) diagnose(ctx context.Context) {
	for _, try := range []func(context.Context) market.Diagnostic{r.modern, r.session, r.legacy} {
		if ctx.Err() != nil {
			return
		}
		one, cancel := context.WithTimeout(ctx, min(diagnoseTime, r.client.Limits().Total))
		d := try(one)
		cancel()
		r.probe.MCP.Attempts = append(r.probe.MCP.Attempts, d)
		if d.OK {
			return
		}
	}
}

// ask sends a JSON-RPC request and reads its answer.
func (r *run) ask(ctx context.Context, id int, c call) (json.RawMessage, market.Answer, error) {
	var result json.RawMessage
	var err error
	p := &reply{id: id, note: func(string, string) {}, show: r.detail}
	c.read = func(resp *http.Response, body io.Reader) error {
		result, err = p.read(resp, body)
		return err
	}
	a := r.send(ctx, c)
	if err == nil && a.Reason != market.ReasonOK {
		err = &fault{Code: market.FaultTransport, Detail: a.Detail}
	}
	return result, a, err
}

// modern is a list as 2026-07-28 asks for it: no session, the version in every request.
func (r *run) modern(ctx context.Context) market.Diagnostic {
	c := post("modern", modernList, market.Header{Name: versionHeader, Value: modernVersion}, market.Header{Name: "Mcp-Method", Value: "tools/list"})
	result, a, err := r.ask(ctx, 1, c)
	return r.found("modern", result, a, err)
}

// session is the way of 2025-03-26 to 2025-11-25: initialize, then list.
func (r *run) session(ctx context.Context) market.Diagnostic {
	before := len(r.sessions)
	result, a, err := r.ask(ctx, 1, post(stepInitialize, initialize))
	if err != nil {
		return r.found("session", nil, a, err)
	}
	version := sessionVersion
	if m, ok := object(result); ok {
		if v, ok := text(m["protocolVersion"]); ok && len(v) == len(sessionVersion) && strings.Trim(v, "0123456789-") == "" {
			version = v
		}
	}
	header := []market.Header{{Name: versionHeader, Value: version}}
	if len(r.sessions) > before {
		s := &r.sessions[len(r.sessions)-1]
		s.version = version
		header = append(header, market.Header{Name: sessionHeader, Value: s.id})
	}
	_ = r.send(ctx, post("initialized", initialized, header...))
	result, a, err = r.ask(ctx, 2, post("session-list", sessionList, header...))
	return r.found("session", result, a, err)
}

// found says what a diagnostic's list gave.
func (r *run) found(kind string, result json.RawMessage, a market.Answer, err error) market.Diagnostic {
	d := market.Diagnostic{Kind: kind, Status: a.Status}
	if err != nil {
		d.Detail = r.explain(err)
		return d
	}
	m, _ := object(result)
	var tools []json.RawMessage
	if isNull(m["tools"]) || json.Unmarshal(m["tools"], &tools) != nil {
		d.Detail = "the result has no tools"
		return d
	}
	d.OK, d.Tools = true, len(tools)
	return d
}

// explain makes a line of why an answer was none.
func (r *run) explain(err error) string {
	var parts []string
	if f, ok := errors.AsType[*fault](err); ok {
		parts = append(parts, f.Detail)
	}
	if e, ok := errors.AsType[*rpcError](err); ok {
		parts = append(parts, e.Error()+": "+r.detail(e.message))
	}
	if parts == nil {
		return "no answer"
	}
	return strings.Join(parts, ", ")
}

// legacy looks for the SSE transport of 2024-11-05: a GET that names an
// endpoint. Neither the endpoint nor anything else in the stream is followed.
func (r *run) legacy(ctx context.Context) market.Diagnostic {
	d := market.Diagnostic{Kind: "sse"}
	ctx, cancel := context.WithTimeout(ctx, r.soon())
	defer cancel()
	c := call{step: "sse", method: http.MethodGet, header: []market.Header{{Name: "Accept", Value: "text/event-stream"}}}
	c.read = func(resp *http.Response, body io.Reader) error {
		if resp.StatusCode != http.StatusOK || mediaType(resp.Header) != "text/event-stream" {
			_, _ = io.CopyN(io.Discard, body, maxBody)
			return nil
		}
		events := sse.NewReader(body, sse.Limits{Events: maxSkipped})
		for !d.OK {
			ev, err := events.Next()
			if err != nil {
				return err
			}
			d.OK = ev.Type == "endpoint"
		}
		return nil
	}
	a := r.send(ctx, c)
	d.Status, d.Detail = a.Status, a.Detail
	if d.Detail == "" && !d.OK {
		d.Detail = "no event names an endpoint"
	}
	return d
}
