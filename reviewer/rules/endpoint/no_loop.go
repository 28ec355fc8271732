package endpoint

import (
	"marketd/market"
	"marketd/reviewer"
)

func noLoop() reviewer.Rule {
	return reviewer.Rule{
		ID: "RED-004", Group: market.GroupReach, Severity: market.SeverityReject, Needs: reviewer.NeedsAnswer,
		Title:  reviewer.Say("不跳转回自己", "It does not redirect to itself"),
		Why:    reviewer.Say("跳回原处的地址永远到不了终点。", "An address that leads back to itself leads nowhere."),
		Fix:    reviewer.Say("检查代理和框架里加斜杠、改域名、转 https 的规则，它们多半互相打架。", "Check the rules for slashes, host names and https in the proxy and the framework; mostly two of them fight."),
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
