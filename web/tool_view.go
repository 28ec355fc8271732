package web

import (
	"encoding/json"
	"slices"
	"strconv"

	"marketd/market"
	"marketd/templates"
)

const (
	maxSchemaShown = 32 << 10 // bytes of a schema laid out on a page
	maxParams      = 60       // parameters in a tool's table
)

// toolView shows a tool of an entry. i is its place in the list.
func (s *Server) toolView(e market.Entry, t market.Tool, i int) templates.ToolView {
	v := templates.ToolView{
		Anchor: "tool-" + strconv.Itoa(i), Name: t.Name, Title: templates.Or(t.Title, t.Annotations.Title),
		Description: t.Description, ReadOnly: t.Annotations.ReadOnly, Idempotent: t.Annotations.Idempotent,
		Write: t.Level == market.LevelWrite, Reserved: slices.Contains(s.Reserved, t.Name),
		Schema: schemaText(t.InputSchema), Output: schemaText(t.OutputSchema),
	}
	if !v.Write && !v.Reserved {
		v.Mounted = e.MountedName(t.Name)
	}
	v.Params, v.More = params(t.InputSchema, maxParams)
	call := compact(rpcCall{Version: "2.0", ID: 1, Method: "tools/call", Params: callParams{Name: t.Name, Arguments: example(t.InputSchema)}})
	if call != nil {
		v.Call = indent(call)
		v.Curl = curl(e.Server.URL, string(call), false)
	}
	return v
}

// toolViews shows a list of tools.
func (s *Server) toolViews(e market.Entry, tools []market.Tool) []templates.ToolView {
	out := make([]templates.ToolView, len(tools))
	for i, t := range tools {
		out[i] = s.toolView(e, t, i)
	}
	return out
}

type rpcCall struct {
	Version string     `json:"jsonrpc"`
	ID      int        `json:"id"`
	Method  string     `json:"method"`
	Params  callParams `json:"params"`
}

type callParams struct {
	Name      string          `json:"name"`
	Arguments json.RawMessage `json:"arguments"`
}

func schemaText(raw json.RawMessage) string {
	if len(raw) == 0 {
		return ""
	}
	if len(raw) > maxSchemaShown {
		return templates.Clip(string(raw), maxSchemaShown)
	}
	return indent(raw)
}
