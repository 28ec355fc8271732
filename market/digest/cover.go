package digest

import "maps"

// cover appends the canonical form of the members that the digest covers, in
// the order of their names, with their defaults resolved.
func cover(b []byte, served map[string]any) (_ []byte, err error) {
	b = append(b, '{')
	for i, name := range []string{"annotations", "description", "inputSchema", "level", "name", "outputSchema", "title"} {
		v, ok := served[name]
		switch {
		case name == "annotations":
			v, ok = annotations(v), true
		case name == "level" && v == nil:
			v, ok = "readonly", true
		}
		if !ok {
			continue
		}
		if i > 0 { // annotations are always there, and first
			b = append(b, ',')
		}
		b = append(quote(b, name), ':')
		if b, err = member(b, name, v); err != nil {
			return nil, err
		}
	}
	return append(b, '}'), nil
}

func member(b []byte, name string, v any) ([]byte, error) {
	switch root, _ := v.(map[string]any); {
	case name == "inputSchema" && root["$schema"] == defaultDialect:
		root = maps.Clone(root)
		delete(root, "$schema")
		return schema(b, root)
	case name == "inputSchema", name == "outputSchema":
		return schema(b, v)
	}
	return canonical(b, v)
}

// defaultDialect is the dialect of a schema that names none
// (MCP specification 2025-11-25, tools, data types).
const defaultDialect = "https://json-schema.org/draft/2020-12/schema"

// annotations fills in the defaults of MCP's ToolAnnotations.
func annotations(v any) any {
	if v == nil {
		v = map[string]any{}
	}
	given, ok := v.(map[string]any)
	if !ok {
		return v
	}
	out := map[string]any{"readOnlyHint": false, "destructiveHint": true, "idempotentHint": false, "openWorldHint": true}
	maps.Copy(out, given)
	if out["readOnlyHint"] != true {
		return out
	}
	for _, hint := range []string{"destructiveHint", "idempotentHint"} {
		if _, boolean := out[hint].(bool); boolean {
			delete(out, hint)
		}
	}
	return out
}
