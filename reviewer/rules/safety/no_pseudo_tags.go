package safety

import (
	"slices"
	"strings"

	"marketd/market"
	"marketd/reviewer"
	"marketd/reviewer/pattern"
	"marketd/reviewer/rules/safety/family"
	"marketd/reviewer/words"
)

func noPseudoTags() reviewer.Rule {
	return reviewer.Rule{
		ID: "SEC-003", Group: market.GroupSafety, Severity: market.SeverityWarn, Needs: reviewer.NeedsTools,
		Title:  reviewer.Say("文字里没有像系统消息的标签", "No text has tags that look like system messages"),
		Why:    reviewer.Say("<IMPORTANT>、[SYSTEM] 或 HTML 注释会让模型把这段话看得比用户的话还重，攻击常用这种写法。", "<IMPORTANT>, [SYSTEM] or an HTML comment gives a text more weight with a model than the user's own words; attacks are often written so."),
		Decide: reviewer.Say("有这样的标签或注释，而没有 SEC-001、SEC-002 的其他话，就提醒。有模型对话的控制记号（<|im_start|>、<|system|>、[INST]、<<SYS>>、<start_of_turn> 等），就请人看；名字或说明讲的就是对话模板、提示词模板、分词器、特殊 token 的工具，只提醒。<b>、<T> 这类普通标记不算。", "Such a tag or comment, without another sentence of SEC-001 or SEC-002, is warned of. A control token of a model's dialogue (<|im_start|>, <|system|>, [INST], <<SYS>>, <start_of_turn> and the like) goes to a person, but is only warned of in a tool whose name or description is about chat or prompt templates, tokenizers or special tokens. Ordinary mark-up such as <b> or <T> does not count."),
		Fix:    reviewer.Say("去掉标签和注释，用普通的句子写。", "Remove the tags and comments and write plain sentences."),
		Source: "MCP specification, security considerations of tools; measured: three of 949 tools have any tag",
		Check: func(d *reviewer.Dossier) []reviewer.Hit {
			hits := everywhere(judgeTags)(d)
			for i := range hits {
				if hits[i].Severity != "" && aboutDialogue(d, hits[i].Tool) {
					hits[i].Severity = ""
				}
			}
			return hits
		},
	}
}

func judgeTags(d *reviewer.Dossier, p passage) []reviewer.Hit {
	if judgeInjection(d, p) != nil || judgeSteering(d, p) != nil {
		return nil
	}
	find := func(f family.Family) int {
		return slices.IndexFunc(p.signs, func(s sign) bool { return s.Family == f })
	}
	if i := find(family.Dialogue); i >= 0 {
		return one(reviewer.Hit{Severity: market.SeverityNeedsHuman, Evidence: p.signs[i].shown, Message: reviewer.Say("这里有模型对话的控制记号，模型会以为换了人说话。", "There is a control token of a model's dialogue here; a model takes what follows for another speaker's words.")})
	}
	if i := find(family.Tag); i >= 0 {
		return one(reviewer.Hit{Evidence: p.signs[i].shown, Message: reviewer.Say("这里有一个像系统消息的标签或注释。", "There is a tag or comment here that looks like a system message.")})
	}
	return nil
}

// ofDialogue is said of a tool whose work is with the tokens of a dialogue. The
// system prompt is not among them: an attack speaks of it as well.
var ofDialogue = pattern.Late(`(?i)\b(?:chat|prompt|conversation|instruction|jinja2?)s?[ -]?(?:templat\w+|format\w*|markup)\b|\btokeni[sz]\w+|\b(?:special|control|stop|chat|eos|prompt) tokens?\b|\bchatml\b|\bcount\w* (?:the )?tokens\b|\btoken count|(?:对话|聊天|提示词|提示)(?:模板|格式)|分词|(?:特殊|控制|停止)(?:记号|标记|词元| ?token)`)

// aboutDialogue reports whether a tool, or the entry for no tool's text, is
// plainly about templates of dialogues or the tokens of models.
func aboutDialogue(d *reviewer.Dossier, tool string) bool {
	if tool == "" {
		return ofDialogue().MatchString(d.Entry.Name + "\n" + d.Entry.Desc)
	}
	return slices.ContainsFunc(d.Tools, func(t reviewer.Tool) bool {
		return t.Name == tool && ofDialogue().MatchString(strings.Join(words.Tokens(t.Name), " ")+"\n"+t.Description)
	})
}
