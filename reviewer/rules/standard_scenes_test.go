package rules_test

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"marketd/market"
)

// speaks is a server that meets the app and speaks MCP 2026-07-28, and lists
// other tools there.
func speaks(bare, standard string) http.Handler {
	return rpc(func(w http.ResponseWriter, r *http.Request, body string) {
		w.Header().Set("Content-Type", "application/json")
		switch r.Header.Get("Mcp-Method") {
		case "server/discover":
			_, _ = io.WriteString(w, `{"jsonrpc":"2.0","id":1,"result":{"supportedVersions":["2026-07-28"],"capabilities":{}}}`)
		case "tools/list":
			_, _ = io.WriteString(w, `{"jsonrpc":"2.0","id":2,"result":{"resultType":"complete","tools":[`+standard+`]}}`)
		default:
			if !strings.Contains(body, `"tools/list"`) {
				w.WriteHeader(http.StatusBadRequest)
				return
			}
			_, _ = io.WriteString(w, `{"jsonrpc":"2.0","id":1,"result":{"tools":[`+bare+`]}}`)
		}
	})
}

// standardScenes are those of standard MCP, and of several looks.
func standardScenes() map[string]scene {
	other := strings.Replace(goodTool, "seven-day", "monthly", 1)
	before := func(minutes int, agent string, tool string) market.Probe {
		p := market.Probe{At: time.Now().Add(-time.Duration(minutes) * time.Minute), Agent: agent, Reason: market.ReasonHTTPError, Class: market.ClassGateway, Contract: market.Answer{Sent: true, Status: 502}}
		if tool != "" {
			p.Reason, p.Class, p.Contract.Status = market.ReasonOK, market.ClassOK, 200
			p.List = market.ToolList{Pages: 1, FirstPage: 1, Tools: []json.RawMessage{json.RawMessage(tool)}}
		}
		return p
	}
	good := speaks(goodTool, goodTool)
	stock := mcp.NewServer(&mcp.Implementation{Name: "old", Version: "1"}, nil)
	return map[string]scene{
		"other tools for standard clients": {handler: speaks(goodTool, other)},
		"other tools for other names":      {handler: good, earlier: []market.Probe{before(10, "phone/1", other)}},
		"other tools than before":          {handler: good, earlier: []market.Probe{before(10, "", other)}},
		"down and up again":                {handler: good, earlier: []market.Probe{before(10, "", goodTool), before(9, "", "")}},
		"the SDK's old transport":          {handler: mcp.NewSSEHandler(func(*http.Request) *mcp.Server { return stock }, nil)},
	}
}
