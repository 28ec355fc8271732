package healthcheck

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"marketd/healthcheck/netguard"
	"marketd/market"
	"marketd/market/strictjson"
)

// FuzzList gives hostile answers to the reader of tool lists: it ends, every
// tool it returns is JSON, and every fault has a code and fits in a page.
func FuzzList(f *testing.F) {
	const good = `{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"a"}],"nextCursor":"x"}}`
	for _, s := range []struct {
		status      int
		media, body string
	}{
		{200, "application/json", good},
		{200, "application/json", "[" + good + "]"},
		{200, "text/event-stream", "data: " + good + "\n\n"},
		{200, "text/event-stream", ": x\r\rdata:ping\r\rdata: {\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"roots/list\"}\r\r"},
		{200, "", "data: {\ndata: }\n\n"},
		{200, "text/plain", `{"jsonrpc":"2.0","id":"1","error":null,"result":{"tools":[null,1,{"name":7}]}}`},
		{200, "application/json", `{"jsonrpc":"2.0","id":null,"error":{"code":-32022,"message":"\u202e","data":{"supported":["2026-07-28",1]}}}`},
		{400, "application/json", `{"jsonrpc":"2.0","error":{"code":1e400}}`},
		{200, "text/html", "<html>"},
		{200, "application/json", `{"jsonrpc":"2.0","id":1,"result":{"tools":[{"a":1,"A":2}]}}`},
	} {
		f.Add(s.status, s.media, s.body)
	}
	p := NewProber(netguard.New(netguard.Policy{}), market.SystemClock{}, slog.New(slog.DiscardHandler), nil)
	f.Fuzz(func(t *testing.T, status int, media, body string) {
		w := &walk{run: &run{Prober: p}, cursors: map[string]bool{}, names: map[string]int{}, limit: 1 << 20}
		rd := &reply{id: 1, note: w.note, show: w.detail}
		resp := &http.Response{StatusCode: status, Header: http.Header{"Content-Type": {media}}}
		result, err := rd.read(resp, &counter{r: strings.NewReader(body), n: &w.list.Bytes, limit: w.limit})
		if err == nil {
			_, _, err = w.take(result, 1)
		}
		for _, tool := range w.list.Tools {
			if !json.Valid(tool) || !utf8.Valid(tool) {
				t.Fatalf("tool %q", tool)
			}
			market.ReadTool(tool)
		}
		if err == nil {
			return
		}
		w.fail(err, 1)
		if w.list.Fault.Code == "" || w.list.Fault.Code == market.FaultTransport && !errors.Is(err, io.EOF) {
			t.Fatalf("fault %+v of %v", w.list.Fault, err)
		}
		for _, s := range []string{w.list.Fault.Detail, w.list.Fault.Where, w.list.RPCMessage} {
			if !utf8.ValidString(s) || len(s) > 4*maxDetail || strings.ContainsAny(s, "\n\r\x00\x1b\u202e") {
				t.Fatalf("text %q", s)
			}
		}
	})
}

// FuzzSplit takes objects and arrays apart as encoding/json does, when the text
// passes the scan, and stands any other text.
func FuzzSplit(f *testing.F) {
	for _, s := range []string{`{"a":1,"b":[{"c":"]}\\\""}],"\u0064":{}}`, ` [ 1 , "a,b" , [] , {"x":"\\"} ] `, `{}`, `[]`, `{"a":}`, `[1,]`, `{"a" 1}`, `"`, `{"a":"`, `[,]`, "\t{\n}\r"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		got, isObject := object(data)
		list, isArray := elements(data)
		_, _ = text(data)
		if strictjson.Scan(data, strictjson.Limits{}) != nil {
			return
		}
		var want map[string]json.RawMessage
		var wantList []json.RawMessage
		if err := json.Unmarshal(data, &want); isObject != (err == nil && want != nil) || isObject && len(got) != len(want) {
			t.Fatalf("%q: object %v of %d members, want %d", data, isObject, len(got), len(want))
		}
		for _, m := range got {
			if !bytes.Equal(m.value, want[m.name]) || !bytes.Equal(got.at(m.name), m.value) {
				t.Fatalf("%q: %q is %q, want %q", data, m.name, m.value, want[m.name])
			}
		}
		if err := json.Unmarshal(data, &wantList); isArray != (err == nil && wantList != nil) || isArray && !slices.EqualFunc(list, wantList, func(a, b json.RawMessage) bool { return bytes.Equal(a, b) }) {
			t.Fatalf("%q: array %v %q, want %q", data, isArray, list, wantList)
		}
		var s string
		if err := json.Unmarshal(data, &s); err == nil && data[0] == '"' {
			if said, ok := text(bytes.TrimRight(data, " \t\r\n")); !ok || said != s {
				t.Fatalf("%q: text %q", data, said)
			}
		}
	})
}

// FuzzRecognise: the guess at an SDK and the class stand any body.
func FuzzRecognise(f *testing.F) {
	f.Add(400, "text/plain", `{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"x"}}`)
	f.Add(404, "application/json", "Invalid session ID")
	f.Add(405, "text/html", "<html>captcha")
	f.Fuzz(func(t *testing.T, status int, media, body string) {
		a := market.Answer{Status: status, MediaType: media, Body: body, Reason: market.ReasonOK}
		p := market.Probe{Contract: a, Class: classify(a), List: market.ToolList{Answer: a}}
		recognise(&p)
		if p.Class == "" || judge(&p) == "" {
			t.Fatalf("class %q, reason %q", p.Class, judge(&p))
		}
		if p.Class == market.ClassOK && status != 200 && status != 405 {
			t.Fatalf("status %d is alive", status)
		}
	})
}

// FuzzGreeting gives hostile answers to server/discover and initialize: what is
// kept of them is fit to be shown, and a version is one.
func FuzzGreeting(f *testing.F) {
	for _, s := range []string{
		`{"supportedVersions":["2026-07-28",7,"\u202e2025-11-25"],"_meta":{"io.modelcontextprotocol/serverInfo":{"name":"a"}},"instructions":"b"}`,
		`{"protocolVersion":"2025-11-25","capabilities":{"experimental":{}},"serverInfo":{"name":"FastMCP","title":7},"instructions":null}`,
		`{"protocolVersion":"----------","supportedVersions":{}}`, `[]`, `7`, `{"serverInfo":"x","_meta":[]}`,
	} {
		f.Add([]byte(s))
	}
	p := NewProber(netguard.New(netguard.Policy{}), market.SystemClock{}, slog.New(slog.DiscardHandler), nil)
	f.Fuzz(func(t *testing.T, result []byte) {
		talk := &talk{run: &run{Prober: p}}
		if _, versions, ok := discovered(result); ok {
			for _, v := range append(versions, sessionsOf(versions)...) {
				if len(v) > 400 || !utf8.ValidString(v) || strings.ContainsAny(v, "\n\x1b\u202e") {
					t.Fatalf("version %q", v)
				}
			}
		}
		version, err := talk.agree(result, nil)
		if (err == nil) != dated(version) || strings.Trim(version, "0123456789-") != "" && err == nil {
			t.Fatalf("version %q, error %v", version, err)
		}
		m := talk.probe.MCP
		if !utf8.ValidString(m.ServerName+m.ServerTitle+m.Instructions) || len(m.ServerName) > maxDetail || len(m.ServerTitle) > maxDetail || len(m.Instructions) > maxInstructions {
			t.Fatalf("talk %+v", m)
		}
		body := `{"jsonrpc":"2.0","id":1,"result":` + string(result) + "}"
		recognise(&market.Probe{Exchanges: []market.Exchange{{Step: "mcp/initialize", Status: 200, RespBody: body}, {Step: "mcp/list", Status: 400, RespBody: "data: " + body}}})
	})
}

// FuzzEndpoint: wherever an endpoint event leads is the stream's own origin.
func FuzzEndpoint(f *testing.F) {
	for _, s := range []string{"/messages?s=1", "//other.cn/", "https://a.cn:443/x#y", "https://u:p@a.cn/", "http://a.cn", "\\\\other.cn", "https:other", "?", "https://A.CN/", "https://a.cn%2eother.cn/"} {
		f.Add("https://a.cn/sse", []byte(s))
	}
	f.Fuzz(func(t *testing.T, stream string, data []byte) {
		to, ok := endpointOf(stream, data)
		if !ok {
			return
		}
		a, err := http.NewRequest(http.MethodGet, stream, nil)
		b, err2 := http.NewRequest(http.MethodPost, to, nil)
		if err != nil || err2 != nil {
			return // nothing is sent
		}
		if a.URL.Scheme != b.URL.Scheme || !strings.EqualFold(a.URL.Hostname(), b.URL.Hostname()) || b.URL.User != nil {
			t.Fatalf("%q and %q lead to %q", stream, data, to)
		}
	})
}
