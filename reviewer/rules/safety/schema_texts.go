package safety

import (
	"cmp"
	"slices"
	"strings"

	"marketd/market"
	"marketd/reviewer"
	"marketd/reviewer/rules/safety/hidden"
)

func schemaTexts() reviewer.Rule {
	return reviewer.Rule{
		ID: "SCH-021", Group: market.GroupSafety, Severity: market.SeverityReject, Needs: reviewer.NeedsTools,
		Title: reviewer.Say("参数定义里的文字也是干净的", "The texts inside schemas are clean too"),
		Why:   reviewer.Say("模型读到的是整个参数定义：默认值、枚举、示例和参数名里的话，和说明里的一样管用。", "A model reads the whole schema: what stands in a default, an enumerated value, an example or a property's name works as well as in the description."),
		Decide: reviewer.Say(
			"对 inputSchema 和 outputSchema 里的每一段文字（标题、说明、默认值、示例、枚举、常量、正则、注释、参数名）使用 SEC-001 到 SEC-013 和 SEC-030；每个工具指出最重的一处，轻重随那条规则。",
			"SEC-001 to SEC-013 and SEC-030 are applied to every text inside inputSchema and outputSchema: titles, descriptions, defaults, examples, enumerated values, constants, patterns, comments, property names. The worst place of each tool is told, as heavy as that rule."),
		Fix:    reviewer.Say("参数定义里只写参数本身；具体改法见所指的规则。", "Let the schema speak of the parameters only; the rule that is named says what to do."),
		Source: "full-schema poisoning: MCP specification, security considerations of tools; JSON Schema 2020-12, annotations",
		Check:  reviewer.PerTool(checkSchemaTexts),
	}
}

// inSchemas are the rules that hold for the texts of schemas.
func inSchemas() []schemaRule {
	return []schemaRule{
		{"SEC-001", market.SeverityReject, judgeInjection},
		{"SEC-010", market.SeverityReject, judgeChars(hidden.Certain)},
		{"SEC-030", market.SeverityReject, judgeSecrets},
		{"SEC-002", market.SeverityNeedsHuman, judgeSteering},
		{"SEC-006", market.SeverityNeedsHuman, judgeObfuscation},
		{"SEC-011", market.SeverityNeedsHuman, judgeChars(hidden.Doubtful)},
		{"SEC-013", market.SeverityNeedsHuman, judgeScripts},
		{"SEC-003", market.SeverityWarn, judgeTags},
		{"SEC-012", market.SeverityWarn, judgeOdd},
		{"SEC-004", market.SeverityInfo, judgeUrgency},
	}
}

type schemaRule struct {
	id       string
	severity market.Severity
	of       judge
}

func checkSchemaTexts(d *reviewer.Dossier, t reviewer.Tool) []reviewer.Hit {
	var worst reviewer.Hit
	var names []string
	for _, p := range ofTool(t) {
		if !p.schema {
			continue
		}
		for _, r := range inSchemas() {
			for _, h := range r.of(d, p) {
				if !slices.Contains(names, r.id) {
					names = append(names, r.id)
				}
				h.Severity = cmp.Or(h.Severity, r.severity)
				if worst.Where == "" || h.Severity.Weight() > worst.Severity.Weight() {
					worst, worst.Where = h, pointer(t, p)
				}
			}
		}
	}
	if worst.Where == "" {
		return nil
	}
	slices.Sort(names)
	list := strings.Join(names, ", ")
	worst.Message = reviewer.Sayf("参数定义里的文字不合 %s。", "A text inside the schema goes against %s.", list)
	return one(worst)
}
