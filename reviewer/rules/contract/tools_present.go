package contract

import (
	"slices"

	"marketd/market"
	"marketd/reviewer"
)

func toolsPresent() reviewer.Rule {
	return reviewer.Rule{
		ID: "PRO-007", Group: market.GroupApp, Severity: market.SeverityReject, Needs: reviewer.NeedsTools,
		Title:  reviewer.Say("至少有一个工具能挂到应用里", "There is at least one tool that the app can mount"),
		Why:    reviewer.Say("没有可用工具的条目，装了也没有用。", "A listing without a usable tool is useless once installed."),
		Decide: reviewer.Say("列表里没有工具，或者每个工具不是 level 为 write 就是用了应用保留的名字，就算。", "It hits when the list is empty, or when every tool is of level write or has a name that the app reserves."),
		Fix:    reviewer.Say("提供至少一个只读工具：level 写 readonly 或不写，名字不用应用保留的。", "Offer at least one read-only tool: level readonly or left out, and a name that the app does not reserve."),
		Source: "seed, tools/list and security constraints",
		Check: func(d *reviewer.Dossier) []reviewer.Hit {
			if len(d.Tools) == 0 {
				return []reviewer.Hit{{Where: atList, Message: reviewer.Say("工具列表是空的。", "The tool list is empty.")}}
			}
			mountable := slices.ContainsFunc(d.Tools, func(t reviewer.Tool) bool {
				return t.Level != market.LevelWrite && !slices.Contains(d.Policy.Reserved, t.Name) && !slices.Contains(d.Policy.NeverRun, t.Name)
			})
			if mountable {
				return nil
			}
			return []reviewer.Hit{{Where: atList, Message: reviewer.Say("所有工具不是 write 级别就是用了保留的名字，应用一个也不会挂出。", "Every tool is of level write or has a reserved name; the app mounts none of them.")}}
		},
	}
}
