package contract

import (
	"marketd/market"
	"marketd/reviewer"
)

func canBePinned() reviewer.Rule {
	return reviewer.Rule{
		ID: "DRF-001", Group: market.GroupSafety, Severity: market.SeverityReject, Needs: reviewer.NeedsTools,
		Title:  reviewer.Say("每个工具都能算出摘要", "Every tool has a digest"),
		Why:    reviewer.Say("批准的是确切的内容：摘要记下审核时的工具，之后一变就看得出来。", "An approval covers exact content: the digest records what was reviewed, so that a change is seen at once."),
		Decide: reviewer.Say("把工具写成 RFC 8785 规定的规范形式再算 SHA-256；写不成的就算：键重复、不成对的代理字符、双精度数装不下的数字、键里有空字符，或嵌套超过 1000 层。", "The tool is written in the canonical form of RFC 8785 and hashed with SHA-256; it hits when that cannot be done: a key twice, a lone surrogate, a number that a double cannot hold, U+0000 in a key, or nesting beyond 1,000 levels."),
		Fix:    reviewer.Say("工具里不要有重复的键、不成对的代理字符（如 \\ud800）和双精度数装不下的数字（如 1e999）。", "Avoid duplicate keys, lone surrogates (such as \\ud800) and numbers that a double cannot hold (such as 1e999) in a tool."),
		Source: "RFC 8785 (JCS)",
		Check: reviewer.PerTool(func(_ *reviewer.Dossier, t reviewer.Tool) []reviewer.Hit {
			if t.Members == nil {
				return nil // rule PRO-012
			}
			if t.Digest() != "" {
				return nil
			}
			return []reviewer.Hit{{Where: t.Pointer(), Tool: t.Name, Message: reviewer.Say("这个工具的 JSON 没有规范写法，算不出摘要。", "This tool's JSON has no canonical form, so it has no digest.")}}
		}),
	}
}
