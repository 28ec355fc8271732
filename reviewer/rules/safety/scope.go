package safety

// known are the words of MCP and JSON Schema that name members. A developer who
// uses one as a name of their own is looked at all the same: see scope.
var known = map[string]bool{
	"name": true, "title": true, "description": true, "inputSchema": true, "outputSchema": true, "annotations": true, "level": true, "icons": true, "execution": true, "parameters": true,
	"readOnlyHint": true, "destructiveHint": true, "idempotentHint": true, "openWorldHint": true, "_meta": true,
	"type": true, "properties": true, "required": true, "items": true, "enum": true, "const": true, "default": true, "examples": true, "format": true, "pattern": true, "minimum": true, "maximum": true,
	"minLength": true, "maxLength": true, "minItems": true, "maxItems": true, "exclusiveMinimum": true, "exclusiveMaximum": true, "additionalProperties": true, "anyOf": true, "oneOf": true, "allOf": true,
	"not": true, "$ref": true, "$schema": true, "$id": true, "$defs": true, "definitions": true, "$comment": true, "nullable": true, "uniqueItems": true, "patternProperties": true, "propertyNames": true, "multipleOf": true,
}

// member is the scope of the member of an object.
func (s scope) member(key string) scope {
	switch s.in {
	case inTool:
		switch key {
		case "name":
			return scope{in: inOther, place: atName}
		case "title":
			return scope{in: inOther, place: atTitle}
		case "description":
			return scope{in: inOther, place: atDescription}
		case "inputSchema", "outputSchema", "parameters":
			return scope{in: inSchema, place: atOther, schema: true}
		case "annotations":
			return scope{in: inOther, place: atTitle}
		}
		return scope{in: inOther, place: atOther}
	case inNames:
		return scope{in: inSchema, place: atOther, schema: s.schema}
	case inSchema:
		return s.keyword(key)
	}
	return s
}

// keyword is the scope of what a keyword of JSON Schema holds.
func (s scope) keyword(key string) scope {
	switch key {
	case "properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "dependencies", "dependentRequired":
		return scope{in: inNames, place: atOther, schema: s.schema}
	case "description", "title", "$comment", "markdownDescription", "x-description":
		return scope{in: inOther, place: atProse, schema: s.schema}
	case "default", "const", "enum", "examples", "example":
		return scope{in: inValue, place: atValue, schema: s.schema}
	case "pattern":
		return scope{in: inOther, place: atPattern, schema: s.schema}
	}
	return scope{in: inSchema, place: atOther, schema: s.schema}
}
