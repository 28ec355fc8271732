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
