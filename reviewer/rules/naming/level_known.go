package naming

import (
	"encoding/json"
	"strings"

	"marketd/market"
	"marketd/reviewer"
)

func levelKnown() reviewer.Rule {
	return reviewer.Rule{
		ID: "LVL-001", Group: market.GroupTools, Severity: market.SeverityReject, Needs: reviewer.NeedsTools,
		Title:  reviewer.Say("level 是 readonly 或 write", "level is readonly or write"),
		Why:    reviewer.Say("应用只认这两个值，别的值会被当成什么，说不准。", "The app knows only these two values; what it makes of any other cannot be said."),
		Decide: reviewer.Say("level 没有就是 readonly，null 也当作没有（PRO-012 会提醒）；有的话必须是字符串 readonly 或 write，逐字相同。\"read-only\"、\"READ\"、true 都拒绝。", "An absent level means readonly, and null counts as absent (rule PRO-012 tells of it); otherwise it is the string readonly or write, to the letter. \"read-only\", \"READ\" and true are refused."),
		Fix:    reviewer.Say("写 \"level\": \"readonly\" 或 \"level\": \"write\"；不写就是 readonly。", "Write \"level\": \"readonly\" or \"level\": \"write\"; leaving it out means readonly."),
		Source: "seed, tools/list",
		Check: reviewer.PerTool(func(_ *reviewer.Dossier, t reviewer.Tool) []reviewer.Hit {
			raw, ok := t.Members["level"]
			if !ok || strings.TrimSpace(string(raw)) == "null" {
				return nil
			}
			var s string
			if json.Unmarshal(raw, &s) == nil && (s == market.LevelReadonly || s == market.LevelWrite) {
				return nil
			}
			return []reviewer.Hit{{
				Where: t.Pointer("level"), Evidence: string(raw),
				Message: reviewer.Say("level 的值不是 readonly 也不是 write。", "level is neither readonly nor write."),
			}}
		}),
	}
}
