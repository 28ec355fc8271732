package safety

import (
	"marketd/market"
	"marketd/reviewer"
	"marketd/reviewer/rules/safety/hidden"
)

func nothingUnseen() reviewer.Rule {
	return reviewer.Rule{
		ID: "SEC-011", Group: market.GroupSafety, Severity: market.SeverityNeedsHuman, Needs: reviewer.NeedsTools,
		Title: reviewer.Say("零宽字符只出现在需要它的拼写里", "Zero-width characters stand only where spelling needs them"),
		Why:   reviewer.Say("零宽字符和多余的变体选择符能把敏感的词拆开，也能夹带看不见的内容。", "Zero-width characters and stray variation selectors split words that a search looks for, and carry content that nobody sees."),
		Decide: reviewer.Say(
			"找 U+200B、U+2060–2065、U+206A–206F、U+180E、不在开头的 U+FEFF、韩文填充符、U+034F；连接符（ZWJ）只能在表情之间或阿拉伯、印度等文字里，非连接符（ZWNJ）只能在这些文字里，U+200B 可以在泰文、高棉文等里；变体选择符只能跟在表情、数字、#、*、汉字、数学符号或蒙古文后面，而且不能连着两个。家庭表情、键帽、彩虹旗、波斯语和印地语的正常写法都不算。",
			"Looked for are U+200B, U+2060–2065, U+206A–206F, U+180E, U+FEFF that is not at the beginning, the Hangul fillers and U+034F; a joiner (ZWJ) is right between emoji or in Arabic, Indic and similar scripts, a non-joiner (ZWNJ) in these scripts, U+200B in Thai, Khmer and the like; a variation selector is right after an emoji, a digit, #, *, a Han character, a sign of mathematics or a Mongolian letter, and never twice. Family emoji, keycaps, the rainbow flag and good Persian and Hindi do not count."),
		Fix:    reviewer.Say("删掉这些字符；从网页或文档里复制的文字常常带着它们。", "Remove these characters; text copied from web pages or documents often has them."),
		Source: hiddenSource,
		Check:  everywhere(judgeChars(hidden.Doubtful)),
	}
}
