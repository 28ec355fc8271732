package likeness

import (
	"marketd/market"
	"marketd/reviewer"
)

func nameUnlike() reviewer.Rule {
	return reviewer.Rule{
		ID: "SIM-002", Group: market.GroupMeta, Severity: market.SeverityNeedsHuman, Needs: reviewer.NeedsMarket,
		Title:  reviewer.Say("编号和名称不是别人的差一个字", "The id and the name are not one slip away from someone else's"),
		Why:    reviewer.Say("抢注的人常用差一个字母、或加上“官方”“MCP”的名字，等人打错或看错。", "Squatters use names that differ by one letter, or by “official” or “MCP”, and wait for people to mistype or misread."),
		Decide: reviewer.Say("和 SIM-001 一样先换成同一个写法，再看：至少 5 个字符（一个汉字算 2，下面列出的前后缀不算），多、少、换一个字母或相邻两个对调（Damerau–Levenshtein 距离为 1）；或 rn 看成 m、未看成末一类的写法相同；或去掉首尾的 mcp、server、tool、tools、api、official、remote、the、cn、app、plugin、pro、plus、lite、官方、正版、服务、工具、助手后相同（剩下至少 4 个字符）。汉字只看对调和形近，换一个汉字是另一个词；只有数字不同（v1、v2）不算；自己的条目不算。", "Folded as for SIM-001, then: in at least 5 characters, a Chinese one counting as 2 and the words listed below as none, one letter more, less or other, or two neighbours changed (Damerau–Levenshtein distance 1); or the same when rn is read as m, 未 as 末 and the like; or the same without mcp, server, tool, tools, api, official, remote, the, cn, app, plugin, pro, plus, lite, 官方, 正版, 服务, 工具, 助手 at the beginning and the end, with at least 4 characters left. Another Chinese character makes another word, so only changed neighbours and look-alikes count there. What differs in a number alone (v1, v2) does not count, nor does what is your own."),
		Fix:    reviewer.Say("如果没有关系，换一个差得远些的名字会更好找；如果你就是那一家，审核员会看。", "If the two have nothing to do with each other, a name further away is easier to find; if you are who made the other, a reviewer will see to it."),
		Source: "studies of name squatting; measured on 53,628 pairs of listings",
		Check: func(d *reviewer.Dossier) []reviewer.Hit {
			var hits []reviewer.Hit
			if near, _ := alike(d, market.LikeNearID); len(near) > 0 {
				hits = append(hits, reviewer.Hit{
					Where: atID, Evidence: d.Entry.ID,
					Message: sayOf("编号容易和%s的混淆。", "The id is easily taken for that of %s.", near),
				})
			}
			if near, _ := alike(d, market.LikeNearName); len(near) > 0 {
				hits = append(hits, reviewer.Hit{
					Where: atName, Evidence: d.Entry.Name,
					Message: sayOf("名称容易和%s的混淆。", "The name is easily taken for that of %s.", near),
				})
			}
			return hits
		},
	}
}
