package diff

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"marketd/market"
)

func TestTools(t *testing.T) {
	t.Parallel()
	before := tools(
		`{"name":"alert.list","description":"列出预警"}`,
		`{"name":"alert.detail","description":"查询详情","inputSchema":{"type":"object","properties":{"id":{"type":"string"}}}}`,
		`{"name":"old"}`, `{"name":"twice","description":"1"}`, `{"name":"twice","description":"2"}`)
	after := tools(
		`{"name":"alert.detail","description":"查询预警详情","annotations":{"readOnlyHint":true},"inputSchema":{"type":"object","properties":{"id":{"type":"string"}},"required":["id"]}}`,
		`{"name":"alert.list","description":"列出预警"}`,
		`{"name":"contact.share","description":"分享","inputSchema":{"type":"object","properties":{"to":{"type":"string"}},"required":["to"]}}`, `{"name":"twice","description":"1"}`)

	got := Tools(before, after)

	want := []ToolChange{
		{
			Name: "alert.detail", State: ToolChanged,
			Description: Words("查询详情", "查询预警详情"),
			Input:       []SchemaChange{{Kind: BecameRequired, Path: "id"}},
			Hints:       []HintChange{{"readOnlyHint", "false", "true"}},
		},
		{Name: "alert.list", State: ToolUnchanged},
		{
			Name: "contact.share", State: ToolAdded, Description: Words("", "分享"),
			Input: []SchemaChange{{Kind: ParamAdded, Path: "to", After: "string", Required: true}},
		},
		{Name: "twice", State: ToolUnchanged},
		{Name: "old", State: ToolRemoved},
		{Name: "twice", State: ToolRemoved, Description: Words("2", "")},
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

func TestFields(t *testing.T) {
	t.Parallel()
	a := market.Entry{ID: "x", Name: "旧名", Server: market.Server{URL: "https://a.example/mcp"}}
	b := a
	b.Name, b.Kind, b.Server.URL = "新名", market.KindServer, "https://b.example/mcp"
	want := []FieldChange{
		{"server.url", "https://a.example/mcp", "https://b.example/mcp"},
		{"name", "旧名", "新名"},
	}
	if d := cmp.Diff(want, Fields(a, b)); d != "" {
		t.Error(d)
	}
}

func tools(raws ...string) []market.Tool {
	var out []market.Tool
	for _, r := range raws {
		out = append(out, market.ReadTool(json.RawMessage(r)))
	}
	return out
}
