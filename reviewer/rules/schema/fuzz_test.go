package schema_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"marketd/reviewer/rules/ruletest"
	"marketd/reviewer/rules/schema"
)

// FuzzSchema runs every rule over any schema: none may break, point outside
// the tool, or take long.
func FuzzSchema(f *testing.F) {
	for _, s := range []string{
		`{"type":"object","properties":{"a":{"$ref":"#/properties/a"}}}`, `{"$ref":"#"}`, `{"allOf":[{"$ref":"#/allOf/0"}]}`, `{"$id":"#a","$anchor":"a","$ref":"#a"}`,
		`{"type":["object"],"items":[{}],"enum":[],"default":1e999}`, `{"properties":{"a":{"pattern":"(?<a>(?=x))\\k<a>"}},"$schema":"http://json-schema.org/draft-04/schema#"}`,
		`{"type":"object","properties":{"x":{"$id":"http://[::1","$ref":"#/%zz"}},"required":["a",1]}`, `[[[[`, `{"not":true,"$dynamicRef":"#m","$defs":{"m":{"$dynamicAnchor":"m","$dynamicRef":"#m"}}}`,
	} {
		f.Add(s)
	}
	rules := schema.Rules()
	f.Fuzz(func(t *testing.T, s string) {
		if !json.Valid([]byte(s)) {
			s = `{"type":"object","properties":{"a":{"pattern":` + ruletest.Quote(s) + `,"description":` + ruletest.Quote(s) + `}}}`
		}
		start := time.Now()
		d := ruletest.List(`{"name":"a","inputSchema":` + s + `,"outputSchema":` + s + `}`)
		for _, r := range rules {
			for _, h := range r.Check(d) {
				if !strings.HasPrefix(h.Where, "/tools/0/") || h.Message.ZH == "" || h.Message.EN == "" {
					t.Errorf("%s: hit %+v", r.ID, h)
				}
			}
		}
		if took := time.Since(start); took > 5*time.Second {
			t.Errorf("took %v for %d bytes", took, len(s))
		}
	})
}

// TestHostileSchemas are built to take long.
func TestHostileSchemas(t *testing.T) {
	t.Parallel()
	list := func(element string, n int) string { return strings.TrimSuffix(strings.Repeat(element+",", n), ",") }
	hostile := map[string]string{
		"required":   `{"type":"object","properties":{},"required":[` + list(`"aa"`, 12000) + `]}`,
		"references": `{"type":"object","properties":{"a":{"anyOf":[` + list(`{"$ref":"#/$defs/A"}`, 900) + `]}},"$defs":{"A":{"anyOf":[` + list(`{"$ref":"#/$defs/B"}`, 50) + `]},"B":{}}}`,
		"brackets":   strings.Repeat(`{"not":`, 9000) + "{}" + strings.Repeat("}", 9000),
		"patterns":   `{"type":"object","patternProperties":{` + strings.TrimSuffix(strings.Repeat(`"(((a+)+)+)+$":{"pattern":"^(a|a?)+$"},`, 800), ",") + `}}`,
		"megabyte":   `{"type":"object","required":[` + list(`"x"`, 200000) + `]}`,
		"big number": `{"type":"object","properties":{"a":{"type":"integer","default":1e999999999,"multipleOf":1e-999999999}}}`,
	}
	for name, s := range hostile {
		start := time.Now()
		d := ruletest.List(in(s))
		for _, r := range schema.Rules() {
			r.Check(d)
		}
		if took := time.Since(start); took > 3*time.Second {
			t.Errorf("%s: took %v", name, took)
		}
	}
}
