package contract

import (
	"marketd/market"
	"marketd/reviewer"
)

func cursorText() reviewer.Rule {
	return reviewer.Rule{
		ID: "PAG-004", Group: market.GroupProtocol, Severity: market.SeverityReject, Needs: reviewer.NeedsAnswer,
		Title:  reviewer.Say("游标是一段不长的文字", "A cursor is a text, and not a long one"),
		Why:    reviewer.Say("规范规定 nextCursor 是文字；客户端会原样送回。", "The specification makes nextCursor a text; clients send it back as it is."),
		Fix:    reviewer.Say("nextCursor 用不超过 4 KiB 的文字；没有下一页就不要写。", "Make nextCursor a text of at most 4 KiB; leave it out when there is no next page."),
		Source: "MCP specification, pagination",
		Skip:   unlessOwned("PAG-004"),
		Check: func(d *reviewer.Dossier) []reviewer.Hit {
			if d.Last().List.OK() {
				return nil
			}
			return fault(d, reviewer.Say("nextCursor 不是文字，或者太长。", "nextCursor is not a text, or is too long."))
		},
	}
}
