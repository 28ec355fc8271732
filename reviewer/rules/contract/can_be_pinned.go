package contract

import (
	"marketd/market"
	"marketd/market/digest"
	"marketd/reviewer"
)

func canBePinned() reviewer.Rule {
	return reviewer.Rule{
		ID: "DRF-001", Group: market.GroupSafety, Severity: market.SeverityReject, Needs: reviewer.NeedsList,
		Title:  reviewer.Say("每个工具都能算出指纹", "Every tool has a digest"),
		Why:    reviewer.Say("批准是对内容的批准：指纹记下审核时的工具，之后一变就看得出来。", "An approval is of a content: the digest keeps what was reviewed, so that a change is seen at once."),
		Fix:    reviewer.Say("工具里不要有重复的键、不成对的代理字符（如 \\ud800）和双精度数装不下的数字（如 1e999）。", "Have no key twice in a tool, no lone surrogate (such as \\ud800) and no number that a double cannot hold (such as 1e999)."),
		Source: "RFC 8785 (JCS)",
		Check: reviewer.PerTool(func(_ *reviewer.Dossier, t reviewer.Tool) []reviewer.Hit {
			if t.Members == nil {
				return nil // rule PRO-012
			}
			if _, _, err := digest.Tool(t.Raw); err == nil {
				return nil
			}
			return []reviewer.Hit{{Where: t.Pointer(), Tool: t.Name, Message: reviewer.Say("这个工具的 JSON 没有规范写法，算不出指纹。", "This tool's JSON has no canonical form, so it has no digest.")}}
		}),
	}
}
