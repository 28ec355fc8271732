package healthcheck

import (
	"bytes"
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

// recognise guesses the SDK: from how it answers what is no MCP message, else
// from its refusals in standard MCP, else from the hand it writes. It is a hint
// for which fix to show first, no more.
func recognise(p *market.Probe) string {
	if s := byContract(p); s != "" {
		return s
	}
	for i := range p.Exchanges {
		if s := byRefusal(&p.Exchanges[i]); s != "" {
			return s
		}
	}
	if strings.HasPrefix(p.MCP.ServerName, "FastMCP") { // what FastMCP calls a server that was given no name
		return sdkPython
	}
	for i := range p.Exchanges {
		if s := byHand(&p.Exchanges[i]); s != "" {
			return s
		}
	}
	return ""
}

// sign is what the error in a body tells.
type sign struct {
	code             int
	nullID, pythonID bool
}

func signOf(body string) sign {
	var s sign
	if m, err := parse([]byte(body)); err == nil && m.fail != nil {
		s.code = readError(m.fail).code
		id, _ := text(m.id)
		s.nullID, s.pythonID = string(m.id) == "null", id == "server-error"
	}
	return s
}

func byContract(p *market.Probe) string {
	body := p.Contract.Body
	has := func(s string) bool { return strings.Contains(body, s) }
	e := signOf(body)
	switch s := p.Contract.Status; {
	case s == 400 && (has("must contain both") || has("malformed payload") || has("sessionid must be provided")):
		return sdkGo
	case strings.Contains(p.List.RPCMessage, "invalid during session initialization"):
		return sdkGo
	case s == 404 && has("Invalid session ID"), s == 200 && e.code == -32600 && e.nullID:
		return sdkMCPGo
	case e.pythonID, s == 400 && has("Missing session ID"):
		return sdkPython
	case (s == 400 || s == 406) && e.code == -32000, s == 400 && e.code == -32700 && e.nullID:
		return sdkTypeScript
	}
	return ""
}

// byRefusal knows the words in which SDKs refuse what they do not speak.
func byRefusal(x *market.Exchange) string {
	if x.Step == "contract" || x.Status < 400 {
		return ""
	}
	has := func(s string) bool { return strings.Contains(x.RespBody, s) }
	switch e := signOf(x.RespBody); {
	case e.code == codeNoVersion && has("is not supported by this server"), x.Status == 400 && has("sessionid must be provided"):
		return sdkGo
	case e.pythonID, x.Status == 400 && has("Missing session ID"):
		return sdkPython
	case x.Status == 404 && has("Invalid session ID"):
		return sdkMCPGo
	case e.code == -32000 && (has("Unsupported protocol version") || has("Server not initialized") || has("No valid session ID")):
		return sdkTypeScript
	}
	return ""
}

// byHand knows the order in which the TypeScript SDK writes a response's
// members, and what the Python SDK always says of its capabilities.
func byHand(x *market.Exchange) string {
	body := []byte(strings.TrimSpace(x.RespBody))
	if _, data, found := bytes.Cut(body, []byte("data: ")); found {
		body, _, _ = bytes.Cut(data, []byte("\n"))
	}
	m, err := parse(body)
	if err != nil || m.result == nil {
		return ""
	}
	if bytes.HasPrefix(body, []byte(`{"result":`)) && bytes.HasSuffix(body, append([]byte(`"jsonrpc":"2.0","id":`), append(bytes.Clone(m.id), '}')...)) {
		return sdkTypeScript
	}
	result, _ := object(m.result)
	capabilities, _ := object(result.at("capabilities"))
	if string(capabilities.at("experimental")) == "{}" && bytes.HasPrefix(m.result, []byte(`{"protocolVersion":`)) {
		return sdkPython
	}
	return ""
}
