package wording

import (
	"strings"

	"marketd/market"
	"marketd/reviewer"
	"marketd/reviewer/pattern"
)

var (
	praise = pattern.Late(`(?i)\b(?:best|most\s+accurate|official|number\s+one|only\s+reliable)\b[^.\n]{0,40}\btool\b|\balways\s+(?:prefer|use)\s+this\b|\bprefer\s+this\s+tool\b|优先(?:使用|调用)本工具|必须(?:优先)?(?:使用|调用)|最(?:好|强|准|全)的工具|官方唯一`)
	// over names what this tool should be preferred to.
	over = pattern.Late("(?i)^\\s+(?:over|instead\\s+of|to)\\s+[`'\"“]?([\\w.-]+)")
)

func notSelfPraising() reviewer.Rule {
	return reviewer.Rule{
		ID: "DSC-013", Group: market.GroupSafety, Severity: market.SeverityWarn, Needs: reviewer.NeedsTools,
		Title:  reviewer.Say("说明不自夸，也不要求优先", "Descriptions neither praise themselves nor demand to be preferred"),
		Why:    reviewer.Say("“必须优先使用”“最好的工具”会让模型不看用户要什么就选它。", "“Always prefer this” or “the best tool” makes a model choose it whatever the user wants."),
		Decide: reviewer.Say("提醒：best、most accurate、official、number one、only reliable 后面 40 个字符内有 tool；always prefer this、always use this、prefer this tool；优先使用本工具、必须使用、最好的工具、官方唯一。后面写的是同一服务器的另一个工具名的（“prefer this tool over search_all”）通过。", "Warned of: best, most accurate, official, number one or only reliable with tool within the next 40 characters; always prefer this, always use this, prefer this tool; 优先使用本工具, 必须使用, 最好的工具, 官方唯一. When the name of another tool of the same server follows (“prefer this tool over search_all”), it passes."),
		Fix:    reviewer.Say("说明它做什么、什么时候合适，让模型自己选。", "Say what it does and when it fits, and let the model choose."),
		Source: "OpenAI plugin policy on broad triggering; arXiv 2602.18914",
		Check: reviewer.PerTool(func(d *reviewer.Dossier, t reviewer.Tool) []reviewer.Hit {
			if !mentions(t, "best", "accurate", "official", "number", "reliable", "prefer", "always", "优先", "必须", "的工具", "官方唯一") {
				return nil
			}
			for _, m := range praise().FindAllStringIndex(t.Description, -1) {
				if overSibling(d, t.Description[m[1]:]) {
					continue
				}
				return []reviewer.Hit{{
					Where: t.Pointer("description"), Evidence: t.Description[m[0]:m[1]],
					Message: reviewer.Say("说明要求优先选用自己。", "The description demands to be preferred to others."),
				}}
			}
			return nil
		}),
	}
}

// overSibling reports whether the text goes on to name another tool of the
// same server: choosing between siblings is normal advice.
func overSibling(d *reviewer.Dossier, rest string) bool {
	m := over().FindStringSubmatch(rest)
	if m == nil {
		return false
	}
	name := strings.TrimRight(m[1], ".")
	for _, t := range d.Tools {
		if strings.EqualFold(t.Name, name) {
			return true
		}
	}
	return false
}
