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
		Decide: reviewer.Say("有 type、enum、const、$ref、$dynamicRef、$recursiveRef、properties、items 或 prefixItems 之一就算有类型；anyOf、oneOf 要每个分支都有，allOf 有一个就行，最多往里看 12 层。true、false 和只有说明的不算。{\"not\": {}}，以及名字以 _ 开头或写在条件里的 false，是表示“没有参数”的写法，不当作参数。没有一个参数有类型：拒绝；一部分没有：交给人看。", "A parameter has a type when it has one of type, enum, const, $ref, $dynamicRef, $recursiveRef, properties, items or prefixItems; of anyOf and oneOf every branch needs one, of allOf one branch will do, 12 levels deep at most. true, false, and a schema with only a description, have none. {\"not\": {}}, and false under a name that begins with _ or inside a condition, are how some libraries write “no arguments” and are no parameters. Not one parameter with a type: refused; some without: a person looks."),
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
