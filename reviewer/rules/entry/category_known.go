package entry

import (
	"slices"

	"marketd/market"
	"marketd/reviewer"
)

func categoryKnown() reviewer.Rule {
	return reviewer.Rule{
		ID: "META-001", Group: market.GroupMeta, Severity: market.SeverityReject, Needs: reviewer.NeedsEntry,
		Title:  reviewer.Say("类别在市场的列表里", "The category is one of the market's"),
		Why:    reviewer.Say("用户按类别浏览；没有的类别谁也找不到。", "Users browse by category; nobody finds a listing in one that does not exist."),
		Decide: reviewer.Say("cat 必须是市场类别列表里的一个编号，逐字相同；列表由运营者配置，提交表单里列出全部。", "cat is one of the ids in the market's list of categories, to the letter; an operator sets the list, and the form shows all of it."),
		Fix:    reviewer.Say("从类别列表里选一个；都不合适就选“其他”（other）。", "Choose one from the list of categories; if none fits, choose “other”."),
		Source: "the market's catalog contract, cat",
		Check: func(d *reviewer.Dossier) []reviewer.Hit {
			if slices.Contains(d.Policy.Categories, d.Entry.Cat) {
				return nil
			}
			m := reviewer.Say("没有这个类别。", "There is no such category.")
			if d.Entry.Cat == "" {
				m = reviewer.Say("没有选类别。", "No category was chosen.")
			}
			return []reviewer.Hit{{Where: "/entry/cat", Evidence: d.Entry.Cat, Message: m}}
		},
	}
}
