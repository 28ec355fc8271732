package contract

import (
	"marketd/market"
	"marketd/reviewer"
)

func idEchoed() reviewer.Rule {
	return reviewer.Rule{
		ID: "PRO-003", Group: market.GroupProtocol, Severity: market.SeverityReject, Profile: market.ProfileApp, Needs: reviewer.NeedsAnswer,
		Title:  reviewer.Say("应答的 id 与请求相同", "The answer has the id of the request"),
		Why:    reviewer.Say("客户端靠 id 认出哪个应答属于哪个请求；请求的 id 是数字 1，和字符串 \"1\" 不是一回事。", "Clients tell by the id which answer belongs to which request; the request's is the number 1, which is not the string \"1\"."),
		Decide: reviewer.Say("应答的 id 要是数字 1（1.0 也是 1）。字符串 \"1\" 要人来看；别的值和 null 拒绝。事件流里先来的通知和别的 id 的消息跳过，最多 100 个。", "The answer's id has to be the number 1, which 1.0 is too. The string \"1\" goes to a person; any other value, and null, is refused. In a stream, up to 100 notifications and messages of other ids are passed over."),
		Fix:    reviewer.Say("把请求的 id 原样放进应答，类型也不变。", "Put the request's id into the answer as it is, its type included."),
		Source: "JSON-RPC 2.0 §5",
		Skip:   unlessOwned("PRO-003"),
		Check: func(d *reviewer.Dossier) []reviewer.Hit {
			if d.Last().List.Fault.Code == market.FaultID {
				return fault(d, reviewer.Say("应答的 id 不是请求的 1。", "The answer's id is not the request's 1."))
			}
			var hits []reviewer.Hit
			for _, n := range noted(d, market.NoteStringID) {
				hits = append(hits, note(n, market.SeverityNeedsHuman, reviewer.Say("应答的 id 是字符串 \"1\"，请求的是数字 1。", "The answer's id is the string \"1\"; the request's is the number 1.")))
			}
			return hits
		},
	}
}
