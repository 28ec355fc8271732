package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"marketd/market/toollist"
)

// broken are servers of the real set whose lists are known to be unfit: this
// one lost its schemas on the way.
func broken(name string) bool { return name == "modelcontextprotocol_server-gitlab" }

// beside finds the folder of public lists beside the project in which the
// command runs, "" when there is none.
func beside() string {
	dir, err := os.Getwd()
	if err != nil {
		return ""
	}
	for ; dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			found, _ := filepath.Glob(filepath.Join(dir, "..", "*", "corpus", "real-tools")) // the pattern is well formed
			if len(found) > 0 {
				return filepath.Dir(found[0])
			}
		}
	}
	return ""
}

// load reads the project's own fixtures and, unless dir is "", the folder: its
// real-tools/*.json are whole lists, benign-tools.json and hostile-tools.json
// single tools with a "src", rule-fixtures/*.go.txt tables of texts.
func load(dir string) ([]list, error) {
	out, err := own()
	if err != nil || dir == "" {
		return out, err
	}
	for _, part := range []func(string) ([]list, error){servers, benign, hostile, ruleFixtures} {
		more, err := part(dir)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		out = append(out, more...)
	}
	return out, nil
}

func servers(dir string) ([]list, error) {
	files, err := filepath.Glob(filepath.Join(dir, "real-tools", "*.json"))
	if err != nil {
		return nil, err
	}
	out := make([]list, 0, len(files))
	for _, f := range files {
		data, err := os.ReadFile(f)
		if err != nil {
			return nil, err
		}
		read, err := toollist.Read(data)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", f, err)
		}
		l := list{set: setReal, name: strings.TrimSuffix(filepath.Base(f), ".json"), tools: read.Tools}
		if broken(l.name) {
			l.bad, l.kind, l.want = true, "lost_schema", "reject"
		}
		out = append(out, l)
	}
	return out, nil
}

// benign has one list for each source, or several where a source has a name
// twice: it then stands for more than one server.
func benign(dir string) ([]list, error) {
	by, err := single(filepath.Join(dir, "benign-tools.json"))
	var out []list
	for _, src := range slices.Sorted(maps.Keys(by)) {
		taken := map[string]int{} // by name, in how many of the source's lists
		first := len(out)
		for _, t := range by[src] {
			i := first + taken[t.name]
			taken[t.name]++
			if i == len(out) {
				out = append(out, list{set: setBenign, name: src, madeUp: true})
			}
			out[i].tools = append(out[i].tools, t.raw)
		}
	}
	return out, err
}

// hostile has one list for each tool, so that each is judged for its own sake.
// They measure and are no bar: most are one plain sentence that nothing tells
// from a harmless one.
func hostile(dir string) ([]list, error) {
	by, err := single(filepath.Join(dir, "hostile-tools.json"))
	var out []list
	for _, src := range slices.Sorted(maps.Keys(by)) {
		for i, t := range by[src] {
			out = append(out, list{set: setHostile, name: fmt.Sprintf("%s %d", src, i+1), bad: true, kind: "hostile", madeUp: true, tools: []json.RawMessage{t.raw}})
		}
	}
	return out, err
}

// named is a tool as a server lists it, with its name.
type named struct {
	name string
	raw  json.RawMessage
}

// single reads a file of single tools, by source. The source is no member of
// the tool.
func single(path string) (map[string][]named, error) {
	var tools []map[string]json.RawMessage
	if err := decode(path, &tools); err != nil {
		return nil, err
	}
	by := map[string][]named{}
	for _, t := range tools {
		var src, name string
		if err := errors.Join(json.Unmarshal(t["src"], &src), json.Unmarshal(t["name"], &name)); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		delete(t, "src")
		raw, err := json.Marshal(t)
		if err != nil {
			return nil, err
		}
		by[src] = append(by[src], named{name, raw})
	}
	return by, nil
}

func decode(path string, into any) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(data, into); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}
