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
		Decide: reviewer.Say("别人的条目用过的编号不能再用：在架的、下架的（暂停、隔离、停用的条目都还在，条目从不删除）和别人正在审核的提交，都算。同一个账号可以更新自己的条目，也可以重新提交自己撤回过或被拒过的编号；只被拒绝或撤回、从未上架的编号不留给任何人。", "An id that a listing of someone else has, or ever had, cannot be used: listings are never deleted, so one that is held (paused, quarantined, suspended) keeps its id for ever; and so does another's submission while it is under review. The same account may update its own listing, or submit an id of its own again after withdrawing or being rejected. An id that was only rejected or withdrawn and never listed is nobody's."),
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
