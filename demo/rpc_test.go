package demo_test

import (
	"net/http"
	"strings"
	"testing"

	"marketd/demo"
)

func TestProtocol(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	srv := named(t, s, "units")
	for name, c := range map[string]struct {
		body   string
		status int
		want   string
	}{
		"not JSON":         {`{`, 200, `"code":-32700`},
		"no request":       {`{"id":1}`, 200, `"code":-32600`},
		"another version":  {`{"jsonrpc":"1.0","id":1,"method":"ping"}`, 200, `"code":-32600`},
		"unknown method":   {`{"jsonrpc":"2.0","id":1,"method":"resources/list"}`, 200, `"code":-32601`},
		"ping":             {`{"jsonrpc":"2.0","id":"a","method":"ping"}`, 200, `"id":"a","result":{}`},
		"notification":     {`{"jsonrpc":"2.0","method":"notifications/initialized"}`, 202, ""},
		"no params":        {`{"jsonrpc":"2.0","id":1,"method":"tools/call"}`, 200, `"code":-32602`},
		"unknown tool":     {`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x"}}`, 200, `"code":-32602`},
		"a new handshake":  {`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2099-01-01"}}`, 200, `"protocolVersion":"2025-11-25"`},
		"an old handshake": {`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-03-26"}}`, 200, `"protocolVersion":"2025-03-26"`},
		"too long":         {`"` + strings.Repeat("x", 1<<20) + `"`, 413, "too long"},
	} {
		r, err := post(t, srv, c.body)
		if err != nil || r.status != c.status || !strings.Contains(r.body, c.want) {
			t.Errorf("%s: %d %q, %v; want %d with %q", name, r.status, r.body, err, c.status, c.want)
		}
	}
}

func TestOtherMethodsAndPaths(t *testing.T) {
	t.Parallel()
	srv := named(t, start(t, nil), "units")
	for _, c := range []struct {
		method, url string
		want        int
	}{
		{http.MethodGet, srv.URL, http.StatusMethodNotAllowed},
		{http.MethodDelete, srv.URL, http.StatusMethodNotAllowed},
		{http.MethodPost, strings.TrimSuffix(srv.URL, "mcp"), http.StatusNotFound},
	} {
		req, err := http.NewRequestWithContext(t.Context(), c.method, c.url, nil)
		if err != nil {
			t.Fatal(err)
		}
		resp, err := (&http.Client{Transport: &http.Transport{DisableKeepAlives: true}}).Do(req)
		if err != nil {
			t.Fatal(err)
		}
		_ = resp.Body.Close()
		if resp.StatusCode != c.want {
			t.Errorf("%s %s = %d, want %d", c.method, c.url, resp.StatusCode, c.want)
		}
	}
}

func TestSSE(t *testing.T) {
	t.Parallel()
	srv := named(t, start(t, nil), "sse")
	r, err := post(t, srv, `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`)
	if err != nil {
		t.Fatal(err)
	}
	if r.header.Get("Content-Type") != "text/event-stream" || !strings.HasPrefix(r.body, "event: message\ndata: {") || !strings.HasSuffix(r.body, "}\n\n") {
		t.Errorf("%s: %q; want one event", r.header.Get("Content-Type"), r.body)
	}
}

func TestCalls(t *testing.T) {
	t.Parallel()
	s := start(t, nil)
	do(t, s, "changing", "change")
	for _, c := range []struct {
		server, tool string
		args         map[string]any
		want         string // in the text
		fails        bool
	}{
		{"weather", "weather.now", map[string]any{"city": "杭州"}, `"city":"杭州"`, false},
		{"weather", "weather.now", map[string]any{"city": "亚特兰蒂斯"}, "weather.cities", true},
		{"weather", "weather.now", nil, "city", true},
		{"weather", "weather.forecast", map[string]any{"city": "哈尔滨", "days": 7}, `"days":[`, false},
		{"weather", "weather.forecast", map[string]any{"city": "哈尔滨", "days": 8}, "1", true},
		{"weather", "weather.forecast", map[string]any{"city": "哈尔滨", "days": 1.5}, "days", true},
		{"weather", "weather.forecast", map[string]any{"city": "哈尔滨", "days": "x"}, "days", true},
		{"weather", "weather.cities", map[string]any{}, "乌鲁木齐", false},
		{"units", "unit.convert", map[string]any{"value": 100, "from": "km/h", "to": "mph"}, `"value":62.137`, false},
		{"units", "unit.convert", map[string]any{"value": 212, "from": "°F", "to": "°C"}, `"unit":"°C"`, false},
		{"units", "unit.convert", map[string]any{"value": 1, "from": "kg", "to": "km"}, "length", true},
		{"units", "unit.convert", map[string]any{"value": 1, "from": "parsec", "to": "km"}, "parsec", true},
		{"units", "unit.convert", map[string]any{"value": "1", "from": "m", "to": "km"}, "value", true},
		{"units", "unit.list", map[string]any{"kind": "speed"}, `"mph"`, false},
		{"units", "unit.list", map[string]any{"kind": "charm"}, "charm", true},
		{"sse", "date.between", map[string]any{"from": "2026-02-23", "to": "2026-03-08"}, `"days":13,"workingDays":10`, false},
		{"sse", "date.between", map[string]any{"from": "2026-03-08", "to": "2026-02-23"}, `"days":-13,"workingDays":-10`, false},
		{"sse", "date.between", map[string]any{"from": "2026-02-30", "to": "2026-03-08"}, "YYYY-MM-DD", true},
		{"sse", "date.weekday", map[string]any{"date": "2024-12-30"}, `"week":"2025-W01","weekday":"Monday"`, false},
		{"stock-sdk", "color.rgb", map[string]any{"color": "#336699"}, `"blue":153,"green":102,"hue":210,"lightness":40,"red":51,"saturation":50`, false},
		{"stock-sdk", "color.rgb", map[string]any{"color": "#ffffff"}, `"lightness":100`, false},
		{"stock-sdk", "color.rgb", map[string]any{"color": "red"}, "#RRGGBB", true},
		{"stock-sdk", "color.contrast", map[string]any{"foreground": "#000000", "background": "#ffffff"}, `"ratio":21`, false},
		{"placeholder", "parcel.track", map[string]any{"number": "YL123456789012"}, "派送中", false},
		{"placeholder", "parcel.companies", nil, "示例快递", false},
		{"empty-schema", "book.search", map[string]any{"words": "austen"}, "pride-and-prejudice", false},
		{"empty-schema", "book.read", map[string]any{"id": "moby-dick"}, "Call me Ishmael.", false},
		{"empty-schema", "book.read", map[string]any{"id": "none"}, "none", true},
		{"token", "note.search", map[string]any{"keyword": "接口"}, `"n3"`, false},
		{"token", "note.read", map[string]any{"id": "n2"}, "燕麦", false},
		{"slow", "poem.search", map[string]any{"words": "明月"}, "静夜思", false},
		{"slow", "poem.authors", nil, "柳宗元", false},
		{"up-down", "idiom.lookup", map[string]any{"idiom": "画龙点晴"}, `"exact":false`, false},
		{"up-down", "idiom.lookup", map[string]any{"idiom": "水到渠成"}, `"exact":true`, false},
		{"up-down", "idiom.chain", map[string]any{"first": "成"}, "成人之美", false},
		{"changing", "recipe.search", map[string]any{"ingredient": "鸡蛋", "taste": "清淡"}, "蛋花汤", false},
		{"changing", "recipe.nutrition", map[string]any{"id": "r1", "people": 4}, `"kcalEach":160`, false},
		{"changing", "recipe.nutrition", map[string]any{"id": "r9"}, "r9", true},
	} {
		r := rpc(t, named(t, s, c.server), "tools/call", map[string]any{"name": c.tool, "arguments": c.args}).Result
		if r.IsError != c.fails || len(r.Content) != 1 || !strings.Contains(r.Content[0].Text, c.want) {
			t.Errorf("%s %v: isError %v, %v; want %v with %q", c.tool, c.args, r.IsError, r.Content, c.fails, c.want)
		}
		if !c.fails && string(r.StructuredContent) != r.Content[0].Text {
			t.Errorf("%s: structuredContent %s is not the text %s", c.tool, r.StructuredContent, r.Content[0].Text)
		}
	}
}

func FuzzAnswer(f *testing.F) {
	for _, seed := range []string{`{}`, `[]`, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"unit.convert","arguments":{"value":1e999}}}`, "\x00", `{"jsonrpc":"2.0","id":{},"method":"ping"}`} {
		f.Add(seed)
	}
	s, err := demo.Start(f.Context(), demo.Options{})
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() { _ = s.Close() })
	srv := s.List()[6]
	f.Fuzz(func(t *testing.T, body string) {
		if r, err := post(t, srv, body); err != nil || r.status != http.StatusOK && r.status != http.StatusAccepted {
			t.Errorf("%q: %d, %v", body, r.status, err)
		}
	})
}
