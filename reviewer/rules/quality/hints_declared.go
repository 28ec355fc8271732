package quality

import "marketd/reviewer"

func hintsDeclared() reviewer.Rule {
	return costs(reviewer.Rule{
		ID: "QLT-005", Points: 6,
		Title: reviewer.Say("声明只读、破坏性等提示", "Hints on reading and destroying are declared"),
		Why:   reviewer.Say("没有提示，客户端只能按最坏的情况对待：每次调用都要用户确认。", "Without hints a client has to assume the worst and asks the user at every call."),
		Decide: reviewer.Say(
			"annotations 里没有布尔值 readOnlyHint，扣 6 分；readOnlyHint 为 false 而没有 destructiveHint，扣 3 分。",
			"6 points when annotations has no boolean readOnlyHint; 3 when it is false and there is no destructiveHint.",
		),
		Fix:    reviewer.Say("在 annotations 里写上 readOnlyHint；会改动的工具再写 destructiveHint、idempotentHint。", "Write readOnlyHint in annotations, and destructiveHint and idempotentHint too for tools that change something."),
		Source: "MCP specification, ToolAnnotations",
		Check: reviewer.PerTool(func(_ *reviewer.Dossier, t reviewer.Tool) []reviewer.Hit {
			a, _ := t.Decoded("annotations").(map[string]any)
			readOnly, declared := a["readOnlyHint"].(bool)
			if !declared {
				return []reviewer.Hit{{Where: t.Pointer("annotations"), Message: reviewer.Say("没有声明 readOnlyHint。", "readOnlyHint is not declared.")}}
			}
			if _, told := a["destructiveHint"].(bool); !readOnly && !told {
				return []reviewer.Hit{{Where: t.Pointer("annotations"), Points: 3, Message: reviewer.Say("会改动的工具没有声明 destructiveHint。", "The tool may change something, and destructiveHint is not declared.")}}
			}
			return nil
		}),
	})
}
