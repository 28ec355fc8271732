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
		Decide: reviewer.Say("比的是整段文字，从不找里面的词：去掉 HTML、Markdown 链接和看不见的字符，全角转半角，转小写，只留字母和数字，繁体当简体，西里尔、希腊等形近字母和 0、1、3、4、5、7 当作它们冒充的拉丁字母；结果在约 1,700 条已知的占位文字里（英、中、日、韩、俄等二十来种语言）就拒绝。按标点分成至多 8 段、每段都在表里的也拒绝（“Description: TBD”）。不在表里、但每一个词都是“这是一个用于测试的工具”里的那种空词：交给人看。", "The whole text is compared; words inside it are never looked for. HTML, Markdown links and invisible characters are taken out, full-width forms made narrow, upper case lower; letters and digits alone stay, traditional Chinese is read as simplified, look-alike letters (Cyrillic, Greek …) and 0, 1, 3, 4, 5, 7 as the Latin letters for which they pass. What is then one of about 1,700 known placeholders, in English, Chinese, Japanese, Korean, Russian and some fifteen more languages, is refused; so is a text of at most 8 parts between punctuation, each of which is (“Description: TBD”). A text that is not, but has only words of the kind in “this is a simple tool for testing purposes”, goes to a person."),
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
