package schema

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"

	"marketd/market"
	"marketd/reviewer"
)

// Bounds of a schema (rule SCH-011). The walk stops just behind them.
const (
	bytesMost      = 64 << 10
	jsonDepthMost  = 64
	depthMost      = 30
	subschemasMost = 1000
	propertiesMost = 256
	enumMost       = 1000
)

// document is one schema of a tool, decoded and walked once for all rules.
type document struct {
	tool   reviewer.Tool
	member string         // "inputSchema" or "outputSchema"
	raw    []byte         // as served
	value  any            // decoded, numbers as json.Number; nil when absent
	root   map[string]any // nil when the schema is no object

	nodes   []node         // the root and every subschema, parents first
	index   map[string]int // by joined path
	anchors map[string]int // by resource path and name
	over    bool           // the walk stopped at a bound
	size    market.Text    // the bound of rule SCH-011 that is broken; zero when none is

	once sync.Once  // of args
	args []argument // see arguments
}

// node is one subschema.
type node struct {
	path     []string       // reference tokens from the root
	object   map[string]any // nil for a boolean schema
	value    any
	keyword  string // the keyword it stands under; "" for the root
	name     string // the property's, under properties
	depth    int    // subschemas above it
	resource int    // the nearest node above, or itself, that has an $id
}

type documentKey struct{ member string }

// input is the tool's input schema.
func input(t reviewer.Tool) *document { return documentOf(t, "inputSchema") }

// output is the tool's output schema.
func output(t reviewer.Tool) *document { return documentOf(t, "outputSchema") }

func documentOf(t reviewer.Tool, member string) *document {
	return reviewer.Remember(t, documentKey{member}, func() *document { return read(t, member) })
}

func read(t reviewer.Tool, member string) *document {
	d := &document{tool: t, member: member, raw: t.Members[member], index: map[string]int{}, anchors: map[string]int{}}
	dec := json.NewDecoder(bytes.NewReader(d.raw))
	dec.UseNumber()
	if len(d.raw) == 0 || dec.Decode(&d.value) != nil {
		return d
	}
	d.value = tame(d.value)
	d.root, _ = d.value.(map[string]any)
	if d.root != nil {
		d.walk(node{value: d.value, object: d.root})
	}
	d.size = d.measure()
	return d
}

// numberMost is the longest number, and the largest exponent, that is read as
// it stands; exact arithmetic on 1e999999999 would take all memory.
const numberMost = 400

// tame puts 1 in the place of numbers that nobody can compute with.
func tame(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for k, e := range v {
			v[k] = tame(e)
		}
	case []any:
		for i, e := range v {
			v[i] = tame(e)
		}
	case json.Number:
		if wild(string(v)) {
			return json.Number("1")
		}
	}
	return v
}

func wild(number string) bool {
	if len(number) > numberMost {
		return true
	}
	i := strings.IndexAny(number, "eE")
	if i < 0 {
		return false
	}
	exponent, err := strconv.Atoi(number[i+1:])
	return err != nil || exponent > numberMost || exponent < -numberMost
}

// where is the JSON pointer of a place in the document.
func (d *document) where(path []string, more ...string) string {
	return d.tool.Pointer(slices.Concat([]string{d.member}, path, more)...)
}

// Keywords whose value is a schema, a list of schemas, or a map of schemas.
var (
	oneSchema   = []string{"items", "additionalItems", "unevaluatedItems", "contains", "additionalProperties", "unevaluatedProperties", "propertyNames", "not", "if", "then", "else", "contentSchema"}
	listSchemas = []string{"allOf", "anyOf", "oneOf", "prefixItems", "items"}
	mapSchemas  = []string{"properties", "patternProperties", "dependentSchemas", "dependencies", "$defs", "definitions"}
)

func (d *document) walk(n node) {
	if len(d.nodes) > subschemasMost || n.depth > depthMost {
		d.over = true
		if len(d.nodes) > subschemasMost {
			return
		}
	}
	at := len(d.nodes)
	if id, ok := n.object["$id"].(string); ok && !strings.HasPrefix(id, "#") {
		n.resource = at
	}
	d.nodes = append(d.nodes, n)
	d.index[join(n.path)] = at
	d.anchor(n, at)
	if n.depth > depthMost {
		return
	}
	for _, k := range oneSchema {
		d.child(n, n.object[k], k, "", k)
	}
	for _, k := range listSchemas {
		list, _ := n.object[k].([]any)
		for i, v := range list {
			d.child(n, v, k, "", k, strconv.Itoa(i))
		}
	}
	for _, k := range mapSchemas {
		m, _ := n.object[k].(map[string]any)
		for _, name := range slices.Sorted(maps.Keys(m)) {
			d.child(n, m[name], k, name, k, name)
		}
	}
}

// child walks into v when it is a schema.
func (d *document) child(parent node, v any, keyword, name string, tokens ...string) {
	c := node{value: v, keyword: keyword, name: name, depth: parent.depth + 1, resource: parent.resource}
	switch v := v.(type) {
	case map[string]any:
		c.object = v
	case bool:
	default:
		return
	}
	c.path = slices.Concat(parent.path, tokens)
	d.walk(c)
}

// anchor records the plain names by which references find the node.
func (d *document) anchor(n node, at int) {
	for _, k := range []string{"$anchor", "$dynamicAnchor", "$id", "id"} {
		s, ok := n.object[k].(string)
		if !ok || s == "" {
			continue
		}
		if k == "$id" || k == "id" {
			if s, ok = strings.CutPrefix(s, "#"); !ok || s == "" {
				continue
			}
		}
		d.anchors[strconv.Itoa(n.resource)+"#"+s] = at
	}
}

// join makes a path a map key; JSON pointers are for people.
func join(path []string) string { return strings.Join(path, "\x00") }

// usable reports whether the schema says anything at all (rule SCH-001).
func (d *document) usable() bool { return d.root != nil && !annotationOnly(d.root) }

// annotationOnly reports whether a schema has no keyword that demands anything.
func annotationOnly(s map[string]any) bool {
	for k := range s {
		switch k {
		case "$schema", "$id", "id", "title", "description", "$comment", "default", "examples":
		default:
			return false
		}
	}
	return true
}
