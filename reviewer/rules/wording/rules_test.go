package wording_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"marketd/market"
	"marketd/reviewer"
	"marketd/reviewer/rules/wording"
)

// row is one case of a rule's table: the tools of a list, and the hits wanted,
// each as "severity pointer".
type row struct {
	name  string
	tools []string
	want  []string
}

// describe writes tools that differ by their description alone.
func describe(descriptions ...string) []string {
	var tools []string
	for i, s := range descriptions {
		tools = append(tools, tool(fmt.Sprintf("zz.%d", i), s))
	}
	return tools
}

// tool writes a tool by name, description and further members.
func tool(name, description string, members ...string) string {
	quoted, err := json.Marshal([]string{name, description})
	if err != nil {
		panic(err)
	}
	var two []json.RawMessage
	if err := json.Unmarshal(quoted, &two); err != nil {
		panic(err)
	}
	m := append([]string{fmt.Sprintf(`"name":%s,"description":%s`, two[0], two[1])}, members...)
	return "{" + strings.Join(m, ",") + "}"
}

func dossier(tools ...string) *reviewer.Dossier {
	d := &reviewer.Dossier{Entry: market.Entry{ID: "demo", Name: "Demo", Server: market.Server{URL: "https://api.weather.co.uk/mcp"}}, Policy: reviewer.DefaultPolicy()}
	for i, raw := range tools {
		d.Tools = append(d.Tools, reviewer.NewTool(i, json.RawMessage(raw)))
	}
	return d
}

func try(t *testing.T, id string, rows []row) {
	t.Helper()
	i := slices.IndexFunc(wording.Rules(), func(r reviewer.Rule) bool { return r.ID == id })
	if i < 0 {
		t.Fatalf("there is no rule %s", id)
	}
	rule := wording.Rules()[i]
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
	for _, r := range wording.Rules() {
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
	for _, r := range wording.Rules() {
		for _, h := range r.Check(d) {
			if h.Where == "" {
				t.Errorf("%s hits nowhere", r.ID)
			}
		}
	}
}
