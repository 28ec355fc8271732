package safety

import (
	"marketd/market"
	"marketd/reviewer"
	"marketd/reviewer/rules/safety/hidden"
)

func nothingHidden() reviewer.Rule {
	return reviewer.Rule{
		ID: "SEC-010", Group: market.GroupSafety, Severity: market.SeverityReject, Needs: reviewer.NeedsTools,
		Title: reviewer.Say("文字里没有人看不见的控制字符", "No text has control characters that nobody sees"),
		Why:   reviewer.Say("标签字符、双向控制符和终端控制码人看不见，模型却会读到：一段看起来正常的说明里可以藏着另一段话。", "Tag characters, bidirectional controls and terminal codes are unseen by people and read by models: a harmless description can carry another one."),
		Decide: reviewer.Say(
			"找这些字符：U+E0000–E007F（英格兰、苏格兰、威尔士等旗帜里的除外），U+202A–202E 和 U+2066–2069，除制表和换行以外的 C0、C1 控制符和 DEL，不跟在汉字后面的 U+E0100–E01EF。正则表达式的方括号里的、整个值只是一个分隔符的，算 SEC-012；UTF-8 被当成 Latin-1 读坏的也算 SEC-012。",
			"Looked for are U+E0000–E007F (but for flags such as Scotland's), U+202A–202E and U+2066–2069, the C0 and C1 controls except tab and line breaks, DEL, and U+E0100–E01EF that do not follow a Han character. Those within the brackets of a regular expression, and a value that is only a delimiter, are SEC-012, and so is UTF-8 that was read as Latin-1."),
		Fix:    reviewer.Say("删掉这些字符，重新手打这一段。", "Remove these characters; type the text anew."),
		Source: hiddenSource,
		Check:  everywhere(judgeChars(hidden.Certain)),
	}
}
