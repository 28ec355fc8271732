package rules_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"marketd/market"
	"marketd/reviewer"
	"marketd/reviewer/rules"
	"marketd/reviewer/rules/contract"
	"marketd/reviewer/rules/endpoint"
	"marketd/reviewer/rules/entry"
	"marketd/reviewer/rules/naming"
	"marketd/reviewer/rules/ruletest"
	"marketd/reviewer/rules/safety"
	"marketd/reviewer/rules/schema"
	"marketd/reviewer/rules/wording"
)

// Every rule is documented in both languages, and no id is used twice.
func TestCatalogue(t *testing.T) {
	t.Parallel()
	all := rules.All()
	if len(all) < 60 {
		t.Fatalf("only %d rules", len(all))
	}
	ruletest.Documented(t, all)
}

// One word for one thing, and no slips of tongue.
func TestHouseWords(t *testing.T) {
	t.Parallel()
	for _, r := range rules.All() {
		for _, text := range []market.Text{r.Title, r.Why, r.Fix} {
			for _, slip := range []string{"mostly", "Mostly", "MCP service", "blanks", "rightly"} {
				if strings.Contains(text.EN, slip) {
					t.Errorf("%s says %q: %s", r.ID, slip, text.EN)
				}
			}
			for _, slip := range []string{"指纹", "简介", "作者", "MCP 服务，", "MCP 服务。", " token"} { // 摘要, 一句话说明, 发布者, MCP 服务器, 令牌
				if strings.Contains(text.ZH, slip) {
					t.Errorf("%s 写作“%s”：%s", r.ID, slip, text.ZH)
				}
			}
		}
	}
}

// families are the families of the catalogue, in its order.
var families = []string{"ENT", "URL", "NET", "TLS", "RED", "HLT", "PRO", "SSE", "PAG", "NAM", "RES", "LVL", "DSC", "SCH", "SEC", "DRF", "META"}

// Rules stand in the order of the catalogue, in their own packages and together.
func TestRulesAreInCatalogueOrder(t *testing.T) {
	t.Parallel()
	for name, list := range map[string][]reviewer.Rule{
		"all": rules.All(), "entry": entry.Rules(), "endpoint": endpoint.Rules(), "contract": contract.Rules(), "naming": naming.Rules(),
		"wording": wording.Rules(), "schema": schema.Rules(), "safety": safety.Rules(),
	} {
		last := ""
		for _, r := range list {
			family, number, _ := strings.Cut(r.ID, "-")
			i := slices.Index(families, family)
			if i < 0 {
				t.Errorf("%s: %s is of no family", name, r.ID)
			}
			if key := fmt.Sprintf("%02d-%s", i, number); key <= last {
				t.Errorf("%s: %s stands too late", name, r.ID)
			} else {
				last = key
			}
		}
	}
}

func TestDocsAreInCatalogueOrder(t *testing.T) {
	t.Parallel()
	all := rules.All()
	docs := reviewer.Docs(all)
	if len(docs) != len(all) {
		t.Fatalf("%d docs of %d rules", len(docs), len(all))
	}
	for i, d := range docs {
		if d.ID != all[i].ID || d.Title != all[i].Title || d.Why != all[i].Why || d.Fix != all[i].Fix || d.Source != all[i].Source {
			t.Errorf("doc %d is %s, the rule %s", i, d.ID, all[i].ID)
		}
	}
	if docs[0].ID != "ENT-001" {
		t.Errorf("the first is %s", docs[0].ID)
	}
}

// Rules must not break on a dossier that has nothing in it.
func TestEmptyDossier(t *testing.T) {
	t.Parallel()
	for _, r := range rules.All() {
		for _, d := range []*reviewer.Dossier{{}, {Probes: []market.Probe{{}}}, {Probes: []market.Probe{{}}, Tools: []reviewer.Tool{{}}}} {
			if r.Skip == nil || r.Skip(d).IsZero() {
				r.Check(d)
			}
		}
	}
}
