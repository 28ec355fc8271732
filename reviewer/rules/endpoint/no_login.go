package endpoint

import (
	"marketd/market"
	"marketd/reviewer"
)

func noLogin() reviewer.Rule {
	return reviewer.Rule{
		ID: "RED-003", Group: market.GroupApp, Severity: market.SeverityNeedsHuman, Needs: reviewer.NeedsAnswer,
		Title:  reviewer.Say("不把调用者送去登录页面", "It does not send callers to a login page"),
		Why:    reviewer.Say("应用没有浏览器可以登录，它只会带上用户填的令牌。", "The app has no browser to log in with; it only sends the token that the user typed."),
		Decide: reviewer.Say("3xx 的目标地址（不看查询部分）里有 login、oauth、authorize、signin、sso，或者 200 的网页里有密码输入框，就算。", "It hits when the target of a 3xx, its query aside, has login, oauth, authorize, signin or sso in it, or when a web page with 200 has a password field."),
		Fix:    reviewer.Say("对没有令牌的请求答 401，并带上 WWW-Authenticate: Bearer；不要跳转到登录页面。", "Answer a request without a token with 401 and WWW-Authenticate: Bearer, not with a redirect to a login page."),
		Source: "seed, authorization; RFC 6750 §3",
		Check: func(d *reviewer.Dossier) []reviewer.Hit {
			m := reviewer.Say("服务器把调用者送去登录页面。", "The server sends callers to a login page.")
			last := d.Last()
			if reviewer.ToLogin(last.Contract) {
				return []reviewer.Hit{{Where: atContract, Class: market.ClassAuth, Evidence: last.Contract.Location, Message: m}}
			}
			if reviewer.ToLogin(last.List.Answer) {
				return []reviewer.Hit{{Where: atList, Class: market.ClassAuth, Evidence: last.List.Answer.Location, Message: m}}
			}
			return nil
		},
	}
}
