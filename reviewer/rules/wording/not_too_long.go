package wording

import (
	"unicode/utf8"

	"marketd/market"
	"marketd/reviewer"
)

// Lengths above which a description is too long: two in runes, one in bytes.
const (
	runesWarn   = 4096
	runesHuman  = 8192
	bytesReject = 32 << 10
)

func notTooLong() reviewer.Rule {
	return reviewer.Rule{
		ID: "DSC-009", Group: market.GroupTools, Severity: market.SeverityWarn, Needs: reviewer.NeedsTools,
		Title:  reviewer.Say("说明不是一本手册", "Descriptions are not manuals"),
		Why:    reviewer.Say("每次对话都要把说明交给模型；太长会挤掉别的工具，也容易藏东西。", "Every conversation carries the descriptions to the model; long ones crowd out other tools, and things are easily hidden in them."),
		Decide: reviewer.Sayf("超过 %d 个字符提醒，超过 %d 个交给人看，超过 %d KiB 拒绝。", "More than %d characters are warned of, more than %d go to a person, more than %d KiB are refused.", runesWarn, runesHuman, bytesReject>>10),
		Fix:    reviewer.Say("留下一段说明，其余放到文档或资源里。", "Keep one paragraph and move the rest to your documentation or to a resource."),
		Source: "measured on 949 public tools: the longest has 3,032 characters",
		Check: reviewer.PerTool(func(_ *reviewer.Dossier, t reviewer.Tool) []reviewer.Hit {
			if len(t.Description) <= runesWarn {
				return nil
			}
			n := utf8.RuneCountInString(t.Description)
			h := reviewer.Hit{
				Where: t.Pointer("description"), Evidence: t.Description,
				Message: reviewer.Sayf("说明有 %d 个字符。", "The description has %d characters.", n),
			}
			switch {
			case len(t.Description) > bytesReject:
				h.Severity = market.SeverityReject
			case n > runesHuman:
				h.Severity = market.SeverityNeedsHuman
			case n <= runesWarn:
				return nil
			}
			return []reviewer.Hit{h}
		}),
	}
}
