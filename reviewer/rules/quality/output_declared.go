package quality

import "marketd/reviewer"

func outputDeclared() reviewer.Rule {
	return costs(reviewer.Rule{
		ID: "QLT-007", Points: 4,
		Title:  reviewer.Say("用 outputSchema 声明返回的结构", "outputSchema declares what is returned"),
		Why:    reviewer.Say("声明了结构，客户端可以校验和复用结果，模型也知道每个字段的意思。", "With the structure declared, clients can check and reuse results, and models know what each member means."),
		Decide: reviewer.Say("没有 outputSchema，或者它不是对象，扣 4 分。只返回文字或图片的工具也许不需要，所以扣得少。", "4 points when there is no outputSchema or it is no object. A tool that returns mere text or images may do without, so it costs little."),
		Fix:    reviewer.Say("返回结构化数据的工具，写上 outputSchema，并在结果里给出 structuredContent。", "For structured data write an outputSchema, and give structuredContent in results."),
		Source: "MCP specification, output schema",
		Check: reviewer.PerTool(func(_ *reviewer.Dossier, t reviewer.Tool) []reviewer.Hit {
			if s, _ := t.Decoded("outputSchema").(map[string]any); len(s) > 0 {
				return nil
			}
			return []reviewer.Hit{{Where: t.Pointer("outputSchema"), Message: reviewer.Say("没有声明返回的结构。", "The structure of what is returned is not declared.")}}
		}),
	})
}
