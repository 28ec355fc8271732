package endpoint

import (
	"marketd/market"
	"marketd/reviewer"
)

func noLoop() reviewer.Rule {
	return reviewer.Rule{
		ID: "RED-004", Group: market.GroupReach, Severity: market.SeverityReject, Needs: reviewer.NeedsAnswer,
		Title:  reviewer.Say("不跳转回自己", "It does not redirect to itself"),
		Why:    reviewer.Say("跳回自己的地址，永远得不到应答。", "An address that redirects to itself never gives an answer."),
		Decide: reviewer.Say("跳转的目标就是登记的地址自己，就算。", "It hits when a redirect leads to the very address that is listed."),
		Fix:    reviewer.Say("检查代理和框架里加斜杠、改域名、转 https 的规则，通常是其中两条互相冲突。", "Check the rules for slashes, host names and https in the proxy and the framework; usually two of them conflict."),
		Source: "RFC 9110 §15.4",
		Skip:   noRedirectToJudge,
		Check: func(d *reviewer.Dossier) []reviewer.Hit {
			var hits []reviewer.Hit
			for _, r := range redirects(d) {
				if r.to != nil && r.to.String() == r.from.String() {
					hits = append(hits, reviewer.Hit{Where: r.where, Evidence: r.location, Message: reviewer.Say("服务器跳转到的正是这个地址自己。", "The server redirects to this very address.")})
				}
			}
			return hits
		},
	}
}
