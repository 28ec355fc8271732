package contract

import (
	"marketd/market"
	"marketd/reviewer"
)

func cursorMoves() reviewer.Rule {
	return reviewer.Rule{
		ID: "PAG-003", Group: market.GroupProtocol, Severity: market.SeverityReject, Profile: market.ProfileApp, Needs: reviewer.NeedsAnswer,
		Title:  reviewer.Say("翻页有尽头", "Paging comes to an end"),
		Why:    reviewer.Say("游标转圈，客户端就会一直翻下去。", "When cursors go in circles, clients never stop paging."),
		Decide: reviewer.Say("跟着 nextCursor 翻页；同一个游标又来一次、后面的页没有新的工具却还说有下一页、或翻了 20 页还没有完，就算。", "nextCursor is followed from page to page; it hits when a cursor comes again, when a later page brings no new tool and still promises more, or when 20 pages are not enough."),
		Fix:    reviewer.Say("最后一页不要给 nextCursor；每页的游标各不相同，总共不超过 20 页。", "Leave nextCursor out on the last page, give every other page a cursor of its own, and have at most 20 pages."),
		Source: "MCP specification, pagination",
		Skip:   unlessOwned("PAG-003"),
		Check: func(d *reviewer.Dossier) []reviewer.Hit {
			if d.Last().List.OK() {
				return nil
			}
			return fault(d, reviewer.Say("游标重复，或翻了 20 页还没有完。", "A cursor came again, or there were more than 20 pages."))
		},
	}
}
