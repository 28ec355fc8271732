package entry

import (
	"slices"

	"marketd/market"
	"marketd/reviewer"
	"marketd/reviewer/pattern"
)

var idPattern = pattern.Late(market.IDPattern)

func idShape() reviewer.Rule {
	return reviewer.Rule{
		ID: "ENT-002", Group: market.GroupMeta, Severity: market.SeverityReject, Needs: reviewer.NeedsEntry,
		Title:  reviewer.Say("编号写法正确，且不是保留编号", "The id is well formed and not reserved"),
		Why:    reviewer.Say("编号是条目在目录、网址和应用里的唯一名字，以后不能改。", "The id names the listing in the catalog, in URLs and in the app, and never changes."),
		Decide: reviewer.Say("编号要符合 ^[a-z0-9](-?[a-z0-9])+$，长 2 到 64 个字符，并且不是保留编号：应用自带的包（device-control、scene-12306、obsidian）和市场自己的词（market、mov、admin、official、system、ext），运营者可以再加。", "The id matches ^[a-z0-9](-?[a-z0-9])+$, has 2 to 64 characters, and is not reserved: the packs inside the app (device-control, scene-12306, obsidian) and the market's own words (market, mov, admin, official, system, ext); an operator may add more."),
		Fix:    reviewer.Say("用 2 到 64 个小写字母、数字和连字符，开头和结尾是字母或数字，连字符不要连用，例如 weather-demo。", "Use 2 to 64 lower-case letters, digits and hyphens; begin and end with a letter or digit, and put no two hyphens in a row, for example weather-demo."),
		Source: "the app's form; the market's catalog contract, id",
		Check:  checkIDShape,
	}
}

func checkIDShape(d *reviewer.Dossier) []reviewer.Hit {
	id := d.Entry.ID
	hit := func(m market.Text) []reviewer.Hit {
		return []reviewer.Hit{{Where: "/entry/id", Evidence: id, Message: m}}
	}
	switch {
	case id == "":
		return hit(reviewer.Say("没有填编号。", "The id is missing."))
	case slices.Contains(d.Policy.ReservedIDs, id):
		h := hit(reviewer.Say("这个编号是保留的：它属于应用自带的包或市场自己。", "This id is reserved: it belongs to a pack inside the app or to the market itself."))
		h[0].Fix = reviewer.Say("换一个编号，例如在后面加上你的名字。", "Choose another id, for example with your own name added.")
		return h
	case len(id) > market.IDMax, !idPattern().MatchString(id):
		return hit(reviewer.Say("编号的写法不对。", "The id is not well formed."))
	}
	return nil
}
