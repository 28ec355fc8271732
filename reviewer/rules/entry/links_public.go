package entry

import (
	"strings"

	"marketd/market"
	"marketd/reviewer"
	"marketd/reviewer/pattern"
	"marketd/reviewer/rules/endpoint"
)

func linksPublic() reviewer.Rule {
	return reviewer.Rule{
		ID: "META-003", Group: market.GroupMeta, Severity: market.SeverityReject, Needs: reviewer.NeedsEntry,
		Title:  reviewer.Say("主页、隐私说明和支持的链接是打得开的公网网址", "The links to home page, privacy notice and support are public addresses that open"),
		Why:    reviewer.Say("目录把它们交给所有用户去点；别的写法打不开，或会把人带到看不出的地方。", "The catalog gives them to all users to open; anything else does not open, or leads to where nobody can see beforehand."),
		Decide: reviewer.Say("拒绝：不以 https:// 开头、带账号密码、主机是 IP 地址或不公开的名字、短网址服务、超过 2048 个字节或含空白（support 也可以写 mailto: 加一个邮箱地址）。再经受保护的客户端访问一次：先 HEAD，不成再 GET，各跟随最多 5 次跳转，每一步都检查地址，总共 10 秒，正文最多读 64 KiB，不带 Cookie。两次都得到 400 以上的状态、域名不存在、连不上、证书无效、跳转不完或通向不公开的地址：提醒。403、405、429、超时和我们自己网络的故障说明不了什么，不算。", "Refused: what does not begin with https://, has a user name or password, has an IP address or a name that is not public for its host, is a link shortener's, is longer than 2,048 bytes or has blanks in it (support may also be mailto: and one address). It is then visited through the guarded client: HEAD, and when that fails GET, each with at most 5 redirects whose every step is checked, 10 s in all, 64 KiB of body, no cookies. Warned of when both give a status of 400 or more, the name does not exist, nothing can be connected to, the certificate is not valid, the redirects do not end, or it leads to an address that is not public. 403, 405, 429, time-outs and faults of our own network tell nothing and do not count."),
		Fix:    reviewer.Say("填完整的 https 网址，例如 https://www.example.com/privacy，并在没有登录的浏览器里试一试；没有就留空。", "Give a complete https address, such as https://www.example.com/privacy, and try it in a browser that is not signed in; leave it empty if there is none."),
		Source: "the market's catalog contract, homepage, privacy and support; RFC 9110 §4.2.2; RFC 6068",
		Check:  checkLinks,
	}
}

func checkLinks(d *reviewer.Dossier) []reviewer.Hit {
	visits := map[string]market.LinkVisit{}
	for _, v := range d.Visits().Links {
		visits[v.Member] = v
	}
	var hits []reviewer.Hit
	for _, l := range d.Entry.Links() {
		h := reviewer.Hit{Where: "/entry/" + l.Member, Evidence: l.URL}
		if h.Message = linkFault(d, l); h.Message.IsZero() {
			h.Severity, h.Message = market.SeverityWarn, dead(visits[l.Member])
		}
		if !h.Message.IsZero() {
			hits = append(hits, h)
		}
	}
	return hits
}

// mailbox is a mailto: address of one mailbox (RFC 6068), without header fields.
var mailbox = pattern.Late(`^mailto:[A-Za-z0-9.!#$&'*+/=^_{|}~-]{1,64}@[A-Za-z0-9-]{1,63}(\.[A-Za-z0-9-]{1,63}){1,8}$`)

// linkFault says what is wrong with a link as it is written.
func linkFault(d *reviewer.Dossier, l market.Link) market.Text {
	if l.Member != "support" || strings.HasPrefix(l.URL, "https:") {
		return endpoint.LinkFault(d, l.URL)
	}
	if len(l.URL) <= 320 && mailbox().MatchString(l.URL) {
		return market.Text{}
	}
	return reviewer.Say("支持一栏要写 https 网址，或 mailto: 加一个邮箱地址。", "Support is an https address, or mailto: and one e-mail address.")
}

// dead says why a link does not open, the zero Text when it does or when
// nobody can tell.
func dead(v market.LinkVisit) market.Text {
	switch v.Reason {
	case market.ReasonDNS:
		return reviewer.Say("这个链接打不开：域名不存在。", "This link does not open: its host name does not exist.")
	case market.ReasonConnect:
		return reviewer.Say("这个链接打不开：连不上那台服务器。", "This link does not open: its server cannot be connected to.")
	case market.ReasonTLS:
		return reviewer.Say("这个链接打不开：证书无效。", "This link does not open: its certificate is not valid.")
	case market.ReasonBlocked:
		return reviewer.Say("这个链接通向一个不公开的地址。", "This link leads to an address that is not public.")
	case market.ReasonHTTPError:
	default:
		return market.Text{}
	}
	switch {
	case v.Status == 403, v.Status == 405, v.Status == 429:
		return market.Text{}
	case v.Status >= 400:
		return reviewer.Sayf("这个链接打不开：两次都得到状态 %d。", "This link does not open: it was answered with status %d twice.", v.Status)
	case v.Status >= 300:
		return reviewer.Say("这个链接打不开：跳转了 5 次还没有到头。", "This link does not open: after 5 redirects there is still another.")
	}
	return reviewer.Say("这个链接打不开：应答的不是 HTTP。", "This link does not open: what answers is not HTTP.")
}
