package entry

import (
	"slices"

	"marketd/market"
	"marketd/reviewer"
	"marketd/reviewer/pattern"
)

var (
	uiShape     = pattern.Late(`^[A-Za-z][A-Za-z0-9._-]{0,63}$`)
	uiComponent = pattern.Late(`^UI-[0-9]{6}$`)
)

// firstForeign is the first component number that is not the app's own.
const firstForeign = "UI-010001"

func uiKnown() reviewer.Rule {
	return reviewer.Rule{
		ID: "ENT-012", Group: market.GroupMeta, Severity: market.SeverityReject, Needs: reviewer.NeedsEntry,
		Title:  reviewer.Say("界面组件是应用认得的", "The user interface is one the app knows"),
		Why:    reviewer.Say("应用把这个值交给它的组件目录；认不得就显示不出结果。", "The app hands this value to its component catalog; nothing is shown for one it does not know."),
		Decide: reviewer.Say("ui 为空，或在运营者的列表里；没有列表时，须符合 ^[A-Za-z][A-Za-z0-9._-]{0,63}$。uiComponentId 为空，或写作 UI- 加六位数字。两者写成组件编号时都须不小于 UI-010001，更小的属于应用自己。", "ui is empty or in the operator's list; without a list it matches ^[A-Za-z][A-Za-z0-9._-]{0,63}$. uiComponentId is empty or UI- and six digits. Either, where it is a component's number, is at least UI-010001: smaller ones are the app's own."),
		Fix:    reviewer.Say("留空即可：应用会用通用界面显示结果。要用自己的组件，编号从 UI-010001 起。", "Leave it empty: the app shows results in its general view. Components of your own are numbered from UI-010001."),
		Source: "the market's catalog contract, ui and uiComponentId",
		Check:  checkUI,
	}
}

func checkUI(d *reviewer.Dossier) []reviewer.Hit {
	var hits []reviewer.Hit
	if ui := d.Entry.UI; ui != "" && !uiAllowed(ui, d.Policy.UIs) {
		hits = append(hits, reviewer.Hit{Where: "/entry/ui", Evidence: ui, Message: reviewer.Say("应用不认得这个界面。", "The app does not know this user interface.")})
	}
	switch id := d.Entry.UIComponentID; {
	case id == "":
	case !uiComponent().MatchString(id):
		hits = append(hits, reviewer.Hit{Where: "/entry/uiComponentId", Evidence: id, Message: reviewer.Say("组件编号的写法应为 UI- 加六位数字。", "A component's number is written UI- and six digits.")})
	case id < firstForeign:
		hits = append(hits, reviewer.Hit{Where: "/entry/uiComponentId", Evidence: id, Message: reviewer.Say("这个编号属于应用自己的组件。", "This number belongs to one of the app's own components.")})
	}
	return hits
}

// uiAllowed reports whether a ui value may be used: one of the operator's
// list, or without a list any of the right shape that is not the app's own.
func uiAllowed(ui string, list []string) bool {
	if len(list) > 0 {
		return slices.Contains(list, ui)
	}
	if uiComponent().MatchString(ui) {
		return ui >= firstForeign
	}
	return uiShape().MatchString(ui)
}
