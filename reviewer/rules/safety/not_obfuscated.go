package safety

import (
	"marketd/market"
	"marketd/reviewer"
	"marketd/reviewer/rules/safety/veiled"
)

func notObfuscated() reviewer.Rule {
	return reviewer.Rule{
		ID: "SEC-006", Group: market.GroupSafety, Severity: market.SeverityNeedsHuman, Needs: reviewer.NeedsTools,
		Title: reviewer.Say("没有编码或推到看不见处的文字", "No text is encoded or pushed out of sight"),
		Why:   reviewer.Say("模型读得懂 base64，也读得到几千个空格之后的话；人在审核页上看不到。", "A model understands base64 and reads what stands behind thousands of spaces; a person at the review desk does not see it."),
		Decide: reviewer.Say(
			"连续 200 个空格或 20 个换行之后还有文字；120 个字符以上的 base64 或 160 个以上的十六进制，解出来是能读的文字（摘要、蛋白质序列、图片解不出文字，不算）；更短的 base64、ROT13、数字代字母、倒写、逐字拆开，还原出来是对模型的命令；可疑的句子多到读不完。",
			"Text behind 200 spaces or 20 line breaks in a row; base64 of 120 characters or more, or hexadecimal of 160, that decodes to readable text (digests, proteins and pictures do not); shorter base64, ROT13, digits for letters, writing backwards or letter by letter that turns out to be an order to the model; more suspicious sentences than can be read."),
		Fix:    reviewer.Say("直接写出文字，去掉多余的空白和编码。", "Write the text as it is, without encodings and long gaps."),
		Source: "OWASP Top 10 for LLM Applications 2025, LLM01; measured: none of 949 tools",
		Check:  everywhere(judgeObfuscation),
	}
}

func judgeObfuscation(_ *reviewer.Dossier, p passage) []reviewer.Hit {
	if len(p.veiled) > 0 {
		f := p.veiled[0]
		h := reviewer.Hit{Evidence: around(p.value, f.Start, f.End), Message: veil(f.Kind)}
		if f.Plain != "" {
			h.Evidence = head(f.Plain, 150)
		}
		return one(h)
	}
	if p.unread {
		return one(reviewer.Hit{Evidence: head(p.value, 150), Message: reviewer.Say("这段文字里可疑的句子太多，没有读完。", "There are more suspicious sentences in this text than can be read.")})
	}
	return nil
}

func veil(k veiled.Kind) market.Text {
	switch k {
	case veiled.Gap:
		return reviewer.Say("很长的空白之后还有文字。", "There is text behind a very long gap.")
	case veiled.Base64:
		return reviewer.Say("这里有一段 base64，解出来是文字。", "There is base64 here that decodes to text.")
	case veiled.Hex:
		return reviewer.Say("这里有一段十六进制，解出来是文字。", "There is hexadecimal here that decodes to text.")
	case veiled.Rot13:
		return reviewer.Say("这段文字用 ROT13 写着对模型的命令。", "This text is an order to the model in ROT13.")
	case veiled.Leet:
		return reviewer.Say("这段文字用数字代替字母写着对模型的命令。", "This text is an order to the model with digits for letters.")
	case veiled.Backward:
		return reviewer.Say("这段文字倒过来读是对模型的命令。", "Read backwards, this text is an order to the model.")
	}
	return reviewer.Say("这段文字把对模型的命令逐字拆开。", "This text is an order to the model written letter by letter.")
}
