package web

import (
	"strings"
	"testing"

	"marketd/i18n"
	"marketd/market"
	"marketd/templates"
	"marketd/web/diff"
)

// Every kind of change reads as a sentence in both languages.
func TestSchemaFacts(t *testing.T) {
	t.Parallel()
	zh, en := &templates.Page{Printer: i18n.For(i18n.Chinese)}, english()
	for _, c := range []struct {
		change   diff.SchemaChange
		path, op string
		zh, en   string
	}{
		{diff.SchemaChange{Kind: diff.ParamAdded, Path: "note", After: "string"}, "note", "ins", "新增，string，可不填", "added, string, optional"},
		{diff.SchemaChange{Kind: diff.ParamAdded, Path: "n", Required: true}, "n", "ins", "新增，任意类型，必填", "added, any type, required"},
		{diff.SchemaChange{Kind: diff.ParamRemoved, Path: "n"}, "n", "del", "移除了", "removed"},
		{diff.SchemaChange{Kind: diff.BecameRequired, Path: "city"}, "city", "", "变为必填", "became required"},
		{diff.SchemaChange{Kind: diff.BecameOptional, Path: "city"}, "city", "", "变为可不填", "became optional"},
		{diff.SchemaChange{Kind: diff.TypeChanged, Path: "city", Before: "string"}, "city", "", "类型从 string 变为 任意类型", "type changed from string to any type"},
		{diff.SchemaChange{Kind: diff.TextChanged, Path: "city", Words: diff.Words("a", "b")}, "city", "", "的说明改了：", "description changed:"},
		{diff.SchemaChange{Kind: diff.KeywordChanged, Path: "n", Keyword: "maximum", Before: "5", After: "9"}, "n", "", "的 maximum 从 5 变为 9", "maximum changed from 5 to 9"},
		{diff.SchemaChange{Kind: diff.KeywordChanged, Path: "n", Keyword: "enum", After: "[1]"}, "n", "", "加了 enum：[1]", "enum added: [1]"},
		{diff.SchemaChange{Kind: diff.KeywordChanged, Keyword: "enum", Before: "[1]"}, "schema", "", "去掉了 enum：[1]", "enum removed: [1]"},
		{diff.SchemaChange{Kind: diff.Unreadable, Path: "a.b"}, "a.b", "", "嵌套太深，没有逐项比", "nested too deeply to compare"},
		{diff.SchemaChange{Kind: diff.AndMore}, "schema", "", "还有更多改动，没有列出", "and more changes that are not shown"},
	} {
		got := schemaFact(en, c.change)
		if got.Path != c.path || got.Op != c.op || got.Text != c.en {
			t.Errorf("%s: %q %q %q, want %q %q %q", c.change.Kind, got.Path, got.Op, got.Text, c.path, c.op, c.en)
		}
		if got := schemaFact(zh, c.change); got.Text != c.zh {
			t.Errorf("%s: %q, want %q", c.change.Kind, got.Text, c.zh)
		}
		if (len(got.Spans) > 0) != (c.change.Kind == diff.TextChanged) {
			t.Errorf("%s: %d spans", c.change.Kind, len(got.Spans))
		}
	}
}

func TestToolDiffTellsInputFromOutput(t *testing.T) {
	t.Parallel()
	d := toolDiff(english(), diff.ToolChange{
		Name: "x", State: diff.ToolChanged,
		Input:  []diff.SchemaChange{{Kind: diff.ParamRemoved, Path: "a"}},
		Output: []diff.SchemaChange{{Kind: diff.ParamRemoved, Path: "b"}, {Kind: diff.TypeChanged, After: "array"}},
		Hints:  []diff.HintChange{{Name: "readOnlyHint", Before: "true", After: "false"}, {Name: "annotations.title", After: "New"}},
	})
	var said []string
	for _, f := range d.Facts {
		said = append(said, f.Path+" "+f.Text)
	}
	want := []string{"a removed", "b output: removed", "schema output: type changed from any type to array", "readOnlyHint changed from true to false", "annotations.title changed from — to New"}
	if got := strings.Join(said, "|"); got != strings.Join(want, "|") {
		t.Errorf("said %q, want %q", got, strings.Join(want, "|"))
	}
}

func TestMarkToolsOfOneName(t *testing.T) {
	t.Parallel()
	tools := []templates.ToolView{{Name: "a"}, {Name: "twice"}, {Name: "twice"}, {Name: "gone?"}}
	markTools(tools, &templates.ChangesView{Tools: []templates.ToolDiff{
		{Name: "twice", State: "changed"}, {Name: "twice", State: "added"}, {Name: "gone?", State: "removed"},
	}})
	got := ""
	for _, v := range tools {
		got += v.Mark + ","
	}
	if got != ",changed,added,," {
		t.Errorf("marks %q", got)
	}
}

func TestFieldDiffs(t *testing.T) {
	t.Parallel()
	before := market.Entry{ID: "x", Name: "Old", Desc: "查询天气", Homepage: "https://a.example/"}
	after := market.Entry{ID: "x", Name: "New", Desc: "查询实时天气", Server: market.Server{URL: "https://" + strings.Repeat("long", 30) + ".example/mcp"}}
	diffs := fieldDiffs(english(), before, after)
	var labels []string
	for _, d := range diffs {
		labels = append(labels, d.Label)
	}
	if got := strings.Join(labels, "|"); got != "Address|Name|Summary|Home page" {
		t.Fatalf("fields %q", got)
	}
	for i, words := range []bool{true, false, true, false} {
		if (len(diffs[i].Spans) > 0) != words {
			t.Errorf("%s is compared by words: %v, want %v", diffs[i].Label, !words, words)
		}
	}
	if diffs[3].Before != "https://a.example/" || diffs[3].After != "" {
		t.Errorf("the emptied field: %+v", diffs[3])
	}
}
