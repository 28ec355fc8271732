package schema_test

import (
	"strings"
	"testing"
)

func TestValidInDialect(t *testing.T) {
	t.Parallel()
	try(t, "SCH-009", []row{
		one("type misspelt", props(`"a":{"type":"objct"}`), "reject", "/properties/a/type"),
		one("properties a list", in(`{"type":"object","properties":[]}`), "reject", "/properties"),
		one("minimum a text", props(`"a":{"minimum":"1"}`), "reject", "/properties/a/minimum"),
		one("pattern", props(`"a":{"type":"string","pattern":"("}`), "reject", "/properties/a/pattern"),
		one("unknown dialect", in(`{"$schema":"https://example.com/meta","type":"object"}`), "reject", "/$schema"),
		one("no dialect", in(`{"$schema":4,"type":"object"}`), "reject", "/$schema"),
		one("draft-04", in(`{"$schema":"http://json-schema.org/draft-04/schema#","type":"object","properties":{"a":{"minimum":1,"exclusiveMinimum":true}}}`), "warn", "/$schema"),
		one("draft-04 undeclared", props(`"a":{"minimum":1,"exclusiveMinimum":true}`), "warn", "/properties/a/exclusiveMinimum"),
		one("tuple undeclared", props(`"a":{"type":"array","items":[{"type":"string"}]}`), "warn", "/properties/a/items"),
		one("draft-04 in draft-07", in(`{"$schema":"http://json-schema.org/draft-07/schema#","type":"object","properties":{"a":{"exclusiveMinimum":true}}}`), "reject", "/properties/a/exclusiveMinimum"),
	})
	for _, s := range []string{
		props(`"a":{"type":"string","pattern":"^(?!x)y"}`), props(`"a":{"type":"string","pattern":"^\\p{Script=Han}+\\p{L}$"}`), props(`"a":{"pattern":"[\\p{Emoji}a-z]\\u{1F600}"}`),
		in(`{"$schema":"http://json-schema.org/draft-07/schema#","type":"object","properties":{}}`), in(`{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object"}`), in(`{"$schema":"https://json-schema.org/draft/2019-09/schema#","type":"object"}`),
		props(`"a":{"$ref":"https://evil.example/s.json"}`), props(`"a":{"$ref":"#/$defs/Nope"}`), props(`"a":{"unknownKeyword":1}`), in(`{"$id":"weather tool","type":"object"}`),
		in(`{"type":"object","required":"city"}`), in(`{"type":"nonsense"}`), // SCH-008 and SCH-002 tell of these
		in(`{"type":"object","properties":{"a":` + strings.Repeat(`{"items":`, 40) + "{}" + strings.Repeat("}", 40) + `}}`), // SCH-011
	} {
		try(t, "SCH-009", []row{one(s, s, "", "")})
	}
}

// A pattern that takes for ever, and patterns that are long or deep, cost
// nothing: they are compiled, never matched.
func TestPatternsAreNotRun(t *testing.T) {
	t.Parallel()
	for _, p := range []string{`^(a+)+$`, strings.Repeat("(", 2000) + strings.Repeat(")", 2000), strings.Repeat("a", 5000), `(a{1000}){1000}`} {
		try(t, "SCH-009", []row{one(p[:6], props(`"a":{"type":"string","default":"`+strings.Repeat("a", 64)+`!","pattern":"`+p+`"}`), "", "")})
	}
}

func TestReferencesLocal(t *testing.T) {
	t.Parallel()
	defs := func(property, defs string) string {
		return in(`{"type":"object","properties":{"a":` + property + `},"$defs":{` + defs + `}}`)
	}
	const at = "/properties/a/$ref"
	try(t, "SCH-010", []row{
		one("remote", defs(`{"$ref":"https://evil.example/s.json"}`, ``), "reject", at),
		one("network path", defs(`{"$ref":"//evil.example/s.json"}`, ``), "reject", at),
		one("file", defs(`{"$ref":"file:///etc/passwd"}`, ``), "reject", at),
		one("relative", defs(`{"$ref":"other.json#/a"}`, ``), "reject", at),
		one("nowhere", defs(`{"$ref":"#/$defs/Nope"}`, ``), "reject", at),
		one("no anchor", defs(`{"$ref":"#nope"}`, ``), "reject", at),
		one("not a schema", defs(`{"$ref":"#/type"}`, ``), "reject", at),
		one("not a text", defs(`{"$ref":7}`, ``), "reject", at),
		one("itself", defs(`{"$ref":"#/properties/a"}`, ``), "reject", "/properties/a"),
		one("circle", defs(`{"type":"string"}`, `"A":{"$ref":"#/$defs/B"},"B":{"allOf":[{"$ref":"#/$defs/A"}]}`), "reject", "/$defs/A"),
		one("own address", in(`{"$id":"https://x.example/s","type":"object","properties":{"a":{"$ref":"https://x.example/s#/$defs/A"}},"$defs":{"A":{}}}`), "needs_human", at),
		one("dynamic", in(`{"type":"object","properties":{"a":{"$dynamicRef":"https://x.example/#m"}}}`), "reject", "/properties/a/$dynamicRef"),
		one("local", defs(`{"$ref":"#/$defs/City"}`, `"City":{"type":"string"}`), "", ""),
		one("escaped", defs(`{"$ref":"#/$defs/a~1b%20c"}`, `"a/b c":{"type":"string"}`), "", ""),
		one("anchor", defs(`{"$ref":"#city"}`, `"City":{"$anchor":"city","type":"string"}`), "", ""),
		one("the root, below a property", defs(`{"$ref":"#"}`, ``), "", ""),
		one("recursion through items", defs(`{"$ref":"#/$defs/N"}`, `"N":{"properties":{"kids":{"type":"array","items":{"$ref":"#/$defs/N"}}}}`), "", ""),
		one("another property", props(`"b":{"type":"string"},"a":{"$ref":"#/properties/b"}`), "", ""),
		one("a property called $ref", props(`"$ref":{"type":"string"}`), "", ""),
		one("resource inside", defs(`{"$id":"https://x.example/in","$ref":"#/$defs/A","$defs":{"A":{}}}`, ``), "", ""),
	})
}

func TestHeadersWellFormed(t *testing.T) {
	t.Parallel()
	try(t, "SCH-019", []row{
		one("twice", props(`"a":{"type":"string","x-mcp-header":"X-Id"},"b":{"type":"string","x-mcp-header":"x-id"}`), "reject", "/properties/b/x-mcp-header"),
		one("on an object", props(`"a":{"type":"object","x-mcp-header":"X"}`), "reject", "/properties/a/x-mcp-header"),
		one("blank", props(`"a":{"type":"string","x-mcp-header":"X Y"}`), "reject", "/properties/a/x-mcp-header"),
		one("no text", props(`"a":{"type":"string","x-mcp-header":true}`), "reject", "/properties/a/x-mcp-header"),
		one("at the root", in(`{"type":"object","x-mcp-header":"X"}`), "reject", "/x-mcp-header"),
		one("absent, well formed", props(`"a":{"type":"string","x-mcp-header":"Region"},"b":{"type":"integer"}`), "", ""),
	})
}

func TestOutputSound(t *testing.T) {
	t.Parallel()
	tool := func(schema string) []string {
		return []string{`{"name":"a","inputSchema":{"type":"object"},"outputSchema":` + schema + `}`}
	}
	try(t, "SCH-020", []row{
		{"no object", tool(`{"type":"string"}`), []string{"warn /tools/0/outputSchema"}},
		{"empty", tool(`{}`), []string{"warn /tools/0/outputSchema"}},
		{"list", tool(`[]`), []string{"warn /tools/0/outputSchema"}},
		{"invalid", tool(`{"type":"object","properties":{"a":{"type":"objct"}}}`), []string{"warn /tools/0/outputSchema/properties/a/type"}},
		{"too deep", tool(strings.Repeat(`{"type":"object","properties":{"a":`, 31) + "{}" + strings.Repeat("}}", 31)), []string{"warn /tools/0/outputSchema"}},
		{"remote", tool(`{"type":"object","properties":{"a":{"$ref":"https://evil.example/s"}}}`), []string{"reject /tools/0/outputSchema/properties/a/$ref"}},
		{"sound", tool(`{"type":"object","properties":{"a":{"type":"string"}}}`), nil},
		{"absent or null", append(tool(`null`), `{"name":"b"}`), nil},
	})
}
