package wording

import (
	"marketd/market"
	"marketd/reviewer"
	"marketd/reviewer/pattern"
)

var (
	// quoted parts of a text speak about a word, they do not use it.
	quoted = pattern.Late("`[^`]*`|\"[^\"]*\"|'[^']*'|“[^”]*”|‘[^’]*’|「[^」]*」|《[^》]*》")
	// unfinished in capitals only: "Todo:" is also a heading of to-do tools.
	unfinished = pattern.Late(`\b(?:TODO|FIXME|TBD|XXX)\b\s*[:：(]|(?:待补充|待完善|待定|占位)\s*(?:[:：]|[)）】\]]|$)`)
)

func finished() reviewer.Rule {
	return reviewer.Rule{
		ID: "DSC-010", Group: market.GroupTools, Severity: market.SeverityWarn, Needs: reviewer.NeedsTools,
		Title:  reviewer.Say("说明写完了", "Descriptions are finished"),
		Why:    reviewer.Say("用户会看到留在说明里的待办记号。", "Users see the notes to yourself that are left in a description."),
		Decide: reviewer.Say("引号、反引号、书名号里的不看。大写的 TODO、FIXME、TBD、XXX 后面跟冒号或左括号；或者待补充、待完善、待定、占位后面跟冒号、右括号，或在末尾：提醒。整段是占位文字的由 DSC-002、DSC-003 说。", "What is in quotes or backticks is not looked at. TODO, FIXME, TBD or XXX in capitals with a colon or an opening bracket after it; or 待补充, 待完善, 待定 or 占位 with a colon or a closing bracket after it, or at the end: warned of. A text that is a placeholder as a whole is told of by rules DSC-002 and DSC-003."),
		Fix:    reviewer.Say("写完它，或删掉记号。", "Finish it, or take the note out."),
		Source: "measured on 949 public tools: none",
		Check: reviewer.PerTool(func(_ *reviewer.Dossier, t reviewer.Tool) []reviewer.Hit {
			if !mentions(t, "todo", "fixme", "tbd", "xxx", "待补充", "待完善", "待定", "占位") || !says(t) {
				return nil
			}
			m := unfinished().FindString(quoted().ReplaceAllString(t.Description, ""))
			if m == "" {
				return nil
			}
			return []reviewer.Hit{{
				Where: t.Pointer("description"), Evidence: m,
				Message: reviewer.Say("说明里留着待办记号。", "A note to yourself is left in the description."),
			}}
		}),
	}
}
