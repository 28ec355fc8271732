package wording

import (
	"marketd/market"
	"marketd/reviewer"
	"marketd/reviewer/pattern"
)

var counted = pattern.Late(`(?i)\b\d+\+?\s+(?:tools|endpoints)\b|\d+\+?\s*个(?:工具|接口)`)

func countsAvoided() reviewer.Rule {
	return reviewer.Rule{
		ID: "DSC-015", Group: market.GroupTools, Severity: market.SeverityInfo, Needs: reviewer.NeedsTools,
		Title:  reviewer.Say("说明里不写会变的数目", "Descriptions contain no counts that change"),
		Why:    reviewer.Say("“235+ 个工具”一变，说明就和审核过的不一样了。", "When “235+ tools” changes, the text is no longer the one that was approved."),
		Decide: reviewer.Say("说明里有“数字 + tools、endpoints、个工具、个接口”（“235+ endpoints”）就提示。“10 个城市”“up to 10 items”不算。", "A number before tools, endpoints, 个工具 or 个接口 (“235+ endpoints”) is noted. “Up to 10 items” and 10 个城市 are none."),
		Fix:    reviewer.Say("去掉数目，或写“许多”。", "Leave the number out, or write “many”."),
		Source: "rule DRF-004",
		Check: reviewer.PerTool(func(_ *reviewer.Dossier, t reviewer.Tool) []reviewer.Hit {
			if !mentions(t, "tools", "endpoints", "个") {
				return nil
			}
			m := counted().FindString(t.Description)
			if m == "" {
				return nil
			}
			return []reviewer.Hit{{
				Where: t.Pointer("description"), Evidence: m,
				Message: reviewer.Say("说明里有会变的数目。", "The description contains a number that will change."),
			}}
		}),
	}
}
