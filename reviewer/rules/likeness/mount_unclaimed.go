package likeness

import (
	"slices"
	"strings"

	"marketd/market"
	"marketd/reviewer"
)

func mountUnclaimed() reviewer.Rule {
	return reviewer.Rule{
		ID: "ENT-006", Group: market.GroupApp, Severity: market.SeverityReject, Profile: market.ProfileApp, Needs: reviewer.NeedsMarket,
		Title:  reviewer.Say("工具挂载后的名字没有别人在用", "The tools' mounted names are nobody else's"),
		Why:    reviewer.Say("应用把工具挂在 ext.<前缀>.<工具名> 下。两个条目的前缀和工具名都相同，装了两个的用户，其中一个的工具会顶替另一个的。", "The app mounts a tool as ext.<tag>.<name>. When two listings have the same tag and a tool of the same name, one's tool replaces the other's for users who have both."),
		Decide: reviewer.Say("前缀由名称得来：字母、数字、_ 和 - 以外的字都换成 _。和在架或更早提交的条目比较，不分大小写。前缀相同且有同名工具：别人的条目则拒绝（只影响应用），自己的条目则由审核员看；前缀相同而工具名都不同（或还读不到工具列表）：提醒。", "The tag is the name with everything but letters, digits, _ and - made _. It is compared with those of what is listed or was submitted earlier, in any case. The same tag and a tool of the same name: refused for the app when the other is someone else's, a person looks when it is your own. The same tag and no tool's name in common, or no list to compare: a warning."),
		Fix:    reviewer.Say("在名称里加一个自己的拉丁字母的词，例如“快递查询 kuaidi”，前缀就不同了。", "Add a word of your own in Latin letters to the name, for example “快递查询 kuaidi”: the tag is then another."),
		Source: "seed, ext.<tag>.<name>",
		Check:  checkMount,
	}
}

func checkMount(d *reviewer.Dossier) []reviewer.Hit {
	others, mine := alike(d, market.LikeTag)
	sharing := func(n market.Neighbour) bool { return len(n.Shared) > 0 }
	var hits []reviewer.Hit
	for _, side := range []struct {
		ns       []market.Neighbour
		severity market.Severity
	}{{where(others, sharing), market.SeverityReject}, {where(mine, sharing), market.SeverityNeedsHuman}} {
		if len(side.ns) == 0 {
			continue
		}
		shared := side.ns[0].Shared
		hits = append(hits, reviewer.Hit{
			Severity: side.severity, Where: atName, Evidence: d.Entry.MountedName(shared[0]),
			Message: sayOf("%s的前缀也是 ext.%s.，也有名为 %s 的工具：两个都装时，会互相顶替。", "%s has the tag ext.%s. too, and tools of the same name: %s. Where both are installed one replaces the other.", side.ns, d.Entry.Tag(), some(shared)),
		})
	}
	if all := slices.Concat(others, mine); len(hits) == 0 && len(all) > 0 {
		h := reviewer.Hit{
			Severity: market.SeverityWarn, Where: atName, Evidence: d.Entry.MountedName(""),
			Message: sayOf("%s的前缀也是 ext.%s.。现在没有同名的工具，以后加了会互相顶替。", "%s has the tag ext.%s. too. No tools have the same name now; those that come later may replace one another.", all, d.Entry.Tag()),
		}
		if !d.Listed {
			h.Message = sayOf("%s的前缀也是 ext.%s.。还没有读到工具列表，不知道有没有同名的工具。", "%s has the tag ext.%s. too. No tool list was read, so whether tools have the same name is not known.", all, d.Entry.Tag())
		}
		hits = append(hits, h)
	}
	return hits
}

// some names up to three.
func some(names []string) string {
	const most = 3
	if len(names) > most {
		return strings.Join(names[:most], ", ") + " …"
	}
	return strings.Join(names, ", ")
}
