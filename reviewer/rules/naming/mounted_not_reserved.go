package naming

import (
	"slices"

	"marketd/market"
	"marketd/reviewer"
)

func mountedNotReserved() reviewer.Rule {
	return reviewer.Rule{
		ID: "RES-003", Group: market.GroupSafety, Severity: market.SeverityNeedsHuman, Needs: reviewer.NeedsTools,
		Title:  reviewer.Say("标签和工具名合起来不是保留名", "Tag and name together do not make a reserved name"),
		Why:    reviewer.Say("标签 sms 加工具 read 会挂成 ext.sms.read，读起来就是应用自己的短信工具。", "Tag sms and tool read are mounted as ext.sms.read, which reads like the app's own."),
		Fix:    reviewer.Say("改条目名称或工具名，让合起来的名字不再像保留名。", "Change the listing's name or the tool's, so that the two together no longer read like a reserved name."),
		Source: "seed, ext.<tag>.<name>",
		Check: func(d *reviewer.Dossier) []reviewer.Hit {
			list, tag := reserved(d), d.Entry.Tag()
			return reviewer.PerTool(func(_ *reviewer.Dossier, t reviewer.Tool) []reviewer.Hit {
				if _, already := disguised(t.Name, list); already || slices.Contains(list, t.Name) {
					return nil
				}
				mounted := tag + "." + t.Name
				r, ok := disguised(mounted, list)
				if !ok && !slices.Contains(list, mounted) {
					return nil
				}
				if r == "" {
					r = mounted
				}
				return []reviewer.Hit{{
					Where: t.Pointer("name"), Evidence: "ext." + mounted,
					Message: reviewer.Sayf("挂载后的名字读作保留名 %s。", "The mounted name reads like the reserved name %s.", r),
				}}
			})(d)
		},
	}
}
