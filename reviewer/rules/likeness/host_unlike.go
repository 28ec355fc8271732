package likeness

import (
	"net/url"
	"strings"

	"marketd/market"
	"marketd/market/similar"
	"marketd/reviewer"
)

func hostUnlike() reviewer.Rule {
	return reviewer.Rule{
		ID: "URL-007", Group: market.GroupMeta, Severity: market.SeverityNeedsHuman, Needs: reviewer.NeedsEntry,
		Title:  reviewer.Say("主机名不会被看成另一个", "The host name does not pass for another"),
		Why:    reviewer.Say("用形近字拼成的域名看起来和别人的一样，用户和审核员会当成那一家的服务器。", "A domain spelt with look-alike characters reads like someone else's, and users and reviewers take it for their server."),
		Decide: reviewer.Say("交给审核员的有三种：一段里拉丁字母和中日韩以外的其他文字混用；一段全是其他文字，却每个字都形近拉丁字母（顶级域也是该类文字的除外）；按 UTS 39 换掉形近字后，和另一个条目的主机名相同，而注册域名不同。比较前解码 punycode。", "A person looks when a label mixes Latin letters with a script other than Chinese, Japanese or Korean; when a label of another script passes for Latin letters throughout (unless the top-level domain is in such letters too); or when the name equals another listing's once look-alike characters are folded (UTS 39) and the registered domains differ. Punycode is decoded first."),
		Fix:    reviewer.Say("换成不会混淆的域名。如果这确实是你的域名，审核员会看。", "Use a domain that cannot be mistaken. If the domain is really yours, a reviewer will see to it."),
		Source: "Unicode Technical Standard 39",
		Skip: func(d *reviewer.Dossier) market.Text {
			if strings.TrimSpace(d.Entry.Server.URL) != "" {
				return market.Text{}
			}
			return reviewer.Say("这个条目没有服务器地址。", "This entry has no server address.")
		},
		Check: checkHost,
	}
}

func checkHost(d *reviewer.Dossier) []reviewer.Hit {
	u, err := url.Parse(strings.TrimSpace(d.Entry.Server.URL))
	if err != nil {
		return nil // rule URL-001
	}
	if label := similar.Mixed(u.Hostname()); label != "" {
		return []reviewer.Hit{{
			Where: atURL, Evidence: u.Hostname(),
			Message: reviewer.Sayf("主机名里的“%s”用别的文字拼成，看起来像拉丁字母。", "“%s” in the host name is spelt with letters of another script that pass for Latin ones.", label),
		}}
	}
	others, _ := alike(d, market.LikeHost)
	if len(others) == 0 {
		return nil
	}
	return []reviewer.Hit{{
		Where: atURL, Evidence: u.Hostname(),
		Message: sayOf("主机名 %[2]s 和%[1]s的几乎一样，但不是同一个域名。", "The host name %[2]s looks like that of %[1]s and is under another domain.", others, u.Hostname()),
	}}
}
