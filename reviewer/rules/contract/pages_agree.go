package contract

import (
	"marketd/market"
	"marketd/reviewer"
)

func pagesAgree() reviewer.Rule {
	return reviewer.Rule{
		ID: "PAG-005", Group: market.GroupSafety, Severity: market.SeverityNeedsHuman, Needs: reviewer.NeedsTools,
		Title:  reviewer.Say("各页之间不互相改写", "No page redefines a tool of another"),
		Why:    reviewer.Say("后一页把同名的工具换成别的内容，用户得到的就不是审核看到的那个。", "When a later page gives the same name other content, users get something other than what was reviewed."),
		Decide: reviewer.Say("翻页时，后面的页里有一个名字已经出现过的工具，而内容不同，就算；完全相同的只当重复。应用的列表和标准 MCP 的列表都看。", "It hits when a later page has a tool whose name came before with other content; an exact repeat is only left out. The app's list and standard MCP's are both looked at."),
		Fix:    reviewer.Say("每个工具只在一页上出现一次。", "List each tool once, on one page."),
		Source: "MCP specification, pagination",
		Check: func(d *reviewer.Dossier) []reviewer.Hit {
			var hits []reviewer.Hit
			m := reviewer.Say("后面的页把一个同名的工具换成了别的内容。", "A later page gives a tool of the same name other content.")
			for _, n := range noted(d, market.NoteRedefined) {
				h := note(n, "", m)
				h.Profile = market.ProfileApp
				hits = append(hits, h)
			}
			p := d.Last()
			for _, n := range notedIn(p.MCP.List, market.NoteRedefined) {
				h := note(n, "", m)
				if h.Profile = market.ProfileMCP; p.List.OK() {
					h.Where = atMCP // the tools of the report are the other list's
				}
				hits = append(hits, h)
			}
			return hits
		},
	}
}
