package wording

import (
	"net/url"
	"strings"

	"golang.org/x/net/publicsuffix"

	"marketd/market"
	"marketd/reviewer"
	"marketd/reviewer/pattern"
)

var (
	link = pattern.Late(`https?://[^\s)"'<>，。；）]+`)
	// order tells someone to go to an address.
	order = pattern.Late(`(?i)\b(?:open|visit|go\s+to|navigate\s+to|click|call|send|post|pay)\b[^.\n]{0,40}https?://[^\s)"'<>]+|(?:打开|访问|点击|前往)[^。\n]{0,20}https?://[^\s)"'<>，。；）]+`)
	// contact tells someone to get in touch elsewhere.
	contact = pattern.Late(`加(?:我|客服|官方)?(?:的)?(?:微信|QQ|qq)|(?:请|先)?关注(?:我们|我)?(?:的)?公众号|(?i:\b(?:add|contact|message)\s+(?:me|us)\s+(?:on|via|at)\s+(?:wechat|telegram|whatsapp|discord))`)
)

func notSendingAway() reviewer.Rule {
	return reviewer.Rule{
		ID: "DSC-012", Group: market.GroupSafety, Severity: market.SeverityInfo, Needs: reviewer.NeedsTools,
		Title:  reviewer.Say("说明不把人引到别处", "Descriptions do not send people elsewhere"),
		Why:    reviewer.Say("说明是给模型看的；让它打开别的网站、加微信，是引流或钓鱼的做法。", "A model acts on a description; telling it to open another site or to add a contact is how people are lured away."),
		Decide: reviewer.Say("交给人看：说明让人加微信、QQ、Telegram 等，或关注公众号；或者在开头以外的地方叫人打开、访问、点击、前往、open、visit、go to、click、send、pay 一个网址，而它的注册域名与服务器地址的不同。其他网址只作提示。以动词开头说的是工具自己做什么，不算命令。", "A person looks when the description tells people to add or message someone on WeChat, QQ, Telegram or the like, or to follow an account; or when, anywhere but at its beginning, it tells them to open, visit, go to, click, call, send, post or pay (打开, 访问, 点击, 前往) a URL whose registrable domain is not that of the server's address. Any other URL is noted. A verb at the beginning says what the tool does and orders nothing."),
		Fix:    reviewer.Say("只描述工具；文档链接放到条目的主页里。", "Describe the tool only; a link to documentation belongs in the listing's home page."),
		Source: "measured on 949 public tools: two links, both to documentation",
		Check: reviewer.PerTool(func(d *reviewer.Dossier, t reviewer.Tool) []reviewer.Hit {
			if !mentions(t, "://", "微信", "qq", "公众号", "wechat", "telegram", "whatsapp", "discord") {
				return nil
			}
			h := reviewer.Hit{Where: t.Pointer("description")}
			if h.Evidence = contact().FindString(t.Description); h.Evidence != "" {
				h.Severity = market.SeverityNeedsHuman
				h.Message = reviewer.Say("说明让人到别处联系。", "The description tells people to get in touch elsewhere.")
				return []reviewer.Hit{h}
			}
			if h.Evidence = sentAway(t.Description, d.Entry.Host()); h.Evidence != "" {
				h.Severity = market.SeverityNeedsHuman
				h.Message = reviewer.Say("说明让人前往另一个域名。", "The description sends people to another domain.")
				return []reviewer.Hit{h}
			}
			if h.Evidence = link().FindString(t.Description); h.Evidence != "" {
				h.Message = reviewer.Say("说明里有链接。", "The description has a link.")
				return []reviewer.Hit{h}
			}
			return nil
		}),
	}
}

// sentAway is the order to go to a host that is not of the entry's domain. A
// verb at the very beginning says what the tool does and orders nothing.
func sentAway(text, own string) string {
	if !strings.Contains(text, "://") {
		return ""
	}
	for _, m := range order().FindAllStringIndex(text, -1) {
		if strings.TrimSpace(text[:m[0]]) == "" {
			continue
		}
		s := text[m[0]:m[1]]
		u, err := url.Parse(link().FindString(s))
		if err != nil || domain(u.Hostname()) != domain(own) {
			return s
		}
	}
	return ""
}

// domain is what one owner registers: example.co.uk of www.example.co.uk.
func domain(host string) string {
	host = strings.ToLower(strings.TrimSuffix(host, "."))
	if d, err := publicsuffix.EffectiveTLDPlusOne(host); err == nil {
		return d
	}
	return host
}
