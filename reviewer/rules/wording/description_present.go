package wording

import (
	"marketd/market"
	"marketd/reviewer"
	"marketd/reviewer/words"
)

func descriptionPresent() reviewer.Rule {
	return reviewer.Rule{
		ID: "DSC-001", Group: market.GroupTools, Severity: market.SeverityReject, Needs: reviewer.NeedsTools,
		Title:  reviewer.Say("每个工具都有说明", "Every tool has a description"),
		Why:    reviewer.Say("模型只凭说明决定用不用这个工具；没有说明，它就不会被正确调用。", "The description is all a model has to decide by; a tool without one is never called correctly."),
		Decide: reviewer.Say("description 没有、是 null、是空字符串，或者去掉 HTML 标记、空白、标点、表情和看不见的字符后什么也不剩：拒绝。是别的类型的由 PRO-012 说。", "description is absent, null or empty, or nothing is left of it without HTML tags, blanks, punctuation, emoji and invisible characters: refused. One of another type is rule PRO-012's matter."),
		Fix:    reviewer.Say("用一两句话写清：它做什么、要什么、返回什么。", "Say in one or two sentences what it does, what it needs and what it returns."),
		Source: "seed, tools/list: description is required",
		Check: reviewer.PerTool(func(_ *reviewer.Dossier, t reviewer.Tool) []reviewer.Hit {
			s, ok := text(t)
			if !ok || kind(t) != words.KindEmpty {
				return nil
			}
			m := reviewer.Say("没有说明。", "There is no description.")
			if s != "" {
				m = reviewer.Say("说明里只有空白、标点或看不见的字符。", "The description is nothing but spaces, punctuation or invisible characters.")
			}
			return []reviewer.Hit{{Where: t.Pointer("description"), Evidence: s, Message: m}}
		}),
	}
}
