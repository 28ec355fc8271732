package safety

import (
	"marketd/market"
	"marketd/reviewer"
)

// urgentLeast is how many different words of urgency make a text shout.
const urgentLeast = 3

func noUrgency() reviewer.Rule {
	return reviewer.Rule{
		ID: "SEC-004", Group: market.GroupSafety, Severity: market.SeverityInfo, Needs: reviewer.NeedsTools,
		Title:  reviewer.Say("文字不靠紧急的口吻", "Texts do not shout"),
		Why:    reviewer.Say("满是 IMPORTANT、CRITICAL 的说明会让模型偏重这个工具，也是攻击文字的一个特征；单独出现没有坏处。", "A description full of IMPORTANT and CRITICAL makes a model favour the tool, and attacks are written so; by itself it does no harm."),
		Decide: reviewer.Say("同一段文字里有 important、crucial、critical、vital、urgent、ignore、disregard、override、bypass 中的三个以上，只作提示。", "One text with three or more of important, crucial, critical, vital, urgent, ignore, disregard, override and bypass is noted."),
		Fix:    reviewer.Say("把要点写成普通的句子。", "Make the point in plain sentences."),
		Source: "measured: okta get_logs and a few others of 949 tools",
		Check:  everywhere(judgeUrgency),
	}
}

func judgeUrgency(_ *reviewer.Dossier, p passage) []reviewer.Hit {
	if p.urgent < urgentLeast {
		return nil
	}
	return one(reviewer.Hit{Evidence: head(p.value, 150), Message: reviewer.Sayf("这里有 %d 个不同的强调用词。", "There are %d different words of urgency here.", p.urgent)})
}
