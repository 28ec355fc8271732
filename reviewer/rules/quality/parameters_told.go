package quality

import (
	"strconv"

	"marketd/reviewer"
)

func itoa(i int) string { return strconv.Itoa(i) }

func parametersTold() reviewer.Rule {
	const most = 24
	return costs(reviewer.Rule{
		ID: "QLT-003", Points: most,
		Title:  reviewer.Say("每个参数都有说明", "Every parameter says what it means"),
		Why:    reviewer.Say("参数没有说明，模型只能按名字猜该填什么。", "Without a description a model can only guess from the name what to give."),
		Decide: reviewer.Say("各层参数里没有 description 的，或说明只是重复名字的，按比例扣分：全都没有扣 24 分，一半没有扣 12 分。引用（$ref）和常量（const）不算。", "Parameters at any depth without a description, or with one that only repeats the name, cost their share of 24 points: all of them 24, half of them 12. References ($ref) and constants (const) are not counted."),
		Fix:    reviewer.Say("给每个参数写一句：它是什么、什么格式、举个例子。", "Give each parameter a sentence: what it is, in which form, with an example."),
		Source: "MCP specification, tools; JSON Schema, description",
		Check: reviewer.PerTool(func(_ *reviewer.Dossier, t reviewer.Tool) []reviewer.Hit {
			all := parameters(t)
			var untold []parameter
			for _, p := range all {
				if !p.told() {
					untold = append(untold, p)
				}
			}
			if len(untold) == 0 {
				return nil
			}
			return []reviewer.Hit{{
				Where: untold[0].where(t), Evidence: some(untold), Points: (most*len(untold) + len(all) - 1) / len(all),
				Message: reviewer.Sayf("%[2]d 个参数中有 %[1]d 个没有说明：%[3]s。", "Of the parameters (%[2]d), %[1]d say nothing of themselves: %[3]s.", len(untold), len(all), some(untold)),
			}}
		}),
	})
}
