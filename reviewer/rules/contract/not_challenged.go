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
