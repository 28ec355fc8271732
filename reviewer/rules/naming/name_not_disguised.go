package naming

import (
	"marketd/market"
	"marketd/reviewer"
)

func nameNotDisguised() reviewer.Rule {
	return reviewer.Rule{
		ID: "RES-002", Group: market.GroupSafety, Severity: market.SeverityReject, Needs: reviewer.NeedsTools,
		Title:  reviewer.Say("没有换个写法的保留名", "No reserved name in another spelling"),
		Why:    reviewer.Say("换大小写、分隔符或形近数字的保留名，会让人和模型当成应用自己的工具。", "A reserved name with other case, other separators or look-alike digits passes for the app's own tool."),
		Fix:    reviewer.Say("换一个真正不同的名字。", "Choose a name that is really different."),
		Source: "seed, reserved names; studies of name squatting",
		Check: func(d *reviewer.Dossier) []reviewer.Hit {
			list := reserved(d)
			return reviewer.PerTool(func(_ *reviewer.Dossier, t reviewer.Tool) []reviewer.Hit {
				r, ok := disguised(t.Name, list)
				if !ok {
					return nil
				}
				return []reviewer.Hit{{
					Where: t.Pointer("name"), Evidence: t.Name,
					Message: reviewer.Sayf("这个名字只是保留名 %s 的另一种写法。", "This name is only another spelling of the reserved name %s.", r),
				}}
			})(d)
		},
	}
}
