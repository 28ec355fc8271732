package schema

import (
	"marketd/market"
	"marketd/reviewer"
)

func noArgumentsDeclared() reviewer.Rule {
	return reviewer.Rule{
		ID: "SCH-003", Group: market.GroupTools, Severity: market.SeverityWarn, Needs: reviewer.NeedsTools,
		Title:  reviewer.Say("inputSchema 带有 properties", "inputSchema has properties"),
		Why:    reviewer.Say("应用要求 properties 是一个对象，没有它就丢掉说明和 Schema，换上一句自编的话。", "The app expects properties to be an object; without it, it drops the description and the schema and puts filler in their place."),
		Decide: reviewer.Say("type 是 object 而最外层没有 properties：提醒。有 additionalProperties: false 也一样。说明里提到参数的由 SCH-004 说。", "type is object and the top level has no properties: warned of, with additionalProperties: false as well. When the description mentions arguments, rule SCH-004 tells of it."),
		Fix:    reviewer.Sayf("不需要参数的工具写 %s。", "A tool without arguments is best written %s.", noArguments),
		Source: "MCP specification 2025-11-25, tools without parameters; the app's reading of it",
		Check: perInput(func(d *document) []reviewer.Hit {
			if _, there := d.root["properties"]; there || d.root["type"] != "object" || hidden(d) != "" {
				return nil
			}
			h := reviewer.Hit{Where: d.where(nil), Evidence: string(d.raw)}
			switch {
			case !d.takesNothing():
				h.Message = reviewer.Say("参数写在组合关键字里，最外层没有 properties。", "The parameters are inside combining keywords; the top level has no properties.")
				h.Fix = reviewer.Say("把参数提到最外层的 properties 里，至少写上 \"properties\": {}。", "Move the parameters to properties at the top level, or at least add \"properties\": {}.")
			default:
				h.Message = reviewer.Say("这个工具不收参数，但没有写 \"properties\": {}。", "The tool takes no arguments but does not say \"properties\": {}.")
			}
			return []reviewer.Hit{h}
		}),
	}
}
