package schema

import (
	"cmp"
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
	member string         // "inputSchema", "outputSchema" or "parameters"
	raw    []byte         // as served
	value  any            // decoded, numbers as json.Number; nil when absent
	root   map[string]any // nil when the schema is no object

	demands bool // it is an object with more than annotations

	nodes      []node         // the root and every subschema, parents first
	properties map[string]int // the nodes of the root's properties, by name
	anchors    map[string]int // by resource path and name
	refers     bool           // some node has a reference
	over       bool           // the walk stopped at a bound
	size       market.Text    // the bound of rule SCH-011 that is broken; zero when none is

	indexed sync.Once // of index
	index   map[string]int
	once    sync.Once // of inPlace and args
	inPlace []node
	args    []argument
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

// input is the tool's input schema. Android providers call it parameters.
func input(e market.Entry, t reviewer.Tool) *document {
	if e.Kind == market.KindCETP {
		return documentOf(t, "parameters")
	}
	return documentOf(t, "inputSchema")
}

// output is the tool's output schema.
func output(t reviewer.Tool) *document { return documentOf(t, "outputSchema") }

func documentOf(t reviewer.Tool, member string) *document {
	return reviewer.Remember(t, documentKey{member}, func() *document { return read(t, member) })
}

func read(t reviewer.Tool, member string) *document {
	d := &document{tool: t, member: member, raw: t.Members[member], value: t.Decoded(member)}
	if untamed(d.value) {
		d.value = tame(d.value)
	}
	d.root, _ = d.value.(map[string]any)
	if d.root != nil {
		d.demands = !annotationOnly(d.root)
		d.properties = map[string]int{}
		d.walk(node{value: d.value, object: d.root})
	}
	d.size = d.measure()
	return d
}

// numberMost is the longest number, and the largest exponent, that is read as
// it stands; exact arithmetic on 1e999999999 would take all memory.
const numberMost = 400

// untamed reports whether there is a number that nobody can compute with.
func untamed(v any) bool {
	switch v := v.(type) {
	case map[string]any:
		for _, e := range v {
			if untamed(e) {
				return true
			}
		}
	case []any:
		return slices.ContainsFunc(v, untamed)
	case json.Number:
		return wild(string(v))
	}
	return false
}

// tame is a copy with 1 in the place of such numbers.
func tame(v any) any {
	switch v := v.(type) {
	case map[string]any:
		m := make(map[string]any, len(v))
		for k, e := range v {
			m[k] = tame(e)
		}
		return m
	case []any:
		list := make([]any, len(v))
		for i, e := range v {
			list[i] = tame(e)
		}
		return list
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

// Where the subschemas of a keyword stand.
const (
	oneSchema   = 1 << iota // its value is one
	listSchemas             // its value is a list of them
	mapSchemas              // its value is an object of them
)

// subschemas tells what the keyword holds, and its rank in the walk; zero when
// it holds none.
func subschemas(keyword string) (where, rank int) {
	switch keyword {
	case "items":
		return oneSchema | listSchemas, 1
	case "additionalItems", "unevaluatedItems", "contains", "additionalProperties", "unevaluatedProperties", "propertyNames", "not", "if", "then", "else", "contentSchema":
		return oneSchema, 2
	case "allOf", "anyOf", "oneOf", "prefixItems":
		return listSchemas, 3
	case "properties":
		return mapSchemas, 4
	case "patternProperties", "dependentSchemas", "dependencies", "$defs", "definitions":
		return mapSchemas, 5
	}
	return 0, 0
}

// holder is a keyword of a node that holds subschemas.
type holder struct {
	keyword     string
	where, rank int
}

func (d *document) walk(n node) {
	if len(d.nodes) > subschemasMost || n.depth > depthMost {
		d.over = true
		if len(d.nodes) > subschemasMost {
			return
		}
	}
	at := len(d.nodes)
	var holders []holder
	named := false
	for k := range n.object {
		switch k {
		case "$ref", "$dynamicRef", "$recursiveRef":
			d.refers = true
		case "$id", "id", "$anchor", "$dynamicAnchor":
			named = true
		default:
			if where, rank := subschemas(k); where != 0 {
				holders = append(holders, holder{k, where, rank})
			}
		}
	}
	if id, ok := n.object["$id"].(string); named && ok && !strings.HasPrefix(id, "#") {
		n.resource = at
	}
	d.nodes = append(d.nodes, n)
	if named {
		d.anchor(n, at)
	}
	if n.depth == 1 && n.keyword == "properties" {
		d.properties[n.name] = at
	}
	if n.depth > depthMost {
		return
	}
	slices.SortFunc(holders, func(a, b holder) int { return cmp.Or(cmp.Compare(a.rank, b.rank), cmp.Compare(a.keyword, b.keyword)) })
	for _, h := range holders {
		d.children(n, h)
	}
}

// children walks into the subschemas of a keyword.
func (d *document) children(n node, h holder) {
	switch v := n.object[h.keyword].(type) {
	case []any:
		if h.where&listSchemas != 0 {
			for i, e := range v {
				d.child(n, e, h.keyword, "", h.keyword, strconv.Itoa(i))
			}
		}
	case map[string]any:
		if h.where&mapSchemas == 0 {
			if h.where&oneSchema != 0 {
				d.child(n, v, h.keyword, "", h.keyword)
			}
			return
		}
		for _, name := range slices.Sorted(maps.Keys(v)) {
			d.child(n, v[name], h.keyword, name, h.keyword, name)
		}
	case bool:
		if h.where&oneSchema != 0 {
			d.child(n, v, h.keyword, "", h.keyword)
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
		if d.anchors == nil {
			d.anchors = map[string]int{}
		}
		d.anchors[strconv.Itoa(n.resource)+"#"+s] = at
	}
}

// find is the node at a path.
func (d *document) find(path []string) (node, bool) {
	d.indexed.Do(func() {
		d.index = make(map[string]int, len(d.nodes))
		for i, n := range d.nodes {
			d.index[join(n.path)] = i
		}
	})
	i, ok := d.index[join(path)]
	if !ok {
		return node{}, false
	}
	return d.nodes[i], true
}

// join makes a path a map key; JSON pointers are for people.
func join(path []string) string { return strings.Join(path, "\x00") }

// usable reports whether the schema says anything at all (rule SCH-001).
func (d *document) usable() bool { return d.demands }

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
