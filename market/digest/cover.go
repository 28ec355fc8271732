package digest

import "maps"

// cover picks the members that the digest covers and resolves their defaults.
func cover(served map[string]any) (map[string]any, error) {
	out := map[string]any{"level": "readonly"}
	for _, name := range []string{"name", "title", "description"} {
		if v, ok := served[name]; ok {
			out[name] = v
		}
	}
	if v := served["level"]; v != nil {
		out["level"] = v
	}
	out["annotations"] = annotations(served["annotations"])
	for _, name := range []string{"inputSchema", "outputSchema"} {
		v, ok := served[name]
		if !ok {
			continue
		}
		s, err := schema(v)
		if err != nil {
			return nil, err
		}
		out[name] = s
	}
	if root, ok := out["inputSchema"].(map[string]any); ok && root["$schema"] == defaultDialect {
		delete(root, "$schema")
	}
	return out, nil
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
