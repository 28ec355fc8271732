package healthcheck

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"time"

	"marketd/market"
)

// The ways of standard MCP, as [market.Diagnostic.Kind] names them.
const (
	wayModern  = "modern"  // 2026-07-28: no session, the version in every request
	waySession = "session" // 2025-03-26 to 2025-11-25: initialize first
	waySSE     = "sse"     // 2024-11-05: the answers come on a stream opened with GET
)

// greetTime bounds how long a way may take to show that the server speaks it:
// a server that is silent to one way is to be asked in the next one soon.
const greetTime = 10 * time.Second

// talk is standard MCP under way: newest first, until a list was read.
type talk struct {
	*run
	heard    bool     // server/discover was answered, somehow
	spoke    bool     // a way's first request was answered as MCP
	inlined  bool     // tools/list was tried without discover
	versions []string // of initialize, that the server said it supports; nil when it has not
}

// attempt is how one way went.
type attempt struct {
	kind    string
	version string
	spoke   bool            // the server answered the way's first request as MCP
	list    market.ToolList // read by this way, or what came in its place
}

// standard tries the ways one after another within the time of one exchange,
// and keeps what came of it.
func (r *run) standard(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, r.client.Limits().Total)
	defer cancel()
	t := &talk{run: r}
	var best attempt
	for _, way := range []func(context.Context) *attempt{t.modern, t.session, t.inline, t.legacy} {
		if ctx.Err() != nil {
			break
		}
		a := way(ctx)
		if a == nil {
			continue
		}
		t.record(*a)
		t.spoke = t.spoke || a.spoke
		if best.kind == "" || a.tells() > best.tells() {
			best = *a
		}
		if a.list.OK() || a.final() || a.spoke && a.kind == waySession {
			break
		}
	}
	if best.kind == "" {
		return // stopped by us before anything was asked
	}
	m := &r.probe.MCP
	m.Reason, m.List = judgeList(best.list), best.list
	if best.list.OK() {
		m.Way, m.Version = best.kind, best.version
	}
	if slices.EqualFunc(m.List.Tools, r.probe.List.Tools, func(a, b json.RawMessage) bool { return bytes.Equal(a, b) }) {
		m.List.Tools = r.probe.List.Tools // once in memory is enough
	}
}

// record keeps an attempt for people.
func (t *talk) record(a attempt) {
	d := market.Diagnostic{Kind: a.kind, OK: a.list.OK(), Status: a.list.Answer.Status}
	if d.OK {
		d.Tools = len(a.list.Tools)
	} else {
		d.Detail = a.list.Fault.Detail
	}
	t.probe.MCP.Attempts = append(t.probe.MCP.Attempts, d)
}

// tells orders attempts by how much they say of the server: one that worked,
// one that ends the matter, one that got an answer of MCP or was asked who
// calls, what initialize gave.
func (a attempt) tells() int {
	switch {
	case a.list.OK():
		return 4
	case a.final():
		return 3
	case a.spoke, classify(a.list.Answer) == market.ClassAuth:
		return 2
	case a.kind == waySession:
		return 1
	}
	return 0
}

// final reports whether no other way would fare better: there was no
// connection, the server wants to know who calls, or to be left alone.
func (a attempt) final() bool {
	x := a.list.Answer
	if !x.Sent || x.Reason == market.ReasonOurNetwork {
		return true
	}
	switch classify(x) {
	case market.ClassThrottled, market.ClassChallenge:
		return true
	case market.ClassAuth: // some let nobody call what they do not know, and everybody initialize
		return a.kind != wayModern
	}
	return false
}

// greet gives a way's first request its share of the time.
func (t *talk) greet(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(ctx, t.greetFor())
}

func (t *talk) greetFor() time.Duration { return min(greetTime, t.client.Limits().Total/3) }

// failed is an attempt that got no further than err.
func (w *walk) failed(kind string, err error) *attempt {
	w.fail(err, 1)
	return &attempt{kind: kind, list: w.list}
}

// introduce keeps what a server says of itself, from the answer to discover or
// initialize. Where 2026-07-28 has it is the result's _meta.
func (t *talk) introduce(result members) {
	meta, _ := object(result.at("_meta"))
	info, ok := object(meta.at("io.modelcontextprotocol/serverInfo"))
	if !ok {
		info, _ = object(result.at("serverInfo"))
	}
	name, _ := text(info.at("name"))
	title, _ := text(info.at("title"))
	instructions, _ := text(result.at("instructions"))
	m := &t.probe.MCP
	m.ServerName, m.ServerTitle = t.evidence(name, maxDetail), t.evidence(title, maxDetail)
	m.Instructions = t.evidence(instructions, maxInstructions)
}

const maxInstructions = 64 << 10

// refusedWith is the JSON-RPC error that an answer was; nil when it was none.
func refusedWith(err error) *rpcError {
	e, _ := errors.AsType[*rpcError](err)
	return e
}

// dated reports whether a text has the form of a protocol version.
func dated(v string) bool {
	return len(v) == len(modernVersion) && strings.Trim(v, "0123456789-") == "" && v[4] == '-' && v[7] == '-'
}
