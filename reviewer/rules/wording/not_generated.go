package wording

import (
	"slices"
	"strings"

	"marketd/market"
	"marketd/reviewer"
	"marketd/reviewer/words"
)

// skeletonWidth is how much a common sentence must say to be a real one.
const skeletonWidth = 20

func notGenerated() reviewer.Rule {
	return reviewer.Rule{
		ID: "DSC-008", Group: market.GroupTools, Severity: market.SeverityWarn, Needs: reviewer.NeedsTools,
		Title:  reviewer.Say("说明不是由名字套出来的", "Descriptions are not made from the names"),
		Why:    reviewer.Say("“Tool for 某某”一类套出来的说明，每一条都没有内容。", "Descriptions made by putting each name into one pattern, such as “Tool for X”, say nothing."),
		Decide: reviewer.Sayf("把说明里属于工具自己名字和标题的词换成 %%，相邻的合成一个；剩下的宽度不到 %d（汉字算 2，字母和数字算 1）、又有 %d 个以上的工具剩下的相同：提醒。全部工具都这样，而且剩下的都是“tool for”“工具”一类的虚词：拒绝。超过 200 个字节的不看。", "In a description the words of the tool's own name and title are replaced by %%, those side by side by one. When what is left is narrower than %d (a Han character counts 2, a letter or digit 1) and the same in %d tools or more, that is warned of; when it is so in all tools, and what is left is only filler such as “tool for” or 工具, it is refused. Texts of more than 200 bytes are not looked at.", skeletonWidth, sharedLeast),
		Fix:    reviewer.Say("逐个写说明。", "Write each description individually."),
		Source: "the app's own filler for tools without a description",
		Check: func(d *reviewer.Dossier) []reviewer.Hit {
			groups := map[string]int{}
			for _, t := range d.Tools {
				groups[skeleton(t)]++
			}
			return reviewer.PerTool(func(d *reviewer.Dossier, t reviewer.Tool) []reviewer.Hit {
				s := skeleton(t)
				if s == "" || groups[s] < sharedLeast {
					return nil
				}
				h := reviewer.Hit{
					Where: t.Pointer("description"), Evidence: t.Description,
					Message: reviewer.Sayf("有 %d 个工具的说明只差名字。", "The descriptions of %d tools differ only by the name.", groups[s]),
				}
				if groups[s] == len(d.Tools) && words.Filler(strings.ReplaceAll(s, "%", " ")) {
					h.Severity = market.SeverityReject
				}
				return []reviewer.Hit{h}
			})(d)
		},
	}
}

type skeletonKey struct{}

// skeleton is the description with the words of the tool's own name and title
// as %; empty when it has none of them, is nothing else, or is long enough to
// be a sentence of its own.
func skeleton(t reviewer.Tool) string {
	return reviewer.Remember(t, skeletonKey{}, func() string {
		if !says(t) || len(t.Description) > 200 {
			return ""
		}
		own := append(words.Tokens(t.Name), words.Tokens(t.Title)...)
		said := words.Tokens(words.Plain(t.Description))
		replaced, rest := 0, 0
		for i, w := range said {
			if slices.Contains(own, w) {
				said[i] = "%"
				replaced++
			} else {
				rest += words.Width(w)
			}
		}
		if replaced == 0 || rest == 0 || rest >= skeletonWidth {
			return ""
		}
		return strings.Join(slices.Compact(said), " ")
	})
}
