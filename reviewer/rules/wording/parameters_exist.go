package wording

import (
	"strings"

	"marketd/market"
	"marketd/reviewer"
	"marketd/reviewer/pattern"
)

// namedParameter is an identifier in backticks that the text calls an argument.
var namedParameter = pattern.Late("(?i)(?:parameters?|arguments?|set|pass|provide|specify|参数|传入|指定)\\s*`([A-Za-z]\\w*)`|`([A-Za-z]\\w*)`\\s*(?:is\\s+(?:required|optional|mandatory)|(?:parameter|argument)\\b|参数|为?必填|必须)")

func parametersExist() reviewer.Rule {
	return reviewer.Rule{
		ID: "DSC-014", Group: market.GroupTools, Severity: market.SeverityInfo, Needs: reviewer.NeedsTools,
		Title:  reviewer.Say("说明提到的参数都存在", "Parameters named in the description exist"),
		Why:    reviewer.Say("模型会照说明传参；不存在的参数会让调用失败。", "A model passes what the description names; an argument that does not exist makes the call fail."),
		Decide: reviewer.Say("看反引号里的标识符：前面是 parameter、argument、set、pass、provide、specify、参数、传入、指定，或后面是 is required、is optional、parameter、argument、必填、必须。inputSchema 和 outputSchema 里都没有这个名字就提示，只说第一个。", "Identifiers in backticks with parameter, argument, set, pass, provide, specify, 参数, 传入 or 指定 before them, or is required, is optional, parameter, argument, 必填 or 必须 after them. The first whose name is neither in inputSchema nor in outputSchema is noted."),
		Fix:    reviewer.Say("让说明里的参数名与 inputSchema 一致。", "Make the names in the description agree with inputSchema."),
		Source: "arXiv 2602.18914",
		Check: reviewer.PerTool(func(_ *reviewer.Dossier, t reviewer.Tool) []reviewer.Hit {
			if !strings.ContainsRune(t.Description, '`') {
				return nil
			}
			for _, m := range namedParameter().FindAllStringSubmatch(t.Description, -1) {
				name := m[1] + m[2]
				quotedName := `"` + name + `"`
				if len(name) < 3 || strings.Contains(string(t.InputSchema), quotedName) || strings.Contains(string(t.OutputSchema), quotedName) {
					continue
				}
				return []reviewer.Hit{{
					Where: t.Pointer("description"), Evidence: m[0],
					Message: reviewer.Sayf("说明提到参数 %s，inputSchema 里没有。", "The description names a parameter %s that inputSchema does not have.", name),
				}}
			}
			return nil
		}),
	}
}
