package naming

import (
	"marketd/market"
	"marketd/reviewer"
	"marketd/reviewer/pattern"
	"marketd/reviewer/words"
)

// empty is the closed list of names that say nothing.
var empty = pattern.Late(`(?i)^(?:tool\d*|test\d*|foo|bar|func|function|api|run|do|action|main|default|unnamed|untitled|tmp|xxx|[a-z])$`)

// emptyMost is more than the longest of them, with a number behind it, has.
const emptyMost = 16

// tellingWidth is how much a description must say to make up for such a name.
const tellingWidth = 20

func nameTelling() reviewer.Rule {
	return reviewer.Rule{
		ID: "NAM-004", Group: market.GroupTools, Severity: market.SeverityReject, Needs: reviewer.NeedsTools,
		Title:  reviewer.Say("名字或说明至少有一个说清工具做什么", "The name or the description tells what the tool does"),
		Why:    reviewer.Say("名字是 tool1、说明又没内容的工具，模型不知道何时该用它。", "A model cannot know when to use a tool that is called tool1 and has an empty description."),
		Decide: reviewer.Sayf("两条都成立才拒绝。一，整个名字（不分大小写）是 tool、test（后面可带数字）、foo、bar、func、function、api、run、do、action、main、default、unnamed、untitled、tmp、xxx，或单独一个字母。二，说明是占位文字或空话（见 DSC-002、DSC-003、DSC-006），或宽度不到 %d（汉字算 2，字母和数字算 1）。search、fetch 不在其中。", "Refused only when both hold. One: the whole name, in any case, is tool or test (with digits after it or not), foo, bar, func, function, api, run, do, action, main, default, unnamed, untitled, tmp, xxx or a single letter. Two: the description is a placeholder or hollow (see rules DSC-002, DSC-003, DSC-006), or narrower than %d (a Han character counts 2, a letter or digit 1). search and fetch are not among the names.", tellingWidth),
		Fix:    reviewer.Say("给工具起“领域.动作”的名字，并用一句话写清它做什么、返回什么。", "Give the tool a name of the form domain.action, and one sentence on what it does and returns."),
		Source: "seed, tools/list: no placeholders; arXiv 2602.18914",
		Check: reviewer.PerTool(func(_ *reviewer.Dossier, t reviewer.Tool) []reviewer.Hit {
			if len(t.Name) > emptyMost || !empty().MatchString(t.Name) {
				return nil
			}
			if _, placeholder := words.Placeholder(t.Description); !placeholder && !words.Hollow(t.Description) && words.Width(words.Plain(t.Description)) >= tellingWidth {
				return nil
			}
			return []reviewer.Hit{{
				Where: t.Pointer("name"), Evidence: t.Name,
				Message: reviewer.Say("名字没有含义，说明也没有说清它做什么。", "The name means nothing, and the description does not say what the tool does."),
			}}
		}),
	}
}
