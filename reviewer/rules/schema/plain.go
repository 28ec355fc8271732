package schema

import (
	"encoding/json"
	"slices"
	"strings"
)

// plain proves that a schema is valid in every dialect that is not old, without
// compiling it: that costs a hundred times more, and nearly every schema is
// made of the few keywords known here. False proves nothing.
func (d *document) plain() bool {
	if d.over || d.root == nil {
		return false
	}
	for i, n := range d.nodes {
		for k, v := range n.object {
			if i == 0 && (k == "$schema" || k == "$id") {
				continue // taken off before compiling
			}
			if !d.plainKeyword(n, k, v) {
				return false
			}
		}
	}
	return true
}

// plainKeyword reports whether a keyword has a value of the form that every
// dialect gives it. The schemas below it are nodes of their own.
func (d *document) plainKeyword(n node, keyword string, v any) bool {
	switch keyword {
	case "type":
		return plainType(v)
	case "properties", "$defs", "definitions":
		m, ok := v.(map[string]any)
		if !ok {
			return false
		}
		for _, s := range m {
			if !isSchema(s) {
				return false
			}
		}
		return true
	case "items", "additionalProperties", "not", "if", "then", "else", "contains", "propertyNames":
		return isSchema(v)
	case "allOf", "anyOf", "oneOf", "prefixItems":
		list, ok := v.([]any)
		return ok && len(list) > 0 && !slices.ContainsFunc(list, func(s any) bool { return !isSchema(s) })
	case "required":
		names, ok := stringList(v)
		return ok && distinct(names)
	case "enum": // older dialects want some, all different
		values, ok := stringList(v)
		return ok && len(values) > 0 && distinct(values)
	case "examples":
		_, ok := v.([]any)
		return ok
	case "title", "description", "format", "$comment", "contentEncoding", "contentMediaType":
		_, ok := v.(string)
		return ok
	case "uniqueItems", "deprecated", "readOnly", "writeOnly":
		_, ok := v.(bool)
		return ok
	case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum":
		_, ok := v.(json.Number)
		return ok
	case "minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties":
		n, ok := v.(json.Number)
		return ok && len(n) <= 9 && strings.Trim(string(n), "0123456789") == ""
	case "pattern":
		s, ok := v.(string)
		return ok && plainPattern(s)
	case "$ref":
		s, ok := v.(string)
		return ok && d.plainReference(n, s)
	}
	return unheard(keyword)
}

// unheard reports whether a keyword binds nobody: those that hold any value,
// and those that no dialect has. What is left has rules of its own.
func unheard(keyword string) bool {
	switch keyword {
	case "multipleOf", "minContains", "maxContains", "dependentRequired", "id",
		"additionalItems", "unevaluatedItems", "unevaluatedProperties", "contentSchema", "patternProperties", "dependentSchemas", "dependencies":
		return false
	}
	return !strings.HasPrefix(keyword, "$")
}

func plainType(v any) bool {
	switch t := v.(type) {
	case string:
		return simpleType(t)
	case []any:
		names, ok := stringList(v)
		return ok && len(names) > 0 && distinct(names) && !slices.ContainsFunc(names, func(n string) bool { return !simpleType(n) })
	}
	return false
}

func simpleType(name string) bool {
	switch name {
	case "array", "boolean", "integer", "null", "number", "object", "string":
		return true
	}
	return false
}

func distinct(names []string) bool {
	if len(names) > 16 {
		sorted := slices.Sorted(slices.Values(names))
		return len(slices.Compact(sorted)) == len(names)
	}
	for i, n := range names {
		if slices.Contains(names[:i], n) {
			return false
		}
	}
	return true
}

// plainReference reports whether a reference of plain characters leads to a
// schema that is looked at here.
func (d *document) plainReference(from node, ref string) bool {
	if from.resource != 0 || !strings.HasPrefix(ref, "#/") || strings.ContainsFunc(ref[1:], func(r rune) bool { return !wordCharacter(r) && !strings.ContainsRune("/$.-", r) }) {
		return false
	}
	path, _, ok := d.resolve(from, ref)
	if !ok {
		return false
	}
	_, ok = d.find(path)
	return ok
}

func wordCharacter(r rune) bool {
	return r == '_' || r >= '0' && r <= '9' || r|0x20 >= 'a' && r|0x20 <= 'z'
}
