package wording_test

import (
	"fmt"
	"testing"

	"marketd/reviewer"
	"marketd/reviewer/rules/ruletest"
	"marketd/reviewer/rules/wording"
)

// row is one case of a rule's table: the tools of a list, and the hits wanted.
type row struct {
	name  string
	tools []string
	want  []string
}

var tool = ruletest.Tool

func try(t *testing.T, id string, rows []row) {
	t.Helper()
	rule := ruletest.Find(t, wording.Rules(), id)
	for _, c := range rows {
		ruletest.Check(t, rule, c.name, ruletest.List(c.tools...), c.want)
	}
}

// describe writes tools that differ by their description alone.
func describe(descriptions ...string) []string {
	var tools []string
	for i, s := range descriptions {
		tools = append(tools, tool(fmt.Sprintf("zz.%d", i), s))
	}
	return tools
}

// each makes a row a text that wants the same hit, or none.
func each(severity string, texts ...string) []row {
	var rows []row
	for _, s := range texts {
		r := row{name: fmt.Sprintf("%.40q", s), tools: describe(s)}
		if severity != "" {
			r.want = []string{severity + " /tools/0/description"}
		}
		rows = append(rows, r)
	}
	return rows
}

func TestRulesAreDocumented(t *testing.T) {
	t.Parallel()
	ruletest.Documented(t, wording.Rules(), reviewer.NeedsTools)
}

func TestOddTools(t *testing.T) {
	t.Parallel()
	ruletest.OddTools(t, wording.Rules())
}
