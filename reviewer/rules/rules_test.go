package rules_test

import (
	"regexp"
	"strings"
	"testing"
	"unicode"

	"marketd/market"
	"marketd/reviewer"
	"marketd/reviewer/rules"
)

var id = regexp.MustCompile(`^[A-Z]{3,4}-[0-9]{3}$`)

// Every rule is documented in both languages, and no id is used twice.
func TestCatalogue(t *testing.T) {
	t.Parallel()
	all := rules.All()
	if len(all) < 60 {
		t.Fatalf("only %d rules", len(all))
	}
	seen := map[string]bool{}
	groups := map[market.Group]bool{}
	for _, g := range market.Groups {
		groups[g] = true
	}
	for _, r := range all {
		if !id.MatchString(r.ID) || seen[r.ID] {
			t.Errorf("%s: not a fresh rule id", r.ID)
		}
		seen[r.ID] = true
		if !groups[r.Group] || r.Check == nil || strings.TrimSpace(r.Source) == "" {
			t.Errorf("%s: group %q, source %q", r.ID, r.Group, r.Source)
		}
		if r.Severity != market.SeverityInfo && r.Severity.Weight() == 0 {
			t.Errorf("%s: severity %q", r.ID, r.Severity)
		}
		for what, text := range map[string]market.Text{"title": r.Title, "why": r.Why, "fix": r.Fix} {
			bilingual(t, r.ID+" "+what, text)
		}
	}
}

// bilingual checks that a text is there in both languages, and each in its own.
func bilingual(t *testing.T, what string, text market.Text) {
	t.Helper()
	han := func(s string) bool {
		return strings.ContainsFunc(s, func(c rune) bool { return unicode.Is(unicode.Han, c) })
	}
	if !han(text.ZH) {
		t.Errorf("%s: %q is not Chinese", what, text.ZH)
	}
	if text.EN == "" || !strings.ContainsFunc(text.EN, func(c rune) bool { return c >= 'a' && c <= 'z' }) {
		t.Errorf("%s: %q is not English", what, text.EN)
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
