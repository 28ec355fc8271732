package web

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

func TestParams(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, schema, want string }{
		{"none", ``, ""},
		{"not an object", `[1]`, ""},
		{"true", `true`, ""},
		{"in the document's order", `{"properties":{"z":{"type":"string"},"a":{"type":"integer"}},"required":["a"]}`, "z string; a* integer"},
		{"enum and default", `{"properties":{"u":{"enum":["c","f"],"default":"c"}}}`, `u "c" | "f" ="c"`},
		{"const", `{"properties":{"u":{"const":7}}}`, `u 7`},
		{"list", `{"properties":{"a":{"type":"array","items":{"type":"string"}}}}`, `a string[]`},
		{"list of objects", `{"properties":{"a":{"type":"array","items":{"type":"object","properties":{"b":{"type":"number"}}}}}}`, `a object[]; a[].b number`},
		{"nested", `{"properties":{"p":{"type":"object","properties":{"lat":{"type":"number"}},"required":["lat"]}}}`, `p object; p.lat* number`},
		{"union", `{"properties":{"a":{"type":["string","null"]},"b":{"anyOf":[{"type":"string"},{"type":"integer"}]}}}`, `a string | null; b string | integer`},
		{"reference", `{"properties":{"a":{"$ref":"#/$defs/Place"}}}`, `a Place`},
		{"no type", `{"properties":{"a":{}}}`, `a any`},
		{"properties of the wrong type", `{"properties":["a"]}`, ""},
		{"a property that is no schema", `{"properties":{"a":true,"b":3}}`, `a any; b any`},
		{"required of the wrong type", `{"properties":{"a":{"type":"string"}},"required":"a"}`, `a string`},
		{"cut off", `{"properties":{"a":{"type":"string"`, ""},
	} {
		var out []string
		got, _ := params(json.RawMessage(c.schema), 100)
		for _, p := range got {
			s := p.Name
			if p.Required {
				s += "*"
			}
			s += " " + p.Type
			if p.Default != "" {
				s += " =" + p.Default
			}
			out = append(out, s)
		}
		if s := strings.Join(out, "; "); s != c.want {
			t.Errorf("%s: %q, want %q", c.name, s, c.want)
		}
	}
}

func TestParamsBounded(t *testing.T) {
	t.Parallel()
	var many []string
	for i := range 500 {
		many = append(many, fmt.Sprintf(`"p%d":{"type":"string"}`, i))
	}
	got, more := params(json.RawMessage(`{"properties":{`+strings.Join(many, ",")+`}}`), maxParams)
	if len(got) != maxParams || more != 500-maxParams {
		t.Errorf("%d shown, %d more", len(got), more)
	}
	deep := strings.Repeat(`{"properties":{"a":`, 2000) + `{}` + strings.Repeat(`}}`, 2000)
	if got, _ := params(json.RawMessage(deep), maxParams); len(got) != maxDepth {
		t.Errorf("%d levels followed, want %d", len(got), maxDepth)
	}
}

func TestExample(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ schema, want string }{
		{``, `{}`},
		{`{"type":"string"}`, `{}`},
		{`{"type":"object","properties":{"a":{"type":"string"}}}`, `{}`},
		{`{"type":"object","properties":{"city":{"type":"string"},"n":{"type":"integer","minimum":3},"b":{"type":"boolean"}},"required":["b","city","n"]}`, `{"city":"<city>","n":3,"b":true}`},
		{`{"properties":{"u":{"enum":["c","f"]}},"required":["u"]}`, `{"u":"c"}`},
		{`{"properties":{"u":{"examples":["杭州"]}},"required":["u"]}`, `{"u":"杭州"}`},
		{`{"properties":{"u":{"type":"array","items":{"type":"number"}}},"required":["u"]}`, `{"u":[1]}`},
		{`{"properties":{"p":{"type":"object","properties":{"lat":{"type":"number"},"lon":{"type":"number"}},"required":["lat"]}},"required":["p"]}`, `{"p":{"lat":1}}`},
		{`{"properties":{"u":{"type":["null","string"]}},"required":["u"]}`, `{"u":null}`},
		{`{"default":{"a":1}}`, `{"a":1}`},
		{`{"properties":{"u":{"minimum":{},"type":"number"}},"required":["u"]}`, `{"u":{}}`},
	} {
		if got := string(example(json.RawMessage(c.schema))); got != c.want {
			t.Errorf("example(%s) = %s, want %s", c.schema, got, c.want)
		}
	}
}

func FuzzSchema(f *testing.F) {
	f.Add([]byte(weatherTool))
	f.Add([]byte(`{"properties":{"a":{"$ref":"#"}},"required":["a"]}`))
	f.Add([]byte(`{"type":["x",1],"properties":{"":{"items":[]}}}`))
	f.Fuzz(func(t *testing.T, schema []byte) {
		got, more := params(schema, maxParams)
		if len(got) > maxParams || more < 0 {
			t.Fatalf("%d parameters, %d more", len(got), more)
		}
		if e := example(schema); !json.Valid(e) && json.Valid(schema) {
			t.Fatalf("example of %s is no JSON: %s", schema, e)
		}
	})
}
