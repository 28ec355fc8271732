package digest

import (
	"bytes"
	"slices"
)

// Where a JSON Schema holds other schemas (2020-12 and the drafts before it).
var (
	holdsSchema = []string{
		"additionalItems", "additionalProperties", "contains", "contentSchema", "else", "if", "items", "not",
		"propertyNames", "then", "unevaluatedItems", "unevaluatedProperties",
	}
	holdsList = []string{"allOf", "anyOf", "items", "oneOf", "prefixItems"}
	holdsMap  = []string{"$defs", "definitions", "dependencies", "dependentSchemas", "patternProperties", "properties"}
	sets      = []string{"enum", "required"}
)

// schema sorts the sets of a schema and of every schema in it, in place.
// Anything else than an object is left as it is.
func schema(v any) (any, error) {
	s, ok := v.(map[string]any)
	if !ok {
		return v, nil
	}
	for _, k := range sets {
		if list, ok := s[k].([]any); ok {
			if err := sortSet(list); err != nil {
				return nil, err
			}
		}
	}
	for _, inner := range subschemas(s) {
		if _, err := schema(inner); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// subschemas lists the values of s that stand where a schema stands.
func subschemas(s map[string]any) []any {
	var found []any
	for _, k := range holdsSchema {
		found = append(found, s[k])
	}
	for _, k := range holdsList {
		list, _ := s[k].([]any)
		found = append(found, list...)
	}
	for _, k := range holdsMap {
		named, _ := s[k].(map[string]any)
		for _, inner := range named {
			found = append(found, inner)
		}
	}
	return found
}

// sortSet orders a set by the bytes of its elements' canonical JSON.
func sortSet(set []any) error {
	type element struct {
		from, to int // in forms
		value    any
	}
	var forms []byte
	els := make([]element, len(set))
	for i, v := range set {
		from := len(forms)
		var err error
		if forms, err = canonical(forms, v); err != nil {
			return err
		}
		els[i] = element{from, len(forms), v}
	}
	slices.SortFunc(els, func(a, b element) int { return bytes.Compare(forms[a.from:a.to], forms[b.from:b.to]) })
	for i, e := range els {
		set[i] = e.value
	}
	return nil
}
