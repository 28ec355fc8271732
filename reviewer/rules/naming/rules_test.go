package naming_test

import (
	"testing"

	"marketd/reviewer"
	"marketd/reviewer/rules/naming"
	"marketd/reviewer/rules/ruletest"
)

// row is one case of a rule's table: the listing's name and its tools, and the
// hits wanted.
type row struct {
	name  string
	tag   string
	tools []string
	want  []string
}

var tool = ruletest.Tool

func try(t *testing.T, id string, rows []row) {
	t.Helper()
	rule := ruletest.Find(t, naming.Rules(), id)
	for _, c := range rows {
		e := ruletest.Entry()
		e.ID, e.Name = "demo", c.tag
		ruletest.Check(t, rule, c.name, ruletest.Dossier(e, ruletest.Probe(c.tools...)), c.want)
	}
}

func TestRulesAreDocumented(t *testing.T) {
	t.Parallel()
	ruletest.Documented(t, naming.Rules(), reviewer.NeedsTools)
}

func TestOddTools(t *testing.T) {
	t.Parallel()
	ruletest.OddTools(t, naming.Rules())
}
