package wording

import (
	"marketd/market"
	"marketd/reviewer"
	"marketd/reviewer/words"
)

// Widths under which a description is too short; a Han character counts two.
const (
	widthReject = 4
	widthHuman  = 10
	widthWarn   = 20
)

func longEnough() reviewer.Rule {
	return reviewer.Rule{
		ID: "DSC-004", Group: market.GroupTools, Severity: market.SeverityWarn, Needs: reviewer.NeedsTools,
		Title:  reviewer.Say("说明够长，说得清楚", "Descriptions are long enough to be clear"),
		Why:    reviewer.Say("几个字说不清何时该用、要什么、返回什么，模型只能猜。", "A few words cannot say when to use a tool, what it needs and what it returns; the model has to guess."),
		Decide: reviewer.Sayf("去掉标记后数宽度：汉字、假名、谚文算 2，别的字母和数字算 1，标点和空白算 0。不到 %d 拒绝；不到 %d 交给人看；不到 %d 提醒。占位文字由 DSC-002、DSC-003、DSC-006 说。", "Without its mark-up a text is as wide as its characters: Han, Kana and Hangul count 2, other letters and digits 1, punctuation and blanks 0. Under %d is refused, under %d goes to a person, under %d is warned of. Placeholders are told of by rules DSC-002, DSC-003 and DSC-006.", widthReject, widthHuman, widthWarn),
		Fix:    reviewer.Say("写成一个完整的句子，例如“按城市查询未来七天的天气”。", "Make it a full sentence, for example “Returns the seven-day forecast of a city”."),
		Source: "seed, tools/list: description for the AI; thresholds measured on 949 public tools",
		Check: reviewer.PerTool(func(_ *reviewer.Dossier, t reviewer.Tool) []reviewer.Hit {
			if !says(t) {
				return nil
			}
			h := reviewer.Hit{Where: t.Pointer("description"), Evidence: t.Description}
			switch w := words.Width(words.Plain(t.Description)); {
			case w < widthReject:
				h.Severity = market.SeverityReject
				h.Message = reviewer.Say("说明只有一两个字。", "The description is only one or two characters long.")
			case w < widthHuman:
				h.Severity = market.SeverityNeedsHuman
				h.Message = reviewer.Say("说明太短，看不出它做什么、返回什么。", "The description is too short to tell what the tool does and returns.")
			case w < widthWarn:
				h.Message = reviewer.Say("说明偏短，再多说一句会更好用。", "The description is rather short; one more sentence would help.")
			default:
				return nil
			}
			return []reviewer.Hit{h}
		}),
	}
}
