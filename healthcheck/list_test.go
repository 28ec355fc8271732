package healthcheck_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"marketd/healthcheck"
	"marketd/market"
)

// codes are the notes of a list, sorted.
func codes(l market.ToolList) []string {
	var all []string
	for _, n := range l.Notes {
		all = append(all, n.Code)
	}
	slices.Sort(all)
	return all
}

func TestListPlain(t *testing.T) {
	t.Parallel()
	const tools = `"result":{"tools":[` + goodTool + `]}`
	tool := func(members string) string {
		return `{"jsonrpc":"2.0","id":1,"result":{"tools":[` + goodTool + `,{` + members + `}]}}`
	}
	for _, tc := range []struct {
		name, media, body string
		status            int
		fault             string // "" reads
		notes             []string
		reason            market.Reason
	}{
		{"plain", "application/json", goodList, 200, "", nil, market.ReasonOK},
		{"charset", "Application/JSON; charset=utf-8", goodList, 200, "", nil, market.ReasonOK},
		{"blanks around", "application/json", "\r\n " + goodList + "\n\n", 200, "", nil, market.ReasonOK},
		{"BOM", "application/json", "\ufeff" + goodList, 200, "", nil, market.ReasonOK},
		{"id 1.0", "application/json", `{"jsonrpc":"2.0","id":1.0,` + tools + `}`, 200, "", nil, market.ReasonOK},
		{"extra members", "application/json", `{"jsonrpc":"2.0","id":1,"x":1,"result":{"tools":[` + goodTool + `],"ttlMs":1,"resultType":"complete","_meta":{}}}`, 200, "", nil, market.ReasonOK},
		{"null cursor", "application/json", `{"jsonrpc":"2.0","id":1,"result":{"tools":[` + goodTool + `],"nextCursor":null}}`, 200, "", nil, market.ReasonOK},
		{"null error", "application/json", `{"jsonrpc":"2.0","id":1,"error":null,` + tools + `}`, 200, "", []string{market.NoteNullError}, market.ReasonOK},
		{"string id", "application/json", `{"jsonrpc":"2.0","id":"1",` + tools + `}`, 200, "", []string{market.NoteStringID}, market.ReasonOK},
		{"batch of one", "application/json", "[" + goodList + "]", 200, "", []string{market.NoteBatch}, market.ReasonOK},
		{"text/plain", "text/plain", goodList, 200, "", []string{market.NoteMediaType}, market.ReasonOK},
		{"no type", "", goodList, 200, "", []string{market.NoteMediaType}, market.ReasonOK},
		{"+json", "application/vnd.mcp+json", goodList, 200, "", []string{market.NoteMediaType}, market.ReasonOK},
		{"events under a JSON type", "application/json", "data: " + goodList + "\n\n", 200, "", []string{market.NoteSSEAsJSON}, market.ReasonOK},
		{"events without a type", "", ": hi\n\ndata: " + goodList + "\n\n", 200, "", []string{market.NoteMediaType}, market.ReasonOK},
		{"arguments n and N", "application/json", tool(`"name":"t","inputSchema":{"properties":{"n":{},"N":{}}}`), 200, "", nil, market.ReasonOK},
		{"numbers at the edge", "application/json", tool(`"name":"t","inputSchema":{"default":[1e999,-0,9007199254740993]}`), 200, "", nil, market.ReasonOK},

		{"HTML", "text/html", "<html>", 200, market.FaultHTML, nil, market.ReasonNotMCP},
		{"HTML as JSON", "application/json", " <html>", 200, market.FaultHTML, nil, market.ReasonNotMCP},
		{"image", "image/png", goodList, 200, market.FaultMediaType, nil, market.ReasonNotMCP},
		{"empty", "application/json", "", 200, market.FaultNotJSON, nil, market.ReasonNotMCP},
		{"not JSON", "application/json", "ok", 200, market.FaultNotJSON, nil, market.ReasonNotMCP},
		{"two values", "application/json", goodList + goodList, 200, market.FaultNotJSON, nil, market.ReasonNotMCP},
		{"half", "application/json", goodList[:60], 200, market.FaultNotJSON, nil, market.ReasonNotMCP},
		{"no jsonrpc", "application/json", `{"tools":[]}`, 200, market.FaultEnvelope, nil, market.ReasonNotMCP},
		{"jsonrpc 1.0", "application/json", `{"jsonrpc":"1.0","id":1,` + tools + `}`, 200, market.FaultEnvelope, nil, market.ReasonNotMCP},
		{"jsonrpc number", "application/json", `{"jsonrpc":2.0,"id":1,` + tools + `}`, 200, market.FaultEnvelope, nil, market.ReasonNotMCP},
		{"Result", "application/json", `{"jsonrpc":"2.0","id":1,"Result":{"tools":[]}}`, 200, market.FaultEnvelope, nil, market.ReasonNotMCP},
		{"both", "application/json", `{"jsonrpc":"2.0","id":1,"error":{"code":1},` + tools + `}`, 200, market.FaultEnvelope, nil, market.ReasonNotMCP},
		{"request", "application/json", bareList, 200, market.FaultEnvelope, nil, market.ReasonNotMCP},
		{"null", "application/json", "null", 200, market.FaultEnvelope, nil, market.ReasonNotMCP},
		{"batch of two", "application/json", "[" + goodList + "," + goodList + "]", 200, market.FaultEnvelope, nil, market.ReasonNotMCP},
		{"no id", "application/json", `{"jsonrpc":"2.0",` + tools + `}`, 200, market.FaultID, nil, market.ReasonNotMCP},
		{"null id", "application/json", `{"jsonrpc":"2.0","id":null,` + tools + `}`, 200, market.FaultID, nil, market.ReasonNotMCP},
		{"id 0", "application/json", `{"jsonrpc":"2.0","id":0,` + tools + `}`, 200, market.FaultID, nil, market.ReasonNotMCP},
		{"no tools", "application/json", `{"jsonrpc":"2.0","id":1,"result":{}}`, 200, market.FaultNoTools, nil, market.ReasonNotMCP},
		{"tools null", "application/json", `{"jsonrpc":"2.0","id":1,"result":{"tools":null}}`, 200, market.FaultNoTools, nil, market.ReasonNotMCP},
		{"tools object", "application/json", `{"jsonrpc":"2.0","id":1,"result":{"tools":{}}}`, 200, market.FaultNoTools, nil, market.ReasonNotMCP},
		{"result array", "application/json", `{"jsonrpc":"2.0","id":1,"result":[]}`, 200, market.FaultNoTools, nil, market.ReasonNotMCP},
		{"input required", "application/json", `{"jsonrpc":"2.0","id":1,"result":{"resultType":"input_required"}}`, 200, market.FaultWithheld, nil, market.ReasonNotMCP},
		{"duplicate key", "application/json", tool(`"name":"a","name":"b"`), 200, market.FaultUnstrictJSON, nil, market.ReasonNotMCP},
		{"colliding key", "application/json", tool(`"description":"good","Description":"EVIL"`), 200, market.FaultUnstrictJSON, nil, market.ReasonNotMCP},
		{"NUL key", "application/json", tool(`"name\u0000":"x","name":"y"`), 200, market.FaultUnstrictJSON, nil, market.ReasonNotMCP},
		{"surrogate", "application/json", tool(`"name":"\ud800"`), 200, market.FaultUnstrictJSON, nil, market.ReasonNotMCP},
		{"not UTF-8", "application/json", tool("\"name\":\"\xff\""), 200, market.FaultUnstrictJSON, nil, market.ReasonNotMCP},
		{"depth bomb", "application/json", strings.Repeat("[", 20_000), 200, market.FaultUnstrictJSON, nil, market.ReasonNotMCP},
		{"unknown coding", "application/json", goodList, 200, market.FaultEncoded, nil, market.ReasonNotMCP},

		{"201 with a result", "application/json", goodList, 201, market.FaultStatus, nil, market.ReasonHTTPError},
		{"202 empty", "", "", 202, market.FaultStatus, nil, market.ReasonHTTPError},
		{"401", "", "", 401, market.FaultStatus, nil, market.ReasonAuthRequired},
		{"429", "", "", 429, market.FaultStatus, nil, market.ReasonRateLimited},
		{"404", "text/plain", "404", 404, market.FaultStatus, nil, market.ReasonHTTPError},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			var more []string
			if tc.fault == market.FaultEncoded {
				more = []string{"Content-Encoding", "br"}
			}
			srv := newServer(t, fine, says(tc.status, tc.media, tc.body, more...))
			p := probe(t, srv.URL)
			if p.List.Fault.Code != tc.fault || p.Reason != tc.reason || p.List.OK() != (tc.fault == "") {
				t.Fatalf("fault %+v, reason %s, want %q, %s", p.List.Fault, p.Reason, tc.fault, tc.reason)
			}
			if tc.fault == "" && !slices.Equal(codes(p.List), tc.notes) {
				t.Errorf("notes %+v, want %v", p.List.Notes, tc.notes)
			}
			if tc.fault != "" && p.List.Fault.Detail == "" {
				t.Error("the fault says nothing")
			}
			if tc.name == "colliding key" && p.List.Fault.Where != "/tools/1/Description" {
				t.Errorf("where %q", p.List.Fault.Where)
			}
		})
	}
}

func TestListRPCErrors(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name, media, body string
		status            int
		fault             string
		code              int
		message           string
		supported         []string
	}{
		{"method not found", "application/json", `{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"Method not found"}}`, 200, market.FaultRPCError, -32601, "Method not found", nil},
		{"null id", "application/json", `{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"x"}}`, 200, market.FaultRPCError, -32600, "x", nil},
		{"in a stream", "text/event-stream", "data: {\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":0,\"message\":\"m\"}}\n\n", 200, market.FaultRPCError, 0, "m", nil},
		{"odd types", "application/json", `{"jsonrpc":"2.0","id":1,"error":{"code":"x","message":7,"data":[]}}`, 200, market.FaultRPCError, 0, "", nil},
		{"error is a string", "application/json", `{"jsonrpc":"2.0","id":1,"error":"no"}`, 200, market.FaultRPCError, 0, "", nil},
		{"huge code", "application/json", `{"jsonrpc":"2.0","id":1,"error":{"code":1e300}}`, 200, market.FaultRPCError, 0, "", nil},
		{
			"400 modern only", "application/json", `{"jsonrpc":"2.0","id":1,"error":{"code":-32022,"message":"v","data":{"supported":["2026-07-28",5,"a\u202eb"]}}}`,
			400, market.FaultStatus, -32022, "v",
			[]string{"2026-07-28", "a⟦U+202E⟧b"},
		},
		{"hidden characters", "application/json", `{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"a\u200b\u001b[31m\n"}}`, 200, market.FaultRPCError, 1, "a⟦U+200B⟧⟦U+001B⟧[31m⟦U+000A⟧", nil},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			srv := newServer(t, fine, says(tc.status, tc.media, tc.body))
			l := probe(t, srv.URL).List
			if l.Fault.Code != tc.fault || l.RPCCode != tc.code || l.RPCMessage != tc.message || !slices.Equal(l.Supported, tc.supported) {
				t.Errorf("list %+v", l)
			}
		})
	}
}

// pages answers bare lists with one page after the other, the last for ever.
func pages(all ...string) http.HandlerFunc {
	n := 0
	return func(w http.ResponseWriter, _ *http.Request) {
		i := min(n, len(all)-1)
		n++
		says(200, "application/json", fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"result":%s}`, n, all[i]))(w, nil)
	}
}

func names(from, to int) string {
	var all []string
	for i := from; i < to; i++ {
		all = append(all, fmt.Sprintf(`{"name":"t%d"}`, i))
	}
	return strings.Join(all, ",")
}

func TestListPages(t *testing.T) {
	t.Parallel()
	var endless []string
	for i := range 25 {
		endless = append(endless, fmt.Sprintf(`{"tools":[{"name":"t%d"}],"nextCursor":"c%d"}`, i, i))
	}
	for _, tc := range []struct {
		name         string
		handler      http.HandlerFunc
		fault        string
		pages, tools int
		notes        []string
	}{
		{"three", pages(`{"tools":[{"name":"a"}],"nextCursor":"1"}`, `{"tools":[{"name":"b"}],"nextCursor":"2"}`, `{"tools":[{"name":"c"}]}`), "", 3, 3, []string{market.NoteLaterPages}},
		{"empty cursor is one", pages(`{"tools":[{"name":"a"}],"nextCursor":""}`, `{"tools":[{"name":"b"}]}`), "", 2, 2, []string{market.NoteLaterPages}},
		{"empty cursor twice", pages(`{"tools":[{"name":"a"}],"nextCursor":""}`, `{"tools":[{"name":"b"}],"nextCursor":""}`), market.FaultCursorLoop, 1, 2, nil},
		{"same cursor", pages(`{"tools":[{"name":"a"}],"nextCursor":"x"}`), market.FaultCursorLoop, 1, 1, nil},
		{"nothing new", pages(`{"tools":[{"name":"a"}],"nextCursor":"x"}`, `{"tools":[{"name":"a"}],"nextCursor":"y"}`), market.FaultCursorLoop, 1, 1, nil},
		{"empty last page", pages(`{"tools":[{"name":"a"}],"nextCursor":"x"}`, `{"tools":[]}`), "", 2, 1, []string{market.NoteLaterPages}},
		{"twenty pages", pages(append(slices.Clone(endless[:19]), `{"tools":[{"name":"z"}]}`)...), "", 20, 20, []string{market.NoteLaterPages}},
		{"too many pages", pages(endless...), market.FaultCursorLoop, 20, 20, []string{market.NoteLaterPages}},
		{"number as cursor", pages(`{"tools":[],"nextCursor":2}`), market.FaultCursorType, 0, 0, nil},
		{"long cursor", pages(`{"tools":[],"nextCursor":"` + strings.Repeat("x", 4097) + `"}`), market.FaultCursorType, 0, 0, nil},
		{"cursor at the limit", pages(`{"tools":[],"nextCursor":"`+strings.Repeat("x", 4096)+`"}`, `{"tools":[{"name":"a"}]}`), "", 2, 1, []string{market.NoteLaterPages}},
		{"exact repeat", pages(`{"tools":[{"name":"a","x":1}],"nextCursor":"1"}`, `{"tools":[{ "name":"a", "x":1 },{"name":"b"}]}`), "", 2, 2, []string{market.NoteLaterPages}},
		{"redefined", pages(`{"tools":[{"name":"pay","x":1}],"nextCursor":"1"}`, `{"tools":[{"name":"pay","x":2}]}`), "", 2, 2, []string{market.NoteLaterPages, market.NoteRedefined}},
		{"twice on a page", pages(`{"tools":[{"name":"a"},{"name":"a"}]}`), "", 1, 2, nil},
		{"500 tools", pages(`{"tools":[` + names(0, 500) + `]}`), "", 1, 500, nil},
		{"501 tools", pages(`{"tools":[` + names(0, 501) + `]}`), market.FaultTooManyTools, 0, 500, nil},
		{"501 on two pages", pages(`{"tools":[`+names(0, 300)+`],"nextCursor":"x"}`, `{"tools":[`+names(300, 501)+`]}`), market.FaultTooManyTools, 1, 500, nil},
		{"tools that are none", pages(`{"tools":[1,null,"x",[],{},{"name":7}]}`), "", 1, 6, nil},
	} {
		t.Run(tc.name, func(t *testing.T) {
			t.Parallel()
			srv := newServer(t, fine, tc.handler)
			l := probe(t, srv.URL).List
			if l.Fault.Code != tc.fault || l.Pages != tc.pages || len(l.Tools) != tc.tools || !slices.Equal(codes(l), tc.notes) {
				t.Errorf("fault %+v, %d pages, %d tools, notes %+v", l.Fault, l.Pages, len(l.Tools), l.Notes)
			}
			if tc.name == "redefined" && l.Notes[0].Where != "/tools/1" {
				t.Errorf("where %q", l.Notes[0].Where)
			}
		})
	}
}

func TestListAsksForTheNextPage(t *testing.T) {
	t.Parallel()
	srv := newServer(t, fine, pages(`{"tools":[{"name":"a"}],"nextCursor":"x\"<y"}`, `{"tools":[{"name":"b"}]}`))
	p := probe(t, srv.URL)
	got := srv.requests()
	var second struct {
		JSONRPC string
		ID      int
		Method  string
		Params  struct{ Cursor string }
	}
	if err := json.Unmarshal([]byte(got[2].body), &second); err != nil || second.JSONRPC != "2.0" || second.ID != 2 || second.Method != "tools/list" || second.Params.Cursor != `x"<y` {
		t.Errorf("second page asked for by %s", got[2].body)
	}
	if p.Exchanges[2].Step != "list/2" {
		t.Errorf("step %q", p.Exchanges[2].Step)
	}
}

func TestListSlow(t *testing.T) {
	t.Parallel()
	srv := newServer(t, fine, listed)
	p := prober(whole)
	for slow, want := range map[time.Duration][]string{time.Minute: nil, time.Nanosecond: {market.NoteSlow}} {
		healthcheck.SetSlow(p, slow)
		got := p.Probe(t.Context(), market.Target{URL: srv.URL}, nil)
		if !got.OK() || !slices.Equal(codes(got.List), want) {
			t.Errorf("slower than %v: reason %s, notes %+v", slow, got.Reason, got.List.Notes)
		}
	}
}
