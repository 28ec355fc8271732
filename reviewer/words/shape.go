package words

import (
	"strings"

	"marketd/reviewer/pattern"
)

// Outer punctuation is what is no letter or digit of any script: \W would
// pass over Chinese words.
var (
	marker = pattern.Late(`(?i)^[^\p{L}\p{N}]*(?:todo|to-do|fixme|tbd|wip|xxx|待补充|待補充|待完善|占位|佔位|待填写|待填寫|待定)[*_~]*\s*(?:\([^)]{0,40}\)|（[^）]{0,40}）)?\s*(?:[:：]|[-–—]+\s|\s[-–—]+|——)\s*`)
	// bareNote is such a marker in capitals with an order after it and nothing between.
	bareNote = pattern.Late(`^[^\p{L}\p{N}]*(?:TODO|FIXME|TBD|XXX)[*_~]*\s+(?i:(?:please\s+)?(?:describe|document|explain|write|add|fill|complete|insert|put|provide|update)\b(?:\s+\w+){0,3}?\s+(?:descriptions?|desc|docs?|documentation|docstrings?|this|here|it|in|tool|details))(?:\s+(?i:tool|here|later|function|text|properly|please)){0,3}[^\p{L}\p{N}]*$`)
	// toAuthor is an order to whoever should write the text, not to a user.
	toAuthor = pattern.Late(`(?i)^(?:please\s+)?(?:describe|document|explain|write|finish|implement|fix|rewrite|expand|flesh|clarify)\b|^(?:please\s+)?(?:add|fill|complete|insert|put|provide|update|replace|define|improve|change|need|needs|give|supply|set)\b(?:\W+\w+){0,4}?\W+(?:description|desc|docs?|documentation|docstring|text|summary|details?|this|here|later|in|me|something)\b|^(?:请|再|稍后|之后|以后)?(?:说明|描述|补充|填写|编写|撰写|完善|写明|写上|写清|介绍|说清)`)
	// aboutLists is what a tool for to-do lists speaks of.
	aboutLists = pattern.Late(`(?i)\b(?:lists?|items?|tasks?|manager|manage|app|notes?|reminders?|boards?)\b|清单|列表|事项|任务|待办|图`)

	insert   = pattern.Late(`(?i)^[^\p{L}\p{N}]*(?:please\s+|todo\W+)?(?:insert|enter|add|write|put|provide|type|fill\s+in|replace(?:\s+this)?(?:\s+with)?|give)\s+(?:(?:a|an|the|your|my|tool|tool's|short|brief|some|proper|meaningful|actual|real|server|function)\s+){0,4}(?:description|desc)(?:\s+(?:text|string))?(?:\s+(?:here|below|later|of|for)(?:\s+(?:the|your|this|my)\s+\w+|\s+what\s+.{0,60})?)?[^\p{L}\p{N}]*$|^[^\p{L}\p{N}]*(?:please\s+)?(?:insert|enter|add|write|put|provide|type)\s+(?:(?:a|an|the|your|some|short)\s+){0,3}(?:text|docs?|documentation|summary|info|details)\s+(?:here|(?:of|for)\s+(?:the|your|this)\s+tool)[^\p{L}\p{N}]*$`)
	insertZH = pattern.Late(`^[^\p{L}\p{N}]*(?:请)?(?:在此|在这里|在此处|这里|此处|于此)?(?:处)?(?:填写|输入|写入|添加|补充|填入|写|填)(?:你的|您的|一段|一下|该|此|本)?(?:工具|函数|接口|服务|功能|简短|简要)?(?:的)?(?:描述|说明|简介|介绍|文字描述|描述文字)(?:信息|文字|内容|文本)?(?:在此|在这里)?[^\p{L}\p{N}]*$`)
)

// bracketed is a text wholly in brackets, of the kinds that ask to be replaced.
var bracketed = pattern.Late(`^\s*(?:\$?\{+|<+|\[+|【|「|（|\(|__|%%?)\s*(.{1,80}?)\s*(?:\}+|>+|\]+|】|」|）|\)|__|%%?)\s*[.。]?\s*$`)

// marks reports whether a text in canonical form may have an author's marker.
func marks(canon string) bool {
	return HasAny(canon, "todo", "to do", "fixme", "tbd", "wip", "xxx", "待", "占位", "佔位")
}

// unfinished reports whether the text is a note to its own author: a marker,
// and after it an order to write the description, or nothing of use.
func unfinished(plain string) bool {
	m := marker().FindStringIndex(plain)
	if m == nil {
		return len(plain) <= 120 && bareNote().MatchString(plain)
	}
	rest := plain[m[1]:]
	if toAuthor().MatchString(simple(rest)) || listed(rest) || Canon(rest) == "" {
		return true
	}
	return Width(rest) < 16 && !aboutLists().MatchString(rest)
}

// Marked reports whether the text begins with an author's marker ("TODO: …")
// although what follows may describe the tool.
func Marked(text string) bool {
	plain := Plain(text)
	if !HasAny(Lower(plain), "todo", "to-do", "fixme", "tbd", "wip", "xxx", "待", "占位", "佔位") {
		return false
	}
	m := marker().FindStringIndex(plain)
	return m != nil && !aboutLists().MatchString(plain[m[1]:])
}

// insertion reports whether the text asks for a description to be put in.
func insertion(plain string) bool {
	if len(plain) > 200 {
		return false
	}
	s := plain
	if strings.ContainsAny(plain[:min(len(plain), 1)], "${<[(_%") || HasAny(plain, "【", "「", "（") {
		if m := bracketed().FindStringSubmatch(plain); m != nil {
			s = m[1]
			if listed(s) || wants(s) {
				return true
			}
		}
	}
	if HasAny(Lower(s), "desc", "text", "doc", "summary", "info", "details") && insert().MatchString(s) {
		return true
	}
	s = simple(s)
	return HasAny(s, "述", "说明", "简介", "介绍") && insertZH().MatchString(s)
}

// wanted is a bracket's content that names what should stand there.
var wanted = pattern.Late(`(?i)^(?:(?:your|insert|enter|add|fill|write|put|the|a|my|tool|server|short|brief|in|请|在此|此处|这里)[^\p{L}\p{N}]*){0,4}(?:填写|输入|写)?[^\p{L}\p{N}]*(?:description|desc|summary|描述|说明|简介|占位[符]?)(?:\s+(?:here|text|of\s+(?:the|this|your)\s+tool|goes\s+here))?$`)

func wants(s string) bool { return wanted().MatchString(simple(strings.TrimSpace(s))) }

// simple is the text in simplified characters.
func simple(s string) string {
	return strings.Map(Simple, s)
}

// lorem reports whether a text is the classical filler text, not one about it:
// it begins with it and is mostly made of it, or has a long run of it.
func lorem(canon string) bool {
	if !strings.Contains(canon, "lorem") && !strings.Contains(canon, "dolor") {
		return false
	}
	words := Words(canon)
	in, run := 0, 0
	for _, w := range words {
		if !loremWords().has(w) {
			run = 0
			continue
		}
		in++
		if run++; run >= 8 {
			return true
		}
	}
	return strings.HasPrefix(canon, "lorem ipsum") && in*5 >= len(words)*4
}
