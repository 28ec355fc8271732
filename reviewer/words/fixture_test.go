package words

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strconv"
	"testing"
)

// fixture parses one file of the corpus of wanted verdicts, a Go file kept as
// text; the test is skipped when the corpus is not beside the project.
func fixture(t *testing.T, name string) *ast.File {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			break
		}
		dir = filepath.Dir(dir)
	}
	corpus := filepath.Join(dir, "..", "shared", "corpus")
	if _, err := os.Stat(corpus); err != nil {
		t.Skip("no corpus beside the project")
	}
	f, err := parser.ParseFile(token.NewFileSet(), filepath.Join(corpus, "rule-fixtures", name), nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// stringsIn lists the strings of the slice literal assigned to a variable in a
// function.
func stringsIn(t *testing.T, f *ast.File, fn, variable string) []string {
	t.Helper()
	var out []string
	for _, d := range f.Decls {
		fd, ok := d.(*ast.FuncDecl)
		if !ok || fd.Name.Name != fn {
			continue
		}
		ast.Inspect(fd, func(n ast.Node) bool {
			as, ok := n.(*ast.AssignStmt)
			if !ok || as.Lhs[0].(*ast.Ident).Name != variable {
				return true
			}
			lit, ok := as.Rhs[0].(*ast.CompositeLit)
			if !ok {
				return true
			}
			for _, e := range lit.Elts {
				out = append(out, unquote(t, e))
			}
			return false
		})
	}
	if len(out) == 0 {
		t.Fatalf("no %s in %s", variable, fn)
	}
	return out
}

func unquote(t *testing.T, e ast.Expr) string {
	t.Helper()
	s, err := strconv.Unquote(e.(*ast.BasicLit).Value)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestPlaceholderFixtures(t *testing.T) {
	t.Parallel()
	f := fixture(t, "texts.go.txt")
	for _, s := range stringsIn(t, f, "TestPH", "fail") {
		if _, ok := Placeholder(s); !ok {
			t.Errorf("Placeholder(%q) = false, want true", s)
		}
	}
	for _, s := range stringsIn(t, f, "TestPH", "pass") {
		if kind, ok := Placeholder(s); ok {
			t.Errorf("Placeholder(%q) = %s, want none", s, kind)
		}
	}
}

func TestClassFixtures(t *testing.T) {
	t.Parallel()
	want := map[string]Class{"read": Reads, "write": Writes, "?": Unknown}
	n := 0
	ast.Inspect(fixture(t, "levels.go.txt"), func(node ast.Node) bool {
		kv, ok := node.(*ast.KeyValueExpr)
		if !ok {
			return true
		}
		n++
		if name := unquote(t, kv.Key); ClassOf(name, "") != want[unquote(t, kv.Value)] {
			t.Errorf("ClassOf(%q) = %s, want %s", name, ClassOf(name, ""), unquote(t, kv.Value))
		}
		return true
	})
	if n != 32 {
		t.Errorf("read %d names, want 32", n)
	}
}
