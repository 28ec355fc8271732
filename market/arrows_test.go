package market_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"
)

// arrows says which of our packages a package may import: itself and what is
// below it always, and the trees named here. Tests may import more.
func arrows() map[string][]string {
	return map[string][]string{
		"market":         {},
		"i18n":           {},
		"negotiate":      {},
		"static":         {"negotiate"},
		"demo":           {},
		"templates":      {"i18n"},
		"signing":        {"market"},
		"notify":         {"market", "healthcheck/netguard"},
		"storage":        {"market"},
		"healthcheck":    {"market"},
		"reviewer":       {"market"},
		"reviewer/rules": {"market", "reviewer"},

		"reviewer/corpus": {"market", "reviewer"}, // a command of its own that measures the rules

		"catalogapi":  {"market", "negotiate"},
		"web":         {"market", "templates", "static", "i18n", "negotiate"},
		"e2e":         {}, // tests of the whole program: no code of its own
		"cmd/marketd": {"market", "negotiate", "i18n", "static", "demo", "templates", "signing", "storage", "healthcheck", "reviewer", "catalogapi", "web", "notify"},
	}
}

// fences says who may import a third-party module, or a package of the
// standard library that only one place should know. What is not here may be
// imported by nobody: a new dependency is a decision, made in this table and
// in docs/dependencies.md.
func fences() map[string][]string {
	return map[string][]string{
		"database/sql":               {"storage"},
		"testing":                    {"storage/storagetest", "reviewer/rules/ruletest"}, // what imports it is for tests
		"github.com/jackc/pgx":       {"storage"},
		"modernc.org/sqlite":         {"storage"},
		"github.com/pressly/goose":   {"storage"},
		"github.com/riverqueue":      {"storage"},
		"github.com/labstack/echo":   {"web", "catalogapi"},
		"github.com/a-h/templ":       {"web", "templates"},
		"github.com/alexedwards/scs": {"web"},

		"github.com/alexedwards/argon2id": {"signing"},
		"golang.org/x/crypto":             {"signing"},
		"golang.org/x/sync":               {"signing"},
		"golang.org/x/sys":                {"cmd/marketd"},
		"golang.org/x/image":              {"healthcheck"},
		"golang.org/x/net":                {"healthcheck", "reviewer", "market", "market/similar"},
		"golang.org/x/text":               {"market", "reviewer", "i18n"},
		"github.com/gowebpki/jcs":         {"market", "storage"},

		"github.com/santhosh-tekuri/jsonschema": {"reviewer"},
		"github.com/dlclark/regexp2":            {"reviewer"},
		"github.com/andybalholm/brotli":         {"catalogapi", "static"},
		"github.com/klauspost/compress":         {"catalogapi"},

		"github.com/wneessen/go-mail":     {"notify"},
		"github.com/robfig/cron":          {"cmd/marketd"},
		"github.com/caddyserver":          {"cmd/marketd"},
		"go.uber.org/zap":                 {"cmd/marketd"},
		"code.dny.dev/ssrf":               {},                      // tests
		"github.com/invopop/jsonschema":   {},                      // tests
		"github.com/PuerkitoBio":          {},                      // tests
		"github.com/chromedp":             {},                      // tests
		"github.com/google/go-cmp":        {"storage/storagetest"}, // tests
		"go.uber.org/goleak":              {},                      // tests
		"github.com/mark3labs/mcp-go":     {},                      // tests
		"github.com/modelcontextprotocol": {},                      // tests
	}
}

// listed is what `go list -json` says of a package.
type listed struct {
	ImportPath, Dir, Name, Doc         string
	Standard                           bool
	GoFiles, TestGoFiles, XTestGoFiles []string
	Imports                            []string
}

func (p listed) own() string { return strings.TrimPrefix(p.ImportPath, "marketd/") }

// packages lists every package of the module, once for all tests.
var packages = sync.OnceValues(func() ([]listed, error) {
	cmd := exec.Command("go", "list", "-json=ImportPath,Dir,Name,Doc,GoFiles,TestGoFiles,XTestGoFiles,Imports", "marketd/...")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, errors.New(err.Error() + ": " + stderr.String())
	}
	var all []listed
	for d := json.NewDecoder(bytes.NewReader(out)); ; {
		var p listed
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			return all, nil
		} else if err != nil {
			return nil, err
		}
		all = append(all, p)
	}
})

func everyPackage(t *testing.T) []listed {
	t.Helper()
	all, err := packages()
	if err != nil {
		t.Fatal(err)
	}
	if len(all) < 10 {
		t.Fatalf("go list finds %d packages", len(all))
	}
	return all
}

// within reports whether the path is the tree's root or below it.
func within(path, tree string) bool { return path == tree || strings.HasPrefix(path, tree+"/") }

// longest is the most specific of the trees that the path is within.
func longest(path string, trees []string) string {
	best := ""
	for _, tree := range trees {
		if within(path, tree) && len(tree) > len(best) {
			best = tree
		}
	}
	return best
}

func TestArrowsPointOneWay(t *testing.T) {
	t.Parallel()
	allowed := arrows()
	trees := slices.Collect(maps.Keys(allowed))
	for _, p := range everyPackage(t) {
		home := longest(p.own(), trees)
		if home == "" {
			t.Errorf("%s is in no tree of the table: say there what it may import", p.ImportPath)
			continue
		}
		for _, imp := range p.Imports {
			target, ours := strings.CutPrefix(imp, "marketd/")
			if !ours || within(target, home) && longest(target, trees) == home {
				continue
			}
			if !slices.ContainsFunc(allowed[home], func(tree string) bool { return within(target, tree) }) {
				t.Errorf("%s imports %s: %s may import %v only", p.ImportPath, imp, home, allowed[home])
			}
		}
	}
}

func TestFencesHold(t *testing.T) {
	t.Parallel()
	table := fences()
	modules := slices.Collect(maps.Keys(table))
	for _, p := range everyPackage(t) {
		for _, imp := range p.Imports {
			module := longest(imp, modules)
			domain, _, _ := strings.Cut(imp, "/")
			switch {
			case slices.Contains(table["testing"], strings.TrimPrefix(imp, "marketd/")):
				t.Errorf("%s imports %s, which is for tests", p.ImportPath, imp)
			case within(imp, "marketd"):
			case module == "" && strings.Contains(domain, "."):
				t.Errorf("%s imports %s, which has no fence", p.ImportPath, imp)
			case module != "" && longest(p.own(), table[module]) == "":
				t.Errorf("%s imports %s: it is for %v only", p.ImportPath, imp, table[module])
			}
		}
	}
}
