package contract

import (
	"strings"

	"marketd/market"
	"marketd/reviewer"
)

func isEndpoint() reviewer.Rule {
	return reviewer.Rule{
		ID: "HLT-003", Group: market.GroupProtocol, Severity: market.SeverityReject, Profile: market.ProfileApp, Needs: reviewer.NeedsAnswer,
		Title:  reviewer.Say("应答的是一个 MCP 服务器", "What answers is an MCP server"),
		Why:    reviewer.Say("只看状态码，网页、停放页面和别的接口都像是正常的。", "By its status alone, a web page, a parked domain or another API looks healthy."),
		Decide: reviewer.Say("对健康检查和 tools/list 两次都答网页，或都答不带 jsonrpc 的 JSON（{} 除外），就不是 MCP 服务器；tools/list 得到网页，一次就算。防火墙的验证页面、登录页面和跳转由别的规则说。", "What answers both the health check and tools/list with a web page, or with JSON that has no jsonrpc ({} aside), is no MCP server; a web page in answer to tools/list alone is enough. Challenge pages of firewalls, login pages and redirects are told by other rules."),
		Fix:    reviewer.Say("填 MCP 服务器的完整路径，通常以 /mcp 结尾；如果路径没错，请检查反向代理有没有把请求转给它。", "Give the full path of the MCP server, which usually ends in /mcp; if the path is right, check that the reverse proxy passes requests on to it."),
		Source: "seed, tools/list; JSON-RPC 2.0 §5",
		Skip:   untold,
		Check: func(d *reviewer.Dossier) []reviewer.Hit {
			p := d.Last()
			if !noEndpoint(p) {
				return nil
			}
			m := reviewer.Say("应答的是网页，不是 MCP 服务器。", "A web page answered, not an MCP server.")
			if p.List.Answer.MediaType != "text/html" && p.List.Fault.Code != market.FaultHTML {
				m = reviewer.Say("应答的是别的接口，不是 MCP 服务器：里面没有 JSON-RPC。", "Another API answered, not an MCP server: there is no JSON-RPC in it.")
			}
			return []reviewer.Hit{{Where: atList, Class: market.ClassNotEndpoint, Evidence: p.List.Answer.Body, Message: m}}
		},
	}
}

// untold skips the rule when nothing tells whose answer it is.
func untold(d *reviewer.Dossier) market.Text {
	p := d.Last()
	o := owner(d)
	switch {
	case o == "HLT-005", o == "RED-003", o == "RED-001":
		return unlessOwned("HLT-003")(d)
	case noEndpoint(p), p.List.OK(), strings.Contains(p.List.Answer.Body+p.Contract.Body, `"jsonrpc"`):
		return market.Text{}
	}
	return unlessOwned("HLT-003")(d)
}
