package contract

import (
	"marketd/market"
	"marketd/reviewer"
)

func cursorText() reviewer.Rule {
	return reviewer.Rule{
		ID: "PAG-004", Group: market.GroupProtocol, Severity: market.SeverityReject, Profile: market.ProfileApp, Needs: reviewer.NeedsAnswer,
		Title:  reviewer.Say("游标是一个不长的字符串", "A cursor is a short string"),
		Why:    reviewer.Say("规范规定 nextCursor 是字符串；客户端会原样送回。", "The specification says that nextCursor is a string; clients send it back as it is."),
		Decide: reviewer.Say("nextCursor 不写或为 null 表示没有下一页；写了而不是字符串，或超过 4096 字节，就算。", "nextCursor absent or null means that there is no next page; it hits when it is there and is no string, or longer than 4,096 bytes."),
		Fix:    reviewer.Say("nextCursor 用不超过 4 KiB 的字符串；没有下一页就不要写。", "Make nextCursor a string of at most 4 KiB; leave it out when there is no next page."),
		Source: "MCP specification, pagination",
		Skip:   unlessOwned("PAG-004"),
		Check: func(d *reviewer.Dossier) []reviewer.Hit {
			if d.Last().List.OK() {
				return nil
			}
			return fault(d, reviewer.Say("nextCursor 不是字符串，或者太长。", "nextCursor is not a string, or is too long."))
		},
	}
}
