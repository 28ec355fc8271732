package endpoint

import (
	"strings"

	"marketd/market"
	"marketd/reviewer"
)

func currentTransport() reviewer.Rule {
	return reviewer.Rule{
		ID: "URL-009", Group: market.GroupProtocol, Severity: market.SeverityWarn, Needs: reviewer.NeedsEntry,
		Title:  reviewer.Say("地址不是旧的 SSE 传输", "The address is not one of the old SSE transport"),
		Why:    reviewer.Say("以 /sse 结尾的地址通常是 2024 年的传输方式：用 GET 打开长连接。应用只发 POST。", "An address that ends in /sse is usually one of the transport of 2024, which is opened with GET. The app only POSTs."),
		Decide: reviewer.Say("路径以 /sse 结尾，而应用直接发的 tools/list 没有得到列表，就提醒；得到了就不算。", "It warns when the path ends in /sse and a bare tools/list gave no list; when it did, the name means nothing."),
		Fix:    reviewer.Say("改用 Streamable HTTP，地址一般以 /mcp 结尾。", "Use Streamable HTTP; its address usually ends in /mcp."),
		Source: "seed, transport; MCP specification 2025-03-26, transports",
		Skip:   noAddress,
		Check: func(d *reviewer.Dossier) []reviewer.Hit {
			u := parse(d)
			if u == nil || !strings.HasSuffix(strings.TrimSuffix(u.Path, "/"), "/sse") || d.Last().List.OK() {
				return nil
			}
			return one(d, reviewer.Say("地址以 /sse 结尾。", "The address ends in /sse."))
		},
	}
}
