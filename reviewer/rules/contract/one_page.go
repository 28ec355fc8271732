package contract

import (
	"marketd/market"
	"marketd/reviewer"
)

func onePage() reviewer.Rule {
	return reviewer.Rule{
		ID: "PAG-002", Group: market.GroupApp, Severity: market.SeverityWarn, Profile: market.ProfileApp, Needs: reviewer.NeedsList,
		Title:  reviewer.Say("所有工具都在第一页", "All tools are on the first page"),
		Why:    reviewer.Say("应用只发一次 tools/list，不带游标；后面几页的工具可能挂不出来。", "The app sends tools/list once, without a cursor; tools on later pages may not be mounted."),
		Decide: reviewer.Say("列表有不止一页，而第一页没有列出全部工具，就提醒。摘要和其他检查都看全部各页。", "It warns when the list has more than one page and the first does not hold all tools. Digests and all other checks cover every page."),
		Fix:    reviewer.Say("一页给全：把 SDK 的每页个数调大，或关掉分页。", "Return everything on one page: raise the SDK's page size, or turn paging off."),
		Source: "seed, tools/list",
		Check: func(d *reviewer.Dossier) []reviewer.Hit {
			l := d.Last().List
			if l.FirstPage >= len(l.Tools) || l.Pages < 2 {
				return nil
			}
			return []reviewer.Hit{{
				Where:   atList,
				Message: reviewer.Sayf("第一页有 %d 个工具，一共 %d 个。", "The first page has %d of %d tools.", l.FirstPage, len(l.Tools)),
			}}
		},
	}
}
