package safety

import (
	"marketd/market"
	"marketd/reviewer"
	"marketd/reviewer/rules/safety/family"
)

func noMalice() reviewer.Rule {
	return reviewer.Rule{
		ID: "SEC-005", Group: market.GroupSafety, Severity: market.SeverityNeedsHuman, Needs: reviewer.NeedsTools,
		Title: reviewer.Say("工具不自称做坏事", "No tool says that it does harm"),
		Why:   reviewer.Say("窃取数据、植入后门的工具不该进目录；安全研究用的工具要由人判断。", "Tools that steal data or plant backdoors have no place in the catalog; one for security research is for a person to judge."),
		Decide: reviewer.Say(
			"只看名称、标题、说明、条目和使用说明（参数里的值不看）：窃取、盗取、植入、投放等动作和密码、数据、后门、勒索软件等对象出现在同一句。句子里有检测、防护、情报、演练等词的，以及体育、金融、钓鱼（垂钓）、公交后门这类别的意思，不算。",
			"Only names, titles, descriptions, the entry and the instructions are looked at, not the values of parameters: an act such as exfiltrating, stealing, planting or deploying in one sentence with passwords, data, backdoors or ransomware. A sentence that speaks of detection, protection, intelligence or drills does not count, nor do other senses: steals in basketball, a backdoor listing, angling."),
		Fix:    reviewer.Say("若是安全产品，写清它检测或防护什么；否则不要提交。", "For a product of security say what it detects or protects; otherwise do not submit it."),
		Source: "OWASP MCP Top 10; measured: two descriptions of 949",
		Check:  everywhere(bySign(family.Malice, reviewer.Say("这里说的是做坏事。", "This speaks of doing harm."))),
	}
}

// bySign hits where a passage has a sign of a family that stands for itself.
func bySign(f family.Family, message market.Text) judge {
	return func(_ *reviewer.Dossier, p passage) []reviewer.Hit {
		for i := range p.signs {
			if s := &p.signs[i]; s.Family == f && !s.Weak {
				return one(reviewer.Hit{Evidence: s.shown, Message: message})
			}
		}
		return nil
	}
}
