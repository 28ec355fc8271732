package wording

import (
	"marketd/market"
	"marketd/reviewer"
	"marketd/reviewer/words"
)

func notTemplate() reviewer.Rule {
	return reviewer.Rule{
		ID: "DSC-003", Group: market.GroupTools, Severity: market.SeverityReject, Needs: reviewer.NeedsTools,
		Title:  reviewer.Say("说明不是没填的模板", "Descriptions are not unfilled templates"),
		Why:    reviewer.Say("模板变量、待办记号、填充文字、光秃秃的链接，都没有告诉模型这个工具做什么。", "Template variables, notes to the author, filler text and bare links tell a model nothing."),
		Fix:    reviewer.Say("检查模板或多语言文本是否真的替换了，再写上真正的说明。", "Check that the template or translation was really filled in, and write a real description."),
		Source: "seed, tools/list: no placeholder descriptions",
		Check: reviewer.PerTool(func(_ *reviewer.Dossier, t reviewer.Tool) []reviewer.Hit {
			h := reviewer.Hit{Where: t.Pointer("description"), Evidence: t.Description}
			switch {
			case kind(t) == words.KindShape:
				h.Message = reviewer.Say("这是写给自己看的记号或填充文字，不是说明。", "This is a note to yourself or filler text, not a description.")
			case kind(t) == words.KindMarkup:
				h.Message = reviewer.Say("去掉模板、标记、链接或打印出来的值，说明就什么也没剩下。", "Without template syntax, mark-up, links and printed values, nothing is left of the description.")
			case says(t) && words.Marked(t.Description):
				h.Severity = market.SeverityNeedsHuman
				h.Message = reviewer.Say("说明以“TODO”一类的记号开头，看起来没写完。", "The description begins with a marker such as TODO and looks unfinished.")
			default:
				return nil
			}
			return []reviewer.Hit{h}
		}),
	}
}
