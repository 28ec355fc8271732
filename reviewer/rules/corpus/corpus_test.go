// Package corpus measures the rules on tools over real, benign and hostile
// tools of public servers, which lie beside the project.
package corpus

import (
	"cmp"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"marketd/market"
	"marketd/reviewer"
	"marketd/reviewer/rules/naming"
	"marketd/reviewer/rules/safety"
	"marketd/reviewer/rules/schema"
	"marketd/reviewer/rules/wording"
)

var update = flag.Bool("update", false, "write the golden counts anew")

// broken are servers whose lists are known to be unfit: this one lost its
// schemas on the way.
var broken = []string{"modelcontextprotocol_server-gitlab"}

// server is one list of tools.
type server struct {
	name  string
	tools []json.RawMessage
}

func rules() []reviewer.Rule {
	return slices.Concat(naming.Rules(), wording.Rules(), schema.Rules(), safety.Rules())
}

// folder is the corpus; the test is skipped when it is not there.
func folder(tb testing.TB) string {
	tb.Helper()
	dir, err := os.Getwd()
	if err != nil {
		tb.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			break
		}
		dir = filepath.Dir(dir)
	}
	corpus := filepath.Join(dir, "..", "shared", "corpus")
	if _, err := os.Stat(corpus); err != nil {
		tb.Skip("no corpus beside the project")
	}
	return corpus
}

func realTools(tb testing.TB) []server {
	tb.Helper()
	files, err := filepath.Glob(filepath.Join(folder(tb), "real-tools", "*.json"))
	if err != nil || len(files) == 0 {
		tb.Fatalf("no real tools: %v", err)
	}
	var out []server
	for _, f := range files {
		var list struct {
			Tools []json.RawMessage `json:"tools"`
		}
		load(tb, f, &list)
		out = append(out, server{strings.TrimSuffix(filepath.Base(f), ".json"), list.Tools})
	}
	return out
}

// single reads a file of single tools as one list for each source.
func single(tb testing.TB, name string) []server {
	tb.Helper()
	var tools []json.RawMessage
	load(tb, filepath.Join(folder(tb), name), &tools)
	by := map[string][]json.RawMessage{}
	for _, raw := range tools {
		var t struct {
			Src string `json:"src"`
		}
		if err := json.Unmarshal(raw, &t); err != nil {
			tb.Fatal(err)
		}
		by[t.Src] = append(by[t.Src], raw)
	}
	var out []server
	for _, src := range slices.Sorted(maps.Keys(by)) {
		out = append(out, server{src, by[src]})
	}
	return out
}

func load(tb testing.TB, path string, v any) {
	tb.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		tb.Fatal(err)
	}
	if err := json.Unmarshal(b, v); err != nil {
		tb.Fatalf("%s: %v", path, err)
	}
}

func (s server) dossier() *reviewer.Dossier {
	d := &reviewer.Dossier{
		Entry:  market.Entry{ID: "demo", Name: "Demo", Server: market.Server{URL: "https://mcp.demo.example/mcp"}},
		Policy: reviewer.DefaultPolicy(),
	}
	for i, raw := range s.tools {
		d.Tools = append(d.Tools, reviewer.NewTool(i, raw))
	}
	return d
}

// counts are hits by rule and severity: "DSC-004 warn".
type counts map[string]int

// judge applies every rule to every server and calls each with every hit.
func judge(servers []server, each func(s server, id string, severity market.Severity, h reviewer.Hit)) counts {
	n := counts{}
	for _, s := range servers {
		d := s.dossier()
		for _, r := range rules() {
			if r.Skip != nil && !r.Skip(d).IsZero() {
				continue
			}
			for _, h := range r.Check(d) {
				severity := cmp.Or(h.Severity, r.Severity)
				n[r.ID+" "+string(severity)]++
				each(s, r.ID, severity, h)
			}
		}
	}
	return n
}

func TestRealTools(t *testing.T) {
	t.Parallel()
	rejected := map[string]bool{}
	got := judge(realTools(t), func(s server, id string, severity market.Severity, h reviewer.Hit) {
		if severity != market.SeverityReject {
			return
		}
		rejected[s.name] = true
		if !slices.Contains(broken, s.name) {
			t.Errorf("%s: %s rejects %s (%s): %q", s.name, id, h.Tool, h.Where, h.Evidence)
		}
	})
	for _, name := range broken {
		if !rejected[name] {
			t.Errorf("%s is known to be broken and passes", name)
		}
	}
	golden(t, "real.txt", got)
}

func TestBenignTools(t *testing.T) {
	t.Parallel()
	got := judge(single(t, "benign-tools.json"), func(s server, id string, severity market.Severity, h reviewer.Hit) {
		// Their texts are real; many of their schemas were put in afterwards.
		if severity == market.SeverityReject && !strings.HasPrefix(id, "SCH-") {
			t.Errorf("%s: %s rejects %s (%s): %q", s.name, id, h.Tool, h.Where, h.Evidence)
		}
	})
	golden(t, "benign.txt", got)
}

// Hostile tools measure and are no bar: most are one plain sentence that no
// rule can tell from a harmless one.
func TestHostileTools(t *testing.T) {
	t.Parallel()
	seen := map[string]bool{}
	got := judge(single(t, "hostile-tools.json"), func(s server, _ string, severity market.Severity, h reviewer.Hit) {
		if severity.Weight() >= market.SeverityNeedsHuman.Weight() {
			seen[s.name+h.Where] = true
		}
	})
	got["places a person would see"] = len(seen)
	golden(t, "hostile.txt", got)
}

// golden compares counts with the file, so that a change of the rules is seen.
func golden(t *testing.T, name string, got counts) {
	t.Helper()
	var b strings.Builder
	for _, k := range slices.Sorted(maps.Keys(got)) {
		fmt.Fprintf(&b, "%s %d\n", k, got[k])
	}
	t.Logf("hits:\n%s", b.String())
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if string(want) != b.String() {
		t.Errorf("hits differ from %s; look at each, then run with -update\n%s", path, diff(string(want), b.String()))
	}
}

// diff lists the lines that only one side has.
func diff(want, got string) string {
	a, b := strings.Split(want, "\n"), strings.Split(got, "\n")
	var out []string
	for _, l := range a {
		if !slices.Contains(b, l) {
			out = append(out, "- "+l)
		}
	}
	for _, l := range b {
		if !slices.Contains(a, l) {
			out = append(out, "+ "+l)
		}
	}
	return strings.Join(out, "\n")
}

// BenchmarkFiveHundredTools is the largest list that is accepted; all rules
// together should take less than 200 ms.
func BenchmarkFiveHundredTools(b *testing.B) {
	var tools []json.RawMessage
	for _, s := range realTools(b) {
		tools = append(tools, s.tools...)
	}
	list := server{name: "many", tools: slices.Repeat(tools, 500/len(tools)+1)[:500]}
	for b.Loop() {
		d := list.dossier()
		for _, r := range rules() {
			r.Check(d)
		}
	}
}
