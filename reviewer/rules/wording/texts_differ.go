package wording

import (
	"marketd/market"
	"marketd/reviewer"
	"marketd/reviewer/words"
)

// sharedLeast is how many tools with one text, being at least half of all, are
// no oversight any more.
const sharedLeast = 3

func textsDiffer() reviewer.Rule {
	return reviewer.Rule{
		ID: "DSC-007", Group: market.GroupTools, Severity: market.SeverityWarn, Needs: reviewer.NeedsTools,
		Title:  reviewer.Say("不同的工具有不同的说明", "Different tools have different descriptions"),
		Why:    reviewer.Say("几个工具说明相同，模型没法在它们之间选。", "A model cannot choose between tools with the same description."),
		Decide: reviewer.Sayf("比的是去掉大小写、外围标点和多余空白后的说明；占位文字不算。两个以上相同：提醒每一个。%d 个以上相同，而且占全部工具的一半以上：拒绝。", "Descriptions are compared without case, outer punctuation and surplus blanks; placeholders do not count. Two or more alike: each is warned of. %d or more that are at least half of all tools: refused.", sharedLeast),
		Fix:    reviewer.Say("写出每个工具与其他工具的区别。", "Say how each tool differs from the others."),
		Source: "measured on 949 public tools: one pair",
		Check: func(d *reviewer.Dossier) []reviewer.Hit {
			groups := map[string]int{}
			for _, t := range d.Tools {
				if says(t) {
					groups[canon(t)]++
				}
			}
			return reviewer.PerTool(func(d *reviewer.Dossier, t reviewer.Tool) []reviewer.Hit {
				if !says(t) {
					return nil
				}
				n := groups[canon(t)]
				if n < 2 {
					return nil
				}
				h := reviewer.Hit{
					Where: t.Pointer("description"), Evidence: t.Description,
					Message: reviewer.Sayf("有 %d 个工具的说明相同。", "%d tools have this description.", n),
				}
				if n >= sharedLeast && 2*n >= len(d.Tools) {
					h.Severity = market.SeverityReject
				}
				return []reviewer.Hit{h}
			})(d)
		},
	}
}

type canonKey struct{}

// canon is the description in the form in which texts are compared.
func canon(t reviewer.Tool) string {
	return reviewer.Remember(t, canonKey{}, func() string { return words.Canon(t.Description) })
}
