package contract_test

import (
	"slices"
	"testing"
	"time"

	"marketd/market"
)

// refused makes the list answer one of the status and body.
func refused(status int, body string) func(*market.Probe) {
	return func(p *market.Probe) {
		p.Reason = market.ReasonHTTPError
		p.List = market.ToolList{Answer: market.Answer{Sent: true, Status: status, Body: body}, Fault: market.Note{Code: market.FaultStatus}}
	}
}

func broken(reason market.Reason) func(*market.Probe) {
	return func(p *market.Probe) {
		p.List = market.ToolList{Answer: market.Answer{Sent: true, Reason: reason, Detail: "read: connection reset"}, Fault: market.Note{Code: market.FaultTransport}}
	}
}

func TestBareList(t *testing.T) {
	t.Parallel()
	try(t, "PRO-001", []row{
		{"no tools member", faulty(market.FaultNoTools), []string{"reject /probe/list"}},
		{"an unknown fault", faulty("something-new"), []string{"reject /probe/list"}},
		{"400", refused(400, "bad request"), []string{"reject /probe/list"}},
		{"404 of a session", refused(404, "Invalid session ID"), []string{"reject /probe/list session-required"}},
		{"405", refused(405, ""), []string{"reject /probe/list not-an-endpoint"}},
		{"401 after a good health check", refused(401, ""), []string{"needs_human /probe/list auth"}},
		{"401 on both", func(p *market.Probe) { refused(401, "")(p); p.Contract.Status = 401 }, []string{skipped}},
		{"502 on both", func(p *market.Probe) { refused(500, "")(p); p.Contract.Status, p.Class = 502, market.ClassGateway }, []string{skipped}},
		{"404 on both", func(p *market.Probe) { refused(404, "")(p); p.Contract.Status, p.Class = 404, market.ClassWrongPath }, []string{skipped}},
		{"400 on both", func(p *market.Probe) { refused(400, "")(p); p.Contract.Status, p.Class = 400, market.ClassMismatch }, []string{"reject /probe/list"}},
		{"429", refused(429, ""), []string{"needs_human /probe/list throttled?"}},
		{"503 with Retry-After", func(p *market.Probe) { refused(503, "")(p); p.List.Answer.RetryAfter = time.Minute }, []string{"needs_human /probe/list throttled?"}},
		{"500 once", refused(500, ""), []string{"reject /probe/list server-error?"}},
		{"reset once", broken(market.ReasonConnect), []string{"reject /probe/list?"}},
		{"our own network", broken(market.ReasonOurNetwork), []string{"needs_human /probe/list?"}},
		{"too late", broken(market.ReasonTimeout), []string{skipped}},
		{"a redirect", refused(307, ""), []string{skipped}},
		{"a list under 201", refused(201, `{"jsonrpc":"2.0","id":1,"result":{"tools":[]}}`), []string{skipped}},
		{"an error instead of a list", faulty(market.FaultRPCError), []string{skipped}},
		{"202 without a body", refused(202, ""), []string{"reject /probe/list"}},
		{"a wrong id", faulty(market.FaultID), []string{skipped}},
		{"no connection for the list", func(p *market.Probe) { broken(market.ReasonConnect)(p); p.List.Answer.Sent = false }, []string{"reject /probe/list?"}},
		{"not asked", func(p *market.Probe) { p.List = market.ToolList{} }, []string{skipped}},
	})
	p := probe()
	refused(500, "")(&p)
	if got := run(t, "PRO-001", dossier(p, p, p)); !slices.Equal(got, []string{"reject /probe/list server-error"}) {
		t.Errorf("500 three times: %q", got)
	}
}

func TestEnvelope(t *testing.T) {
	t.Parallel()
	bad := []string{"reject /probe/list"}
	try(t, "PRO-002", []row{
		{"not JSON", faulty(market.FaultNotJSON), bad},
		{"two readings", faulty(market.FaultUnstrictJSON), bad},
		{"version 1.0", faulty(market.FaultEnvelope), bad},
		{"a batch", notes(market.Note{Code: market.NoteBatch}), []string{"warn /probe/list"}},
		{"error null", notes(market.Note{Code: market.NoteNullError}), []string{"warn /probe/list"}},
		{"other notes", notes(market.Note{Code: market.NoteSlow}), nil},
	})
}

func TestIDEchoed(t *testing.T) {
	t.Parallel()
	try(t, "PRO-003", []row{
		{"another", faulty(market.FaultID), []string{"reject /probe/list"}},
		{"a text", notes(market.Note{Code: market.NoteStringID}), []string{"needs_human /probe/list"}},
	})
}

func TestNoRPCError(t *testing.T) {
	t.Parallel()
	rpc := func(code int, message string, supported ...string) func(*market.Probe) {
		return func(p *market.Probe) {
			faulty(market.FaultRPCError)(p)
			p.List.RPCCode, p.List.RPCMessage, p.List.Supported = code, message, supported
		}
	}
	try(t, "PRO-004", []row{
		{"no such method", rpc(-32601, "Method not found"), []string{"reject /probe/list"}},
		{"a session first", rpc(0, `method "tools/list" is invalid during session initialization`), []string{"reject /probe/list session-required"}},
		{"not initialized", rpc(-32600, "Server not initialized"), []string{"reject /probe/list session-required"}},
		{"a session first, called bad parameters", rpc(-32602, "Missing session ID"), []string{"reject /probe/list session-required"}},
		{"modern only, a header missing", rpc(-32020, "Header mismatch"), []string{"reject /probe/list"}},
		{"modern only, a capability missing", rpc(-32021, "Missing required client capability"), []string{"reject /probe/list"}},
		{"modern only", rpc(-32022, "Unsupported protocol version", "2026-07-28"), []string{"reject /probe/list"}},
		{"a token first", rpc(-32001, "Unauthorized"), []string{"needs_human /probe/list auth"}},
		{"a token first, in Chinese", rpc(401, "未授权的访问"), []string{"needs_human /probe/list auth"}},
		{"internal once", rpc(-32603, "database is locked"), []string{"reject /probe/list?"}},
		{"anything else", rpc(7, "no"), []string{"reject /probe/list"}},
	})
	p := probe()
	rpc(-32022, "Unsupported protocol version", "2026-07-28", "2025-11-25")(&p)
	hit := find(t, "PRO-004").Check(dossier(p))[0]
	if want := "-32022: Unsupported protocol version (2026-07-28, 2025-11-25)"; hit.Evidence != want || len(hit.Snippets) == 0 {
		t.Errorf("evidence %q, want %q; %d snippets", hit.Evidence, want, len(hit.Snippets))
	}
}

func TestMediaType(t *testing.T) {
	t.Parallel()
	try(t, "PRO-005", []row{
		{"neither", faulty(market.FaultMediaType), []string{"reject /probe/list"}},
		{"compressed unasked", faulty(market.FaultEncoded), []string{"reject /probe/list"}},
		{"text/plain", notes(market.Note{Code: market.NoteMediaType}), []string{"warn /probe/list"}},
		{"a stream as JSON", notes(market.Note{Code: market.NoteSSEAsJSON}), []string{"warn /probe/list"}},
		{"HTML is another rule's", faulty(market.FaultHTML), []string{skipped}},
	})
}

func TestStatusOK(t *testing.T) {
	t.Parallel()
	try(t, "PRO-006", []row{
		{"201 with the list", refused(201, `{"jsonrpc":"2.0","id":1,"result":{"tools":[]}}`), []string{"reject /probe/list"}},
		{"400 without", refused(400, "no"), []string{skipped}},
		{"202 without a body is another rule's", refused(202, ""), []string{skipped}},
	})
}

func TestToolsPresent(t *testing.T) {
	t.Parallel()
	try(t, "PRO-007", []row{
		{"none", tools(), []string{"reject /probe/list"}},
		{"all write", tools(`{"name":"a","level":"write"}`, `{"name":"b","level":"write"}`), []string{"reject /probe/list"}},
		{"write and reserved", tools(`{"name":"a","level":"write"}`, `{"name":"sms.read"}`, `{"name":"vpn.set"}`), []string{"reject /probe/list"}},
		{"one is left", tools(`{"name":"a","level":"write"}`, `{"name":"sms.reader"}`), nil},
		{"level null is readonly", tools(`{"name":"a","level":null}`), nil},
	})
}

func TestNotTooMany(t *testing.T) {
	t.Parallel()
	try(t, "PRO-008", []row{
		{"40", many(40), nil},
		{"41", many(41), []string{"warn /probe/list"}},
		{"117", many(117), []string{"warn /probe/list"}},
		{"129", many(129), []string{"needs_human /probe/list"}},
		{"501", many(501), []string{"reject /probe/list"}},
		{"the reader gave up", faulty(market.FaultTooManyTools), []string{"reject /probe/list"}},
		{"one name 50 times", tools(slices.Repeat([]string{`{"name":"a"}`}, 50)...), nil},
	})
}

func TestNotTooLarge(t *testing.T) {
	t.Parallel()
	size := func(n int64) func(*market.Probe) { return func(p *market.Probe) { p.List.Bytes = n } }
	try(t, "PRO-009", []row{
		{"128 KiB", size(128 << 10), nil},
		{"143,984 bytes", size(143_984), []string{"warn /probe/list"}},
		{"1 MiB and more", size(1<<20 + 1), []string{"needs_human /probe/list"}},
		{"3 MiB", size(3 << 20), []string{"reject /probe/list"}},
		{"the reader gave up", faulty(market.FaultTooLarge), []string{"reject /probe/list"}},
	})
}

func TestNamesDiffer(t *testing.T) {
	t.Parallel()
	later := func(raws ...string) func(*market.Probe) {
		return func(p *market.Probe) {
			tools(raws...)(p)
			p.List.FirstPage, p.List.Pages = 1, 2
			p.List.Notes = []market.Note{{Code: market.NoteRedefined, Where: "/tools/1"}}
		}
	}
	try(t, "PRO-010", []row{
		{"one name twice", tools(`{"name":"query"}`, `{"name":"query","title":"x"}`), []string{"reject /tools/1/name"}},
		{"one tool twice", tools(`{"name":"query"}`, `{"name":"query"}`), []string{"reject /tools/1/name"}},
		{"separators", tools(`{"name":"get.user"}`, `{"name":"get_user"}`), []string{"needs_human /tools/1/name"}},
		{"case", tools(`{"name":"Query"}`, `{"name":"query"}`), []string{"needs_human /tools/1/name"}},
		{"plural", tools(`{"name":"get_user"}`, `{"name":"get_users"}`), nil},
		{"no names", tools(`{}`, `{}`), nil},
		{"redefined on a later page is another rule's", later(`{"name":"query"}`, `{"name":"query","title":"x"}`), nil},
	})
}

func TestMembersKnown(t *testing.T) {
	t.Parallel()
	try(t, "PRO-011", []row{
		{"what the specification has", tools(`{"name":"a","_meta":{},"icons":[],"execution":{},"resultType":"complete","ttlMs":1,"cacheScope":"x"}`), nil},
		{"surplus", tools(`{"name":"a","version":"1","zip":1}`, `{"name":"b","version":"2"}`), []string{"info /tools/0/version", "info /tools/0/zip"}},
	})
	p := probe()
	tools(`{"name":"a","input_schema":{}}`)(&p)
	if hit := find(t, "PRO-011").Check(dossier(p))[0]; hit.Message.EN != "Nobody reads this member; perhaps you meant inputSchema." {
		t.Errorf("message %q", hit.Message.EN)
	}
}

func TestTypesRight(t *testing.T) {
	t.Parallel()
	try(t, "PRO-012", []row{
		{"description null", tools(`{"name":"a","description":null}`), []string{"reject /tools/0/description"}},
		{"description a list", tools(`{"name":"a","description":["a"]}`), []string{"reject /tools/0/description"}},
		{"no title", tools(`{"name":"a","description":"b"}`), nil},
		{"title null", tools(`{"name":"a","title":null}`), []string{"warn /tools/0/title"}},
		{"level null", tools(`{"name":"a","level":null}`), []string{"warn /tools/0/level"}},
		{"level a number", tools(`{"name":"a","level":1}`), []string{"reject /tools/0/level"}},
		{"no name", tools(`{"description":"b"}`), []string{"reject /tools/0/name"}},
		{"name a number", tools(`{"name":1}`), []string{"reject /tools/0/name"}},
		{"hints as texts", tools(`{"name":"a","annotations":{"readOnlyHint":"yes","openWorldHint":null}}`), []string{"reject /tools/0/annotations/readOnlyHint", "warn /tools/0/annotations/openWorldHint"}},
		{"annotations a list", tools(`{"name":"a","annotations":[]}`), []string{"reject /tools/0/annotations"}},
		{"no object", tools(`"a"`, `null`), []string{"reject /tools/0", "reject /tools/1"}},
		{"an input schema is another rule's", tools(`{"name":"a","inputSchema":null}`, `{"name":"b","inputSchema":[]}`), nil},
	})
}

func TestNothingAsked(t *testing.T) {
	t.Parallel()
	try(t, "PRO-016", []row{
		{"asks and answers", notes(market.Note{Code: market.NoteServerRequest, Detail: "roots/list"}), []string{"warn /probe/list"}},
		{"withholds", faulty(market.FaultWithheld), []string{"needs_human /probe/list"}},
		{"asks and never answers", func(p *market.Probe) {
			faulty(market.FaultStreamNoReply)(p)
			p.List.Notes = []market.Note{{Code: market.NoteServerRequest, Detail: "roots/list"}}
		}, []string{"needs_human /probe/list"}},
		{"never answers, and asks nothing", faulty(market.FaultStreamNoReply), []string{skipped}},
	})
}

func TestStreams(t *testing.T) {
	t.Parallel()
	try(t, "SSE-002", []row{
		{"many lines", notes(market.Note{Code: market.NoteFrames, Detail: "multi-line data"}), []string{"warn /probe/list"}},
		{"unended", notes(market.Note{Code: market.NoteUnended}), []string{"warn /probe/list"}},
	})
	try(t, "SSE-003", []row{
		{"ping", notes(market.Note{Code: market.NoteHeartbeat, Detail: "ping"}), []string{"warn /probe/list"}},
		{"nothing but noise", faulty(market.FaultStreamNoise), []string{"reject /probe/list"}},
	})
	try(t, "SSE-004", []row{
		{"endless comments", faulty(market.FaultStreamNoReply), []string{"reject /probe/list"}},
		{"it asked something first", func(p *market.Probe) {
			faulty(market.FaultStreamNoReply)(p)
			p.List.Notes = []market.Note{{Code: market.NoteServerRequest, Detail: "roots/list"}}
		}, []string{skipped}},
	})
	try(t, "SSE-005", []row{
		{"GET only", func(p *market.Probe) {
			answered(market.ClassMismatch, 400)(p)
			p.MCP.Way, p.MCP.Version = "sse", "2024-11-05"
		}, []string{"reject /probe/list", "warn /probe/mcp"}},
		{"GET and POST", func(p *market.Probe) { p.MCP.Way = "sse" }, []string{"warn /probe/mcp"}},
		{"standard MCP alone was asked for", func(p *market.Probe) { standardOnly(p); p.MCP.Way = "sse" }, []string{"warn /probe/mcp"}},
		{"no standard MCP", func(p *market.Probe) { p.MCP = market.Talk{} }, []string{skipped}},
		{"none that works", noStandard(market.ReasonHTTPError, market.FaultStatus, 400), []string{skipped}},
	})
}

func TestPages(t *testing.T) {
	t.Parallel()
	paged := func(first int, change func(*market.Probe)) func(*market.Probe) {
		return func(p *market.Probe) { change(p); p.List.FirstPage, p.List.Pages = first, 2 }
	}
	try(t, "PAG-002", []row{
		{"54 in pages of 50", paged(50, many(54)), []string{"warn /probe/list"}},
		{"an empty second page", paged(54, many(54)), nil},
	})
	try(t, "PAG-003", []row{{"in circles", faulty(market.FaultCursorLoop), []string{"reject /probe/list"}}})
	try(t, "PAG-004", []row{{"a number", faulty(market.FaultCursorType), []string{"reject /probe/list"}}})
	try(t, "PAG-005", []row{
		{"redefined", notes(market.Note{Code: market.NoteRedefined, Where: "/tools/7", Detail: "pay"}), []string{"needs_human /tools/7"}},
	})
}

func TestCanBePinned(t *testing.T) {
	t.Parallel()
	try(t, "DRF-001", []row{
		{"a number out of range", tools(`{"name":"a","inputSchema":{"maximum":1e999}}`), []string{"reject /tools/0"}},
		{"a lone surrogate", tools(`{"name":"a"}`, `{"name":"\ud800"}`), []string{"reject /tools/1"}},
		{"no object is another rule's", tools(`7`), nil},
	})
}

func TestTokenKept(t *testing.T) {
	t.Parallel()
	p := probe()
	notes(market.Note{Code: market.NoteTokenEcho})(&p)
	d := dossier(p)
	if got := run(t, "SEC-032", d); !slices.Equal(got, []string{skipped}) {
		t.Errorf("without a token: %q", got)
	}
	d.HadToken = true
	if got := run(t, "SEC-032", d); !slices.Equal(got, []string{"reject /probe/list"}) {
		t.Errorf("an echo: %q", got)
	}
	d.Probes = []market.Probe{probe()}
	if got := run(t, "SEC-032", d); got != nil {
		t.Errorf("no echo: %q", got)
	}
}

// For every fault of the list reader exactly one rule of this family speaks,
// and those of the transport and the address speak for the rest.
func TestOneFindingForOneFault(t *testing.T) {
	t.Parallel()
	for _, code := range []string{
		market.FaultStatus, market.FaultHTML, market.FaultMediaType, market.FaultNotJSON, market.FaultUnstrictJSON, market.FaultEnvelope,
		market.FaultID, market.FaultRPCError, market.FaultNoTools, market.FaultTooLarge, market.FaultTooManyTools, market.FaultStreamNoReply,
		market.FaultStreamNoise, market.FaultCursorLoop, market.FaultCursorType, market.FaultEncoded, market.FaultWithheld, market.FaultTransport,
	} {
		p := probe()
		faulty(code)(&p)
		var speak []string
		for _, id := range ids {
			if got := run(t, id, dossier(p)); len(got) > 0 && got[0] != skipped {
				speak = append(speak, id)
			}
		}
		if len(speak) != 1 {
			t.Errorf("%s: %v speak", code, speak)
		}
	}
}

var ids = []string{
	"HLT-001", "HLT-003", "HLT-005", "PRO-001", "PRO-002", "PRO-003", "PRO-004", "PRO-005", "PRO-006", "PRO-007", "PRO-008", "PRO-009",
	"PRO-010", "PRO-011", "PRO-012", "PRO-016", "SSE-002", "SSE-003", "SSE-004", "SSE-005", "PAG-002", "PAG-003", "PAG-004", "PAG-005", "DRF-001",
}

// No tool, however served, makes a rule break.
func FuzzTool(f *testing.F) {
	for _, s := range []string{`{"name":"a","description":null,"annotations":{"readOnlyHint":1}}`, `7`, `{"name":"\ud800"}`, `{"inputSchema":{"maximum":1e999}}`, `{"a/b~c":{}}`} {
		f.Add([]byte(s), 200, "text/html", "Just a moment")
	}
	f.Fuzz(func(t *testing.T, raw []byte, status int, media, body string) {
		p := probe()
		tools(string(raw), string(raw))(&p)
		p.Contract.Status, p.Contract.MediaType, p.Contract.Body = status, media, body
		for _, id := range ids {
			run(t, id, dossier(p))
		}
		refused(status, body)(&p)
		p.List.Answer.MediaType = media
		for _, id := range ids {
			run(t, id, dossier(p))
		}
	})
}
