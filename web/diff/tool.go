package diff

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"

	"marketd/market"
)

// ToolState is what happened to a tool.
type ToolState string

// The states.
const (
	ToolAdded     ToolState = "added"
	ToolRemoved   ToolState = "removed"
	ToolChanged   ToolState = "changed"
	ToolUnchanged ToolState = "unchanged"
)

// ToolChange is what happened to one tool. Each part is set only where it
// changed; of a tool that came or went, everything did.
type ToolChange struct {
	Name        string
	State       ToolState
	Title       []Span
	Description []Span
	Input       []SchemaChange
	Output      []SchemaChange
	Hints       []HintChange
}

// HintChange is a hint (an annotation or the level) that reads differently.
type HintChange struct {
	Name          string
	Before, After string
}

// Tools compares two tool lists by name, in the order of the new list; removed
// tools come last. Tools of one name are paired in the order in which they come.
func Tools(before, after []market.Tool) []ToolChange {
	nothing := market.ReadTool(json.RawMessage(`{"inputSchema":{}}`))
	waiting := map[string][]market.Tool{}
	for _, t := range before {
		waiting[t.Name] = append(waiting[t.Name], t)
	}
	var out []ToolChange
	for _, t := range after {
		olds := waiting[t.Name]
		if len(olds) == 0 {
			out = append(out, whole(ToolAdded, nothing, t))
			continue
		}
		waiting[t.Name] = olds[1:]
		out = append(out, tool(olds[0], t))
	}
	for _, t := range before {
		if olds := waiting[t.Name]; len(olds) > 0 {
			waiting[t.Name] = olds[1:]
			out = append(out, whole(ToolRemoved, olds[0], nothing))
		}
	}
	return out
}

// whole is the change of a tool that came from nothing or went to it.
func whole(state ToolState, a, b market.Tool) ToolChange {
	c := tool(a, b)
	c.State, c.Hints = state, nil
	// Of a schema that is new only the parameters are news.
	c.Output = nil
	c.Input = slices.DeleteFunc(c.Input, func(s SchemaChange) bool { return s.Kind != ParamAdded && s.Kind != AndMore })
	if state == ToolRemoved {
		c.Name, c.Input = a.Name, nil
	}
	return c
}

func tool(a, b market.Tool) ToolChange {
	c := ToolChange{Name: b.Name, State: ToolUnchanged}
	if a.Title != b.Title {
		c.Title = Words(a.Title, b.Title)
	}
	if a.Description != b.Description {
		c.Description = Words(a.Description, b.Description)
	}
	c.Input = Schemas(a.InputSchema, b.InputSchema)
	c.Output = Schemas(a.OutputSchema, b.OutputSchema)
	c.Hints = hints(a, b)
	if c.Title != nil || c.Description != nil || c.Input != nil || c.Output != nil || c.Hints != nil {
		c.State = ToolChanged
	}
	return c
}

func hints(a, b market.Tool) []HintChange {
	x, y := a.Annotations, b.Annotations
	pairs := []HintChange{
		{"level", a.Level, b.Level},
		{"annotations.title", x.Title, y.Title},
		{"readOnlyHint", strconv.FormatBool(x.ReadOnly), strconv.FormatBool(y.ReadOnly)},
		{"destructiveHint", strconv.FormatBool(x.Destructive), strconv.FormatBool(y.Destructive)},
		{"idempotentHint", strconv.FormatBool(x.Idempotent), strconv.FormatBool(y.Idempotent)},
		{"openWorldHint", strconv.FormatBool(x.OpenWorld), strconv.FormatBool(y.OpenWorld)},
	}
	var out []HintChange
	for _, p := range pairs {
		if p.Before != p.After {
			out = append(out, p)
		}
	}
	return out
}

// compact is a JSON value on one line, cut to 200 runes; "" for an absent one.
func compact(raw json.RawMessage) string {
	if len(raw) == 0 {
		return ""
	}
	var buf bytes.Buffer
	if json.Compact(&buf, raw) != nil {
		return "…"
	}
	if r := []rune(buf.String()); len(r) > 200 {
		return string(r[:200]) + "…"
	}
	return buf.String()
}
