package wording

import (
	"marketd/market"
	"marketd/reviewer"
	"marketd/reviewer/words"
)

func notJunk() reviewer.Rule {
	return reviewer.Rule{
		ID: "DSC-006", Group: market.GroupTools, Severity: market.SeverityReject, Needs: reviewer.NeedsTools,
		Title:  reviewer.Say("说明不是随手敲的字符", "Descriptions are not typed at random"),
		Why:    reviewer.Say("“aaaa”“1111”凑够了长度，却什么也没说。", "“aaaa” and “1111” have length and say nothing."),
		Decide: reviewer.Say("只看字母和数字，至少 3 个：只有一种字符；只有两种且至少 5 个；全是数字；三个字符以内的一段重复三遍以上（念不出来的两遍就算）；整段在键盘的一行里，或由几段各 4 个以上的键盘连击组成；至少 12 个字母，每个词都有 6 个以上的拉丁字母而没有一个元音（a、e、i、o、u、y）。都拒绝。TTS、CoCo 这样的真词不算；超过 4,096 个字节的不看。", "Letters and digits alone are looked at, 3 of them at least: one character only; two only, in 5 or more; digits only; a piece of up to three characters said three times or more (twice when nobody can say it); a stretch of one row of the keyboard, or several of 4 keys or more in a row; 12 letters or more in words of 6 Latin letters or more each, none of which has a vowel (a, e, i, o, u, y). Each is refused. Real words such as TTS and CoCo are spared; texts of more than 4,096 bytes are not looked at."),
		Fix:    reviewer.Say("换成真正的说明。", "Put a real description in its place."),
		Source: "seed, tools/list: no placeholder descriptions",
		Check: reviewer.PerTool(func(_ *reviewer.Dossier, t reviewer.Tool) []reviewer.Hit {
			if kind(t) != words.KindJunk {
				return nil
			}
			return []reviewer.Hit{{
				Where: t.Pointer("description"), Evidence: t.Description,
				Message: reviewer.Say("说明是重复的字符、一排键盘或一串数字。", "The description is a repeated character, a row of keys or a run of digits."),
			}}
		}),
	}
}
