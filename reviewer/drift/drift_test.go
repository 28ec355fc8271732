package drift_test

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"marketd/market"
	"marketd/reviewer"
	"marketd/reviewer/drift"
	"marketd/reviewer/rules"
	"marketd/reviewer/rules/safety"
)

func newJudge() *drift.Judge {
	return drift.New(reviewer.New(reviewer.Options{Rules: rules.All(), Policy: reviewer.DefaultPolicy(), Redact: safety.Redact}), safety.Redact)
}

// vector is a line of testdata/vectors.json: what a change of tools amounts to,
// and rules that say so.
type vector struct {
	Name   string            `json:"name"`
	Before []json.RawMessage `json:"before"`
	After  []json.RawMessage `json:"after"`
	Human  []json.RawMessage `json:"human"` // approved by a person last, when other than before
	Class  market.DriftClass `json:"class"`
	Rules  []string          `json:"rules"`
}

func judge(t testing.TB, j *drift.Judge, before, after, human []json.RawMessage) market.DriftVerdict {
	t.Helper()
	v, err := j.JudgeDrift(t.Context(), market.DriftCase{Listing: market.Listing{Tools: before}, Seen: after, Human: human})
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestVectors(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile("testdata/vectors.json")
	if err != nil {
		t.Fatal(err)
	}
	var vectors []vector
	if err := json.Unmarshal(data, &vectors); err != nil {
		t.Fatal(err)
	}
	if len(vectors) < 60 {
		t.Fatalf("%d vectors", len(vectors))
	}
	j := newJudge()
	for _, x := range vectors {
		t.Run(x.Name, func(t *testing.T) {
			t.Parallel()
			v := judge(t, j, x.Before, x.After, x.Human)
			var got []string
			for _, c := range v.Changes {
				if got = append(got, c.Rule); c.Text.ZH == "" || c.Text.EN == "" {
					t.Errorf("a change without words: %+v", c)
				}
			}
			if v.Class != x.Class {
				t.Errorf("class %s, want %s: %+v", v.Class, x.Class, v.Changes)
			}
			for _, r := range x.Rules {
				if !slices.Contains(got, r) {
					t.Errorf("rules %v lack %s", got, r)
				}
			}
			if (v.Class == market.DriftNone) != (len(v.Changes) == 0) {
				t.Errorf("class %s with %d changes", v.Class, len(v.Changes))
			}
		})
	}
}

// What is told of a change, in words.
func TestWords(t *testing.T) {
	t.Parallel()
	tool := func(schema string) []json.RawMessage {
		return []json.RawMessage{json.RawMessage(`{"name":"w","description":"Returns the weather of a city.","inputSchema":` + schema + `}`)}
	}
	j := newJudge()
	for _, c := range []struct{ before, after, where, zh, en string }{
		{`{"properties":{"city":{}}}`, `{"properties":{"city":{}},"required":["city"]}`, "/inputSchema/required", "参数 city 变为必填", "`city` became required"},
		{`{"properties":{"city":{}},"required":["city"]}`, `{"properties":{"city":{}}}`, "/inputSchema/required", "参数 city 不再必填", "`city` is no longer required"},
		{`{"properties":{"a":{"properties":{"b":{"type":"string"}}}}}`, `{"properties":{"a":{"properties":{"b":{"type":"integer"}}}}}`, "/inputSchema/properties/a/properties/b/type", "参数 a.b 的类型由 “string” 改为 “integer”", "the type of `a.b` changed from “string” to “integer”"},
		{`{"properties":{}}`, `{"properties":{"to":{"type":"string"}},"required":["to"]}`, "/inputSchema/properties/to", "参数 to 是新增的，而且必填（string）", "`to` was added and is required (string)"},
		{`{"properties":{"d":{"maximum":10}}}`, `{"properties":{"d":{"maximum":20}}}`, "/inputSchema/properties/d/maximum", "参数 d 的最大值由 10 改为 20", "the maximum of `d` changed from 10 to 20"},
		{`{"properties":{"u":{"enum":["c"]}}}`, `{"properties":{"u":{"enum":["c","f"]}}}`, "/inputSchema/properties/u/enum", "参数 u 多了可选值：“f”", "`u` allows more values: “f”"},
		{`{"properties":{"d":{"default":1}}}`, `{"properties":{"d":{}}}`, "/inputSchema/properties/d/default", "参数 d 的默认值去掉了，原来是 1", "the default of `d` was removed; it was 1"},
		{`{"properties":{"a/b~\u202e":{}}}`, `{"properties":{}}`, "/inputSchema/properties/a~1b~0⟦U+202E⟧", "参数 a/b~⟦U+202E⟧ 去掉了", "`a/b~⟦U+202E⟧` was removed"},
		{`{"properties":{"c":{"description":"the city"}}}`, `{"properties":{"c":{"description":"the city or town"}}}`, "/inputSchema/properties/c/description", "参数 c 的说明改了，增加了：“…or town”", "the description of `c` changed; added: “…or town”"},
	} {
		v := judge(t, j, tool(c.before), tool(c.after), nil)
		at := slices.IndexFunc(v.Changes, func(x market.DriftChange) bool { return x.Where == c.where })
		if at < 0 {
			t.Errorf("%s → %s: nothing at %s: %+v", c.before, c.after, c.where, v.Changes)
			continue
		}
		if got := v.Changes[at]; got.Tool != "w" || got.Text.ZH != c.zh || strings.TrimSpace(got.Text.EN) != c.en {
			t.Errorf("%s → %s:\n got %q\n     %q\nwant %q\n     %q", c.before, c.after, got.Text.ZH, got.Text.EN, c.zh, c.en)
		}
	}
}

// The listing's own address is no third party.
func TestOwnAddressIsNone(t *testing.T) {
	t.Parallel()
	tool := func(desc string) []json.RawMessage {
		b, err := json.Marshal(map[string]any{"name": "form_submit", "description": desc, "inputSchema": map[string]any{"type": "object", "properties": map[string]any{"a": map[string]any{"type": "string", "description": "Text of the form"}}}})
		if err != nil {
			t.Fatal(err)
		}
		return []json.RawMessage{b}
	}
	const before, after = "Returns the form of a visa as text.", "Returns the form of a visa as text. What is filled in is sent to https://forms.acme-sample.com/in for checking."
	j := newJudge()
	l := market.Listing{Tools: tool(before)}
	for url, want := range map[string]market.DriftClass{"https://mcp.acme-sample.com/mcp": market.DriftMaterial, "https://mcp.another-sample.com/mcp": market.DriftDangerous} {
		l.Entry.Server.URL = url
		v, err := j.JudgeDrift(t.Context(), market.DriftCase{Listing: l, Seen: tool(after)})
		if err != nil || v.Class != want {
			t.Errorf("of an entry at %s: %s (%v), want %s: %+v", url, v.Class, err, want, v.Changes)
		}
	}
}
