package contract

import (
	"marketd/market"
	"marketd/reviewer"
)

func notChallenged() reviewer.Rule {
	return reviewer.Rule{
		ID: "HLT-005", Group: market.GroupApp, Severity: market.SeverityNeedsHuman, Needs: reviewer.NeedsAnswer,
		Title:  reviewer.Say("没有被防火墙的验证页面拦住", "No firewall's challenge page is in the way"),
		Why:    reviewer.Say("应用不会做人机验证，用户会和我们一样被拦住。", "The app cannot solve a challenge; users are stopped as we were."),
		Decide: reviewer.Say("应答是网页（200、403、405、429、503），里面有防火墙验证页面的标记，例如 cf-mitigated、Just a moment、captcha、aliyun_waf、滑动验证，或 Server 是这类防火墙。401 和 404 是服务器自己的话，不算。", "The answer is a web page (with 200, 403, 405, 429 or 503) that has the marks of a firewall's challenge, such as cf-mitigated, Just a moment, captcha, aliyun_waf or 滑动验证, or whose Server is such a firewall. 401 and 404 are the server's own word and do not count."),
		Fix:    reviewer.Say("在防火墙里为这个路径关掉人机验证，或放行探测器和应用的请求。", "Turn challenges off for this path in the firewall, or let the prober and the app pass."),
		Source: "seed, health check",
		Check: func(d *reviewer.Dossier) []reviewer.Hit {
			m := reviewer.Say("应答的是防火墙的验证页面，不是你的服务器。", "A firewall's challenge page answered, not your server.")
			if mark := challenged(d.Last()); mark != "" {
				return []reviewer.Hit{{Where: atContract, Class: market.ClassChallenge, Evidence: mark, Message: m}}
			}
			if mark := challenge(d.Last().List.Answer); mark != "" && !d.Last().List.OK() {
				return []reviewer.Hit{{Where: atList, Class: market.ClassChallenge, Evidence: mark, Message: m}}
			}
			return nil
		},
	}
}
