package quality

import (
	"marketd/reviewer"
	"marketd/reviewer/words"
)

// resultCues are words by which a description says what comes back.
var resultCues = []string{
	"return", "respon", "result", "output", "yields", "gives", "reports", "shows", "lists ", "list of", "array of", "produces", "provides", "includ", "contain", "along with", "with its", "with their", "convert", "translat", "extract", "generat", "calculat", "preserv", "as json", "as text", "as markdown",
	"返回", "返還", "回傳", "转换", "轉換", "结果", "結果", "输出", "輸出", "得到", "给出", "給出", "列出", "包含", "包括", "提供", "显示", "顯示", "生成",
}

func resultTold() reviewer.Rule {
	return costs(reviewer.Rule{
		ID: "QLT-001", Points: 8,
		Title: reviewer.Say("说明讲清返回什么", "The description says what comes back"),
		Why:   reviewer.Say("模型要先知道会得到什么，才知道该不该调用，以及下一步做什么。", "A model decides to call a tool, and plans what comes next, by what it will get."),
		Decide: reviewer.Say(
			"说明里没有讲返回内容的词（返回、结果、列出、包含…… 或 returns、result、lists、including …），也没有带属性的 outputSchema，扣 8 分；名字是写操作的工具扣 4 分。既不是中文也不是英文的说明不看。",
			"8 points, and 4 for a tool whose name writes, when the description has no word for what comes back (returns, result, lists, including, …, or 返回, 结果, 列出, …) and there is no outputSchema with properties. A description in neither Chinese nor English is not judged.",
		),
		Fix: reviewer.Say(
			"在说明里加一句：返回哪些内容、什么形式、最多多少，例如“返回七日预报，每天含最高温、最低温和降水概率”。",
			"Add a sentence on what is returned, in which form and how much at most, such as “Returns the forecast of seven days, each with high, low and chance of rain”.",
		),
		Source: "studies of tool descriptions: missing results are among the commonest flaws",
		Check: reviewer.PerTool(func(_ *reviewer.Dossier, t reviewer.Tool) []reviewer.Hit {
			s := speechOf(t)
			if s.absent || !s.known || s.has(resultCues...) || outputs(t) {
				return nil
			}
			points := 0 // the rule's
			if words.ClassOf(t.Name, t.Description) == words.Writes {
				points = 4
			}
			return []reviewer.Hit{{Where: t.Pointer("description"), Points: points, Message: reviewer.Say("说明没有讲调用之后会得到什么。", "The description does not say what a call gives back.")}}
		}),
	})
}

// outputs reports whether an output schema says what comes back.
func outputs(t reviewer.Tool) bool {
	s, _ := t.Decoded("outputSchema").(map[string]any)
	properties, _ := s["properties"].(map[string]any)
	return len(properties) > 0
}
