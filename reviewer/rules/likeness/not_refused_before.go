package likeness

import (
	"slices"
	"strings"

	"marketd/market"
	"marketd/market/digest"
	"marketd/reviewer"
)

func notRefusedBefore() reviewer.Rule {
	return reviewer.Rule{
		ID: "SIM-005", Group: market.GroupMeta, Severity: market.SeverityInfo, Needs: reviewer.NeedsTools,
		Title:  reviewer.Say("和上次被拒绝的不一样", "It is not what was refused the last time"),
		Why:    reviewer.Say("工具和规则都没有变，结论也不会变；改好再交，才不白等。", "Neither the tools nor the rules have changed, so the verdict will not either; mend it first, and the wait is not for nothing."),
		Decide: reviewer.Say("你上一份有结果的、同一个地址的提交是被规则拒绝的，其中有关于服务器和工具的规则，而工具的摘要（DRF-001）和规则集都与那次相同，就提示，并列出那次的规则；只因为条目的内容或相似的条目（ENT、URL、META、SIM）被拒绝的不提示。提示本身不改变结论：同样的工具在同样的规则下，那些规则自己会再次拒绝；审核员放行过的、或在条目里改好的，不会因为这一条再被拒。", "Noted, with the rules of that time, when your last decided submission with the same address was refused by rules on the server or its tools, and the digest of the tools (DRF-001) and the set of rules are what they were. What was refused for the entry or for its look-alikes alone (ENT, URL, META, SIM) is not noted. It changes no verdict itself: under the same rules the same tools are refused by those very rules, at once; what a reviewer has let be since, or what was mended in the entry, is not refused for this."),
		Fix:    reviewer.Say("先改好那次列出的问题，再提交。认为那次判错了，可以申诉，由人来看。", "Mend what was listed then, and submit again. If you think that verdict was wrong, appeal, and a person will look."),
		Source: "the market's limits on submissions",
		Skip: func(d *reviewer.Dossier) market.Text {
			if d.Facts.Refused == nil {
				return reviewer.Say("这个地址上次没有被拒绝。", "This address was not refused the last time.")
			}
			return market.Text{}
		},
		Check: func(d *reviewer.Dossier) []reviewer.Hit {
			digests := make([]string, len(d.Tools))
			for i, t := range d.Tools {
				digests[i] = t.Digest()
			}
			was := d.Facts.Refused
			if was.Digest == "" || was.Digest != digest.Set(digests) || was.Ruleset != d.Ruleset || !slices.ContainsFunc(was.Rules, lasting) {
				return nil
			}
			on := was.At.UTC().Format("2006-01-02")
			return []reviewer.Hit{{
				Where: atURL, Evidence: d.Entry.Server.URL,
				Message: reviewer.Sayf("工具和规则都与 %s 被拒绝的那份提交相同。那次没有通过的是：%s。", "The tools and the rules are those of the submission that was refused on %s. It did not pass %s.", on, strings.Join(was.Rules, ", ")),
			}}
		},
	}
}

// lasting reports whether a rule judges what the server serves: the entry is
// easily mended, and look-alikes come and go.
func lasting(rule string) bool {
	family, _, _ := strings.Cut(rule, "-")
	return !slices.Contains([]string{"ENT", "URL", "META", "SIM"}, family)
}
