package naming

import (
	"strings"

	"marketd/market"
	"marketd/reviewer"
)

func nameDots() reviewer.Rule {
	return reviewer.Rule{
		ID: "NAM-003", Group: market.GroupTools, Severity: market.SeverityInfo, Needs: reviewer.NeedsTools,
		Title:  reviewer.Say("名字里的点会被改写", "Dots in names are rewritten on the way"),
		Why:    reviewer.Say("“领域.动作”是推荐的写法，但许多模型接口不收点号，应用会替你换掉。", "domain.action is the recommended form, yet many model APIs take no dots, so the app maps them for you."),
		Decide: reviewer.Say("名字里有点就提示一下，不算问题。", "A name with a dot is noted; it is no fault."),
		Fix:    reviewer.Say("不用改；服务端只要按原名接受调用即可。", "Nothing to do; just keep answering calls under the original name."),
		Source: "seed, tools/list; function-name limits of model APIs",
		Check: reviewer.PerTool(func(_ *reviewer.Dossier, t reviewer.Tool) []reviewer.Hit {
			if !strings.Contains(t.Name, ".") {
				return nil
			}
			return []reviewer.Hit{{
				Where: t.Pointer("name"), Evidence: t.Name,
				Message: reviewer.Say("名字带点，应用交给模型时会换成别的字符。", "The name has a dot; the app maps it before a model sees it."),
			}}
		}),
	}
}
