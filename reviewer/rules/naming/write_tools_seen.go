package naming

import (
	"marketd/market"
	"marketd/reviewer"
)

func writeToolsSeen() reviewer.Rule {
	return reviewer.Rule{
		ID: "LVL-006", Group: market.GroupTools, Severity: market.SeverityInfo, Needs: reviewer.NeedsTools,
		Title:  reviewer.Say("写工具目前不挂出", "Write tools are not mounted today"),
		Why:    reviewer.Say("当前版本只读先行，level 为 write 的工具只列在这里。", "Read-only comes first: in the current version a tool whose level is write is listed but not mounted."),
		Decide: reviewer.Say("level 是 write 的每个工具都列出来，只作提示。", "Each tool whose level is write is listed; it is only a note."),
		Fix:    reviewer.Say("不用改。", "Nothing to do."),
		Source: "seed, tools/list: level",
		Check: reviewer.PerTool(func(_ *reviewer.Dossier, t reviewer.Tool) []reviewer.Hit {
			if !declaresWrite(t) {
				return nil
			}
			return []reviewer.Hit{{
				Where: t.Pointer("level"), Evidence: t.Name,
				Message: reviewer.Say("这个工具声明为 write，当前版本的应用不会挂出它。", "This tool declares write; the current app does not mount it."),
			}}
		}),
	}
}
