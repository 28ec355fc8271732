package schema

import (
	"marketd/market"
	"marketd/reviewer"
)

// noArguments is the form to recommend for a tool that takes nothing.
const noArguments = `{"type":"object","properties":{},"additionalProperties":false}`

func schemaPresent() reviewer.Rule {
	return reviewer.Rule{
		ID: "SCH-001", Group: market.GroupTools, Severity: market.SeverityReject, Needs: reviewer.NeedsTools,
		Title:  reviewer.Say("每个工具都有 inputSchema", "Every tool has an inputSchema"),
		Why:    reviewer.Say("模型照 inputSchema 填参数；空的 Schema 等于没告诉它能传什么。", "A model fills in arguments according to inputSchema; an empty one does not tell it what can be passed."),
		Decide: reviewer.Say("拒绝：没有 inputSchema；不是 JSON 对象（null、true、数组）；是 {}；或者只有 $schema、$id、id、title、description、$comment、default、examples 这些注释性的字段。{\"type\":\"object\",\"properties\":{}} 通过。", "Refused: no inputSchema; one that is no JSON object (null, true, an array); {}; or one with nothing but annotations: $schema, $id, id, title, description, $comment, default, examples. {\"type\":\"object\",\"properties\":{}} passes."),
		Fix:    reviewer.Sayf("写出参数的名字、类型和说明；不需要参数就写 %s。", "Give each parameter's name, type and description; if there are none, write %s.", noArguments),
		Source: "seed, tools/list: an empty schema is sent back",
		Skip: func(d *reviewer.Dossier) market.Text {
			if d.Entry.Kind == market.KindCETP {
				return reviewer.Say("Android 提供者的参数写在 parameters 里，见 SCH-022。", "Android providers write their parameters into parameters: see rule SCH-022.")
			}
			return market.Text{}
		},
		Check: reviewer.PerTool(func(rd *reviewer.Dossier, t reviewer.Tool) []reviewer.Hit {
			d := input(rd.Entry, t)
			if d.usable() {
				return nil
			}
			m := reviewer.Say("inputSchema 不是一个 JSON 对象。", "inputSchema is not a JSON object.")
			switch {
			case len(d.raw) == 0:
				m = reviewer.Say("没有 inputSchema。", "There is no inputSchema.")
			case len(d.root) == 0 && d.root != nil:
				m = reviewer.Say("inputSchema 是空的。", "inputSchema is empty.")
			case d.root != nil:
				m = reviewer.Say("inputSchema 里只有注释性的字段，没有说明参数。", "inputSchema has only annotations and says nothing about parameters.")
			}
			return []reviewer.Hit{{Where: t.Pointer("inputSchema"), Evidence: string(d.raw), Message: m}}
		}),
	}
}
