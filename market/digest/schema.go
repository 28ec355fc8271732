package digest

import (
	"bytes"
	"slices"
)

// holds is what may stand under a keyword of JSON Schema (2020-12 and the drafts
// before it).
type holds uint8

const (
	holdsSchema holds = 1 << iota
	holdsList         // of schemas
	holdsMap          // of schemas by name
	holdsSet          // whose order means nothing
)

func held(keyword string) holds {
	switch keyword {
	case "items":
		return holdsSchema | holdsList
	case "additionalItems", "additionalProperties", "contains", "contentSchema", "else", "if", "not",
		"propertyNames", "then", "unevaluatedItems", "unevaluatedProperties":
		return holdsSchema
	case "allOf", "anyOf", "oneOf", "prefixItems":
		return holdsList
	case "$defs", "definitions", "dependencies", "dependentSchemas", "patternProperties", "properties":
		return holdsMap
	case "enum", "required":
		return holdsSet
	}
	return 0
}

// schema appends the canonical form of a schema, with the sets sorted in it and
// in every schema that it holds.
func schema(b []byte, v any) ([]byte, error) {
	s, ok := v.(map[string]any)
	if !ok {
		return canonical(b, v)
	}
	return members(b, s, keyword)
}

func keyword(b []byte, name string, value any) ([]byte, error) {
	h := held(name)
	switch v := value.(type) {
	case map[string]any:
		if h&holdsSchema != 0 {
			return schema(b, v)
		}
		if h&holdsMap != 0 {
			return members(b, v, func(b []byte, _ string, inner any) ([]byte, error) { return schema(b, inner) })
		}
	case []any:
		if h&holdsList != 0 {
			return list(b, v, schema)
		}
		if h&holdsSet != 0 {
			return set(b, v)
		}
	}
	return canonical(b, value)
}

// set appends a set, ordered by the bytes of its elements' canonical JSON.
func set(b []byte, elements []any) ([]byte, error) {
	type span struct{ from, to int } // in forms
	var forms []byte
	spans := make([]span, len(elements))
	for i, v := range elements {
		from := len(forms)
		var err error
		if forms, err = canonical(forms, v); err != nil {
			return nil, err
		}
		spans[i] = span{from, len(forms)}
	}
	slices.SortFunc(spans, func(x, y span) int { return bytes.Compare(forms[x.from:x.to], forms[y.from:y.to]) })
	b = append(b, '[')
	for i, s := range spans {
		if i > 0 {
			b = append(b, ',')
		}
		b = append(b, forms[s.from:s.to]...)
	}
	return append(b, ']'), nil
}
