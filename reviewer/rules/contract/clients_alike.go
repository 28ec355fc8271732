package contract

import (
	"marketd/market"
	"marketd/reviewer"
)

func clientsAlike() reviewer.Rule {
	return reviewer.Rule{
		ID: "PRO-014", Group: market.GroupSafety, Severity: market.SeverityNeedsHuman, Needs: reviewer.NeedsTools,
		Title:  reviewer.Say("对不同的客户端给同样的工具", "Every client gets the same tools"),
		Why:    reviewer.Say("对审核的程序给一份、对用户的应用给另一份，审核就没有意义。", "A review means nothing when the reviewer's program is given one list and users' apps another."),
		Decide: reviewer.Say("审核的每第二次探测换一个 User-Agent。两次的工具摘要不同，而同一个名字的几次之间没有不同，才算；同名的几次之间也不同的，是 PRO-015 的事。还没有两次同名的可比时先不定。只差日期和数字、只差顺序的不算。", "Every second look of a review is made under another User-Agent. It hits when the digests of the tools differ between two names and not between looks under one name; when those differ too it is PRO-015's. Until there are two looks under one name it is left open. Differences in order, or in dates and digits alone, do not count."),
		Fix:    reviewer.Say("不要按 User-Agent 或来源地址改变工具列表。", "Do not change the tool list by User-Agent or by where a request comes from."),
		Source: "the market's policy against cloaking",
		Skip: func(d *reviewer.Dossier) market.Text {
			if _, ok := otherClient(d); !ok {
				return noPair
			}
			return market.Text{}
		},
		Check: func(d *reviewer.Dossier) []reviewer.Hit {
			other, _ := otherClient(d)
			diff := between(other, d.Last())
			if diff.same() || diff.passing() {
				return nil
			}
			steady, known := sameClientSteady(d)
			if known && !steady {
				return nil // rule PRO-015
			}
			return []reviewer.Hit{{
				Where: atListOf(d.Last()), Unsure: !known, Evidence: diff.names("gone", "new", "different"),
				Message: reviewer.Sayf(
					"换一个 User-Agent，得到的工具就不同：%d 个没有了，%d 个多出来，%d 个内容不同。",
					"Under another User-Agent the tools are different: %d are gone, %d are new, %d have other content.",
					len(diff.gone), len(diff.added), len(diff.changed)),
			}}
		},
	}
}

// otherClient is the latest look under another name whose list can be compared
// with the last one's.
func otherClient(d *reviewer.Dossier) (market.Probe, bool) {
	last := d.Last()
	for i := len(d.Probes) - 2; i >= 0; i-- {
		if p := d.Probes[i]; p.Agent != last.Agent && bothListed(p, last) {
			return p, true
		}
	}
	return market.Probe{}, false
}

// sameClientSteady reports whether looks under one name gave the same tools;
// known is false when there are no two of them.
func sameClientSteady(d *reviewer.Dossier) (steady, known bool) {
	for i, p := range d.Probes {
		for _, q := range d.Probes[i+1:] {
			if p.Agent != q.Agent || !bothListed(p, q) {
				continue
			}
			if known = true; !between(p, q).same() {
				return false, true
			}
		}
	}
	return true, known
}

// atListOf is where the list stands that was read.
func atListOf(p market.Probe) string {
	if p.List.OK() {
		return atList
	}
	return atMCP
}
