package contract

import (
	"marketd/market"
	"marketd/reviewer"
)

func waysAgree() reviewer.Rule {
	return reviewer.Rule{
		ID: "PRO-013", Group: market.GroupSafety, Severity: market.SeverityNeedsHuman, Needs: reviewer.NeedsTalk,
		Title:  reviewer.Say("应用和标准客户端得到同样的工具", "The app and standard clients get the same tools"),
		Why:    reviewer.Say("工具列表不应随连接方式而变；变了，就说不清批准的是哪一份，也可能是有意给审核看另一份。", "A tool list must not depend on how a client connects; when it does, nobody can say which one was approved, and reviewers may be shown another on purpose."),
		Decide: reviewer.Say("直接发 tools/list 和标准 MCP 都读到列表时，比较两边每个工具的摘要（DRF-001），不看顺序和分页。缺少、多出或内容不同的工具各说出名字；只差日期和数字的不算，见 PRO-015。", "When both a bare tools/list and standard MCP gave a list, the digests of the tools are compared (DRF-001), whatever their order and pages. Tools that are missing, additional or different are named; what differs in dates and digits alone is left to PRO-015."),
		Fix:    reviewer.Say("让 tools/list 的结果与会话和协议版本无关；要按权限给不同的工具，就按令牌区分。", "Make the result of tools/list independent of sessions and protocol versions; where tools depend on permissions, tell callers apart by their token."),
		Source: "MCP specification 2026-07-28, tools: the list does not vary per connection",
		Skip: func(d *reviewer.Dossier) market.Text {
			if p := d.Last(); !p.List.OK() || !p.MCP.List.OK() {
				return reviewer.Say("只有一种方式读到了工具列表，没有可比的。", "Only one way gave a tool list; there is nothing to compare it with.")
			}
			return market.Text{}
		},
		Check: func(d *reviewer.Dossier) []reviewer.Hit {
			p := d.Last()
			diff := differ(p.List.Tools, p.MCP.List.Tools)
			if diff.same() || diff.passing() {
				return nil
			}
			return []reviewer.Hit{{
				Where: atMCP, Evidence: diff.names("app only", "standard only", "different"),
				Message: reviewer.Sayf(
					"两种方式得到的工具不同：只给应用的 %d 个，只给标准客户端的 %d 个，内容不同的 %d 个。",
					"The two ways give different tools: %d to the app only, %d to standard clients only, %d with other content.",
					len(diff.gone), len(diff.added), len(diff.changed)),
			}}
		},
	}
}
