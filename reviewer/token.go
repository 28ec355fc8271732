package reviewer

import (
	"encoding/json"

	"marketd/market"
	"marketd/market/secret"
)

// hideToken takes the test token out of a tool list before anything keeps or
// shows it. A server that echoes it is told so by rule SEC-032.
func hideToken(l market.ToolList, token string) market.ToolList {
	if token == "" {
		return l
	}
	hidden := secret.New(token)
	tools := make([]json.RawMessage, len(l.Tools))
	for i, raw := range l.Tools {
		tools[i] = hidden.HideJSON(raw)
	}
	l.Tools = tools
	return l
}
