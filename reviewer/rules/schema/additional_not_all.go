package schema

import (
	"marketd/market"
	"marketd/reviewer"
)

func additionalNotAll() reviewer.Rule {
	return reviewer.Rule{
		ID: "SCH-014", Group: market.GroupTools, Severity: market.SeverityInfo, Needs: reviewer.NeedsTools,
		Title:  reviewer.Say("additionalProperties 不代替参数", "additionalProperties does not stand in for parameters"),
		Why:    reviewer.Say("只写 additionalProperties: true，等于什么都收、什么都没说。", "additionalProperties: true alone accepts anything and says nothing."),
		Decide: reviewer.Say("最外层 additionalProperties 是 true，而又一个参数都没有：提示。没有这个关键字很正常；是一个 Schema（映射类型）也没有问题。", "additionalProperties at the top level is true, and there is not one parameter: noted. Leaving the keyword out is normal, and a schema there (a map type) is fine."),
		Fix:    reviewer.Say("列出参数；不收参数就写 \"additionalProperties\": false。", "List the parameters; if there are none, write \"additionalProperties\": false."),
		Source: "JSON Schema core 10.3.2.3",
		Check: perInput(func(d *document) []reviewer.Hit {
			if d.root["additionalProperties"] != true || len(d.arguments()) > 0 {
				return nil
			}
			return []reviewer.Hit{{
				Where: d.where(nil, "additionalProperties"), Evidence: "true",
				Message: reviewer.Say("一个参数都没列，却收任何参数。", "No parameter is listed, yet any is accepted."),
			}}
		}),
	}
}
