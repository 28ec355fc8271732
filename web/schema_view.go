package web

import (
	"bytes"
	"encoding/json"
	"strings"

	"marketd/templates"
)

// maxDepth is how deep a schema is followed for its table and its example.
const maxDepth = 3

// member is one member of a JSON object, in the order of the document.
type member struct {
	name  string
	value json.RawMessage
}

// members reads an object's members in order; nothing for anything else.
func members(raw json.RawMessage) []member {
	d := json.NewDecoder(bytes.NewReader(raw))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return nil
	}
	var out []member
	for d.More() {
		t, err := d.Token()
		if err != nil {
			return out
		}
		m := member{}
		m.name, _ = t.(string)
		if d.Decode(&m.value) != nil {
			return out
		}
		out = append(out, m)
	}
	return out
}

// part is the member of an object with the name; empty when there is none.
func part(raw json.RawMessage, name string) json.RawMessage {
	for _, m := range members(raw) {
		if m.name == name {
			return m.value
		}
	}
	return nil
}

func texts(raw json.RawMessage) map[string]bool {
	var names []string
	out := map[string]bool{}
	if json.Unmarshal(raw, &names) == nil {
		for _, n := range names {
			out[n] = true
		}
	}
	return out
}

func text(raw json.RawMessage) string {
	var s string
	if json.Unmarshal(raw, &s) != nil {
		return ""
	}
	return s
}

// params lists a schema's properties, nested ones as "place.city", and how
// many there are beyond limit.
func params(schema json.RawMessage, limit int) ([]templates.ParamView, int) {
	all := walk(schema, "", 0)
	if len(all) > limit {
		return all[:limit], len(all) - limit
	}
	return all, 0
}

func walk(schema json.RawMessage, prefix string, depth int) []templates.ParamView {
	required := texts(part(schema, "required"))
	var out []templates.ParamView
	for _, m := range members(part(schema, "properties")) {
		v := templates.ParamView{
			Name: prefix + m.name, Type: typeOf(m.value), Required: required[m.name],
			Description: text(part(m.value, "description")),
		}
		if d := part(m.value, "default"); len(d) > 0 {
			v.Default = templates.Clip(string(compactRaw(d)), 80)
		}
		out = append(out, v)
		if depth+1 < maxDepth {
			out = append(out, walk(m.value, v.Name+".", depth+1)...)
			if items := part(m.value, "items"); len(items) > 0 {
				out = append(out, walk(items, v.Name+"[].", depth+1)...)
			}
		}
	}
	return out
}

// typeOf words a schema's type: "string", `"c" | "f"`, "integer[]", "Place".
func typeOf(schema json.RawMessage) string {
	for _, m := range members(schema) {
		switch m.name {
		case "enum":
			var values []json.RawMessage
			if json.Unmarshal(m.value, &values) == nil && len(values) > 0 {
				words := make([]string, len(values))
				for i, v := range values {
					words[i] = string(compactRaw(v))
				}
				return templates.Clip(strings.Join(words, " | "), 160)
			}
		case "const":
			return templates.Clip(string(compactRaw(m.value)), 80)
		case "$ref":
			ref := text(m.value)
			return ref[strings.LastIndexByte(ref, '/')+1:]
		case "anyOf", "oneOf":
			var some []json.RawMessage
			if json.Unmarshal(m.value, &some) == nil && len(some) > 0 {
				words := make([]string, len(some))
				for i, v := range some {
					words[i] = typeOf(v)
				}
				return templates.Clip(strings.Join(words, " | "), 160)
			}
		}
	}
	return plainType(schema)
}

func plainType(schema json.RawMessage) string {
	raw := part(schema, "type")
	var list []string
	if json.Unmarshal(raw, &list) == nil && len(list) > 0 {
		return strings.Join(list, " | ")
	}
	t := text(raw)
	if items := part(schema, "items"); t == "array" && len(items) > 0 {
		return typeOf(items) + "[]"
	}
	return templates.Or(t, "any")
}

func compactRaw(raw json.RawMessage) []byte {
	var b bytes.Buffer
	if json.Compact(&b, raw) != nil {
		return raw
	}
	return b.Bytes()
}

// example makes arguments that the schema would take: its required members,
// with the values it offers itself where it does.
func example(schema json.RawMessage) json.RawMessage {
	v := exampleOf(schema, "", 0)
	if len(v) == 0 || v[0] != '{' {
		return json.RawMessage("{}")
	}
	return v
}

func exampleOf(schema json.RawMessage, name string, depth int) json.RawMessage {
	if v := offered(schema); len(v) > 0 {
		return v
	}
	t, _, _ := strings.Cut(plainType(schema), " | ")
	switch {
	case t == "object" || len(part(schema, "properties")) > 0:
		return exampleObject(schema, depth)
	case t == "array" || strings.HasSuffix(t, "[]"):
		if items := part(schema, "items"); len(items) > 0 && depth < maxDepth {
			return json.RawMessage("[" + string(exampleOf(items, name, depth+1)) + "]")
		}
		return json.RawMessage("[]")
	case t == "integer" || t == "number":
		if least := part(schema, "minimum"); len(least) > 0 {
			return least
		}
		return json.RawMessage("1")
	case t == "boolean":
		return json.RawMessage("true")
	case t == "null":
		return json.RawMessage("null")
	}
	return compact("<" + templates.Or(name, "text") + ">")
}

// offered is a value that the schema names itself.
func offered(schema json.RawMessage) json.RawMessage {
	for _, name := range []string{"const", "default"} {
		if v := part(schema, name); len(v) > 0 {
			return compactRaw(v)
		}
	}
	for _, name := range []string{"examples", "enum"} {
		var values []json.RawMessage
		if json.Unmarshal(part(schema, name), &values) == nil && len(values) > 0 {
			return compactRaw(values[0])
		}
	}
	return nil
}

func exampleObject(schema json.RawMessage, depth int) json.RawMessage {
	required := texts(part(schema, "required"))
	var b bytes.Buffer
	b.WriteByte('{')
	for _, m := range members(part(schema, "properties")) {
		if !required[m.name] || depth >= maxDepth {
			continue
		}
		if b.Len() > 1 {
			b.WriteByte(',')
		}
		b.Write(compact(m.name))
		b.WriteByte(':')
		b.Write(exampleOf(m.value, m.name, depth+1))
	}
	b.WriteByte('}')
	return b.Bytes()
}
