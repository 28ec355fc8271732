package entry

import (
	"slices"

	"marketd/market"
	"marketd/reviewer"
	"marketd/reviewer/rules/safety"
	"marketd/reviewer/rules/schema"
)

func contactTold() reviewer.Rule {
	return reviewer.Rule{
		ID: "META-005", Group: market.GroupMeta, Severity: market.SeverityWarn, Needs: reviewer.NeedsEntry,
		Title:  reviewer.Say("写明了隐私说明和联系方式", "There is a privacy notice and a way to reach the publisher"),
		Why:    reviewer.Say("用户的话和参数会发给这台服务器；他们想知道数据怎么用、出了问题找谁。", "What users say is sent to this server; they want to know what becomes of it, and whom to ask when something is wrong."),
		Decide: reviewer.Say("没有隐私说明（privacy）：提醒；如果有工具向人要密码、密钥、证件号一类的东西（SCH-017 交给人看的那种），或读取私人数据（SEC-040），就交给人看。支持（support）和主页（homepage）都没有：提醒。只查一个地址、条目还一个字没写时，不算。", "No privacy notice (privacy): warned of; when a tool asks for a password, a key, an identity number or the like (as rule SCH-017 sends to a person) or reads private data (rule SEC-040), a person looks. Neither support nor a home page: warned of. When an address alone is checked and nothing of the entry is written yet, nothing is missed."),
		Fix:    reviewer.Say("填隐私说明的 https 网址：收什么、留多久、给谁看；再填一个能找到你的网址或 mailto: 邮箱。", "Give the https address of a privacy notice that says what is collected, how long it is kept and who sees it; and an address, or a mailto:, where you can be reached."),
		Source: "seed, security constraints; the review rules of app stores and connector directories",
		Check:  checkContact,
	}
}

func checkContact(d *reviewer.Dossier) []reviewer.Hit {
	if d.Draft && d.Entry.Name == "" && d.Entry.Desc == "" {
		return nil
	}
	var hits []reviewer.Hit
	if d.Entry.Privacy == "" {
		hit := reviewer.Hit{Where: "/entry/privacy", Message: reviewer.Say("没有隐私说明。", "There is no privacy notice.")}
		if i := slices.IndexFunc(d.Tools, func(t reviewer.Tool) bool { return handlesPrivate(d, t) }); i >= 0 {
			hit.Severity, hit.Evidence = market.SeverityNeedsHuman, d.Tools[i].Name
			hit.Message = reviewer.Say("有工具要敏感信息或读私人数据，却没有隐私说明。", "A tool asks for something sensitive or reads private data, and there is no privacy notice.")
		}
		hits = append(hits, hit)
	}
	if d.Entry.Support == "" && d.Entry.Homepage == "" {
		hits = append(hits, reviewer.Hit{Where: "/entry/support", Message: reviewer.Say("没有写怎样联系发布者：支持和主页都空着。", "Nothing says how to reach the publisher: neither support nor a home page is given.")})
	}
	return hits
}

// handlesPrivate reports whether users would want to know what becomes of what
// the tool is given or reads.
func handlesPrivate(d *reviewer.Dossier, t reviewer.Tool) bool {
	return schema.AsksSecret(d.Entry, t) || safety.ReadsPrivate(t)
}
