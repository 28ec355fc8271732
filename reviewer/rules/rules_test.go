package rules_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
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
var families = []string{"ENT", "URL", "NET", "TLS", "RED", "HLT", "PRO", "SSE", "PAG", "NAM", "RES", "LVL", "DSC", "SCH", "SEC", "SIM", "DRF", "META", "QLT"}

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

// The catalogue is in order, and says of each rule what the rule says itself.
func TestCatalogueIsInOrder(t *testing.T) {
	t.Parallel()
	ruled := map[string]reviewer.Rule{}
	for _, r := range rules.All() {
		ruled[r.ID] = r
	}
	last := ""
	for _, d := range rules.Catalogue() {
		family, number, _ := strings.Cut(d.ID, "-")
		if key := fmt.Sprintf("%02d-%s", slices.Index(families, family), number); key <= last {
			t.Errorf("%s stands too late", d.ID)
		} else {
			last = key
		}
		r, ok := ruled[d.ID]
		if ok && (d.Title != r.Title || d.Why != r.Why || d.Decide != r.Decide || d.Fix != r.Fix || d.Source != r.Source || d.Group != r.Group || d.Severity != r.Severity || d.Profile != r.Profile) {
			t.Errorf("%s is not what the rule says", d.ID)
		}
		if delete(ruled, d.ID); ok != (d.Kind == market.KindRule || d.Kind == market.KindQuality) {
			t.Errorf("%s is a %s", d.ID, d.Kind)
		}
	}
	if len(ruled) > 0 {
		t.Errorf("not in the catalogue: %v", ruled)
	}
}

// The order in which rules are given is nobody's concern: the same evidence
// gives the same bytes.
func TestOrderOfRulesIsNothing(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(3, 4))
	report := func(all []reviewer.Rule, p market.Probe) string {
		r := reviewer.New(reviewer.Options{Prober: stub{p}, Rules: all, Policy: reviewer.DefaultPolicy(), Ruleset: rules.Set, Redact: safety.Redact})
		x, err := r.Examine(t.Context(), market.Case{Entry: ruletest.Entry(), Facts: market.Facts{ID: market.IDFree}})
		if err != nil {
			t.Fatal(err)
		}
		return marshalled(t, x.Report)
	}
	for _, p := range []market.Probe{ruletest.Probe(hostileTools...), ruletest.Probe(goodTool, goodTool), hostileProbe(200, market.ClassOK, ""), hostileProbe(404, market.ClassWrongPath, market.FaultRPCError)} {
		all := rules.All()
		want := report(all, p)
		for range 5 {
			rng.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
			if report(all, p) != want {
				t.Fatal("the report changed with the order of the rules")
			}
		}
	}
}

func marshalled(t *testing.T, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
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
