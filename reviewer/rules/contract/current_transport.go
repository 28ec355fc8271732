package contract

import (
	"marketd/market"
	"marketd/reviewer"
)

func currentTransport() reviewer.Rule {
	return reviewer.Rule{
		ID: "SSE-005", Group: market.GroupProtocol, Severity: market.SeverityReject, Profile: market.ProfileApp, Needs: reviewer.NeedsTalk,
		Title:  reviewer.Say("用的是 Streamable HTTP，不是旧的 SSE 传输", "It speaks Streamable HTTP, not the old SSE transport"),
		Why:    reviewer.Say("2024-11-05 的传输要先用 GET 打开长连接；应用只发 POST，并在这个 POST 的应答里等结果。", "The transport of 2024-11-05 needs a stream opened with GET; the app only POSTs and expects the result in the answer to the POST."),
		Fix:    reviewer.Say("把 SDK 换成 Streamable HTTP 的服务端（多数 SDK 只要改一行），用无状态模式。", "Use the SDK's Streamable HTTP server (a one-line change in most SDKs), in stateless mode."),
		Source: "seed, transport; MCP specification 2026-07-28, deprecated features",
		Decide: reviewer.Say("标准 MCP 只用 2024-11-05 的 SSE 传输读到了列表时算：应用直接发的 tools/list 没有成的，应用那一边拒绝；标准 MCP 那一边提醒。", "It hits when standard MCP read the list over the SSE transport of 2024-11-05 only: the app's side is refused when a bare tools/list failed too, and standard MCP's is warned."),
		Skip: func(d *reviewer.Dossier) market.Text {
			if d.Last().MCP.Way == "" {
				return reviewer.Say("没有用标准 MCP 读到工具列表。", "Standard MCP gave no tool list.")
			}
			return market.Text{}
		},
		Check: func(d *reviewer.Dossier) []reviewer.Hit {
			p := d.Last()
			if p.MCP.Way != "sse" {
				return nil
			}
			old := reviewer.Hit{Where: atMCP, Evidence: p.MCP.Version, Snippets: snippets(p.SDK), Message: reviewer.Say("服务器用的是 2024-11-05 的 SSE 传输。", "The server speaks the SSE transport of 2024-11-05.")}
			warned := old
			warned.Severity, warned.Profile = market.SeverityWarn, market.ProfileMCP
			warned.Why = reviewer.Say("MCP 从 2025-03-26 起不再用它，以后的版本会去掉；新的客户端可能不再支持。", "MCP has deprecated it since 2025-03-26 and may remove it; new clients may not support it any more.")
			if p.List.OK() || p.Reason == "" {
				return []reviewer.Hit{warned}
			}
			old.Where = atList
			return []reviewer.Hit{old, warned}
		},
	}
}
