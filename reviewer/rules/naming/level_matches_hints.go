package naming

import (
	"marketd/market"
	"marketd/reviewer"
)

func levelMatchesHints() reviewer.Rule {
	return reviewer.Rule{
		ID: "LVL-004", Group: market.GroupSafety, Severity: market.SeverityWarn, Needs: reviewer.NeedsTools,
		Title:  reviewer.Say("level 与 annotations 一致", "level and annotations agree"),
		Why:    reviewer.Say("应用看 level，别的客户端看 annotations；两处说法不同，总有一处错了。", "The app reads level, other clients read annotations; where they differ, one is wrong."),
		Decide: reviewer.Say("level 没写或是 readonly，而 annotations 里 readOnlyHint 明写 false，或 destructiveHint 明写 true；或者 level 是 write 而 readOnlyHint 是 true：提醒，从不拒绝，因为有的 SDK 会自己填这些提示。不是布尔值的提示当作没写。", "level is absent or readonly, yet annotations say readOnlyHint false or destructiveHint true; or level is write, yet readOnlyHint is true: warned of and never refused, because some SDKs fill these hints in by themselves. A hint that is no boolean counts as absent."),
		Fix:    reviewer.Say("让 level 与 readOnlyHint、destructiveHint 说同一件事。有的 SDK 会自动填这些提示，请显式写上。", "Let level, readOnlyHint and destructiveHint say the same. Some SDKs fill these hints by default: set them yourself."),
		Source: "MCP specification 2025-11-25, ToolAnnotations",
		Check: reviewer.PerTool(func(_ *reviewer.Dossier, t reviewer.Tool) []reviewer.Hit {
			write := declaresWrite(t)
			read, destroy := hint(t, "readOnlyHint"), hint(t, "destructiveHint")
			h := reviewer.Hit{Where: t.Pointer("annotations", "readOnlyHint"), Evidence: string(t.Members["annotations"])}
			switch {
			case !write && read != nil && !*read:
				h.Message = reviewer.Say("level 是只读（或没写），readOnlyHint 却是 false。", "level is readonly (or absent), yet readOnlyHint is false.")
			case !write && destroy != nil && *destroy:
				h.Where = t.Pointer("annotations", "destructiveHint")
				h.Message = reviewer.Say("level 是只读（或没写），destructiveHint 却是 true。", "level is readonly (or absent), yet destructiveHint is true.")
			case write && read != nil && *read:
				h.Message = reviewer.Say("level 是 write，readOnlyHint 却是 true。", "level is write, yet readOnlyHint is true.")
			default:
				return nil
			}
			return []reviewer.Hit{h}
		}),
	}
}
