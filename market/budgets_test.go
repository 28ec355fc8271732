package market_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// The budgets of a file, a function and an interface that people can hold in
// their heads. A test may be longer by its table.
const (
	maxFileLines     = 400
	maxFunctionLines = 90
	maxTestLines     = 120
	maxMethods       = 4
)

// seams are the interfaces that may be larger: market's to storage, and
// storage's own to the two engines.
func seams() []string { return []string{"market/store.go", "market/store_watch.go", "storage/open.go"} }

func TestPackagesSayWhatTheyAre(t *testing.T) {
	t.Parallel()
	forbidden := []string{"util", "utils", "common", "helper", "helpers", "model", "models", "type", "types", "base", "core", "misc", "shared"}
	for _, p := range everyPackage(t) {
		if slices.Contains(forbidden, p.Name) {
			t.Errorf("%s: the name %q says nothing", p.ImportPath, p.Name)
		}
		if p.Doc == "" && len(p.GoFiles) > 0 {
			t.Errorf("%s has no package comment", p.ImportPath)
		}
	}
}

func TestBudgets(t *testing.T) {
	t.Parallel()
	for _, p := range everyPackage(t) {
		for _, name := range slices.Concat(p.GoFiles, p.TestGoFiles, p.XTestGoFiles) {
			fset := token.NewFileSet()
			f, err := parser.ParseFile(fset, filepath.Join(p.Dir, name), nil, parser.ParseComments|parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			if ast.IsGenerated(f) {
				continue
			}
			file := p.own() + "/" + name
			if n := fset.File(f.FileStart).LineCount(); n > maxFileLines {
				t.Errorf("%s has %d lines, over %d", file, n, maxFileLines)
			}
			lines := func(n ast.Node) int { return fset.Position(n.End()).Line - fset.Position(n.Pos()).Line + 1 }
			for _, d := range f.Decls {
				checkDecl(t, file, d, lines, strings.HasSuffix(name, "_test.go"))
			}
		}
	}
}

func checkDecl(t *testing.T, file string, d ast.Decl, lines func(ast.Node) int, test bool) {
	t.Helper()
	switch d := d.(type) {
	case *ast.FuncDecl:
		limit := maxFunctionLines
		if test {
			limit = maxTestLines
		}
		if n := lines(d); n > limit {
			t.Errorf("%s: %s has %d lines, over %d", file, d.Name.Name, n, limit)
		}
		if d.Name.Name == "init" && d.Recv == nil && !test {
			t.Errorf("%s: init() acts at a distance; let a constructor do it", file)
		}
	case *ast.GenDecl:
		for _, s := range d.Specs {
			switch s := s.(type) {
			case *ast.ImportSpec:
				if s.Name != nil && s.Name.Name == "_" && !strings.HasPrefix(file, "storage/") && s.Path.Value != `"embed"` && !test {
					t.Errorf("%s: a blank import of %s; only storage has some, for the SQL drivers", file, s.Path.Value)
				}
			case *ast.TypeSpec:
				i, ok := s.Type.(*ast.InterfaceType)
				if ok && len(i.Methods.List) > maxMethods && !slices.Contains(seams(), file) && !test {
					t.Errorf("%s: %s has %d methods, over %d", file, s.Name.Name, len(i.Methods.List), maxMethods)
				}
			}
		}
	}
}
