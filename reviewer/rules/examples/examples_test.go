package examples_test

import (
	"slices"
	"strings"
	"testing"

	"marketd/reviewer/rules"
	"marketd/reviewer/rules/examples"
	"marketd/reviewer/rules/ruletest"
)

// TestExamples runs every example through its rule.
func TestExamples(t *testing.T) {
	t.Parallel()
	all := rules.All()
	for _, id := range examples.IDs() {
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			x, err := examples.Of(id)
			if err != nil {
				t.Fatal(err)
			}
			rule := ruletest.Find(t, all, id)
			for _, e := range x.Fails {
				if len(e.Want) == 0 {
					t.Errorf("%q fails, and says not how", e.Say)
				}
			}
			for _, e := range x.Passes {
				if len(e.Want) > 0 {
					t.Errorf("%q passes, and wants %q", e.Say, e.Want)
				}
			}
			said := map[string]bool{}
			for _, e := range slices.Concat(x.Fails, x.Passes) {
				ruletest.Check(t, rule, e.Say, ruletest.Scene(t, e.Scene), e.Want)
				if e.Say == "" || said[e.Say] {
					t.Errorf("%q is said twice, or nothing is", e.Say)
				}
				said[e.Say] = true
			}
		})
	}
}

// The scene that examples start from has nothing that a rule holds against it.
func TestGoodScene(t *testing.T) {
	t.Parallel()
	for _, scene := range []string{`{}`, `{"rawEntry":{}}`, `{"probes":[{},{},{}],"final":true}`} {
		for _, rule := range rules.All() {
			for _, hit := range ruletest.Hits(t, rule, ruletest.Scene(t, []byte(scene))) {
				if hit != ruletest.Skipped && !strings.HasPrefix(hit, "info ") {
					t.Errorf("%s: %s hits %s", scene, rule.ID, hit)
				}
			}
		}
	}
}

func TestUnknownRuleHasNone(t *testing.T) {
	t.Parallel()
	if x, err := examples.Of("XXX-001"); err != nil || x.Fails != nil || x.Passes != nil {
		t.Errorf("%+v, %v", x, err)
	}
	if _, err := examples.Of("DSC-002"); err != nil {
		t.Error(err)
	}
	if !slices.IsSorted(examples.IDs()) || len(examples.IDs()) == 0 {
		t.Errorf("ids %v", examples.IDs())
	}
}
