package schema

import (
	"marketd/market"
	"marketd/reviewer"
)

func someArguments() reviewer.Rule {
	return reviewer.Rule{
		ID: "SCH-005", Group: market.GroupTools, Severity: market.SeverityNeedsHuman, Needs: reviewer.NeedsTools,
		Title:  reviewer.Say("不是所有工具都不收参数", "Not every tool is without arguments"),
		Why:    reviewer.Say("三个以上的工具全都不收参数，通常是 Schema 没有导出来。", "When three or more tools all take no arguments, the schemas were usually not exported."),
		Decide: reviewer.Say("有 inputSchema 的工具至少三个，而且没有一个收参数（见 SCH-004）：交给人看。", "At least three tools have an inputSchema, and none of them takes arguments (see rule SCH-004): a person looks."),
		Fix:    reviewer.Say("检查 SDK 是否真的把参数写进了 inputSchema。", "Check that your SDK really writes the parameters into inputSchema."),
		Source: "measured on 28 public servers: never",
		Check: func(d *reviewer.Dossier) []reviewer.Hit {
			n := 0
			for _, t := range d.Tools {
				doc := input(d.Entry, t)
				if !doc.usable() {
					continue // told of by rule SCH-001
				}
				if !doc.takesNothing() {
					return nil
				}
				n++
			}
			if n < 3 {
				return nil
			}
			return []reviewer.Hit{{
				Where:   "/tools",
				Message: reviewer.Sayf("%d 个工具没有一个收参数。", "None of the %d tools takes arguments.", n),
			}}
		},
	}
}
