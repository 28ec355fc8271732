package diff

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

func TestSchemas(t *testing.T) {
	t.Parallel()
	const city = `{"type":"object","properties":{"city":{"type":"string"}}}`
	tests := []struct {
		name, before, after string
		want                []SchemaChange
	}{
		{"equal", city, city, nil},
		{"order and space do not matter", `{"type":"object","enum":[1, 2]}`, `{"enum":[1,2],"type":"object"}`, nil},
		{"both absent", "", "", nil},
		{"became required", city, `{"type":"object","properties":{"city":{"type":"string"}},"required":["city"]}`, []SchemaChange{{Kind: BecameRequired, Path: "city"}}},
		{"became optional", `{"properties":{"a":{}},"required":["a"]}`, `{"properties":{"a":{}}}`, []SchemaChange{{Kind: BecameOptional, Path: "a"}}},
		{"required without being described", `{}`, `{"required":["ghost"]}`, []SchemaChange{{Kind: BecameRequired, Path: "ghost"}}},
		{"added", city, `{"type":"object","properties":{"city":{"type":"string"},"note":{"type":["string","null"]}}}`, []SchemaChange{{Kind: ParamAdded, Path: "note", After: "string|null"}}},
		{"added and required", `{}`, `{"properties":{"n":{"type":"integer"}},"required":["n"]}`, []SchemaChange{{Kind: ParamAdded, Path: "n", After: "integer", Required: true}}},
		{"removed", city, `{"type":"object"}`, []SchemaChange{{Kind: ParamRemoved, Path: "city", Before: "string"}}},
		{"type", city, `{"type":"object","properties":{"city":{"type":"integer"}}}`, []SchemaChange{{Kind: TypeChanged, Path: "city", Before: "string", After: "integer"}}},
		{"text", `{"description":"a b"}`, `{"description":"a c"}`, []SchemaChange{{Kind: TextChanged, Words: Words("a b", "a c")}}},
		{"keyword", `{"properties":{"n":{"maximum":5}}}`, `{"properties":{"n":{"maximum":50}}}`, []SchemaChange{{Kind: KeywordChanged, Path: "n", Keyword: "maximum", Before: "5", After: "50"}}},
		{"deep", `{"properties":{"a":{"properties":{"b":{"items":{"type":"string"}}}}}}`, `{"properties":{"a":{"properties":{"b":{"items":{"type":"number"}}}}}}`, []SchemaChange{{Kind: TypeChanged, Path: "a.b[]", Before: "string", After: "number"}}},
		{"items come", `{}`, `{"items":true}`, []SchemaChange{{Kind: KeywordChanged, Keyword: "items", After: "true"}}},
		{"no object", `true`, `{}`, []SchemaChange{{Kind: KeywordChanged, Before: "true", After: "{}"}}},
		{"wrong types are no panic", `{"properties":[],"required":{}}`, `{"properties":7,"required":"x"}`, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got := Schemas(json.RawMessage(tt.before), json.RawMessage(tt.after))
			if d := cmp.Diff(tt.want, got, cmpopts.EquateEmpty()); d != "" {
				t.Error(d)
			}
		})
	}
}

func TestLongSchemaDifferencesAreSeenAndCut(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 500)
	got := Schemas(json.RawMessage(`"`+long+`a"`), json.RawMessage(`"`+long+`b"`))
	if len(got) != 1 || len([]rune(got[0].Before)) > 201 {
		t.Errorf("a difference far inside a long value: %d changes", len(got))
	}
}

func TestManySchemaChangesAreCut(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	for i := range 5000 {
		b.WriteString(`"p` + strings.Repeat("x", i%7) + string(rune('a'+i%26)) + json.Number(strings.Repeat("1", 1+i%5)).String() + `":{},`)
	}
	after := `{"properties":{` + strings.TrimSuffix(b.String(), ",") + `}}`
	got := Schemas(json.RawMessage(`{}`), json.RawMessage(after))
	if n := len(got); n != maxChanges+1 || got[n-1].Kind != AndMore {
		t.Errorf("%d changes, want %d and one that says so", n, maxChanges)
	}
}

func FuzzSchemas(f *testing.F) {
	f.Add([]byte(`{"properties":{"a":{"type":"string"}}}`), []byte(`{"required":["a"],"items":{"items":{}}}`))
	f.Add([]byte(`[]`), []byte(`null`))
	f.Fuzz(func(t *testing.T, a, b []byte) {
		if got := Schemas(a, a); got != nil {
			t.Fatalf("a schema differs from itself: %v", got)
		}
		_ = Schemas(a, b)
	})
}
