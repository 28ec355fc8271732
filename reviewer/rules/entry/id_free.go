package entry

import (
	"marketd/market"
	"marketd/reviewer"
)

func idFree() reviewer.Rule {
	return reviewer.Rule{
		ID: "ENT-003", Group: market.GroupMeta, Severity: market.SeverityReject, Needs: reviewer.NeedsEntry,
		Title:  reviewer.Say("编号没有被别人用过", "The id does not belong to someone else"),
		Why:    reviewer.Say("编号不回收：装过旧条目的用户不该在不知情时换成另一家的服务器。", "Ids are never recycled: users who installed the old listing must not end up with someone else's server."),
		Fix:    reviewer.Say("换一个编号。如果这是你自己的条目，请用提交它的那个账号登录。", "Choose another id. If the listing is yours, sign in with the account that submitted it."),
		Source: "the market's catalog contract, id",
		Check: func(d *reviewer.Dossier) []reviewer.Hit {
			if d.Facts.ID != market.IDOther {
				return nil
			}
			return []reviewer.Hit{{
				Where: "/entry/id", Evidence: d.Entry.ID,
				Message: reviewer.Say("这个编号已经属于别人（在架、在审或曾经上架）。", "This id belongs to someone else: listed, under review, or listed before."),
			}}
		},
	}
}
