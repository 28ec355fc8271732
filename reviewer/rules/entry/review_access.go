package entry

import (
	"cmp"

	"marketd/market"
	"marketd/reviewer"
)

func reviewAccess() reviewer.Rule {
	return reviewer.Rule{
		ID: "META-007", Group: market.GroupMeta, Severity: market.SeverityNeedsHuman, Profile: market.ProfileMCP, Needs: reviewer.NeedsTalk,
		Title:  reviewer.Say("要令牌的服务器附了审核用的令牌", "A server that wants a token comes with one for the review"),
		Why:    reviewer.Say("没有令牌就读不到工具列表，没有人能说它好不好。", "Without a token the tool list cannot be read, and nobody can say whether it is good."),
		Decide: reviewer.Say("按标准 MCP 问工具列表时，服务器要求说明来者是谁（401 或同样意思的应答），而没有附测试令牌，或附了也没有被接受：交给人看。应用自己的问法要不要令牌，由 HLT-001 和 PRO-001 说，这里不重复：这一条只关系到标准 MCP 的结论。", "When the tool list is asked for by standard MCP, the server wants to know who calls (401 or an answer to the same effect), and no test token was given or the one given was not accepted: a person looks. Whether the app's own way wants a token is said by rules HLT-001 and PRO-001 and not repeated here: this rule bears on the verdict of standard MCP alone."),
		Fix:    reviewer.Say("在“测试令牌”一栏（API 里是 testToken）填一个供审核用的令牌：它加密保存，只用于探测，不进目录，可以随时删除。", "Give a token for the review in the field for the test token (testToken by API): it is kept encrypted, used by probes only, never in the catalog, and can be deleted at any time."),
		Source: "the market's catalog contract, submission; MCP specification, authorization",
		Check: func(d *reviewer.Dossier) []reviewer.Hit {
			talk := d.Last().MCP
			if talk.Reason != market.ReasonAuthRequired {
				return nil
			}
			h := reviewer.Hit{
				Where: "/probe/mcp", Class: market.ClassAuth, Evidence: lastAttempt(talk),
				Message: reviewer.Say("按标准 MCP 也要令牌才能读到工具列表，这里没有附审核用的令牌。", "By standard MCP too the tool list wants a token, and none for the review was given."),
			}
			if d.HadToken {
				h.Message = reviewer.Say("按标准 MCP 读工具列表时，测试令牌没有被接受。", "When the tool list was asked for by standard MCP, the test token was not accepted.")
				h.Fix = reviewer.Say("检查测试令牌有没有过期、有没有填全；服务器应从 Authorization: Bearer 请求头读它。", "Check that the test token has not expired and is complete; the server should read it from the header Authorization: Bearer.")
			}
			return []reviewer.Hit{h}
		},
	}
}

// lastAttempt says how the last attempt at standard MCP ended.
func lastAttempt(t market.Talk) string {
	detail := t.List.Answer.Detail
	if n := len(t.Attempts); n > 0 {
		detail = cmp.Or(t.Attempts[n-1].Detail, detail)
	}
	return detail
}
