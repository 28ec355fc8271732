package endpoint

import (
	"marketd/market"
	"marketd/reviewer"
)

func noRedirect() reviewer.Rule {
	return reviewer.Rule{
		ID: "RED-001", Group: market.GroupReach, Severity: market.SeverityReject, Needs: reviewer.NeedsAnswer,
		Title:  reviewer.Say("地址不跳转", "The address does not redirect"),
		Why:    reviewer.Say("跟随跳转的程序常把 POST 变成 GET，真正的请求就丢了；应用和我们都不跟随。", "Programs that follow a redirect often turn the POST into a GET, and the real request is lost. Neither the app nor we follow."),
		Decide: reviewer.Say("健康检查或 tools/list 得到 3xx（304 除外）就算，不跟随。跳去登录页面的由 RED-003 说。", "It hits when the health check or tools/list is answered with a 3xx other than 304; nothing is followed. A redirect to a login page is RED-003's."),
		Fix:    reviewer.Say("填跳转最后到达的地址。通常只差一个结尾的斜杠，或 http 与 https 之差。", "Give the address at which the redirects end. Usually it differs by a final slash only, or by http in place of https."),
		Source: "seed, health check; RFC 9110 §15.4",
		Check: func(d *reviewer.Dossier) []reviewer.Hit {
			var hits []reviewer.Hit
			for _, r := range redirects(d) {
				if toLogin(d, r) {
					continue // rule RED-003
				}
				h := reviewer.Hit{Where: r.where, Class: market.ClassMoved, Evidence: r.location, Message: reviewer.Say("服务器没有应答，而是跳转到别的地址。", "The server redirects to another address instead of answering.")}
				if r.astray {
					h.Fix = reviewer.Say("让服务器在这个地址上自己应答；它跳转到的地址不在公网上，或者是市场自己的，填它也不行。", "Have the server itself answer at this address; it redirects to one that is not public, or is the market's own, and cannot be registered.")
				} else if r.to != nil && r.to.Scheme == "https" && sameSite(r.from, r.to) {
					h.Fix = reviewer.Sayf("把地址改成 %s 再提交。", "Change the address to %s and submit again.", r.to.Redacted())
				}
				hits = append(hits, h)
			}
			return hits
		},
	}
}

// toLogin reports whether the answer that a redirect came with leads to a login.
func toLogin(d *reviewer.Dossier, r redirect) bool {
	if r.where == atContract {
		return reviewer.ToLogin(d.Last().Contract)
	}
	return reviewer.ToLogin(d.Last().List.Answer)
}
