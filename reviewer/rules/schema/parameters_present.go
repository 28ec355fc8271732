package schema

import (
	"marketd/market"
	"marketd/reviewer"
)

func parametersPresent() reviewer.Rule {
	return reviewer.Rule{
		ID: "SCH-022", Group: market.GroupTools, Severity: market.SeverityReject, Needs: reviewer.NeedsTools,
		Title:  reviewer.Say("Android 提供者的每个工具都有 parameters", "Every tool of an Android provider has parameters"),
		Why:    reviewer.Say("读取列表的应用把没有的 parameters 当成 {}，遇到 null 或数组则会崩溃。", "The app that reads the list takes missing parameters for {}, and crashes on null or an array."),
		Decide: reviewer.Say("只看类型为 cetp 的条目。parameters 没有、不是 JSON 对象（null、数组、字符串），或是 {}、只有注释性的字段：拒绝。其余与 inputSchema 一样，由 SCH-002 到 SCH-019 判。", "Only entries of kind cetp are looked at. parameters absent, no JSON object (null, an array, a text), {} or nothing but annotations: refused. All else is judged by rules SCH-002 to SCH-019, as inputSchema is."),
		Fix:    reviewer.Sayf("写出参数的名字、类型和说明；不需要参数就写 %s。", "Give each parameter's name, type and description; if there are none, write %s.", noArguments),
		Source: "CETP, list_tools",
		Skip: func(d *reviewer.Dossier) market.Text {
			if d.Entry.Kind != market.KindCETP {
				return reviewer.Say("只有 Android 提供者（cetp）的工具用 parameters。", "Only the tools of Android providers (cetp) have parameters.")
			}
			return market.Text{}
		},
		Check: reviewer.PerTool(func(rd *reviewer.Dossier, t reviewer.Tool) []reviewer.Hit {
			d := input(rd.Entry, t)
			if d.usable() {
				return nil
			}
			m := reviewer.Say("parameters 不是一个 JSON 对象。", "parameters is not a JSON object.")
			switch {
			case len(d.raw) == 0:
				m = reviewer.Say("没有 parameters。", "There are no parameters.")
			case d.root != nil:
				m = reviewer.Say("parameters 没有说明任何参数。", "parameters says nothing about any parameter.")
			}
			return []reviewer.Hit{{Where: t.Pointer("parameters"), Evidence: string(d.raw), Message: m}}
		}),
	}
}
