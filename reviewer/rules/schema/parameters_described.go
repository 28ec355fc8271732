package schema

import (
	"fmt"
	"slices"
	"strings"

	"marketd/market"
	"marketd/reviewer"
	"marketd/reviewer/words"
)

// selfExplaining are names of parameters that need no description.
var selfExplaining = []string{"limit", "page", "offset", "cursor", "id", "lang", "language", "page_size", "pagesize", "per_page", "perpage", "count", "sort", "order", "start", "end", "locale", "timezone"}

func parametersDescribed() reviewer.Rule {
	return reviewer.Rule{
		ID: "SCH-007", Group: market.GroupTools, Severity: market.SeverityWarn, Needs: reviewer.NeedsTools,
		Title:  reviewer.Say("参数有说明", "Parameters are described"),
		Why:    reviewer.Say("模型靠参数的说明知道该填什么、用什么格式。", "The description of a parameter tells a model what to fill in and in which form."),
		Decide: reviewer.Sayf("参数自己的、它引用的定义的，或 anyOf、oneOf、allOf 分支里的 description 都算；占位文字不算，但“标题”“城市”这样说出内容的短词算。名字是 %s 的不用说明。一半以上没有：提醒。全都没有、至少 3 个参数、而且没有一个名字的最后一个词是 city、date、email、url 这类一看就懂的：交给人看。", "A description counts when it is the parameter's own, that of what it refers to, or that of a branch of anyOf, oneOf or allOf; a placeholder does not, but a short word that names the content, such as Title, does. Parameters called %s need none. More than half without: warned of. All without, three parameters or more, and not one whose name ends with a word that explains itself, such as city, date, email or url: a person looks.", strings.Join(selfExplaining, ", ")),
		Fix:    reviewer.Say("给每个参数写一句 description，例如“城市名，如 北京”。", "Give each parameter a one-line description, for example “City name, such as Paris”."),
		Source: "seed, tools/list: type, required, description",
		Check: perInput(func(d *document) []reviewer.Hit {
			all := d.arguments()
			var missing []string
			for _, a := range all {
				if !d.describes(a) {
					missing = append(missing, a.name)
				}
			}
			if 2*len(missing) <= len(all) {
				return nil
			}
			h := reviewer.Hit{
				Where: d.where(nil, "properties"), Evidence: strings.Join(missing, ", "),
				Message: lacking("说明", "description", len(missing), len(all)),
			}
			if len(missing) == len(all) && len(all) >= 3 && !slices.ContainsFunc(missing, telling) {
				h.Severity = market.SeverityNeedsHuman
			}
			return []reviewer.Hit{h}
		}),
	}
}

// tellingLast are last words of names that tell a reader, and mostly a model,
// what to fill in. They spare a tool the person, not the warning.
var tellingLast = strings.Fields(`address amount author avatar body branch category channel chart city code color comment container content country currency
	date day description direction email emoji emojis file filename files filter format from height host id ids image index key keyword keywords labels language lat latitude
	level lng lon longitude message messages method mode month name names namespace number owner password path paths pattern patterns phone port position price
	prompt province quantity query reason region repo repository replicas role size state status subject tag tags text time title to token topic type unit url urls user username value values version width year zone`)

func telling(name string) bool {
	tokens := words.Tokens(name)
	return len(tokens) > 0 && slices.Contains(tellingLast, tokens[len(tokens)-1])
}

// describes reports whether a parameter has a description, its own or that of
// what it refers to, or a name that needs none. Short is fine here; a
// placeholder is not.
func (d *document) describes(a argument) bool {
	if slices.Contains(selfExplaining, strings.ToLower(a.name)) {
		return true
	}
	return described(a.node) || slices.ContainsFunc(d.targets(a.node), described) || slices.ContainsFunc(d.beside(a.node), described)
}

func described(n node) bool {
	text, _ := n.object["description"].(string)
	if text == "" {
		return false
	}
	_, empty := words.Placeholder(text)
	return !empty || words.FieldNoun(text)
}

// lacking says how many of the parameters have none of something.
func lacking(zh, en string, missing, all int) market.Text {
	return reviewer.Say(fmt.Sprintf("%d 个参数里有 %d 个没有%s。", all, missing, zh), fmt.Sprintf("%d of %s without a %s.", missing, reviewer.Count(all, "parameter"), en))
}
