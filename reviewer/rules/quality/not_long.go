package quality

import "marketd/reviewer"

func notLong() reviewer.Rule {
	const enough, step, most = 300, 40, 15
	return costs(reviewer.Rule{
		ID: "QLT-008", Points: 1,
		Title:  reviewer.Say("定义不占太多上下文", "The definition takes little of the context"),
		Why:    reviewer.Say("每次对话都带着全部工具的定义；写得太长，用户每轮都要付费，模型也更难挑对。", "Every conversation carries all definitions; long ones are paid for at every turn and make the choice harder."),
		Decide: reviewer.Say("名字、说明和 inputSchema 估计超过 300 个词元（token）的，每多 40 个扣 1 分，最多 15 分。", "Name, description and inputSchema are estimated in tokens; above 300, each further 40 cost 1 point, 15 at most."),
		Fix:    reviewer.Say("删掉说明里重复参数的部分、用法教程和营销的话；参数太多的工具拆开。", "Drop what repeats the parameters, tutorials and marketing from the description; split a tool that has too many parameters."),
		Source: "measured on public tools: nine of ten take less than 250",
		Check: reviewer.PerTool(func(_ *reviewer.Dossier, t reviewer.Tool) []reviewer.Hit {
			n := t.Tokens()
			if n <= enough {
				return nil
			}
			return []reviewer.Hit{{
				Where: t.Pointer(), Points: min(most, (n-enough+step-1)/step),
				Message: reviewer.Sayf("定义约占 %d 个词元。", "The definition takes about %d tokens.", n),
			}}
		}),
	})
}
