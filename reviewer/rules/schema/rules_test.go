package schema_test

import (
	"testing"

	"marketd/reviewer"
	"marketd/reviewer/rules/ruletest"
	"marketd/reviewer/rules/schema"
)

// row is one case of a rule's table: the tools of a list, and the hits wanted.
type row struct {
	name  string
	tools []string
	want  []string
}

func try(t *testing.T, id string, rows []row) {
	t.Helper()
	rule := ruletest.Find(t, schema.Rules(), id)
	for _, c := range rows {
		ruletest.Check(t, rule, c.name, ruletest.List(c.tools...), c.want)
	}
}

// in writes a tool with an input schema; an empty one is left out.
func in(schema string) string { return saying("Returns the weather of the day", schema) }

func saying(description, schema string) string {
	if schema == "" {
		return ruletest.Tool("weather.now", description)
	}
	return ruletest.Tool("weather.now", description, `"inputSchema":`+schema)
}

// props writes an object schema with the properties.
func props(properties string) string {
	return in(`{"type":"object","properties":{` + properties + `}}`)
}

// one makes a row of one tool; at is where the hit is wanted, below the tool's
// schema, and empty when none is.
func one(name, tool, severity, at string) row {
	r := row{name: name, tools: []string{tool}}
	if severity != "" {
		r.want = []string{severity + " /tools/0/inputSchema" + at}
	}
	return r
}

func TestRulesAreDocumented(t *testing.T) {
	t.Parallel()
	ruletest.Documented(t, schema.Rules(), reviewer.NeedsTools)
}

func TestOddTools(t *testing.T) {
	t.Parallel()
	ruletest.OddTools(t, schema.Rules())
}
