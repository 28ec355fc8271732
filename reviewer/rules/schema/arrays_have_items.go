package schema

import (
	"slices"

	"marketd/market"
	"marketd/reviewer"
)

func arraysHaveItems() reviewer.Rule {
	return reviewer.Rule{
		ID: "SCH-013", Group: market.GroupTools, Severity: market.SeverityWarn, Needs: reviewer.NeedsTools,
		Title:  reviewer.Say("数组写明了元素", "Arrays say what they contain"),
		Why:    reviewer.Say("没有 items，有的模型接口会拒绝整个工具，有的会乱填。", "Without items, some model APIs refuse the whole tool and others fill in anything."),
		Decide: reviewer.Say("type 是 array（或列表里有 array），而没有 items、prefixItems、contains、$ref、enum、const、allOf、anyOf、oneOf：提醒。", "type is array, or a list with array in it, and there is none of items, prefixItems, contains, $ref, enum, const, allOf, anyOf, oneOf: warned of."),
		Fix:    reviewer.Say("给数组加 items，例如 {\"type\": \"string\"}。", "Add items to the array, for example {\"type\": \"string\"}."),
		Source: "function-calling limits of model APIs",
		Check: perInput(func(d *document) []reviewer.Hit {
			var hits []reviewer.Hit
			for _, n := range d.nodes {
				if !ofType(n.object, "array") || has(n.object, "items", "prefixItems", "contains", "$ref", "enum", "const", "allOf", "anyOf", "oneOf") {
					continue
				}
				hits = append(hits, reviewer.Hit{
					Where: d.where(n.path), Evidence: n.name,
					Message: reviewer.Say("数组没有写元素的类型。", "The array does not say what its items are."),
				})
			}
			return hits
		}),
	}
}

// has reports whether the schema has any of the keywords.
func has(s map[string]any, keywords ...string) bool {
	return slices.ContainsFunc(keywords, func(k string) bool { _, ok := s[k]; return ok })
}
