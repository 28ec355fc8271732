package endpoint

import (
	"marketd/market"
	"marketd/reviewer"
)

// tunnels are domains under which hosts come and go, or where anyone reads
// what is sent.
var tunnels = []string{
	"ngrok.io", "ngrok-free.app", "ngrok-free.dev", "ngrok.app", "ngrok.dev", "trycloudflare.com", "loca.lt", "localtunnel.me", "serveo.net",
	"lhr.life", "pinggy.io", "pinggy.link", "devtunnels.ms", "gitpod.io", "csb.app", "webhook.site", "requestbin.com",
}

// shorteners are domains that only redirect.
var shorteners = []string{"bit.ly", "t.co", "tinyurl.com", "goo.gl", "is.gd", "t.cn", "dwz.cn", "suo.im"}

func lastingHost() reviewer.Rule {
	return reviewer.Rule{
		ID: "URL-006", Group: market.GroupReach, Severity: market.SeverityNeedsHuman, Needs: reviewer.NeedsEntry,
		Title:  reviewer.Say("主机不是临时隧道，也不是短网址", "The host is neither a temporary tunnel nor a link shortener"),
		Why:    reviewer.Say("临时隧道一关就没了，域名还可能转给别人；短网址只会跳转，应用不跟随跳转。", "A tunnel is gone when it closes, and its name may pass to someone else; a shortener only redirects, which the app does not follow."),
		Decide: reviewer.Say("主机在短网址服务（bit.ly、t.cn 等）之下，拒绝；在临时隧道或抓包服务（ngrok、trycloudflare.com、webhook.site 等）之下，要人来看。", "A host under a link shortener (bit.ly, t.cn and others) is refused; one under a temporary tunnel or a request catcher (ngrok, trycloudflare.com, webhook.site and others) goes to a person."),
		Fix:    reviewer.Say("把服务器部署到长期有效的域名上；短网址请换成它指向的地址。", "Deploy the server under a lasting domain name; in place of a short link give the address it leads to."),
		Source: "the market's policy",
		Skip:   noAddress,
		Check: func(d *reviewer.Dossier) []reviewer.Hit {
			h := host(parse(d))
			if s := shortener(h); s != "" {
				hits := one(d, reviewer.Sayf("%s 是短网址服务。", "%s is a link shortener.", s))
				hits[0].Severity = market.SeverityReject
				return hits
			}
			for _, s := range tunnels {
				if under(h, s) {
					return one(d, reviewer.Sayf("%s 下的地址是临时的。", "Addresses under %s are temporary.", s))
				}
			}
			return nil
		},
	}
}

// shortener is the link shortener that a host belongs to, "" when to none.
func shortener(h string) string {
	for _, s := range shorteners {
		if under(h, s) {
			return s
		}
	}
	return ""
}
