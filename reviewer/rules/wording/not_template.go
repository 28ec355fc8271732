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
		Decide: reviewer.Say("看整段文字。拒绝：以 TODO、FIXME、TBD、WIP、XXX、待补充、待完善、占位、待填写、待定加冒号或破折号开头，后面是叫作者写说明的话，或宽度不到 16 又不是在讲待办清单；整段在括号里、内容是“请填写描述”一类；“insert a description here” 一类；不超过 120 字节、全由“请在这里填写工具说明”“说明待补充”“Hier Beschreibung einfügen”这种请人写说明或说明还缺的词拼成（中、日、韩、英、德、法、西、葡等十四种语言）；Lorem ipsum 填充文字（以它开头且五分之四是它，或连着 8 个词）；去掉 {{…}}、${…}、<%…%> 一类模板变量、网址后只剩空话；整段是一个多语言文本的键（tools.weather.description）、一段 JSON 或 YAML 结构、对象地址、错误堆栈或一行函数头。这样的记号后面跟着像样的说明：交给人看。讲待办清单、填充文字、占位图、测试的工具不受影响。", "The whole text is judged. Refused: TODO, FIXME, TBD, WIP, XXX, 待补充, 待完善, 占位, 待填写 or 待定 and a colon or dash at the beginning, and after it an order to write the description, or less than 16 wide and not about lists of tasks; a text wholly in brackets such as “insert a proper description here”, or such a sentence without them; a text of at most 120 bytes made of nothing but words that ask for a description or say that it is missing, as in “Hier bitte die Beschreibung einfügen” (fourteen languages); lorem ipsum (it begins so and is four fifths of it, or has 8 of its words in a row); a text of which nothing that says something is left without template syntax ({{…}}, ${…}, <%…%>) or without URLs; the key of a message catalogue (tools.weather.description); a JSON value, a schema as YAML, an object's address, a stack trace or the head of a function. Such a marker before what may be a description goes to a person. Tools that are about to-do lists, filler text, placeholder images or tests are spared."),
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
