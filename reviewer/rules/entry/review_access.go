package entry

import (
	"marketd/market"
	"marketd/reviewer"
	"marketd/reviewer/rules/contract"
)

func reviewAccess() reviewer.Rule {
	return reviewer.Rule{
		ID: "META-007", Group: market.GroupMeta, Severity: market.SeverityNeedsHuman, Needs: reviewer.NeedsProbe,
		Title:  reviewer.Say("要令牌的服务器附了审核用的令牌", "A server that wants a token comes with one for the review"),
		Why:    reviewer.Say("没有令牌就读不到工具列表，没有人能说它好不好；用户安装时，应用会先报 MARKET_SERVER_UNREACHABLE，填了自己的令牌才好。", "Without a token the tool list cannot be read, and nobody can say whether it is good; and on installing, the app first reports MARKET_SERVER_UNREACHABLE until users have typed a token of their own."),
		Decide: reviewer.Say("没有附测试令牌，哪一种方式都没有读到工具列表，而服务器要求说明来者是谁：健康检查或 tools/list 得到 401 或 403，JSON-RPC 错误说到令牌或授权，或标准 MCP 的请求得到同样的应答。这时交给人看，只在这里说一次，HLT-001、PRO-001、PRO-004 和 PRO-018 不再说；两种方式都要令牌就关系到两个结论，只有一种要就只关系到那一种。付费（402）、人机验证和登录页不归这里。附了令牌而没有被接受的，由那几条规则说。", "No test token was given, no tool list was read in any way, and the server asks who is calling: the health check or tools/list got 401 or 403, a JSON-RPC error speaks of tokens or authorisation, or standard MCP got such an answer. A person then looks, and it is said here once, in place of rules HLT-001, PRO-001, PRO-004 and PRO-018; it bears on both verdicts when both ways want a token, and else on the one that does. Payment (402), challenges and pages to sign in are not meant. That a token was given and not accepted is said by those rules."),
		Fix:    reviewer.Say("在“测试令牌”一栏（API 里是 testToken）填一个供审核用的令牌：它加密保存，只用于探测，不进目录，可以随时删除。更好的做法：健康检查和 tools/list 不要令牌，只在 tools/call 时要。", "Give a token for the review in the field for the test token (testToken by API): it is kept encrypted, used by probes only, never in the catalog, and can be deleted at any time. Better for users: ask for a token at tools/call only, not for the health check and tools/list."),
		Source: "the market's catalog contract, submission; MCP specification, authorization",
		Check: func(d *reviewer.Dossier) []reviewer.Hit {
			gate, wanted := contract.TokenWanted(d)
			if !wanted {
				return nil
			}
			return []reviewer.Hit{{
				Where: gate.Where, Profile: gate.Profile, Class: market.ClassAuth, Evidence: gate.Evidence,
				Message: reviewer.Say("服务器在运行，但要令牌才给出工具列表，而这里没有附审核用的令牌。", "The server is running, but wants a token before it gives its tool list, and none for the review was given."),
			}}
		},
	}
}
