package healthcheck

import (
	"strings"

	"marketd/market"
)

// The SDKs that can be recognised.
const (
	sdkGo         = "go-sdk"
	sdkMCPGo      = "mcp-go"
	sdkTypeScript = "typescript"
	sdkPython     = "python"
)

// recognise guesses the SDK from how it answers what is no MCP message. It is
// a hint for which fix to show first, no more.
func recognise(p market.Probe) string {
	body := p.Contract.Body
	has := func(s string) bool { return strings.Contains(body, s) }
	var code int
	var nullID, pythonID bool
	if m, err := parse([]byte(body)); err == nil && m.fail != nil {
		code = readError(m.fail).code
		id, _ := text(m.id)
		nullID, pythonID = string(m.id) == "null", id == "server-error"
	}
	switch s := p.Contract.Status; {
	case s == 400 && (has("must contain both") || has("malformed payload") || has("sessionid must be provided")):
		return sdkGo
	case strings.Contains(p.List.RPCMessage, "invalid during session initialization"):
		return sdkGo
	case s == 404 && has("Invalid session ID"), s == 200 && code == -32600 && nullID:
		return sdkMCPGo
	case pythonID, s == 400 && has("Missing session ID"):
		return sdkPython
	case (s == 400 || s == 406) && code == -32000, s == 400 && code == -32700 && nullID:
		return sdkTypeScript
	}
	return ""
}
