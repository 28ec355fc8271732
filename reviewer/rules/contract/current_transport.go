package contract

import (
	"marketd/market"
	"marketd/reviewer"
)

func currentTransport() reviewer.Rule {
	return reviewer.Rule{
		ID: "SSE-005", Group: market.GroupProtocol, Severity: market.SeverityReject, Profile: market.ProfileApp, Needs: reviewer.NeedsAnswer,
		Title:  reviewer.Say("用的是 Streamable HTTP，不是旧的 SSE 传输", "It speaks Streamable HTTP, not the old SSE transport"),
		Why:    reviewer.Say("2024-11-05 的传输要先用 GET 打开长连接；应用只发 POST，并在这个 POST 的应答里等结果。", "The transport of 2024-11-05 needs a stream opened with GET; the app only POSTs and expects the result in the answer to the POST."),
		Fix:    reviewer.Say("把 SDK 换成 Streamable HTTP 的服务端（多数 SDK 只要改一行），用无状态模式。", "Use the SDK's Streamable HTTP server (a one-line change in most SDKs), in stateless mode."),
		Source: "seed, transport; MCP specification 2025-03-26, transports",
		Check: func(d *reviewer.Dossier) []reviewer.Hit {
			p := d.Last()
			if p.List.OK() {
				return nil
			}
			for _, g := range p.MCP.Attempts {
				if g.Kind == "sse" && g.OK {
					return []reviewer.Hit{{
						Where: atList, Evidence: g.Detail, Snippets: snippets(p.SDK),
						Message: reviewer.Say("服务器用的是 2024-11-05 的 SSE 传输。", "The server speaks the SSE transport of 2024-11-05."),
					}}
				}
			}
			return nil
		},
	}
}
