package contract

import (
	"marketd/market"
	"marketd/reviewer"
)

func statusOK() reviewer.Rule {
	return reviewer.Rule{
		ID: "PRO-006", Group: market.GroupProtocol, Severity: market.SeverityReject, Profile: market.ProfileApp, Needs: reviewer.NeedsAnswer,
		Title:  reviewer.Say("结果随状态 200 而来", "A result comes with status 200"),
		Why:    reviewer.Say("应用先看状态码，不是 200 就不读内容。", "The app looks at the status first and does not read on unless it is 200."),
		Decide: reviewer.Say("状态不是 200，内容里却有 result 和 tools，就算；应用先看状态，不会读它。", "It hits when the status is not 200 while the body has result and tools: the app looks at the status first and does not read on."),
		Fix:    reviewer.Say("有结果时答 200。", "Answer with 200 when there is a result."),
		Source: "seed, tools/list",
		Skip:   unlessOwned("PRO-006"),
		Check: func(d *reviewer.Dossier) []reviewer.Hit {
			a := d.Last().List.Answer
			if d.Last().List.OK() {
				return nil
			}
			return []reviewer.Hit{{
				Where: atList, Evidence: a.Body,
				Message: reviewer.Sayf("工具列表随状态 %d 而来，应用不会读它。", "The tool list came with status %d; the app will not read it.", a.Status),
			}}
		},
	}
}
