package entry

import (
	"marketd/market"
	"marketd/reviewer"
	"marketd/reviewer/rules/endpoint"
)

func linksPublic() reviewer.Rule {
	return reviewer.Rule{
		ID: "META-003", Group: market.GroupMeta, Severity: market.SeverityReject, Needs: reviewer.NeedsEntry,
		Title:  reviewer.Say("主页和隐私说明是公网的 https 网址", "The home page and the privacy notice are public https addresses"),
		Why:    reviewer.Say("目录把它们交给所有用户去点；别的写法打不开，或会把人带到看不出的地方。", "The catalog gives them to all users to open; anything else does not open, or leads to where nobody can see beforehand."),
		Fix:    reviewer.Say("填完整的 https 网址，例如 https://www.example.com/privacy；没有就留空。", "Give a complete https address, such as https://www.example.com/privacy; leave it empty if there is none."),
		Source: "the market's catalog contract, homepage and privacy; RFC 9110 §4.2.2",
		Check: func(d *reviewer.Dossier) []reviewer.Hit {
			var hits []reviewer.Hit
			for _, link := range []struct{ where, value string }{{"/entry/homepage", d.Entry.Homepage}, {"/entry/privacy", d.Entry.Privacy}} {
				if link.value == "" {
					continue
				}
				if m := endpoint.LinkFault(d, link.value); !m.IsZero() {
					hits = append(hits, reviewer.Hit{Where: link.where, Evidence: link.value, Message: m})
				}
			}
			return hits
		},
	}
}
