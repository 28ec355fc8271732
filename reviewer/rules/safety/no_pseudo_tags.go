package safety

import (
	"marketd/market"
	"marketd/reviewer"
	"marketd/reviewer/rules/safety/family"
)

func noPseudoTags() reviewer.Rule {
	return reviewer.Rule{
		ID: "SEC-003", Group: market.GroupSafety, Severity: market.SeverityWarn, Needs: reviewer.NeedsTools,
		Title:  reviewer.Say("文字里没有像系统消息的标签", "No text has tags that look like system messages"),
		Why:    reviewer.Say("<IMPORTANT>、[SYSTEM] 或 HTML 注释会让模型把这段话看得比用户的话还重，攻击常用这种写法。", "<IMPORTANT>, [SYSTEM] or an HTML comment gives a text more weight with a model than the user's own words; attacks are often written so."),
		Decide: reviewer.Say("有这样的标签、注释或模型的对话记号，而没有 SEC-001、SEC-002 的其他话，就提醒。<b>、<T> 这类普通标记不算。", "Such a tag, a comment or a mark of a model's own dialogue, without another sentence of SEC-001 or SEC-002, is warned of. Ordinary mark-up such as <b> or <T> does not count."),
		Fix:    reviewer.Say("去掉标签和注释，用普通的句子写。", "Remove the tags and comments and write plain sentences."),
		Source: "MCP specification, security considerations of tools; measured: three of 949 tools have any tag",
		Check:  everywhere(judgeTags),
	}
}

func judgeTags(d *reviewer.Dossier, p passage) []reviewer.Hit {
	if judgeInjection(d, p) != nil || judgeSteering(d, p) != nil {
		return nil
	}
	for i := range p.signs {
		if s := &p.signs[i]; s.Family == family.Tag {
			return one(reviewer.Hit{Evidence: s.shown, Message: reviewer.Say("这里有一个像系统消息的标签或注释。", "There is a tag or comment here that looks like a system message.")})
		}
	}
	return nil
}
