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
		Decide: reviewer.Say("把标签（应用由条目名称得出）、一个点和工具名连起来，按 RES-001 和 RES-002 的办法与保留名比；相同就交给人看。工具名自己已经是保留名的不再说一次。", "The tag (which the app makes from the listing's name), a dot and the tool's name are joined and compared with the reserved names as in rules RES-001 and RES-002; equal goes to a person. A name that is reserved by itself is not told of again."),
		Fix:    reviewer.Say("改条目名称或工具名，让合起来的名字不再像保留名。", "Change the listing's name or the tool's, so that the two together no longer read like a reserved name."),
		Source: "seed, ext.<tag>.<name>",
		Check: func(d *reviewer.Dossier) []reviewer.Hit {
			list, tag := reserved(d), d.Entry.Tag()
			names := disguisesOf(list)
			return reviewer.PerTool(func(_ *reviewer.Dossier, t reviewer.Tool) []reviewer.Hit {
				if _, already := names.passed(t.Name); already || slices.Contains(list, t.Name) {
					return nil
				}
				mounted := tag + "." + t.Name
				r, ok := names.passed(mounted)
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
