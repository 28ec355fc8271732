package market

import "encoding/json"

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

// ReadTool reads a tool from the object that a server sent.
func ReadTool(raw json.RawMessage) Tool {
	t, _ := ReadToolMembers(raw)
	return t
}

// ReadToolMembers reads a tool and gives its members as served; nil when it is
// no object.
func ReadToolMembers(raw json.RawMessage) (Tool, map[string]json.RawMessage) {
	t := Tool{Raw: raw, Level: LevelReadonly}
	t.Annotations = Annotations{Destructive: true, OpenWorld: true}
	var m map[string]json.RawMessage
	if json.Unmarshal(raw, &m) != nil {
		return t, nil
	}
	read(m["name"], &t.Name)
	read(m["title"], &t.Title)
	read(m["description"], &t.Description)
	t.InputSchema, t.OutputSchema = m["inputSchema"], m["outputSchema"]
	if _, ok := m["level"]; ok {
		read(m["level"], &t.Level)
	}
	var a map[string]json.RawMessage
	read(m["annotations"], &a)
	read(a["title"], &t.Annotations.Title)
	_, t.Annotations.Declared = a["readOnlyHint"]
	read(a["readOnlyHint"], &t.Annotations.ReadOnly)
	read(a["destructiveHint"], &t.Annotations.Destructive)
	read(a["idempotentHint"], &t.Annotations.Idempotent)
	read(a["openWorldHint"], &t.Annotations.OpenWorld)
	return t, m
}

// ReadTools reads every tool of a list.
func ReadTools(raws []json.RawMessage) []Tool {
	tools := make([]Tool, len(raws))
	for i, raw := range raws {
		tools[i] = ReadTool(raw)
	}
	return tools
}

// read decodes raw into v and leaves v alone when it does not fit.
func read[T any](raw json.RawMessage, v *T) {
	var x T
	if len(raw) > 0 && json.Unmarshal(raw, &x) == nil {
		*v = x
	}
}
