package endpoint

import (
	"marketd/market"
	"marketd/reviewer"
)

func noDowngrade() reviewer.Rule {
	return reviewer.Rule{
		ID: "RED-002", Group: market.GroupSafety, Severity: market.SeverityReject, Needs: reviewer.NeedsAnswer,
		Title:  reviewer.Say("不跳转到 http，也不跳到别人的域名", "It redirects neither to plain http nor to another domain"),
		Why:    reviewer.Say("跟着跳转的请求会带上用户的令牌，等于把它交给网络上的任何人，或交给另一家。", "A client that follows would hand the user's token to anyone on the network, or to another party."),
		Decide: reviewer.Say("跳转的目标不是 https，或与登记的地址不在同一个可注册域名之下，就算。跳去登录页面的由 RED-003 说。", "It hits when a redirect leads to anything but https, or out of the registrable domain of the listed address. A redirect to a login page is RED-003's."),
		Fix:    reviewer.Say("多半是 TLS 代理后面的框架以为自己在用 http：让它信任 X-Forwarded-Proto，并关掉自动加斜杠的跳转。", "Usually a framework behind a TLS proxy believes that it is on http: have it trust X-Forwarded-Proto, and turn off redirects that add a slash."),
		Source: "seed, https; RFC 9110 §15.4",
		Skip:   noRedirectToJudge,
		Check: func(d *reviewer.Dossier) []reviewer.Hit {
			var hits []reviewer.Hit
			for _, r := range redirects(d) {
				switch {
				case r.to == nil || toLogin(d, r):
				case r.from.Scheme == "https" && r.to.Scheme != "https":
					hits = append(hits, reviewer.Hit{Where: r.where, Evidence: r.location, Message: reviewer.Sayf("从 https 跳转到 %s。", "It redirects from https to %s.", r.to.Scheme)})
				case !sameSite(r.from, r.to):
					hits = append(hits, reviewer.Hit{Where: r.where, Evidence: r.location, Message: reviewer.Sayf("跳转到另一家的域名 %s。", "It redirects to another domain, %s.", r.to.Hostname())})
				}
			}
			return hits
		},
	}
}
