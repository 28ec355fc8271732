package contract

import (
	"marketd/market"
	"marketd/reviewer"
)

// Numbers of tools (rule PRO-008): clients are known to stop at 40 and at 128.
const (
	toolsWarn   = 40
	toolsHuman  = 128
	toolsReject = 500
)

func notTooMany() reviewer.Rule {
	return reviewer.Rule{
		ID: "PRO-008", Group: market.GroupTools, Severity: market.SeverityWarn, Needs: reviewer.NeedsProbe,
		Title:  reviewer.Say("工具不太多", "There are not too many tools"),
		Why:    reviewer.Say("每个工具都占模型的上下文；有的客户端只取前 40 个或 128 个。", "Every tool takes up a model's context, and some clients stop at 40 or 128 of them."),
		Decide: reviewer.Say("数不同的工具名：超过 40 个提醒，超过 128 个要人来看，超过 500 个拒绝。应用的列表读不到时，看标准 MCP 的。", "Distinct names of tools are counted: more than 40 are warned of, more than 128 go to a person, more than 500 are refused. Where the app's list cannot be read, standard MCP's is looked at."),
		Fix:    reviewer.Say("合并相近的工具，或拆成几个条目，各有各的用途。", "Merge tools that are alike, or split them into several listings with a purpose each."),
		Source: "the market's policy",
		Skip:   unlessListed("PRO-008"),
		Check: func(d *reviewer.Dossier) []reviewer.Hit {
			if d.Last().List.Fault.Code == market.FaultTooManyTools {
				h := fault(d, reviewer.Sayf("工具超过 %d 个，没有再读下去。", "There are more than %d tools; we stopped reading.", toolsReject))
				h[0].Severity, h[0].Profile = market.SeverityReject, market.ProfileApp // standard MCP's is rule PRO-018's
				return h
			}
			names := map[string]bool{}
			for _, t := range d.Tools {
				names[t.Name] = true
			}
			hit := reviewer.Hit{Where: atListOf(d.Last()), Message: reviewer.Sayf("有 %d 个工具。", "There are %d tools.", len(names))}
			switch n := len(names); {
			case n > toolsReject:
				hit.Severity = market.SeverityReject
			case n > toolsHuman:
				hit.Severity = market.SeverityNeedsHuman
			case n <= toolsWarn:
				return nil
			}
			return []reviewer.Hit{hit}
		},
	}
}
