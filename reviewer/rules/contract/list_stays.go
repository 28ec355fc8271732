package contract

import (
	"time"

	"marketd/market"
	"marketd/reviewer"
)

// apartEnough is how far apart two lists must be to tell anything (rule PRO-015).
const apartEnough = time.Minute

func listStays() reviewer.Rule {
	return reviewer.Rule{
		ID: "PRO-015", Group: market.GroupProtocol, Severity: market.SeverityNeedsHuman, Needs: reviewer.NeedsTools,
		Title:  reviewer.Say("工具列表不会自己变", "The tool list does not change by itself"),
		Why:    reviewer.Say("批准的是确切的内容；列表每次都不同，就没有东西可以批准，用户的客户端也要反复重新读取。", "An approval covers exact content; a list that is different each time leaves nothing to approve, and makes users' clients read it again and again."),
		Decide: reviewer.Say("比较同一个 User-Agent 相隔至少 60 秒的两份列表。工具有增减或内容不同，要人来看；只差顺序，或只差说明里的数字和日期，只提一句。", "Two lists under one User-Agent, at least 60 s apart, are compared. Tools that come, go or change go to a person; another order, or other digits and dates within descriptions, are only mentioned."),
		Fix:    reviewer.Say("列表用固定的顺序和固定的内容；时间、计数这类会变的东西放到工具的结果里。", "List tools in a fixed order with fixed content; move what changes, such as times and counts, into the tools' results."),
		Source: "MCP specification 2026-07-28, tools: a deterministic order",
		Skip: func(d *reviewer.Dossier) market.Text {
			if len(earlierLists(d)) == 0 {
				return noPair
			}
			return market.Text{}
		},
		Check: checkListStays,
	}
}

// earlierLists are the looks whose lists can be compared with the last one's.
func earlierLists(d *reviewer.Dossier) []market.Probe {
	last := d.Last()
	var found []market.Probe
	for _, p := range d.Probes[:max(len(d.Probes)-1, 0)] {
		if p.Agent == last.Agent && last.At.Sub(p.At) >= apartEnough && bothListed(p, last) {
			found = append(found, p)
		}
	}
	return found
}

func checkListStays(d *reviewer.Dossier) []reviewer.Hit {
	last := d.Last()
	var moved, clock *reviewer.Hit
	for _, p := range earlierLists(d) {
		diff := between(p, last)
		hit := reviewer.Hit{Severity: market.SeverityInfo, Where: atListOf(last), Evidence: diff.names("gone", "new", "different")}
		switch {
		case diff.moved:
			hit.Message = reviewer.Say("同样的工具，两次的顺序不同。", "The same tools came in another order.")
			moved = &hit
		case diff.same():
		case diff.passing():
			hit.Message = reviewer.Sayf("有 %d 个工具的说明里写着会变的数字或日期。", "The descriptions of %d tools hold digits or dates that change.", len(diff.changed))
			clock = &hit
		default:
			hit.Severity = market.SeverityNeedsHuman
			hit.Message = reviewer.Sayf(
				"两次读到的工具不同：%d 个没有了，%d 个多出来，%d 个内容不同。",
				"Two readings gave different tools: %d are gone, %d are new, %d have other content.",
				len(diff.gone), len(diff.added), len(diff.changed))
			return []reviewer.Hit{hit}
		}
	}
	var hits []reviewer.Hit
	for _, h := range []*reviewer.Hit{moved, clock} {
		if h != nil {
			hits = append(hits, *h)
		}
	}
	return hits
}
