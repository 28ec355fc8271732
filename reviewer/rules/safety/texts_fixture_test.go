package safety_test

import (
	"cmp"
	"go/ast"
	"testing"

	"marketd/market"
	"marketd/reviewer/rules/ruletest"
	"marketd/reviewer/rules/safety"
)

// verdict is the heaviest severity that the rules on one text give a description,
// "" for none, and the rules that hit.
func verdict(description string) (worst market.Severity, hit []string) {
	return verdictOf(ruletest.Tool("weather.get", description))
}

func verdictOf(raw string) (worst market.Severity, hit []string) {
	d := ruletest.List(raw)
	for _, r := range safety.Rules() {
		for _, h := range r.Check(d) {
			s := cmp.Or(h.Severity, r.Severity)
			hit = append(hit, r.ID+" "+string(s))
			if worst == "" || s.Weight() > worst.Weight() {
				worst = s
			}
		}
	}
	return worst, hit
}

// TestTextFixtures holds the verdicts wanted of hidden characters and orders.
func TestTextFixtures(t *testing.T) {
	t.Parallel()
	want := map[string]market.Severity{"reject": market.SeverityReject, "human": market.SeverityNeedsHuman, "rej": market.SeverityReject, "hum": market.SeverityNeedsHuman}
	seen := 0
	check := func(text string, want market.Severity) {
		seen++
		got, hit := verdict(text)
		if got.Weight() < market.SeverityNeedsHuman.Weight() {
			got = "" // a note is no verdict
		}
		if got != want {
			t.Errorf("%q is %q (%v), want %q", text, got, hit, want)
		}
	}
	for _, decl := range fixture(t, "texts.go.txt").Decls {
		f, ok := decl.(*ast.FuncDecl)
		if !ok || f.Name.Name == "TestPH" {
			continue
		}
		ast.Inspect(f, func(n ast.Node) bool {
			as, ok := n.(*ast.AssignStmt)
			if !ok {
				return true
			}
			lit, ok := as.Rhs[0].(*ast.CompositeLit)
			if !ok {
				return true
			}
			for _, e := range lit.Elts {
				if pair, ok := e.(*ast.KeyValueExpr); ok {
					check(eval(t, pair.Key), want[eval(t, pair.Value)])
				} else {
					check(eval(t, e), want[as.Lhs[0].(*ast.Ident).Name])
				}
			}
			return true
		})
	}
	if seen != 49 {
		t.Errorf("read %d texts, want 49", seen)
	}
}
