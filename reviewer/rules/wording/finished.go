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
		Fix:    reviewer.Say("写完它，或删掉记号。", "Finish it, or take the note out."),
		Source: "measured on 949 public tools: none",
		Check: reviewer.PerTool(func(_ *reviewer.Dossier, t reviewer.Tool) []reviewer.Hit {
			if !says(t) {
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
