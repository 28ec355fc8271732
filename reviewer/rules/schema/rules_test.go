package schema_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"marketd/market"
	"marketd/reviewer"
	"marketd/reviewer/rules/schema"
)

// row is one case of a rule's table: the tools of a list, and the hits wanted,
// each as "severity pointer".
type row struct {
	name  string
	tools []string
	want  []string
}

// in writes a tool with an input schema; an empty one is left out.
func in(schema string) string { return saying("Returns the weather of the day", schema) }

func saying(description, schema string) string {
	d, err := json.Marshal(description)
	if err != nil {
		panic(err)
	}
	s := fmt.Sprintf(`{"name":"weather.now","description":%s`, d)
	if schema != "" {
		s += `,"inputSchema":` + schema
	}
	return s + "}"
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

func dossier(tools ...string) *reviewer.Dossier {
	d := &reviewer.Dossier{Entry: market.Entry{ID: "demo", Name: "Demo"}, Policy: reviewer.DefaultPolicy()}
	for i, raw := range tools {
		d.Tools = append(d.Tools, reviewer.NewTool(i, json.RawMessage(raw)))
	}
	return d
}

func try(t *testing.T, id string, rows []row) {
	t.Helper()
	i := slices.IndexFunc(schema.Rules(), func(r reviewer.Rule) bool { return r.ID == id })
	if i < 0 {
		t.Fatalf("there is no rule %s", id)
	}
	rule := schema.Rules()[i]
	for _, c := range rows {
		var got []string
		for _, h := range rule.Check(dossier(c.tools...)) {
			if h.Severity == "" {
				h.Severity = rule.Severity
			}
			got = append(got, string(h.Severity)+" "+h.Where)
			if h.Message.ZH == "" || h.Message.EN == "" {
				t.Errorf("%s: a hit at %s without a message in both languages", id, h.Where)
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s, %s: %q, want %q", id, c.name, got, c.want)
		}
	}
}

func TestRulesAreDocumented(t *testing.T) {
	t.Parallel()
	for _, r := range schema.Rules() {
		for _, text := range []market.Text{r.Title, r.Why, r.Fix} {
			if text.ZH == "" || text.EN == "" {
				t.Errorf("%s lacks a text in one language", r.ID)
			}
		}
		if r.Source == "" || r.Check == nil || r.Needs != reviewer.NeedsList || r.Severity == "" {
			t.Errorf("%s is not complete", r.ID)
		}
	}
}

// Whatever is no object is another rule's matter; it must break none of ours.
func TestOddTools(t *testing.T) {
	t.Parallel()
	d := dossier(`null`, `[]`, `"a"`, `{}`, `{"name":3,"description":null,"level":{},"annotations":[],"inputSchema":7}`)
	for _, r := range schema.Rules() {
		for _, h := range r.Check(d) {
			if h.Where == "" {
				t.Errorf("%s hits nowhere", r.ID)
			}
		}
	}
}
