package contract

import (
	"marketd/market"
	"marketd/reviewer"
)

func explained() reviewer.Rule {
	return reviewer.Rule{
		ID: "HLT-002", Group: market.GroupProtocol, Severity: market.SeverityInfo, Profile: market.ProfileApp, Needs: reviewer.NeedsAnswer,
		Title:  reviewer.Say("应用用不了时，查明服务器会什么", "When the app cannot use the server, we find out what it can do"),
		Why:    reviewer.Say("标准的 MCP 服务器常常只差一小步；知道它会什么，才说得出怎么改。", "A standard MCP server is often one small step away; knowing what it can do shows what to change."),
		Decide: reviewer.Say("应用的方式不成时，看标准 MCP（PRO-018）试下来的结果：哪一种方式读到了列表、有多少个工具。它只解释，不改变应用那一边的结论。", "When the app's way fails, what standard MCP gave (PRO-018) is told: which way read a list, and of how many tools. It explains and changes nothing of the app's verdict."),
		Fix:    reviewer.Say("按 HLT-001 或 PRO 的建议改；这条只是说明。", "Follow the advice of HLT-001 or PRO; this one only explains."),
		Source: "MCP specification, versioning and transports",
		Skip: func(d *reviewer.Dossier) market.Text {
			if p := d.Last(); !p.OK() && len(p.MCP.Attempts) == 0 {
				return reviewer.Say("没有按标准 MCP 问过服务器。", "The server was not asked in the way of standard MCP.")
			}
			return market.Text{}
		},
		Check: func(d *reviewer.Dossier) []reviewer.Hit {
			p := d.Last()
			if p.OK() {
				return nil
			}
			for _, g := range p.MCP.Attempts {
				if g.OK {
					return []reviewer.Hit{{Where: atContract, Evidence: p.MCP.Version, Message: works(g)}}
				}
			}
			return []reviewer.Hit{{Where: atContract, Evidence: tried(p), Message: reviewer.Say("标准 MCP 的方式也试了，同样没有得到工具列表。", "Standard MCP was tried as well and gave no tool list either.")}}
		},
	}
}

// works says what a server that fails the contract can do.
func works(g market.Diagnostic) market.Text {
	switch g.Kind {
	case "modern":
		return reviewer.Sayf("服务器在运行：按 MCP 2026-07-28 的方式，它列出了 %d 个工具。应用用的是更简单的方式。", "The server works: asked in the way of MCP 2026-07-28 it lists its tools (%d). The app uses a simpler way.", g.Tools)
	case "session":
		return reviewer.Sayf("服务器在运行：建立会话之后，它列出了 %d 个工具。应用不建立会话。", "The server works: within a session it lists its tools (%d). The app does not open one.", g.Tools)
	case "sse":
		return reviewer.Say("服务器在运行，用的是 2024-11-05 的 SSE 传输；应用不用这种方式。", "The server works over the SSE transport of 2024-11-05, which the app does not use.")
	}
	return reviewer.Sayf("服务器在运行，用另一种方式（%s）能列出工具。", "The server works and lists its tools in another way (%s).", g.Kind)
}
