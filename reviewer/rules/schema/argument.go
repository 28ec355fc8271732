package schema

import (
	"maps"
	"slices"
	"strings"
)

// argument is a parameter that a caller of the tool can give.
type argument struct {
	name string
	node node
}

func (a argument) description() string {
	s, _ := a.node.object["description"].(string)
	return s
}

// inPlace are keywords whose schemas apply to the same value as the one they
// stand in, by list and alone.
var (
	inPlaceLists = []string{"allOf", "anyOf", "oneOf"}
	inPlaceOnes  = []string{"if", "then", "else"}
)

// applied is the root with every schema that applies in its place, through
// references, combinators and conditions; each once.
func (d *document) applied() []node {
	d.derive()
	return d.inPlace
}

// derive reads what applies in place, and the arguments, once for all rules.
func (d *document) derive() {
	d.once.Do(func() {
		d.inPlace = d.readApplied()
		d.args = d.readArguments()
	})
}

func (d *document) readApplied() []node {
	if d.root == nil {
		return nil
	}
	out := []node{d.nodes[0]}
	if !has(d.root, inPlaceLists...) && !has(d.root, inPlaceOnes...) && !has(d.root, referenceKeywords...) {
		return out
	}
	seen := map[string]bool{join(out[0].path): true}
	for i := 0; i < len(out) && len(out) < 200; i++ {
		for _, n := range append(d.targets(out[i]), d.beside(out[i])...) {
			if key := join(n.path); !seen[key] {
				seen[key] = true
				out = append(out, n)
			}
		}
	}
	return out
}

// beside are the schemas of a node's combinators and conditions.
func (d *document) beside(n node) []node {
	var out []node
	for _, k := range inPlaceLists {
		list, _ := n.object[k].([]any)
		for i := range list {
			if c, ok := d.below(n, k, itoa(i)); ok {
				out = append(out, c)
			}
		}
	}
	for _, k := range inPlaceOnes {
		if c, ok := d.below(n, k); ok {
			out = append(out, c)
		}
	}
	return out
}

// below is the node at tokens under n.
func (d *document) below(n node, tokens ...string) (node, bool) {
	if !has(n.object, tokens[0]) {
		return node{}, false
	}
	return d.find(slices.Concat(n.path, tokens))
}

// arguments are the parameters of the tool by name, those of the root first. A
// property that nothing can satisfy ({"not": {}}) is a library's way of writing
// "no arguments" and is none; false is so only below a condition or with a name
// that begins with _. They are read once; change nothing in them.
func (d *document) arguments() []argument {
	d.derive()
	return d.args
}

func (d *document) readArguments() []argument {
	var out []argument
	seen := map[string]bool{}
	for at, n := range d.inPlace {
		properties, _ := n.object["properties"].(map[string]any)
		for _, name := range slices.Sorted(maps.Keys(properties)) {
			if seen[name] || impossible(properties[name]) && (at > 0 || !refused(name, properties[name])) {
				continue
			}
			seen[name] = true
			if i, ok := d.properties[name]; ok && at == 0 {
				out = append(out, argument{name: name, node: d.nodes[i]})
				continue
			}
			path := slices.Concat(n.path, []string{"properties", name})
			out = append(out, argument{name: name, node: d.node(path, properties[name])})
		}
	}
	return out
}

// refused reports whether a property is named as a parameter and refuses every
// value.
func refused(name string, schema any) bool {
	b, ok := schema.(bool)
	return ok && !b && !strings.HasPrefix(name, "_")
}

// impossible reports whether no value satisfies the schema: false, {"not": {}},
// {"not": true}.
func impossible(schema any) bool {
	switch s := schema.(type) {
	case bool:
		return !s
	case map[string]any:
		switch not := s["not"].(type) {
		case bool:
			return not
		case map[string]any:
			return len(not) == 0
		}
	}
	return false
}

// open reports whether the tool takes arguments whose names the schema leaves
// open: a map type.
func (d *document) open() bool {
	for _, n := range d.applied() {
		if patterns, _ := n.object["patternProperties"].(map[string]any); len(patterns) > 0 {
			return true
		}
		if more, _ := n.object["additionalProperties"].(map[string]any); len(more) > 0 && !impossible(more) {
			return true
		}
	}
	return false
}

// takesNothing reports whether the schema names no argument and leaves none
// open.
func (d *document) takesNothing() bool { return len(d.arguments()) == 0 && !d.open() }

// typed reports whether a schema says what kind of value it takes: by type,
// values, shape, a reference, or through combinators all of whose branches do.
func (d *document) typed(n node) bool { return n.value != false && d.typedWithin(n, 12) }

func (d *document) typedWithin(n node, depth int) bool {
	if b, ok := n.value.(bool); ok {
		return !b
	}
	for _, k := range []string{"type", "enum", "const", "$ref", "$dynamicRef", "$recursiveRef", "properties", "items", "prefixItems"} {
		if _, ok := n.object[k]; ok {
			return true
		}
	}
	if impossible(n.value) {
		return true
	}
	if depth == 0 {
		return false
	}
	for _, k := range inPlaceLists {
		list, _ := n.object[k].([]any)
		if len(list) == 0 {
			continue
		}
		some, all := false, true
		for i, v := range list {
			ok := d.typedWithin(d.node(slices.Concat(n.path, []string{k, itoa(i)}), v), depth-1)
			some, all = some || ok, all && ok
		}
		if all || k == "allOf" && some {
			return true
		}
	}
	return false
}

// ofType reports whether the schema names the type.
func ofType(s map[string]any, want string) bool {
	switch t := s["type"].(type) {
	case string:
		return t == want
	case []any:
		return slices.ContainsFunc(t, func(v any) bool { return v == want })
	}
	return false
}

// types are the types that a schema names.
func types(s map[string]any) []string {
	switch t := s["type"].(type) {
	case string:
		return []string{t}
	case []any:
		var out []string
		for _, v := range t {
			if name, ok := v.(string); ok {
				out = append(out, name)
			}
		}
		return out
	}
	return nil
}
