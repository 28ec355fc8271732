package schema

import (
	"encoding/json"
	"math/rand/v2"
	"testing"

	"github.com/dlclark/regexp2"

	"marketd/market"
	"marketd/reviewer"
)

func documentFrom(s []byte) *document {
	raw := append(append([]byte(`{"name":"a","inputSchema":`), s...), '}')
	return input(market.Entry{}, reviewer.NewTool(0, raw))
}

// agrees fails the test when the short proof says valid and the compiler finds
// a fault. It reports whether the proof was found.
func agrees(t *testing.T, s []byte) bool {
	t.Helper()
	d := documentFrom(s)
	if d.outsized() || !d.plain() {
		return false
	}
	for _, in := range dialects {
		if in.old {
			continue
		}
		if found := d.compileWhole(in); len(found) > 0 {
			t.Errorf("%s is plain, and not valid in %s: %+v", s, in.name, found)
		}
	}
	return true
}

// pieces are what random schemas are made of: each keyword with values that are
// right, and with values that are not.
var pieces = map[string][]string{
	"type":  {`"string"`, `"objct"`, `["string","null"]`, `["string","string"]`, `[]`, `1`},
	"items": {`true`, `{}`, `[]`, `[{}]`, `3`}, "properties": {`{}`, `{"a":{}}`, `{"a":1}`, `[]`}, "$defs": {`{"A":{"type":"string"}}`, `{"A":7}`},
	"anyOf": {`[{}]`, `[]`, `[true]`, `[1]`, `{}`}, "prefixItems": {`[{}]`, `[]`}, "not": {`{}`, `[]`}, "required": {`["a"]`, `["a","a"]`, `"a"`, `[1]`, `[]`},
	"enum": {`[]`, `["a","a"]`, `"a"`}, "examples": {`[1]`, `1`}, "const": {`null`, `{"type":1}`}, "default": {`"x"`, `{"type":1}`},
	"title": {`"t"`, `1`}, "format": {`"date"`, `"nothing"`, `1`}, "uniqueItems": {`true`, `"true"`}, "deprecated": {`true`, `0`},
	"minimum": {`1`, `-1.5e3`, `"1"`, `true`}, "exclusiveMinimum": {`true`, `3`}, "minLength": {`1`, `1.0`, `-1`, `1.5`, `1e2`, `"1"`, `99999999999`},
	"multipleOf": {`0`, `2`}, "pattern": {`"^[a-z]+$"`, `"("`, `"[z-a]"`, `"a{2,1}"`, `"x**"`, `"\\p{L}"`, `"(?!x)"`, `1`},
	"$ref": {`"#/$defs/A"`, `"#/$defs/B"`, `"#"`, `"https://x.example/a"`, `"#/type"`, `"#/properties/a"`, `1`}, "$id": {`"https://x.example/a"`, `"a b"`, `1`}, "id": {`"x"`, `1`},
	"$anchor": {`"a"`, `"1 "`, `1`}, "$schema": {`"https://json-schema.org/draft/2020-12/schema"`, `"x"`}, "$vocabulary": {`{}`}, "$comment": {`"c"`, `1`}, "x-any": {`[1,{"type":3}]`}, "nullable": {`1`},
	"additionalProperties": {`false`, `{}`, `"no"`}, "patternProperties": {`{"(":{}}`, `{"a":{}}`}, "dependencies": {`{"a":["b"]}`, `{"a":1}`}, "dependentRequired": {`{"a":["b"]}`, `{"a":1}`},
	"contentSchema": {`{}`, `1`}, "minContains": {`1`, `"1"`}, "unevaluatedProperties": {`false`, `1`}, "if": {`{}`, `1`}, "definitions": {`{}`, `[]`, `{"A":1}`}, "$recursiveRef": {`"#"`, `"x"`}, "readOnly": {`1`, `true`},
}

func TestPlainSchemasAreValid(t *testing.T) {
	t.Parallel()
	keywords := make([]string, 0, len(pieces))
	for k := range pieces {
		keywords = append(keywords, k)
	}
	random := rand.New(rand.NewPCG(1, 2)) // the order of keywords varies, so the draws do too
	draw := func(most int) map[string]json.RawMessage {
		s := map[string]json.RawMessage{}
		for range 1 + random.IntN(most) {
			k := keywords[random.IntN(len(keywords))]
			s[k] = json.RawMessage(pieces[k][random.IntN(len(pieces[k]))])
		}
		return s
	}
	proved := 0
	for range 3000 {
		s := draw(3)
		if random.IntN(2) == 0 {
			below, _ := json.Marshal(map[string]any{"a": draw(2)})
			s["properties"] = below
		}
		raw, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		if agrees(t, raw) {
			proved++
		}
	}
	if proved < 100 {
		t.Errorf("%d of 3000 were proved valid: the test tests nothing", proved)
	}
}

// Each keyword with each value alone, so that none is missed by chance.
func TestEachKeywordAlone(t *testing.T) {
	t.Parallel()
	for k, values := range pieces {
		for _, v := range values {
			agrees(t, []byte(`{"type":"object","properties":{"a":{"`+k+`":`+v+`}}}`))
		}
	}
}

// What servers really send is proved without compiling.
func TestUsualSchemasArePlain(t *testing.T) {
	t.Parallel()
	for _, s := range []string{
		`{"$schema":"http://json-schema.org/draft-07/schema#","type":"object","properties":{"city":{"type":"string","description":"City","minLength":1,"pattern":"^[A-Za-z ]+$"},"n":{"type":["integer","null"],"minimum":1,"default":null}},"required":["city"],"additionalProperties":false}`,
		`{"type":"object","properties":{"tags":{"type":"array","items":{"$ref":"#/$defs/Tag"}},"when":{"anyOf":[{"type":"string","format":"date"},{"type":"null"}],"title":"When"}},"$defs":{"Tag":{"enum":["a","b"]}}}`,
	} {
		if !agrees(t, []byte(s)) {
			t.Errorf("%s is not plain", s)
		}
	}
}

func FuzzPlain(f *testing.F) {
	for _, s := range []string{`{"type":"object","properties":{"a":{"$ref":"#/$defs/A"}},"$defs":{"A":{"type":"string"}}}`, `{"properties":{"$ref":{"type":1}}}`, `{"items":{"$id":"x"},"$ref":"#/items"}`, `{"minimum":1e400,"pattern":"[a-z]{1,3}"}`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, s []byte) {
		if json.Valid(s) {
			agrees(t, s)
		}
	})
}

// FuzzPlainPattern: what is taken for a pattern unseen is one to the engine.
func FuzzPlainPattern(f *testing.F) {
	for _, s := range []string{`^[a-z]+$`, `^\d{4}-\d{2}$`, `a{2,1}`, `[a-]`, `[9-0]`, `x**`, `a{01,1}`, `[\d-x]`, `^$`, `$^`, `a{9999}`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if !plainPattern(s) {
			return
		}
		if _, err := regexp2.Compile(s, regexp2.ECMAScript); err != nil {
			t.Errorf("%q: %v", s, err)
		}
	})
}
