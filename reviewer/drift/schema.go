package drift

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"

	"marketd/market"
	"marketd/market/strictjson"
)

// maxDepth is how deep schemas are compared by their meaning; below, a change is
// told of and not explained. A schema that is deeper is refused anyway.
const maxDepth = 32

// defaultDialect is the dialect of a schema that names none (MCP specification).
const defaultDialect = "https://json-schema.org/draft/2020-12/schema"

// place is where a comparison of schemas stands.
type place struct {
	tool  string
	at    string      // JSON pointer into the tool
	path  string      // of the parameter, as people write it: "city", "filter.city", "days[]"; "" is the whole
	what  market.Text // parameter or field of the result
	depth int
}

func (p place) member(key string) place {
	p.at += "/" + strictjson.PointerToken(key)
	p.depth++
	return p
}

func (p place) property(name string) place {
	in := p.member("properties").member(name)
	in.depth = p.depth + 1
	if in.path = name; p.path != "" {
		in.path = p.path + "." + name
	}
	return in
}

// schemas compares a tool's schemas of the name.
func (w *writer) schemas(tool, name string, a, b map[string]any) {
	x, inA := a[name]
	y, inB := b[name]
	p := place{tool: tool, at: "/" + name, what: parameter}
	if name == "outputSchema" {
		p.what = field
	}
	switch {
	case !inA && !inB:
	case !inA:
		w.add(material, "DRF-003", tool, p.at, schemaAdded(name))
	case !inB:
		w.add(material, "DRF-003", tool, p.at, schemaRemoved(name))
	default:
		w.schema(p, plain(x, name), plain(y, name))
	}
}

// plain leaves the default dialect out of an input schema, as its digest does.
func plain(schema any, name string) any {
	s, ok := schema.(map[string]any)
	if !ok || name != "inputSchema" || s["$schema"] != defaultDialect {
		return schema
	}
	s = maps.Clone(s)
	delete(s, "$schema")
	return s
}

// schema compares two schemas of one place.
func (w *writer) schema(p place, before, after any) {
	a, okA := before.(map[string]any)
	b, okB := after.(map[string]any)
	switch {
	case equal(before, after):
		return
	case !okA || !okB || p.depth > maxDepth:
		w.add(material, "DRF-003", p.tool, p.at, w.fromTo(w.in(p, schemaNoun), before, after))
		return
	}
	w.properties(p, a, b)
	w.required(p, a, b)
	for _, key := range union(a, b) {
		x, inA := a[key]
		y, inB := b[key]
		if key != "properties" && key != "required" && !(inA && inB && equal(x, y)) {
			w.keyword(p, key, x, y)
		}
	}
}

// properties tells of parameters that came, went or changed.
func (w *writer) properties(p place, a, b map[string]any) {
	x, okA := a["properties"].(map[string]any)
	y, okB := b["properties"].(map[string]any)
	if !okA && a["properties"] != nil || !okB && b["properties"] != nil {
		if !equal(a["properties"], b["properties"]) {
			w.add(material, "DRF-003", p.tool, p.member("properties").at, w.changed(p, "properties"))
		}
		return
	}
	for _, name := range union(x, y) {
		before, inA := x[name]
		after, inB := y[name]
		at := p.property(name)
		switch {
		case !inA:
			w.add(material, "DRF-003", p.tool, at.at, w.propertyAdded(at, after, needs(b, name)))
			w.fresh(at, after)
		case !inB:
			w.add(material, "DRF-003", p.tool, at.at, w.of(at, removed))
		default:
			w.schema(at, before, after)
		}
	}
}

// keyword tells of a keyword whose value changed.
func (w *writer) keyword(p place, key string, x, y any) {
	at := p.member(key)
	switch key {
	case "description", "title", "$comment":
		w.text(p.tool, at.at, w.in(p, noun(key)), x, y)
	case "enum":
		w.enum(p, x, y)
	case "examples":
		if sameSet(x, y) {
			w.add(cosmetic, "DRF-004", p.tool, at.at, also(w.in(p, noun(key)), reordered))
			return
		}
		w.add(material, "DRF-003", p.tool, at.at, w.changed(p, key))
	case "items", "additionalItems", "contains":
		in := at
		in.path += "[]"
		w.inner(in, x, y)
	case "additionalProperties", "contentSchema", "else", "if", "not", "propertyNames", "then", "unevaluatedItems", "unevaluatedProperties":
		w.inner(at, x, y)
	case "allOf", "anyOf", "oneOf", "prefixItems":
		w.list(at, key, x, y)
	case "$defs", "definitions", "dependentSchemas", "patternProperties":
		w.named(at, key, x, y)
	default:
		w.add(material, "DRF-003", p.tool, at.at, w.fromTo(w.in(p, noun(key)), x, y))
		if key == "default" || key == "const" {
			w.fixed(at, x, y)
		}
	}
}

// inner compares schemas that a keyword holds; one may be absent or a boolean.
func (w *writer) inner(p place, x, y any) {
	_, okA := x.(map[string]any)
	_, okB := y.(map[string]any)
	if okA && okB {
		w.schema(p, x, y)
		return
	}
	w.add(material, "DRF-003", p.tool, p.at, w.fromTo(w.in(p, noun(last(p.at))), x, y))
}

func (w *writer) list(p place, key string, x, y any) {
	a, okA := x.([]any)
	b, okB := y.([]any)
	if !okA || !okB || len(a) != len(b) {
		w.add(material, "DRF-003", p.tool, p.at, w.changed(p, key))
		return
	}
	for i := range a {
		w.schema(p.member(strconv.Itoa(i)), a[i], b[i])
	}
}

func (w *writer) named(p place, key string, x, y any) {
	a, okA := x.(map[string]any)
	b, okB := y.(map[string]any)
	if !okA && x != nil || !okB && y != nil {
		w.add(material, "DRF-003", p.tool, p.at, w.changed(p, key))
		return
	}
	for _, name := range union(a, b) {
		before, inA := a[name]
		after, inB := b[name]
		at := p.member(name)
		if !inA || !inB {
			w.add(material, "DRF-003", p.tool, at.at, w.changed(p, key+"/"+name))
			continue
		}
		w.schema(at, before, after)
	}
}

// required tells which parameters became required, or are so no longer. Of those
// that came or went, that is told already.
func (w *writer) required(p place, a, b map[string]any) {
	x, y := a["required"], b["required"]
	at := p.member("required").at
	if !names(x) || !names(y) {
		if !equal(x, y) {
			w.add(material, "DRF-003", p.tool, at, w.changed(p, "required"))
		}
		return
	}
	before, _ := a["properties"].(map[string]any)
	after, _ := b["properties"].(map[string]any)
	was, is := setOf(x), setOf(y)
	for _, key := range slices.Sorted(maps.Keys(is)) {
		name := is[key].(string)
		_, had := was[key]
		_, old := before[name]
		if _, described := after[name]; !had && (old || !described) {
			w.add(material, "DRF-003", p.tool, at, w.of(p.property(name), becameRequired))
		}
	}
	for _, key := range slices.Sorted(maps.Keys(was)) {
		name := was[key].(string)
		_, has := is[key]
		_, stays := after[name]
		if _, described := before[name]; !has && (stays || !described) {
			w.add(material, "DRF-003", p.tool, at, w.of(p.property(name), becameOptional))
		}
	}
}

// needs reports whether a schema requires the parameter.
func needs(schema map[string]any, name string) bool {
	_, must := setOf(schema["required"])[quote(name)]
	return must
}

// names reports whether a value is a list of texts, or absent.
func names(v any) bool {
	list, ok := v.([]any)
	return v == nil || ok && !slices.ContainsFunc(list, func(e any) bool { _, text := e.(string); return !text })
}

// enum tells which values came and went.
func (w *writer) enum(p place, x, y any) {
	_, okA := x.([]any)
	_, okB := y.([]any)
	at := p.member("enum").at
	switch {
	case !okA && okB && x == nil:
		w.add(material, "DRF-003", p.tool, at, w.values(p, onlyValues, y.([]any)))
		return
	case okA && !okB && y == nil:
		w.add(material, "DRF-003", p.tool, at, w.of(p, anyValue))
		return
	case !okA || !okB:
		w.add(material, "DRF-003", p.tool, at, w.changed(p, "enum"))
		return
	}
	if came := minus(y, x); len(came) > 0 {
		w.add(material, "DRF-003", p.tool, at, w.values(p, valuesAdded, came))
	}
	if went := minus(x, y); len(went) > 0 {
		w.add(material, "DRF-003", p.tool, at, w.values(p, valuesRemoved, went))
	}
}

// setOf is a list's elements by their JSON.
func setOf(v any) map[string]any {
	list, _ := v.([]any)
	set := make(map[string]any, len(list))
	for _, e := range list {
		set[quote(e)] = e
	}
	return set
}

// minus is the elements of a list that another has not.
func minus(x, y any) []any {
	other := setOf(y)
	var out []any
	for _, e := range x.([]any) {
		if _, has := other[quote(e)]; !has {
			out = append(out, e)
		}
	}
	return out
}

// sameSet reports whether two lists have the same elements, however often.
func sameSet(x, y any) bool {
	a, okA := x.([]any)
	b, okB := y.([]any)
	return okA && okB && len(a) == len(b) && maps.EqualFunc(setOf(x), setOf(y), func(any, any) bool { return true })
}

// quote is a value as JSON, numbers as a double is written.
func quote(v any) string {
	if n, ok := v.(json.Number); ok {
		if f, err := n.Float64(); err == nil {
			return strconv.FormatFloat(f, 'g', -1, 64)
		}
	}
	b, err := strictjson.Marshal(v)
	if err != nil {
		return ""
	}
	return string(b)
}

// equal reports whether two decoded values are the same JSON.
func equal(x, y any) bool {
	switch a := x.(type) {
	case json.Number:
		b, ok := y.(json.Number)
		return ok && (a == b || quote(a) == quote(b))
	case []any:
		b, ok := y.([]any)
		return ok && slices.EqualFunc(a, b, equal)
	case map[string]any:
		b, ok := y.(map[string]any)
		return ok && maps.EqualFunc(a, b, equal)
	}
	switch y.(type) {
	case []any, map[string]any:
		return false
	}
	return x == y
}
