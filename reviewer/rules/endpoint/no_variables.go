package endpoint

import (
	"strings"

	"marketd/market"
	"marketd/reviewer"
	"marketd/reviewer/pattern"
)

var (
	template = pattern.Late(`\{[^{}]*\}|<[^<>]*>|(?i:%7B).*(?i:%7D)`)
	param    = pattern.Late(`/:[A-Za-z_]\w*(?:/|$)`)
)

func noVariables() reviewer.Rule {
	return reviewer.Rule{
		ID: "URL-005", Group: market.GroupReach, Severity: market.SeverityReject, Needs: reviewer.NeedsEntry,
		Title:  reviewer.Say("地址里没有要替换的变量", "The address has no variables to fill in"),
		Why:    reviewer.Say("应用照原样访问这个地址，不会替用户填任何一段。", "The app uses the address as it is and fills in nothing for the user."),
		Decide: reviewer.Say("主机或路径里有 {…}、<…>、%7B…%7D，或以 /: 开头的一段，就算。查询部分不看。", "It hits when host or path have {…}, <…>, %7B…%7D, or a part that begins with /: in them. The query is not looked at."),
		Fix:    reviewer.Say("填一个可以直接访问的地址；各用户不同的部分，请用令牌来区分。", "Give an address that can be used as it is; tell users apart by their tokens."),
		Source: "seed, server.url",
		Skip:   noAddress,
		Check: func(d *reviewer.Dossier) []reviewer.Hit {
			if !variable(d.Entry.Server.URL) {
				return nil
			}
			return one(d, reviewer.Say("地址里有要替换的变量。", "The address contains a variable to be filled in."))
		},
	}
}

// variable reports whether the host or path of an address has a variable.
func variable(raw string) bool {
	raw, _, _ = strings.Cut(raw, "?")
	_, rest, _ := strings.Cut(raw, "://")
	return template().MatchString(raw) || param().MatchString(rest)
}
