package schema

import (
	"strings"

	"marketd/market"
	"marketd/reviewer"
)

func requiredExists() reviewer.Rule {
	return reviewer.Rule{
		ID: "SCH-008", Group: market.GroupTools, Severity: market.SeverityReject, Needs: reviewer.NeedsTools,
		Title:  reviewer.Say("required 里的参数都存在", "Every required parameter is defined"),
		Why:    reviewer.Say("必填的参数没有定义，模型不知道传什么，校验也过不去。", "A model does not know what to pass for a required parameter without a definition, and no call passes validation."),
		Decide: reviewer.Say("required 必须是字符串的数组、没有重复，而且每个名字都在 properties 里（最外层的，或它的 $ref、allOf、anyOf、oneOf、if 里的）；不是就拒绝。有 patternProperties 或 additionalProperties 是 Schema 的，名字可以没有定义。没有 required 是允许的；但参数说明里写着“必填”时提示一下。", "required is an array of strings, none twice, each of them in properties (at the top level, or in its $ref, allOf, anyOf, oneOf or if); otherwise it is refused. With patternProperties, or additionalProperties that is a schema, a name needs no definition. No required is fine, and noted when a parameter's text says 必填 (required)."),
		Fix:    reviewer.Say("required 写成不重复的名字列表，每个名字都在 properties 里。", "Make required a list of distinct names, each of them in properties."),
		Source: "seed, tools/list: type, required, description; JSON Schema validation 6.5.3",
		Check: perInput(func(d *document) []reviewer.Hit {
			required, there := d.root["required"]
			if !there {
				return saidRequired(d)
			}
			names, ok := stringList(required)
			h := reviewer.Hit{Where: d.where(nil, "required"), Evidence: printed(required)}
			if !ok {
				h.Message = reviewer.Say("required 不是名字的列表。", "required is not a list of names.")
				return []reviewer.Hit{h}
			}
			known, seen := map[string]bool{}, map[string]bool{}
			for _, a := range d.arguments() {
				known[a.name] = true
			}
			var unknown []string
			for _, name := range names {
				if seen[name] {
					h.Message = reviewer.Sayf("required 里 %s 写了两次。", "required names %s twice.", name)
					return []reviewer.Hit{h}
				}
				seen[name] = true
				if !known[name] {
					unknown = append(unknown, name)
				}
			}
			if len(unknown) == 0 || d.open() {
				return nil
			}
			h.Evidence = strings.Join(unknown, ", ")
			h.Message = reviewer.Say("required 里有 properties 没有定义的名字。", "required names something that properties does not define.")
			return []reviewer.Hit{h}
		}),
	}
}

// saidRequired tells of a schema without required whose texts say that
// something is.
func saidRequired(d *document) []reviewer.Hit {
	for _, a := range d.arguments() {
		if strings.Contains(a.description(), "必填") {
			return []reviewer.Hit{{
				Severity: market.SeverityInfo, Where: d.where(a.node.path, "description"), Evidence: a.description(),
				Message: reviewer.Say("说明里写着必填，required 里却没有它。", "The text says that it is required (必填), but there is no required list."),
			}}
		}
	}
	return nil
}

// stringList is a JSON array of strings.
func stringList(v any) ([]string, bool) {
	list, ok := v.([]any)
	if !ok {
		return nil, false
	}
	out := make([]string, 0, len(list))
	for _, e := range list {
		s, ok := e.(string)
		if !ok {
			return nil, false
		}
		out = append(out, s)
	}
	return out, true
}
