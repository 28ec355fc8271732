package wording

import (
	"marketd/market"
	"marketd/reviewer"
	"marketd/reviewer/words"
)

func notPlaceholder() reviewer.Rule {
	return reviewer.Rule{
		ID: "DSC-002", Group: market.GroupTools, Severity: market.SeverityReject, Needs: reviewer.NeedsTools,
		Title:  reviewer.Say("说明不是占位文字", "Descriptions are not placeholders"),
		Why:    reviewer.Say("“TODO”“测试工具”这样的说明等于没写；上架的每个工具都要能被看懂。", "“TODO” or “test tool” says nothing; people and models must be able to understand every listed tool."),
		Fix:    reviewer.Say("换成真正的说明：它做什么、要什么、返回什么。", "Put a real description in its place: what it does, what it needs, what it returns."),
		Source: "seed, tools/list: no placeholder descriptions",
		Check: reviewer.PerTool(func(_ *reviewer.Dossier, t reviewer.Tool) []reviewer.Hit {
			h := reviewer.Hit{Where: t.Pointer("description"), Evidence: t.Description}
			switch {
			case kind(t) == words.KindListed:
				h.Message = reviewer.Say("整段说明就是一个占位文字。", "The whole description is a placeholder.")
			case says(t) && words.Hollow(t.Description):
				h.Severity = market.SeverityNeedsHuman
				h.Message = reviewer.Say("说明里没有一个词说出它做什么。", "No word of the description says what the tool does.")
			default:
				return nil
			}
			return []reviewer.Hit{h}
		}),
	}
}
