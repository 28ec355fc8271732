package rules_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"marketd/market"
	"marketd/reviewer/rules"
	"marketd/reviewer/rules/examples"
	"marketd/reviewer/rules/ruletest"
)

// catalogued are the ids that the catalogue must have: family, first and last.
var catalogued = []struct {
	family      string
	first, last int
}{
	{"ENT", 1, 12},
	{"URL", 1, 9},
	{"NET", 1, 5},
	{"TLS", 1, 6},
	{"RED", 1, 4},
	{"HLT", 1, 6},
	{"PRO", 1, 18},
	{"SSE", 1, 5},
	{"PAG", 1, 5},
	{"NAM", 1, 7},
	{"RES", 1, 3},
	{"LVL", 1, 7},
	{"DSC", 1, 15},
	{"SCH", 1, 22},
	{"SEC", 1, 6},
	{"SEC", 10, 13},
	{"SEC", 20, 22},
	{"SEC", 30, 32},
	{"SEC", 40, 41},
	{"SIM", 1, 5},
	{"META", 1, 9},
	{"QLT", 1, 9},
}

func TestCatalogueIsWhole(t *testing.T) {
	t.Parallel()
	have := map[string]bool{}
	for _, d := range rules.Catalogue() {
		if have[d.ID] {
			t.Errorf("%s is there twice", d.ID)
		}
		have[d.ID] = true
	}
	var missing []string
	for _, c := range catalogued {
		for n := c.first; n <= c.last; n++ {
			if id := fmt.Sprintf("%s-%03d", c.family, n); !have[id] {
				missing = append(missing, id)
			}
		}
	}
	if len(missing) > 0 {
		t.Errorf("entries %v", missing)
	}
}

// What a developer reads is there in both languages, and what we promise is
// proven by a test that exists.
func TestCatalogueIsDocumentedAndProven(t *testing.T) {
	t.Parallel()
	tests := testFunctions(t)
	var undecided, unproven []string
	for _, d := range rules.Catalogue() {
		for what, text := range map[string]market.Text{"title": d.Title, "why": d.Why, "fix": d.Fix} {
			ruletest.Bilingual(t, d.ID+" "+what, text)
			if len([]rune(text.EN)) > 1000 || len([]rune(text.ZH)) > 1000 {
				t.Errorf("%s %s is longer than a finding shows", d.ID, what)
			}
		}
		switch {
		case d.Decide.IsZero():
			undecided = append(undecided, d.ID)
		default:
			ruletest.Bilingual(t, d.ID+" decide", d.Decide)
		}
		if strings.TrimSpace(d.Source) == "" || !slices.Contains(market.Groups(), d.Group) {
			t.Errorf("%s: source %q, group %q", d.ID, d.Source, d.Group)
		}
		if ruled := d.Kind == market.KindRule || d.Kind == market.KindQuality; ruled != (d.Severity != "") {
			t.Errorf("%s is a %s of severity %q", d.ID, d.Kind, d.Severity)
		}
		folder, test, _ := strings.Cut(d.Test, ": ")
		test, _, _ = strings.Cut(test, "/") // the case within it
		if !tests[folder+": "+test] {
			unproven = append(unproven, d.ID+" by "+d.Test)
		}
	}
	if len(undecided) > 0 {
		t.Errorf("how it is decided: %v", undecided)
	}
	if len(unproven) > 0 {
		t.Errorf("the tests that %q", unproven)
	}
}

func TestCatalogueHasExamples(t *testing.T) {
	t.Parallel()
	ruled := map[string]bool{}
	var none []string
	for _, d := range rules.Catalogue() {
		if d.Kind != market.KindRule && d.Kind != market.KindQuality {
			continue
		}
		ruled[d.ID] = true
		if _, err := examples.Of(d.ID); err != nil {
			t.Error(err)
		}
		if len(d.Fails) == 0 || len(d.Passes) == 0 {
			none = append(none, d.ID)
		}
	}
	for _, id := range examples.IDs() {
		if !ruled[id] {
			t.Errorf("the rule of examples/%s.json", id)
		}
	}
	if len(none) > 0 {
		t.Errorf("examples of %v", none)
	}
}

// Every rule has cases in a table of its family, besides its examples.
func TestRulesHaveTables(t *testing.T) {
	t.Parallel()
	tried := map[string]bool{}
	eachTest(t, ".", func(_ string, f *ast.File) {
		ast.Inspect(f, func(n ast.Node) bool {
			if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
				if id := strings.Trim(lit.Value, "`\""); ruleID.MatchString(id) {
					tried[id] = true
				}
			}
			return true
		})
	})
	var none []string
	for _, r := range rules.All() {
		if !tried[r.ID] {
			none = append(none, r.ID)
		}
	}
	if len(none) > 0 {
		t.Errorf("tables of %v", none)
	}
}

var ruleID = regexp.MustCompile(`^[A-Z]{3,4}-[0-9]{3}$`)

// testFunctions are the tests of the module, as "healthcheck/sse: TestReader".
func testFunctions(t *testing.T) map[string]bool {
	t.Helper()
	found := map[string]bool{}
	root := filepath.Join("..", "..")
	for _, tree := range []string{"healthcheck", "reviewer"} {
		eachTest(t, filepath.Join(root, tree), func(path string, f *ast.File) {
			dir, err := filepath.Rel(root, filepath.Dir(path))
			if err != nil {
				t.Fatal(err)
			}
			for _, decl := range f.Decls {
				if fn, ok := decl.(*ast.FuncDecl); ok && fn.Recv == nil && strings.HasPrefix(fn.Name.Name, "Test") {
					found[filepath.ToSlash(dir)+": "+fn.Name.Name] = true
				}
			}
		})
	}
	return found
}

// eachTest parses the test files below a folder.
func eachTest(t *testing.T, root string, visit func(path string, f *ast.File)) {
	t.Helper()
	err := filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err == nil {
			visit(path, f)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
