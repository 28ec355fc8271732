package toollist_test

import (
	"errors"
	"strings"
	"testing"

	"marketd/market/strictjson"
	"marketd/market/toollist"
)

func TestRead(t *testing.T) {
	t.Parallel()
	const tool = `{"name":"a","inputSchema":{"type":"object","properties":{"n":{},"N":{}}}}`
	for name, c := range map[string]struct {
		data  string
		base  string
		tools int
	}{
		"a result":                  {`{"tools":[` + tool + `]}`, "/tools", 1},
		"a result with more in it":  {`{"initialize":{},"pages":1,"tools":[` + tool + `,` + tool + `],"nextCursor":"x"}`, "/tools", 2},
		"an answer":                 {"\n" + `{"jsonrpc":"2.0","id":1,"result":{"tools":[` + tool + `]}}` + "\n", "/result/tools", 1},
		"a batch of one answer":     {`[{"jsonrpc":"2.0","id":1,"result":{"tools":[` + tool + `]}}]`, "/0/result/tools", 1},
		"a bare array":              {`[` + tool + `,` + tool + `]`, "", 2},
		"an empty array":            {`[]`, "", 0},
		"an empty list":             {`{"tools":[]}`, "/tools", 0},
		"after a byte order mark":   {"\ufeff[" + tool + `]`, "", 1},
		"a list with what is none":  {`{"tools":[7,` + tool + `]}`, "/tools", 2},
		"an event":                  {"event: message\ndata: {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"tools\":[" + tool + "]}}\n\n", "/result/tools", 1},
		"an event after another":    {": hello\r\n\r\ndata: {\"method\":\"x\"}\r\n\r\ndata:{\"result\":{\"tools\":[" + tool + "]}}\r\n\r\n", "/result/tools", 1},
		"an event in lines":         {"data: {\"tools\":\ndata: [" + tool + "]}\n\n", "/tools", 1},
		"an event that is cut":      {"data: [" + tool + "]", "", 1},
		"a tool that has a jsonrpc": {`[{"name":"a","jsonrpc":1}]`, "", 1},
	} {
		l, err := toollist.Read([]byte(c.data))
		if err != nil || l.Base != c.base || len(l.Tools) != c.tools {
			t.Errorf("%s: %d tools at %q, %v; want %d at %q", name, len(l.Tools), l.Base, err, c.tools, c.base)
			continue
		}
		if !strings.Contains(name, "lines") && !strings.HasPrefix(c.data[l.Offset:], string(l.Text)) {
			t.Errorf("%s: the text does not begin at byte %d", name, l.Offset)
		}
	}
}

func TestReadWhatIsNoList(t *testing.T) {
	t.Parallel()
	for data, want := range map[string]string{
		"":                                     "is empty",
		" \n":                                  "is empty",
		"# Tools":                              "no JSON object or array",
		"null":                                 "no JSON object or array",
		`{"tools":[`:                           "is no JSON: line 1, column 11",
		"{\n  \"tools\": [],\n}":               "is no JSON: line 3, column 1",
		`{"tools":[]} {"tools":[]}`:            "is no JSON",
		`{"tools":{}}`:                         `"tools" that is no array`,
		`{"tools":null}`:                       `"tools" that is no array`,
		`{"result":{"resources":[]}}`:          `"result" without "tools"`,
		`{"jsonrpc":"2.0","error":{"code":1}}`: `"error"`,
		`{"name":"a"}`:                         `neither "tools" nor "result"`,
		`[1,"a"]`:                              "without a single object",
		"event: ping\n\n":                      "no JSON object or array",
	} {
		_, err := toollist.Read([]byte(data))
		none, ok := errors.AsType[*toollist.ErrNone](err)
		if !ok || !strings.Contains(none.Error(), want) {
			t.Errorf("%q: %v, want an ErrNone with %q", data, err, want)
		}
	}
}

func TestReadWhatIsUnstrict(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		data, pointer string
		code          strictjson.Code
		line, column  int
	}{
		"a key twice":          {"{\"tools\":[\n  {\"name\":\"天\",\"name\":\"b\"}]}", "/tools/0/name", strictjson.DuplicateKey, 2, 15},
		"keys that differ":     {`[{"name":"a","Name":"b"}]`, "/0/Name", strictjson.CaseCollidingKey, 1, 14},
		"a NUL in a key":       {`[{"name\u0000":"a"}]`, "/0/name\x00", strictjson.NULInKey, 1, 3},
		"too deep":             {`{"tools":` + strings.Repeat("[", 70) + strings.Repeat("]", 70) + `}`, "/tools" + strings.Repeat("/0", 63), strictjson.Depth, 1, 73},
		"not UTF-8":            {"[{\"name\":\"\xff\"}]", "/0/name", strictjson.UTF8, 1, 11},
		"a lone surrogate":     {`[{"name":"\ud800"}]`, "/0/name", strictjson.UTF8, 1, 11},
		"too large":            {`["` + strings.Repeat("x", toollist.MaxBytes) + `"]`, "", strictjson.Size, 1, 1},
		"within an event":      {"event: message\ndata: [{\"name\":\"a\",\"name\":\"b\"}]\n\n", "/0/name", strictjson.DuplicateKey, 2, 20},
		"after CRLF and a BOM": {"\ufeff[\r\n{\"a\":1,\"a\":2}]", "/0/a", strictjson.DuplicateKey, 2, 8},
	} {
		_, err := toollist.Read([]byte(c.data))
		f, ok := errors.AsType[*toollist.Fault](err)
		if !ok || f.Code != c.code || f.Pointer != c.pointer || f.Line != c.line || f.Column != c.column {
			t.Errorf("%s: %+v, %v; want %s at %q, line %d, column %d", name, f, err, c.code, c.pointer, c.line, c.column)
		}
	}
}

func TestAt(t *testing.T) {
	t.Parallel()
	const text = "ab\ncd\r\n天x\r\ry"
	for offset, want := range map[int][2]int{-1: {1, 1}, 0: {1, 1}, 2: {1, 3}, 3: {2, 1}, 5: {2, 3}, 6: {2, 3}, 7: {3, 1}, 10: {3, 2}, 12: {4, 1}, 13: {5, 1}, 14: {5, 2}, 99: {5, 2}} {
		if line, column := toollist.At([]byte(text), offset); line != want[0] || column != want[1] {
			t.Errorf("byte %d: line %d, column %d; want %v", offset, line, column, want)
		}
	}
}

// Whatever comes, Read ends, and what it takes is as it was written.
func FuzzRead(f *testing.F) {
	for _, s := range []string{`{"tools":[{"name":"a"}]}`, "data: []\n\n", "\ufeff[{}]", "data: {\ndata: }\n", `[{"jsonrpc":"2.0","result":{"tools":[]}}]`, `{"a":1,"a":2}`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		l, err := toollist.Read(data)
		if err != nil {
			_, none := errors.AsType[*toollist.ErrNone](err)
			_, fault := errors.AsType[*toollist.Fault](err)
			if none == fault {
				t.Errorf("neither kind of error: %v", err)
			}
			return
		}
		if l.Offset < 0 || l.Offset > len(data) {
			t.Errorf("the text begins at byte %d of %d", l.Offset, len(data))
		}
		for i, tool := range l.Tools {
			if strictjson.Scan(tool, toollist.Limits()) != nil {
				t.Errorf("tool %d is no strict JSON: %q", i, tool)
			}
		}
	})
}

func TestTold(t *testing.T) {
	t.Parallel()
	for data, want := range map[string]string{
		`{"tools":[{"name":"a","name":"b"}]}`:            "/tools/0/name",
		`{"result":{"tools":[{"name":"a","name":"b"}]}}`: "/tools/0/name",
		`[{"result":{"tools":[{"a":1,"a":2}]}}]`:         "/tools/0/a",
		`[{},{"name":"a","NAME":"b"}]`:                   "/tools/1/NAME",
		`{"tools":[],"tools":[]}`:                        "/tools",
		`{"tools":[],"x":{"a":1,"a":2}}`:                 "/tools",
	} {
		_, err := toollist.Read([]byte(data))
		f, ok := errors.AsType[*toollist.Fault](err)
		if !ok {
			t.Errorf("%s: %v", data, err)
			continue
		}
		if r := f.Told(); r.Where != want || r.Rule != "PRO-002" || !strings.Contains(r.Evidence, "line 1, column") || r.Message.ZH == "" || r.Message.EN == "" {
			t.Errorf("%s: %+v, want it at %q", data, r, want)
		}
	}
}
