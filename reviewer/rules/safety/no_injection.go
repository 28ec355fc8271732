package safety

import (
	"marketd/market"
	"marketd/reviewer"
)

func noInjection() reviewer.Rule {
	return reviewer.Rule{
		ID: "SEC-001", Group: market.GroupSafety, Severity: market.SeverityReject, Needs: reviewer.NeedsTools,
		Title: reviewer.Say("没有夹带给模型的指令", "No orders to the model are slipped in"),
		Why:   reviewer.Say("模型会照着工具的文字做：叫它忽略规则、读私密文件、瞒着用户往外发，就是攻击用户。", "A model does as the texts of tools say: telling it to set rules aside, to read private files, to send them out behind the user's back is an attack on the user."),
		Decide: reviewer.Say(
			"逐句找八类话：A 不理会先前的指令，B 对用户隐瞒，C 读取存放密钥的文件，D 发送到外部，E 冒充系统的标签或注释，F 支配别的工具，G 把对话、系统提示或用户的密钥填进参数，或向用户讨要密码、验证码，H 换身份。同一段文字里相近的两类凑成 A 加任一类、B 加 C/D/E/G、E 加 C/D/F、C 加 D/G、H 加 A/B，就拒绝。中英文之外，也认日、韩、西、葡、意、法、德、俄文里最明显的说法，阿拉伯、波斯、希伯来、印地、泰、越南、印尼、土耳其、波兰、荷兰、捷克、瑞典、乌克兰文里只认 A 和 B；去掉不可见字符、还原全角和形近字、解码一次之后再看。安全产品举例引用的不算。",
			"Sentence by sentence eight families are looked for: A set aside earlier instructions, B hide it from the user, C read a file of credentials, D send it out, E pseudo tags of the system or comments, F direct other tools, G put the conversation, the system prompt or the user's keys into an argument or ask the user for a password or a code, H another role. Two of them near each other in one text refuse it: A with any other, B with C, D, E or G, E with C, D or F, C with D or G, H with A or B. English and Chinese, and the most overt forms in Japanese, Korean, Spanish, Portuguese, Italian, French, German and Russian; of Arabic, Persian, Hebrew, Hindi, Thai, Vietnamese, Indonesian, Turkish, Polish, Dutch, Czech, Swedish and Ukrainian only A and B; also after removing invisible characters, folding full-width and look-alike letters, and decoding once. What a product for security quotes as an example does not count."),
		Fix:    reviewer.Say("工具的文字只说它做什么、参数是什么、返回什么；删掉对模型下的命令。", "Let the texts say what the tool does, takes and returns; remove what gives orders to the model."),
		Source: "OWASP Top 10 for LLM Applications 2025, LLM01; MCP specification, security considerations of tools",
		Check:  everywhere(judgeInjection),
	}
}

func judgeInjection(_ *reviewer.Dossier, p passage) []reviewer.Hit {
	a, b, ok := combination(p.signs)
	if !ok {
		return nil
	}
	if a.Start > b.Start {
		a, b = b, a
	}
	x, y := says(a.Family), says(b.Family)
	h := reviewer.Hit{
		Evidence: quote(a, b),
		Message:  reviewer.Sayf("这段文字%[1]s，同时%[3]s。", "This text gives orders to the model: %[2]s, and %[4]s.", x.ZH, x.EN, y.ZH, y.EN),
	}
	return one(h)
}
