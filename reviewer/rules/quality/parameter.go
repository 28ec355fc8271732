package quality

import (
	"slices"
	"strings"

	"marketd/reviewer"
	"marketd/reviewer/words"
)

// Bounds of the walk over a schema; larger ones are rule SCH-011's matter.
const (
	parametersMost = 256
	depthMost      = 8
)

// parameter is a named value that a caller can give, at any depth.
type parameter struct {
	name   string
	path   []string // reference tokens from the input schema
	schema map[string]any
}

func (p parameter) description() string {
	s, _ := p.schema["description"].(string)
	return s
}

// where is the parameter's JSON pointer.
func (p parameter) where(t reviewer.Tool) string {
	return t.Pointer(slices.Concat([]string{"inputSchema"}, p.path)...)
}

// has reports whether the parameter's schema has one of the keywords.
func (p parameter) has(keywords ...string) bool {
	return slices.ContainsFunc(keywords, func(k string) bool { _, ok := p.schema[k]; return ok })
}

type parametersKey struct{}

// parameters are those of the tool in the order of their pointers, parents
// first. They are read once; change nothing in them.
func parameters(t reviewer.Tool) []parameter {
	return reviewer.Remember(t, parametersKey{}, func() []parameter {
		root, _ := t.Decoded("inputSchema").(map[string]any)
		w := walk{}
		w.schema(root, nil, 0)
		return w.found
	})
}

type walk struct{ found []parameter }

func (w *walk) schema(s map[string]any, path []string, depth int) {
	if s == nil || depth > depthMost {
		return
	}
	properties, _ := s["properties"].(map[string]any)
	for _, name := range names(properties) {
		p, ok := properties[name].(map[string]any)
		if !ok || len(w.found) >= parametersMost {
			continue
		}
		if _, never := p["not"]; never && len(p) == 1 { // a library's way of writing "no arguments"
			continue
		}
		at := slices.Concat(path, []string{"properties", name})
		w.found = append(w.found, parameter{name: name, path: at, schema: p})
		w.schema(p, at, depth+1)
	}
	if items, ok := s["items"].(map[string]any); ok {
		w.schema(items, slices.Concat(path, []string{"items"}), depth+1)
	}
	for _, k := range []string{"$defs", "definitions"} {
		defs, _ := s[k].(map[string]any)
		for _, name := range names(defs) {
			def, _ := defs[name].(map[string]any)
			w.schema(def, slices.Concat(path, []string{k, name}), depth+1)
		}
	}
	for _, k := range []string{"allOf", "anyOf", "oneOf"} {
		list, _ := s[k].([]any)
		for i, v := range list {
			one, _ := v.(map[string]any)
			w.schema(one, slices.Concat(path, []string{k, itoa(i)}), depth+1)
		}
	}
}

// names are those of an object's members, in order.
func names(object map[string]any) []string {
	if len(object) == 0 {
		return nil
	}
	all := make([]string, 0, len(object))
	for name := range object {
		all = append(all, name)
	}
	slices.Sort(all)
	return all
}

// told reports whether the parameter says what it means: in a description that
// is not its name again, or by reference to something that may.
func (p parameter) told() bool {
	if p.has("$ref", "const") {
		return true
	}
	d := strings.TrimSpace(p.description())
	if d == "" {
		return false
	}
	if len(d) > 2*len(p.name)+8 { // too long to be the name alone
		return true
	}
	key := words.Key(d)
	return key != "" && key != words.Key(p.name)
}

// some are the first names of the parameters, to show.
func some(ps []parameter) string {
	const most = 5
	var names []string
	for _, p := range ps[:min(len(ps), most)] {
		names = append(names, p.name)
	}
	if len(ps) > most {
		names = append(names, "…")
	}
	return strings.Join(names, ", ")
}
