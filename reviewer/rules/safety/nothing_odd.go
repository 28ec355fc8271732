package safety

import (
	"marketd/market"
	"marketd/reviewer"
	"marketd/reviewer/rules/safety/hidden"
)

func nothingOdd() reviewer.Rule {
	return reviewer.Rule{
		ID: "SEC-012", Group: market.GroupSafety, Severity: market.SeverityWarn, Needs: reviewer.NeedsTools,
		Title: reviewer.Say("没有多余的格式字符和坏字", "No stray format characters or broken ones"),
		Why:   reviewer.Say("软连字符、方向标记、私用区字符和替换符在不同设备上显示不一样，多半是复制或编码出了错。", "Soft hyphens, direction marks, private-use characters and replacement characters look different everywhere; they are usually slips of copying or encoding."),
		Decide: reviewer.Say(
			"找 U+00AD、U+200E、U+200F、U+061C（文中有阿拉伯文或希伯来文时不算）、私用区、U+FFFD、U+2028、U+2029、非字符，以及 SEC-010 里可以谅解的情形。开头的 BOM（U+FEFF）只作提示。全角空格 U+3000 不算。",
			"Looked for are U+00AD, U+200E, U+200F and U+061C (but not in a text with Arabic or Hebrew), private use, U+FFFD, U+2028, U+2029, noncharacters, and what SEC-010 excuses. A byte order mark (U+FEFF) at the very beginning is only noted. The full-width space U+3000 does not count."),
		Fix:    reviewer.Say("删掉这些字符，文件存成不带 BOM 的 UTF-8。", "Remove these characters and store files as UTF-8 without a byte order mark."),
		Source: hiddenSource,
		Check:  everywhere(judgeOdd),
	}
}

func judgeOdd(_ *reviewer.Dossier, p passage) []reviewer.Hit {
	if hits := charsHit(p, hidden.Odd, ""); hits != nil {
		return hits
	}
	return charsHit(p, hidden.Note, market.SeverityInfo)
}
