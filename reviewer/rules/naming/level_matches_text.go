package naming

import (
	"marketd/market"
	"marketd/reviewer"
	"marketd/reviewer/words"
)

func levelMatchesText() reviewer.Rule {
	return reviewer.Rule{
		ID: "LVL-003", Group: market.GroupSafety, Severity: market.SeverityWarn, Needs: reviewer.NeedsTools,
		Title:  reviewer.Say("标成只读的工具，说明看起来也只读", "Tools declared read-only have read-only descriptions"),
		Why:    reviewer.Say("说明以“删除”“发送”开头的工具，多半不只是读。", "A tool whose description begins with “deletes” or “sends” most likely does more than read."),
		Fix:    reviewer.Say("会改动数据就写 \"level\": \"write\"；只读就让第一句说它读什么。", "If it changes anything, declare \"level\": \"write\"; if not, let the first sentence say what it reads."),
		Source: "seed, tools/list: level",
		Check: reviewer.PerTool(func(_ *reviewer.Dossier, t reviewer.Tool) []reviewer.Hit {
			if declaresWrite(t) || class(t) == words.Writes || words.Begins(t.Description) != words.Writes {
				return nil
			}
			return []reviewer.Hit{{
				Where: t.Pointer("description"), Evidence: t.Description,
				Message: reviewer.Say("说明的第一个词说它会改动数据，工具却是只读级。", "The first word of the description says that it changes things, yet the tool is read-only."),
			}}
		}),
	}
}
