package schema

import (
	"strings"

	"marketd/market"
	"marketd/reviewer"
)

func parametersTyped() reviewer.Rule {
	return reviewer.Rule{
		ID: "SCH-006", Group: market.GroupTools, Severity: market.SeverityNeedsHuman, Needs: reviewer.NeedsTools,
		Title:  reviewer.Say("每个参数都有类型", "Every parameter has a type"),
		Why:    reviewer.Say("没有类型，模型分不清该传数字、字符串还是列表。", "Without a type, a model cannot tell whether to pass a number, a string or a list."),
		Fix:    reviewer.Say("给每个参数写 type（string、number、integer、boolean、array、object）或 enum。", "Give each parameter a type (string, number, integer, boolean, array, object) or an enum."),
		Source: "seed, tools/list: type, required, description",
		Check: perInput(func(d *document) []reviewer.Hit {
			all := d.arguments()
			var untyped []argument
			for _, a := range all {
				if !d.typed(a.node) {
					untyped = append(untyped, a)
				}
			}
			if len(untyped) == 0 {
				return nil
			}
			names := make([]string, len(untyped))
			for i, a := range untyped {
				names[i] = a.name
			}
			h := reviewer.Hit{
				Where: d.where(untyped[0].node.path), Evidence: strings.Join(names, ", "),
				Message: lacking("类型", "type", len(untyped), len(all)),
			}
			if len(untyped) == len(all) {
				h.Severity = market.SeverityReject
				h.Message = reviewer.Say("没有一个参数有类型。", "No parameter has a type.")
			}
			return []reviewer.Hit{h}
		}),
	}
}
