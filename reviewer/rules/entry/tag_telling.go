package entry

import (
	"strings"

	"marketd/market"
	"marketd/reviewer"
)

func tagTelling() reviewer.Rule {
	return reviewer.Rule{
		ID: "ENT-005", Group: market.GroupMeta, Severity: market.SeverityWarn, Needs: reviewer.NeedsEntry,
		Title:  reviewer.Say("从工具前缀看得出是谁的工具", "The prefix of the tools tells whose they are"),
		Why:    reviewer.Say("前缀由名称得来，字母、数字、下划线和连字符以外的字都变成下划线；字数相同的纯中文名称会得到同一个前缀，工具会互相顶替。", "The prefix is made from the name, and all but letters, digits, _ and - become _. Two purely Chinese names of equal length get the same prefix, and the tools of one can replace those of the other."),
		Decide: reviewer.Say("前缀 ext.<tag>. 的 tag 是名称（没有名称时是编号）里 [A-Za-z0-9_-] 以外的每个字都换成 _ 的结果；其中字母和数字少于 2 个就提醒。", "The tag in ext.<tag>. is the name (the id when there is none) with every character outside [A-Za-z0-9_-] made _. Fewer than 2 letters or digits in it are warned of."),
		Fix:    reviewer.Say("在名称里加一个拉丁字母的词，例如“天气查询 tianqi”。", "Add a word in Latin letters to the name, for example “天气查询 tianqi”."),
		Source: "seed, ext.<tag>.<name>",
		Check: func(d *reviewer.Dossier) []reviewer.Hit {
			tag := d.Entry.Tag()
			if len(tag)-strings.Count(tag, "_")-strings.Count(tag, "-") >= 2 {
				return nil
			}
			return []reviewer.Hit{{
				Where: "/entry/name", Evidence: "ext." + tag + ".",
				Message: reviewer.Sayf("工具会挂在前缀 ext.%s. 下，从中看不出是谁的工具。", "The tools would be mounted under the prefix “ext.%s.”, which does not tell whose they are.", tag),
			}}
		},
	}
}
