package safety_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"marketd/market"
	"marketd/reviewer"
	"marketd/reviewer/rules/safety"
)

func TestNoSecrets(t *testing.T) {
	t.Parallel()
	rule := safety.Rules()[0]
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
		var got []string
		for _, h := range rule.Check(&reviewer.Dossier{Tools: []reviewer.Tool{reviewer.NewTool(0, json.RawMessage(raw))}}) {
			if h.Severity == "" {
				h.Severity = rule.Severity
			}
			got = append(got, string(h.Severity)+" "+h.Where)
			if strings.Contains(h.Evidence, mixed) || h.Evidence == "" {
				t.Errorf("evidence %q shows the secret or nothing", h.Evidence)
			}
			if h.Message == (market.Text{}) {
				t.Error("no message")
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", raw, got, want)
		}
	}
}

func TestManySecretsInOneTool(t *testing.T) {
	t.Parallel()
	raw := `{"name":"a","x":["ghp_` + strings.Join(slices.Repeat([]string{mixed}, 50), `","ghp_`) + `"]}`
	if n := len(safety.Rules()[0].Check(&reviewer.Dossier{Tools: []reviewer.Tool{reviewer.NewTool(0, json.RawMessage(raw))}})); n != 5 {
		t.Errorf("%d hits, want 5", n)
	}
}
