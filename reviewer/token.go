package reviewer

import (
	"bytes"
	"encoding/json"

	"marketd/market"
)

// tokenLeast is the length from which a test token is looked for: a shorter
// one would be found by chance.
const tokenLeast = 8

// hideToken takes the test token out of a tool list before anything keeps or
// shows it. A server that echoes it is told so by rule SEC-032.
func hideToken(l market.ToolList, token string) market.ToolList {
	if len(token) < tokenLeast {
		return l
	}
	forms := [][]byte{[]byte(token)}
	if quoted, err := json.Marshal(token); err == nil {
		forms = append(forms, quoted[1:len(quoted)-1])
	}
	tools := make([]json.RawMessage, len(l.Tools))
	for i, raw := range l.Tools {
		for _, f := range forms {
			raw = bytes.ReplaceAll(raw, f, []byte("⟦token⟧"))
		}
		tools[i] = raw
	}
	l.Tools = tools
	return l
}
