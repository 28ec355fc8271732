package market

import (
	"bytes"
	"encoding/json"
	"strings"

	"marketd/market/digest"
	"marketd/market/strictjson"
)

// Tool is one tool as its server described it. Raw is the object as served;
// the fields are read from it, a member of the wrong type as absent (the rules
// look at Raw for that).
type Tool struct {
	Name         string
	Title        string
	Description  string
	InputSchema  json.RawMessage
	OutputSchema json.RawMessage
	Annotations  Annotations
	Level        string // "readonly" when the server says nothing
	Raw          json.RawMessage
}

// Annotations are the hints of a tool with MCP's defaults filled in
// (specification 2025-06-18, ToolAnnotations).
type Annotations struct {
	Title       string
	ReadOnly    bool
	Destructive bool
	Idempotent  bool
	OpenWorld   bool
	Declared    bool // the server sent readOnlyHint itself
}

// LevelReadonly and LevelWrite are the two levels of a tool (seed, tools/list).
const (
	LevelReadonly = "readonly"
	LevelWrite    = "write"
)

// ServedTool is a tool with its members, read once for whoever looks closer.
type ServedTool struct {
	Tool
	Members map[string]json.RawMessage // as served; nil when the tool is no object
	Values  map[string]any             // the same decoded, numbers as json.Number
	Strict  bool                       // Values are what a digest is made of
}

// ReadTool reads a tool from the object that a server sent.
func ReadTool(raw json.RawMessage) Tool { return ReadServed(raw).Tool }

// ReadServed reads a tool with its members. Of JSON that is not strict it takes
// what can be had, as every decoder does.
func ReadServed(raw json.RawMessage) ServedTool {
	s := ServedTool{Tool: Tool{Raw: raw, Level: LevelReadonly, Annotations: Annotations{Destructive: true, OpenWorld: true}}}
	var err error
	if s.Values, s.Members, err = strictjson.Members(raw, digest.Limits()); err != nil {
		s.Values, s.Members = lenient(raw)
	} else {
		s.Strict = s.Values != nil
	}
	if s.Values == nil {
		return s
	}
	t := &s.Tool
	text(s.Values, "name", &t.Name)
	text(s.Values, "title", &t.Title)
	text(s.Values, "description", &t.Description)
	text(s.Values, "level", &t.Level)
	t.InputSchema, t.OutputSchema = s.Members["inputSchema"], s.Members["outputSchema"]
	a, _ := s.Values["annotations"].(map[string]any)
	text(a, "title", &t.Annotations.Title)
	_, t.Annotations.Declared = a["readOnlyHint"]
	hint(a, "readOnlyHint", &t.Annotations.ReadOnly)
	hint(a, "destructiveHint", &t.Annotations.Destructive)
	hint(a, "idempotentHint", &t.Annotations.Idempotent)
	hint(a, "openWorldHint", &t.Annotations.OpenWorld)
	return s
}

func lenient(raw json.RawMessage) (map[string]any, map[string]json.RawMessage) {
	var members map[string]json.RawMessage
	if json.Unmarshal(raw, &members) != nil {
		return nil, nil
	}
	var values map[string]any
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	if dec.Decode(&values) != nil {
		return nil, nil
	}
	return values, members
}

// text reads a member that is a string, null as an empty one. It copies it: a part
// would keep the whole tool for as long as a name is kept.
func text(values map[string]any, name string, s *string) {
	switch v := values[name].(type) {
	case string:
		*s = strings.Clone(v)
	case nil:
		if _, ok := values[name]; ok {
			*s = ""
		}
	}
}

// hint reads a member that is a boolean, null as false.
func hint(values map[string]any, name string, b *bool) {
	switch v := values[name].(type) {
	case bool:
		*b = v
	case nil:
		if _, ok := values[name]; ok {
			*b = false
		}
	}
}

// ReadTools reads every tool of a list.
func ReadTools(raws []json.RawMessage) []Tool {
	tools := make([]Tool, len(raws))
	for i, raw := range raws {
		tools[i] = ReadTool(raw)
	}
	return tools
}
