package naming

import (
	"marketd/market"
	"marketd/reviewer"
)

func writeToolsSeen() reviewer.Rule {
	return reviewer.Rule{
		ID: "LVL-006", Group: market.GroupTools, Severity: market.SeverityInfo, Needs: reviewer.NeedsTools,
		Title:  reviewer.Say("会改动数据的工具，应用现在还不用", "The app does not use tools that change things yet"),
		Why:    reviewer.Say("应用先只用只读的工具；level 是 write 的在这里列出来，应用里看不到。", "The app begins with tools that only read: those whose level is write are listed here and do not show in the app."),
		Decide: reviewer.Say("level 是 write 的每个工具都列出来，只作提示。", "Each tool whose level is write is listed; it is only a note."),
		Fix:    reviewer.Say("不用改。", "Nothing to do."),
		Source: "seed, tools/list: level",
		Check: reviewer.PerTool(func(_ *reviewer.Dossier, t reviewer.Tool) []reviewer.Hit {
			if !declaresWrite(t) {
				return nil
			}
			return []reviewer.Hit{{
				Where: t.Pointer("level"), Evidence: t.Name,
				Message: reviewer.Say("这个工具声明会改动数据（write），应用现在还不用它。", "This tool declares that it changes things (write); the app does not use it yet."),
			}}
		}),
	}
}
