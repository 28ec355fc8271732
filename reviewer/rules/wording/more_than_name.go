package wording

import (
	"marketd/market"
	"marketd/reviewer"
	"marketd/reviewer/words"
)

func moreThanName() reviewer.Rule {
	return reviewer.Rule{
		ID: "DSC-005", Group: market.GroupTools, Severity: market.SeverityWarn, Needs: reviewer.NeedsTools,
		Title:  reviewer.Say("说明不只是重复名字", "Descriptions say more than the name"),
		Why:    reviewer.Say("名字模型已经看到了；再说一遍（或译一遍）没有增加任何信息。", "The model has seen the name already; saying it again, or in translation, adds nothing."),
		Decide: reviewer.Say("名字和标题在 . _ - 和大小写交界处拆成词，说明也拆成词，去掉“工具、用于、tool、for、the”一类的虚词，中文按一张小词典换成英文。两边的词正好相同（单复数、时态不计）：提醒；名字至多两个词、标题没有别的内容、又没有两个以上的参数或一个写了说明的参数，就拒绝。说明的每个词都在名字里，但没有全说：提醒。超过 200 个字节的不看。", "Name and title are cut into words at . _ - and where case changes, the description into words; filler such as “tool, for, the, 用于” is dropped, and Chinese is turned into English by a small dictionary. The same words on both sides, whatever number or tense: warned of; and refused when the name has at most two words, the title tells nothing else, and there are neither two parameters nor one with a description. Every word of the description is one of the name's, though not all are said: warned of. Texts of more than 200 bytes are not looked at."),
		Fix:    reviewer.Say("补上名字里没有的：数据从哪来、涵盖什么范围、返回什么、什么时候该用。", "Add what the name does not say: where the data come from, what they cover, what is returned, when to use the tool."),
		Source: "seed, tools/list: no placeholder descriptions",
		Check: reviewer.PerTool(func(_ *reviewer.Dossier, t reviewer.Tool) []reviewer.Hit {
			if !says(t) {
				return nil
			}
			h := reviewer.Hit{Where: t.Pointer("description"), Evidence: t.Description}
			switch max(words.Restates(t.Description, t.Name), words.Restates(t.Description, t.Title)) {
			case words.EchoExact:
				h.Message = reviewer.Say("说明只是把名字又说了一遍。", "The description only repeats the name.")
				if len(words.Tokens(t.Name)) <= 2 && !explained(t) {
					h.Severity = market.SeverityReject
					h.Message = reviewer.Say("说明只是把名字又说了一遍，标题和参数也没有解释。", "The description only repeats the name, and neither title nor parameters explain it.")
				}
			case words.EchoSoft:
				h.Message = reviewer.Say("说明里没有名字以外的信息。", "The description says nothing beyond the name.")
			default:
				return nil
			}
			return []reviewer.Hit{h}
		}),
	}
}

// explained reports whether something beside name and description tells what
// the tool does: a title of its own, or described parameters.
func explained(t reviewer.Tool) bool {
	_, empty := words.Placeholder(t.Title)
	own := !empty && words.Restates(t.Title, t.Name) == words.EchoNone && words.Restates(t.Description, t.Title) == words.EchoNone
	return own || described(t)
}
