package naming

import (
	"marketd/market"
	"marketd/reviewer"
)

// mountedMost is the longest function name that the common model APIs accept.
const mountedMost = 64

func nameLength() reviewer.Rule {
	return reviewer.Rule{
		ID: "NAM-002", Group: market.GroupTools, Severity: market.SeverityWarn, Needs: reviewer.NeedsTools,
		Title:  reviewer.Say("挂载后的工具名不超过 64 个字符", "Mounted names are at most 64 characters long"),
		Why:    reviewer.Say("应用把工具挂成 ext.<标签>.<工具名>；常见的模型接口只收 64 个字符以内的名字。", "The app mounts a tool as ext.<tag>.<name>; the common model APIs accept names of at most 64 characters."),
		Decide: reviewer.Sayf("数 ext.<标签>.<工具名> 的字符：标签是条目名称变来的，与应用挂载时相同。超过 %d 个就提醒，不拒绝：应用交给模型前还能改写。", "The characters of ext.<tag>.<name> are counted, the tag being what the app makes of the listing's name. More than %d are warned of and never refused, for the app can still map the name before a model sees it.", mountedMost),
		Fix:    reviewer.Say("缩短工具名或条目名称。", "Shorten the tool's name or the listing's."),
		Source: "seed, ext.<tag>.<name>; function-name limits of model APIs",
		Check: reviewer.PerTool(func(d *reviewer.Dossier, t reviewer.Tool) []reviewer.Hit {
			mounted := d.Entry.MountedName(t.Name)
			if len(mounted) <= mountedMost {
				return nil
			}
			return []reviewer.Hit{{
				Where: t.Pointer("name"), Evidence: mounted,
				Message: reviewer.Sayf("挂载后的名字有 %d 个字符，超过 %d。", "The mounted name has %d characters, more than %d.", len(mounted), mountedMost),
			}}
		}),
	}
}
