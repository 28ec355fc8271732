package main

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"marketd/market"
)

// texts are the constants of a table of texts, by the name they are given to.
// A table is either of texts alone or of texts with the verdict wanted.
type texts map[string]map[string]string

// ruleFixtures reads the tables of texts that lie in the folder as Go source:
// of each function the slices and maps of strings, by the variable's name.
func ruleFixtures(dir string) ([]list, error) {
	var out []list
	for _, file := range []string{"texts", "secrets", "levels"} {
		f, err := parser.ParseFile(token.NewFileSet(), filepath.Join(dir, "rule-fixtures", file+".go.txt"), nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		for _, decl := range f.Decls {
			if fn, ok := decl.(*ast.FuncDecl); ok {
				out = append(out, fixtures(fn.Name.Name, tables(fn.Body))...)
			}
		}
	}
	return out, nil
}

// fixtures makes a list of one tool of each text of a function's tables.
func fixtures(fn string, t texts) []list {
	kinds := map[string]string{"TestPH": "placeholder", "TestHidden": "hidden", "TestInj": "injection", "TestS": "secret", "TestLvl": "level"}
	// A good text here is only said to be none of its kind: "Ping" is no
	// placeholder, and too short for a description all the same.
	about := map[string][]string{
		"TestPH": {"DSC-002", "DSC-003", "DSC-006"}, "TestHidden": {"SEC-01"}, "TestInj": {"SEC-00", "SEC-02"}, "TestS": {"SEC-03"}, "TestLvl": {"LVL-002"},
	}
	var out []list
	for _, table := range slices.Sorted(maps.Keys(t)) {
		for i, text := range slices.Sorted(maps.Keys(t[table])) {
			l := list{set: setRule, name: fmt.Sprintf("%s %s %d", kinds[fn], table, i+1), kind: kinds[fn], madeUp: true}
			l.want = wanted(fn, table, t[table][text])
			if l.bad = l.want != ""; !l.bad {
				l.about = about[fn]
			}
			if fn == "TestLvl" {
				l.tools = []json.RawMessage{tool(text, "Handles "+strings.NewReplacer("_", " ", ".", " ").Replace(text)+" for the team's shared workspace.", true)}
			} else {
				l.tools = []json.RawMessage{tool("get_report", text, false)}
			}
			out = append(out, l)
		}
	}
	return out
}

// wanted is what a table asks for of a text.
func wanted(fn, table, verdict string) market.Severity {
	switch {
	case fn == "TestS" && table == "fail": // a secret is refused or shown to a person, by how sure its form is
		return market.SeverityNeedsHuman
	case verdict == "human", verdict == "write", table == "hum":
		return market.SeverityNeedsHuman
	case verdict == "reject", table == "rej", table == "fail":
		return market.SeverityReject
	}
	return ""
}

func tool(name, description string, readOnly bool) json.RawMessage {
	t := map[string]any{
		"name": name, "description": description,
		"inputSchema": map[string]any{"type": "object", "properties": map[string]any{"query": map[string]string{"type": "string", "description": "The words to look for"}}},
	}
	if readOnly {
		t["level"], t["annotations"] = "readonly", map[string]bool{"readOnlyHint": true}
	}
	b, _ := json.Marshal(t) // strings and booleans alone
	return b
}

// tables finds the tables in a function's body: what is given to a name, and
// a map that is ranged over where it stands. Other lists there only print.
func tables(body ast.Node) texts {
	out, known := texts{}, map[string]string{}
	ast.Inspect(body, func(node ast.Node) bool {
		switch x := node.(type) {
		case *ast.AssignStmt:
			id, ok := x.Lhs[0].(*ast.Ident)
			if !ok || len(x.Rhs) != 1 {
				break
			}
			if s, ok := text(x.Rhs[0], known); ok {
				known[id.Name] = s
			}
			if t := table(x.Rhs[0], known); t != nil {
				out[id.Name] = t
			}
		case *ast.RangeStmt:
			if c, ok := x.X.(*ast.CompositeLit); ok {
				if _, ok := c.Type.(*ast.MapType); ok {
					out["map"] = table(c, known)
				}
			}
		}
		return true
	})
	return out
}

// table reads a composite literal of texts, nil when it is none.
func table(e ast.Expr, known map[string]string) map[string]string {
	lit, ok := e.(*ast.CompositeLit)
	if !ok {
		return nil
	}
	out := map[string]string{}
	for _, elt := range lit.Elts {
		key, verdict := elt, ""
		if kv, ok := elt.(*ast.KeyValueExpr); ok {
			key = kv.Key
			verdict, _ = text(kv.Value, known)
		}
		s, ok := text(key, known)
		if !ok {
			return nil
		}
		out[s] = verdict
	}
	return out
}

// text works out a text: literals, names of earlier ones, their sums, parts of
// them and strings.Repeat.
func text(e ast.Expr, known map[string]string) (string, bool) {
	switch x := e.(type) {
	case *ast.BasicLit:
		s, err := strconv.Unquote(x.Value)
		return s, err == nil
	case *ast.Ident:
		s, ok := known[x.Name]
		return s, ok
	case *ast.BinaryExpr:
		a, ok := text(x.X, known)
		b, also := text(x.Y, known)
		return a + b, ok && also
	case *ast.SliceExpr:
		s, ok := text(x.X, known)
		n, whole := number(x.High)
		if !ok || !whole || n > len(s) || x.Low != nil {
			return "", false
		}
		return s[:n], true
	case *ast.CallExpr:
		if len(x.Args) != 2 {
			return "", false
		}
		s, ok := text(x.Args[0], known)
		n, whole := number(x.Args[1])
		if !ok || !whole {
			return "", false
		}
		return strings.Repeat(s, n), true
	}
	return "", false
}

func number(e ast.Expr) (int, bool) {
	lit, ok := e.(*ast.BasicLit)
	if !ok {
		return 0, false
	}
	n, err := strconv.Atoi(lit.Value)
	return n, err == nil && n <= 1000
}
