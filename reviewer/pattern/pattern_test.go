package pattern_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"

	"marketd/reviewer/pattern"
)

func TestLateCompilesOnce(t *testing.T) {
	t.Parallel()
	late := pattern.Late(`^a+$`)
	first := late()
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			if late() != first || !late().MatchString("aaa") {
				t.Error("another expression")
			}
		})
	}
	wg.Wait()
}

func TestLatePanicsAtItsFirstUse(t *testing.T) {
	t.Parallel()
	late := pattern.Late(`(`)
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	late()
}

// Every expression of the rules can be read, whether or not a test uses it.
func TestEveryExpression(t *testing.T) {
	t.Parallel()
	found := 0
	err := filepath.WalkDir("..", func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || strings.HasPrefix(path, filepath.Join("..", "pattern")) {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok || !late(call) {
				return true
			}
			lit, ok := call.Args[0].(*ast.BasicLit)
			if !ok {
				return true
			}
			expr, err := strconv.Unquote(lit.Value)
			if err == nil {
				_, err = regexp.Compile(expr)
			}
			if err != nil {
				t.Errorf("%s: %v", path, err)
			}
			found++
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if found < 80 {
		t.Errorf("only %d expressions were found", found)
	}
}

// late reports whether a call is one of pattern.Late, or of safety's re.
func late(call *ast.CallExpr) bool {
	if len(call.Args) != 1 {
		return false
	}
	switch f := call.Fun.(type) {
	case *ast.SelectorExpr:
		p, ok := f.X.(*ast.Ident)
		return ok && p.Name == "pattern" && f.Sel.Name == "Late"
	case *ast.Ident:
		return f.Name == "re"
	}
	return false
}
