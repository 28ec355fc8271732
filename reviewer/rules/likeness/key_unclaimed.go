package likeness

import (
	"marketd/market"
	"marketd/reviewer"
)

func keyUnclaimed() reviewer.Rule {
	return reviewer.Rule{
		ID: "SIM-001", Group: market.GroupMeta, Severity: market.SeverityReject, Needs: reviewer.NeedsMarket,
		Title:  reviewer.Say("编号和名称看起来不和别的条目一样", "The id and the name do not look the same as another listing's"),
		Why:    reviewer.Say("只差大小写、分隔符或形近字的编号和名称，人眼分不出，会装错。", "Ids and names that differ in case, separators or look-alike characters alone cannot be told apart, and people install the wrong one."),
		Decide: reviewer.Say("先换成同一个写法再比较：NFKC、小写、去掉重音、繁体换简体、形近字换成它像的字（UTS 39）、只留字母和数字、0 1 3 5 当作 o l e s。写法相同时：编号和别人的相同则拒绝；名称和别人的相同由审核员看（天气查询一类的名称会重复）；和自己别的条目相同只提醒。比较在架、下架和更早提交的条目；更新同一个条目不算。", "Both are folded first: NFKC, lower case, accents removed, traditional Chinese as simplified, look-alikes as what they pass for (UTS 39), letters and digits alone, and 0 1 3 5 as o l e s. When they are then equal: someone else's id is refused; for someone else's name a person looks, as general names will repeat; your own other listing is a warning. Compared are listings, held ones too, and earlier submissions; an update of the same listing is not."),
		Fix:    reviewer.Say("换一个一眼能分清的编号或名称，例如加上地区、数据来源或你的名字。", "Choose an id or a name that can be told apart at a glance: add the region, the source of the data or your own name."),
		Source: "Unicode Technical Standard 39; studies of name squatting",
		Check: func(d *reviewer.Dossier) []reviewer.Hit {
			var hits []reviewer.Hit
			for _, m := range []struct {
				like     market.Likeness
				where    string
				evidence string
				zh, en   string
				severity market.Severity
			}{
				{market.LikeID, atID, d.Entry.ID, "编号", "id", market.SeverityReject},
				{market.LikeName, atName, d.Entry.Name, "名称", "name", market.SeverityNeedsHuman},
			} {
				others, mine := alike(d, m.like)
				if len(others) > 0 {
					hits = append(hits, reviewer.Hit{
						Severity: m.severity, Where: m.where, Evidence: m.evidence,
						Message: sayOf(m.zh+"和%s的看起来一样。", "The "+m.en+" looks the same as that of %s.", others),
					})
				}
				if len(mine) > 0 {
					hits = append(hits, reviewer.Hit{
						Severity: market.SeverityWarn, Where: m.where, Evidence: m.evidence,
						Message: sayOf(m.zh+"和%s的看起来一样。", "The "+m.en+" looks the same as that of %s.", mine),
						Fix:     reviewer.Say("如果是同一个服务器，请更新原来的条目；不是就换一个分得清的。", "If it is the same server, update the listing that is there; if not, choose one that can be told apart."),
					})
				}
			}
			return hits
		},
	}
}
