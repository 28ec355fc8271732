package web

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"net/url"
	"strings"

	"marketd/market"
	"marketd/market/strictjson"
	"marketd/templates"
)

// tokenPlace stands where a user's own token goes; the market never has one.
const tokenPlace = "YOUR_TOKEN"

// connections are the ways to connect to a listing, each to copy.
func connections(p *templates.Page, l market.Listing) []templates.ConnectView {
	server := l.Entry.Server.URL
	gated := l.Auth == "token"
	header := ""
	if gated {
		header = " \\\n  --header " + shell("Authorization: Bearer "+tokenPlace)
	}
	var app []templates.ConnectView
	if !mcpOnly(&l) {
		app = []templates.ConnectView{{Label: p.T("connect.app"), Lead: p.T("connect.appLead"), Text: l.ID, Mounted: true}}
	}
	return append(app, []templates.ConnectView{
		{Label: "Cursor", Lead: p.T("connect.open"), Text: "cursor://anysphere.cursor-deeplink/mcp/install?name=" + url.QueryEscape(l.ID) +
			"&config=" + url.QueryEscape(base64.StdEncoding.EncodeToString(compact(config(server, "", gated)))), Wrap: true},
		{Label: "VS Code", Lead: p.T("connect.open"), Text: "vscode:mcp/install?" + component(compact(config(server, l.ID, gated))), Wrap: true},
		{Label: "Claude Code", Text: "claude mcp add --transport http " + shell(l.ID) + " " + shell(server) + header, Wrap: true},
		{Label: "JSON", Text: indent(compact(map[string]any{"mcpServers": map[string]any{l.ID: config(server, "", gated)}}))},
		{Label: "curl", Text: curl(server, `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}}`, gated)},
	}...)
}

// component escapes as JavaScript's encodeURIComponent does.
func component(b []byte) string { return strings.ReplaceAll(url.QueryEscape(string(b)), "+", "%20") }

// clientConfig is a server as MCP clients configure it.
type clientConfig struct {
	Name    string            `json:"name,omitempty"`
	Type    string            `json:"type"`
	URL     string            `json:"url"`
	Headers map[string]string `json:"headers,omitempty"`
}

func config(server, name string, gated bool) clientConfig {
	c := clientConfig{Name: name, Type: "http", URL: server}
	if gated {
		c.Headers = map[string]string{"Authorization": "Bearer " + tokenPlace}
	}
	return c
}

// curl is a request as a command to paste.
func curl(server, body string, gated bool) string {
	s := "curl " + shell(server) + " \\\n  -H 'Content-Type: application/json' \\\n  -H 'Accept: application/json, text/event-stream' \\\n"
	if gated {
		s += "  -H 'Authorization: Bearer " + tokenPlace + "' \\\n"
	}
	return s + "  -d " + shell(body)
}

// shell quotes a word for a POSIX shell: nothing in it is read as a command.
func shell(s string) string {
	plain := s != ""
	for _, r := range s {
		if !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("-_./:@%+,=", r)) {
			plain = false
		}
	}
	if plain {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

// compact writes a value as JSON on one line, without escaping for HTML.
func compact(v any) []byte {
	b, err := strictjson.Marshal(v)
	if err != nil {
		return nil // only for values that have no JSON; none is given here
	}
	return b
}

// indent lays JSON out for reading; what is no JSON stays as it is.
func indent(raw []byte) string {
	var b bytes.Buffer
	if json.Indent(&b, raw, "", "  ") != nil {
		return string(raw)
	}
	return b.String()
}
