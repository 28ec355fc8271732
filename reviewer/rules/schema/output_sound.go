package schema

import (
	"bytes"

	"marketd/market"
	"marketd/reviewer"
)

func outputSound() reviewer.Rule {
	return reviewer.Rule{
		ID: "SCH-020", Group: market.GroupTools, Severity: market.SeverityWarn, Needs: reviewer.NeedsTools,
		Title:  reviewer.Say("outputSchema 也合法", "outputSchema is valid as well"),
		Why:    reviewer.Say("客户端用它检查结果；写错了，好的结果也会被当成错误。", "Clients check results by it; a wrong schema turns good results into errors."),
		Decide: reviewer.Say("有 outputSchema 时：最外层不是 type: object，或不合 SCH-009、SCH-011：提醒。引用按 SCH-010 判，指向别处的拒绝。没有或为 null 不看。", "When there is an outputSchema: a top level other than type: object, or a fault by rules SCH-009 or SCH-011, is warned of. References are judged by rule SCH-010; one that leads elsewhere is refused. Absent or null is left alone."),
		Fix:    reviewer.Say("改正它，或者不写 outputSchema。", "Correct it, or leave outputSchema out."),
		Source: "MCP specification 2025-11-25, Tool.outputSchema",
		Check: reviewer.PerTool(func(_ *reviewer.Dossier, t reviewer.Tool) []reviewer.Hit {
			raw := bytes.TrimSpace(t.Members["outputSchema"])
			if len(raw) == 0 || string(raw) == "null" {
				return nil
			}
			d := output(t)
			if d.root == nil || d.root["type"] != "object" {
				return []reviewer.Hit{{
					Where: d.where(nil), Evidence: string(raw),
					Message: reviewer.Say("outputSchema 最外层不是 \"type\": \"object\"。", "The top level of outputSchema is not \"type\": \"object\"."),
				}}
			}
			if hits := softened(checkSize(d)); len(hits) > 0 {
				return hits
			}
			return append(checkReferences(d), softened(checkDialect(d))...)
		}),
	}
}

// softened makes what would be a refusal of an input schema a warning.
func softened(hits []reviewer.Hit) []reviewer.Hit {
	for i := range hits {
		if hits[i].Severity == "" || hits[i].Severity == market.SeverityReject {
			hits[i].Severity = market.SeverityWarn
		}
	}
	return hits
}
