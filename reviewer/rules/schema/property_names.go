package schema

import (
	"maps"
	"slices"
	"strings"
	"unicode"

	"marketd/market"
	"marketd/reviewer"
	"marketd/reviewer/pattern"
	"marketd/reviewer/words"
)

var portableName = pattern.Late(`^[A-Za-z_][A-Za-z0-9_.-]{0,63}$`)

func propertyNames() reviewer.Rule {
	return reviewer.Rule{
		ID: "SCH-012", Group: market.GroupTools, Severity: market.SeverityWarn, Needs: reviewer.NeedsTools,
		Title:  reviewer.Say("参数名到处都能用", "Parameter names work everywhere"),
		Why:    reviewer.Say("有的模型接口只收英文字母开头的参数名；看不见的字符会让两个名字看起来一样。", "Some model APIs accept only names that begin with an English letter; invisible characters make two names look the same."),
		Decide: reviewer.Say("看每个 properties 里的名字。空的、只有空白、有控制符或看不见的字符：拒绝。同一处两个名字只差大小写：交给人看。__proto__、constructor、prototype，或不是“英文字母或 _ 开头，后面至多 63 个英文字母、数字、_ . -”：提醒。", "The names in every properties. Empty, blank, or with control or invisible characters: refused. Two in one place that differ only in case: a person looks. __proto__, constructor, prototype, or not an English letter or _ with at most 63 English letters, digits, _ . - after it: warned of."),
		Fix:    reviewer.Say("用英文字母、数字和下划线，中文放到 title 或 description 里。", "Use letters, digits and underscores; put other scripts into title or description."),
		Source: "property-key limits of model APIs",
		Check: perInput(func(d *document) []reviewer.Hit {
			var hits []reviewer.Hit
			for _, n := range d.nodes {
				properties, _ := n.object["properties"].(map[string]any)
				hits = append(hits, namesOf(d, n, slices.Sorted(maps.Keys(properties)))...)
			}
			return hits
		}),
	}
}

func namesOf(d *document, n node, names []string) []reviewer.Hit {
	var hits []reviewer.Hit
	folded := map[string]string{}
	for _, name := range names {
		h := reviewer.Hit{Where: d.where(n.path, "properties", name), Evidence: name}
		fold := strings.ToLower(name)
		switch other, twin := folded[fold]; {
		case unseen(name):
			h.Severity = market.SeverityReject
			h.Message = reviewer.Say("参数名是空的，或含有看不见的字符。", "The name is empty or contains characters that cannot be seen.")
		case twin:
			h.Severity = market.SeverityNeedsHuman
			h.Message = reviewer.Sayf("与 %s 只差大小写。", "It differs from %s only in case.", other)
		case name == "__proto__" || name == "constructor" || name == "prototype":
			h.Message = reviewer.Say("这个名字在 JavaScript 里有特殊含义。", "This name has a special meaning in JavaScript.")
		case !portableName().MatchString(name):
			h.Message = reviewer.Say("有的模型接口不收这样的参数名。", "Some model APIs refuse such a name.")
		default:
			folded[fold] = name
			continue
		}
		folded[fold] = name
		hits = append(hits, h)
	}
	return hits
}

// unseen reports whether a name has characters that do not show, or none that
// does.
func unseen(name string) bool {
	return strings.TrimSpace(words.Visible(name)) == "" ||
		strings.ContainsFunc(name, func(r rune) bool { return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp) })
}
