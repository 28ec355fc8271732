package schema

import (
	"marketd/market"
	"marketd/reviewer"
)

func rootIsObject() reviewer.Rule {
	return reviewer.Rule{
		ID: "SCH-002", Group: market.GroupTools, Severity: market.SeverityReject, Needs: reviewer.NeedsTools,
		Title:  reviewer.Say("inputSchema 的 type 是 \"object\"", "The type of inputSchema is \"object\""),
		Why:    reviewer.Say("参数总是一个对象；应用见不到 \"type\": \"object\" 就会丢掉说明和 Schema。", "Arguments are always an object; without \"type\": \"object\" the app drops the description and the schema."),
		Decide: reviewer.Say("最外层的 type 必须是字符串 \"object\"，逐字相同；没有、是列表、是别的类型都拒绝。anyOf、oneOf、allOf、$ref 可以写在它旁边（SCH-015 会提醒），不能代替它。", "type at the top level is the string \"object\", to the letter; absent, a list or another type is refused. anyOf, oneOf, allOf and $ref may stand beside it (rule SCH-015 warns of them), not in its place."),
		Fix:    reviewer.Say("在最外层写上 \"type\": \"object\"，组合关键字可以留在旁边。", "Write \"type\": \"object\" at the top level; combining keywords may stay beside it."),
		Source: "MCP specification 2025-11-25, Tool.inputSchema; the app's reading of it",
		Check: perInput(func(d *document) []reviewer.Hit {
			if d.root["type"] == "object" {
				return nil
			}
			h := reviewer.Hit{Where: d.where(nil, "type"), Evidence: printed(d.root["type"])}
			switch {
			case d.root["type"] == nil && combined(d.root):
				h.Message = reviewer.Say("最外层只有组合关键字，没有 \"type\": \"object\"。", "The top level has only combining keywords and no \"type\": \"object\".")
			case d.root["type"] == nil:
				h.Message = reviewer.Say("最外层没有 type。", "The top level has no type.")
			default:
				h.Message = reviewer.Say("最外层的 type 不是 \"object\"。", "The type at the top level is not \"object\".")
			}
			return []reviewer.Hit{h}
		}),
	}
}

func combined(s map[string]any) bool {
	for _, k := range []string{"anyOf", "oneOf", "allOf", "$ref"} {
		if _, ok := s[k]; ok {
			return true
		}
	}
	return false
}
