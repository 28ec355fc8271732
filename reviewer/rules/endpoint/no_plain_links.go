package endpoint

import (
	"net/url"

	"marketd/market"
	"marketd/reviewer"
)

func noPlainLinks() reviewer.Rule {
	return reviewer.Rule{
		ID: "TLS-005", Group: market.GroupReach, Severity: market.SeverityInfo, Needs: reviewer.NeedsEntry,
		Title:  reviewer.Say("条目里没有指向服务器主机的明文链接", "No link of the entry leads to the server's host in plain text"),
		Why:    reviewer.Say("同一台主机如果也用 http 应答，用户和中间人之间就没有加密；有人会照着这个链接去连服务器。", "A host that answers over http too can be read and changed on the way, and somebody will connect to the server as the link shows."),
		Decide: reviewer.Say("看主页、隐私说明、支持和图标的地址：以 http:// 开头、主机名与 server.url 相同（不分大小写，不看端口）就提示。我们不去连 80 端口。", "Looks at the addresses of the home page, the privacy notice, support and the icon: one that begins with http:// and has the host of server.url (whatever the case, at any port) is noted. Port 80 is not probed."),
		Fix:    reviewer.Say("把链接改成 https://；让这台主机的 80 端口只做到 https 的跳转。", "Write the link with https://, and have port 80 of this host redirect to https and do nothing else."),
		Source: "seed, security constraints: no plain text",
		Skip:   noAddress,
		Check: func(d *reviewer.Dossier) []reviewer.Hit {
			server := host(parse(d))
			var hits []reviewer.Hit
			for _, l := range append(d.Entry.Links(), market.Link{Member: "icon", URL: d.Entry.Icon}) {
				u, err := url.Parse(l.URL)
				if err != nil || u.Scheme != "http" || host(u) == "" || host(u) != server {
					continue
				}
				hits = append(hits, reviewer.Hit{
					Where: "/entry/" + l.Member, Evidence: l.URL,
					Message: reviewer.Say("这个链接用明文 http 指向你的 MCP 服务器所在的主机。", "This link leads in plain http to the host of your MCP server."),
				})
			}
			return hits
		},
	}
}
