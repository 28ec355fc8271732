package safety_test

import (
	"slices"
	"strings"
	"testing"

	"marketd/reviewer"
	"marketd/reviewer/rules/ruletest"
	"marketd/reviewer/rules/safety"
)

func find(t *testing.T) reviewer.Rule {
	t.Helper()
	return ruletest.Find(t, safety.Rules(), "SEC-030")
}

func TestRulesAreDocumented(t *testing.T) {
	t.Parallel()
	ruletest.Documented(t, safety.Rules(), reviewer.NeedsTools)
}

func TestOddTools(t *testing.T) {
	t.Parallel()
	ruletest.OddTools(t, safety.Rules())
}

func TestNoSecrets(t *testing.T) {
	t.Parallel()
	rule := find(t)
	tests := map[string][]string{
		`{"name":"a","description":"use ghp_` + mixed + `"}`:                                                               {"reject /tools/0/description"},
		`{"name":"a","description":"use ghp_aB3dE5fG7hJ9\u200bkL1mN2pQ4rS6tU8vW0xY2zA4"}`:                                  {"reject /tools/0/description"},
		`{"name":"a","inputSchema":{"properties":{"k":{"default":"sk-proj-` + mixed + `","enum":["x"]}}}}`:                 {"reject /tools/0/inputSchema/properties/k/default"},
		`{"name":"a","inputSchema":{"properties":{"ghp_` + mixed + `":{}}}}`:                                               {"reject /tools/0/inputSchema/properties/ghp_" + mixed},
		`{"name":"a","annotations":{"title":"Bearer ` + mixed + `"}}`:                                                      {"needs_human /tools/0/annotations/title"},
		`{"name":"a","description":"password = ` + mixed + `, or ghp_` + mixed + `"}`:                                      {"reject /tools/0/description"},
		`{"name":"a","description":"-----BEGIN PRIVATE KEY----- and Authorization: Bearer <token>"}`:                       nil,
		`{"name":"a","description":"` + strings.Repeat("Returns the weather. ", 50) + `","inputSchema":{"type":"object"}}`: nil,
	}
	for raw, want := range tests {
		d := ruletest.List(raw)
		ruletest.Check(t, rule, raw, d, want)
		for _, h := range rule.Check(d) {
			if strings.Contains(h.Evidence, mixed) || h.Evidence == "" {
				t.Errorf("evidence %q shows the secret or nothing", h.Evidence)
			}
		}
	}
}

func TestManySecretsInOneTool(t *testing.T) {
	t.Parallel()
	raw := `{"name":"a","x":["ghp_` + strings.Join(slices.Repeat([]string{mixed}, 50), `","ghp_`) + `"]}`
	if n := len(find(t).Check(ruletest.List(raw))); n != 5 {
		t.Errorf("%d hits, want 5", n)
	}
}
