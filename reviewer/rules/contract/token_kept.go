package contract

import (
	"marketd/market"
	"marketd/reviewer"
)

func tokenKept() reviewer.Rule {
	return reviewer.Rule{
		ID: "SEC-032", Group: market.GroupSafety, Severity: market.SeverityReject, Needs: reviewer.NeedsTools,
		Title:  reviewer.Say("工具列表里没有调用者的令牌", "The tool list does not contain the caller's token"),
		Why:    reviewer.Say("工具列表会公开，也会写进模型的上下文和各处的日志；令牌跟着它走，就不再是秘密。", "The tool list is published and goes into models' contexts and logs everywhere; a token that travels with it is no longer a secret."),
		Decide: reviewer.Say("用了测试令牌时，在读到的工具里找它（至少 8 个字符；JSON 里各种转义写法也认），应用的列表和标准 MCP 的列表都找。", "When a test token was used it is looked for in the tools that were read, from 8 characters on and in every form that JSON has for it, in the app's list and in standard MCP's."),
		Fix:    reviewer.Say("从说明和 Schema 里去掉令牌，例如不要把带令牌的地址写进说明；并作废这个测试令牌。", "Take the token out of descriptions and schemas (do not write an address with the token into a description, for example), and revoke this test token."),
		Source: "seed, security constraints",
		Skip: func(d *reviewer.Dossier) market.Text {
			if d.HadToken {
				return market.Text{}
			}
			return reviewer.Say("没有用测试令牌。", "No test token was used.")
		},
		Check: func(d *reviewer.Dossier) []reviewer.Hit {
			p := d.Last()
			var where string
			switch {
			case len(notedIn(p.List, market.NoteTokenEcho)) > 0:
				where = atList
			case len(notedIn(p.MCP.List, market.NoteTokenEcho)) > 0:
				where = atMCP
			default:
				return nil
			}
			return []reviewer.Hit{{Where: where, Message: reviewer.Say("服务器把收到的令牌写进了工具列表。", "The server wrote the token that it was sent into its tool list.")}}
		},
	}
}
