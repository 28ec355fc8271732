package likeness

import (
	"slices"
	"strings"

	"marketd/market"
	"marketd/market/similar"
	"marketd/reviewer"
)

func brandProved() reviewer.Rule {
	return reviewer.Rule{
		ID: "SIM-003", Group: market.GroupMeta, Severity: market.SeverityNeedsHuman, Needs: reviewer.NeedsEntry,
		Title:  reviewer.Say("用了知名品牌的名字，就在它的域名下", "A well-known brand's name comes with its domain"),
		Why:    reviewer.Say("名字里有支付宝、GitHub 这样的品牌，用户会以为是那一家做的，把账号和口令交给它。", "With a brand such as Alipay or GitHub in the name, users believe that its owner made it, and trust it with their accounts."),
		Decide: reviewer.Say("市场有一份品牌表（运营者可以补充），记着品牌的各种写法和它的域名。名称或编号里有其中一个（拉丁字母的要是完整的词，换了形近字也算），而服务器不在那个品牌的域名下，就由审核员看；写明“非官方”也一样，只是看得快。", "The market has a list of brands, to which its operator may add, with their spellings and domains. When the name or the id has one of them (in Latin letters as whole words; look-alike characters count) and the server is not under the brand's domains, a person looks. “Unofficial” in the name does not change that; it makes it quick."),
		Fix:    reviewer.Say("如果你是品牌方，把服务器放在品牌的域名下；如果不是，在名称里写明“非官方”，审核员看一眼就行。", "If the brand is yours, serve from its domain; if not, say “unofficial” in the name, and a reviewer's look is enough."),
		Source: "the practice of extension markets and package registries",
		Check:  checkBrand,
	}
}

// disclaimers are how a name says that it is not the brand's own.
var disclaimers = []string{"非官方", "第三方", "unofficial", "community", "社区"}

func checkBrand(d *reviewer.Dossier) []reviewer.Hit {
	host := strings.TrimSuffix(strings.ToLower(d.Entry.Host()), ".")
	name, id := similar.Words(d.Entry.Name), similar.Words(d.Entry.ID)
	var hits []reviewer.Hit
	for _, b := range d.Policy.Brands {
		if slices.ContainsFunc(b.Domains, func(domain string) bool { return host == domain || strings.HasSuffix(host, "."+domain) }) {
			continue
		}
		for _, n := range b.Names {
			h := reviewer.Hit{Where: atName, Evidence: d.Entry.Name}
			switch {
			case similar.Hold(name, n, b.Unless...):
			case similar.Hold(id, n, b.Unless...):
				h.Where, h.Evidence = atID, d.Entry.ID
			default:
				continue
			}
			h.Message = reviewer.Sayf("里面有品牌“%s”，而服务器不在它的域名（%s）下。", "It has the brand “%s” in it, and the server is not under its domain (%s).", n, strings.Join(b.Domains, ", "))
			if disclaims(d.Entry.Name) {
				h.Fix = reviewer.Say("名称已经说明不是官方的，不用改；审核员会看一眼。", "The name says that it is not the brand's own; nothing to change. A reviewer will take a look.")
			}
			hits = append(hits, h)
			break
		}
	}
	return hits
}

func disclaims(name string) bool {
	name = strings.ToLower(name)
	return slices.ContainsFunc(disclaimers, func(w string) bool { return strings.Contains(name, w) })
}
