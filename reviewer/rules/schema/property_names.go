package schema

import (
	"maps"
	"slices"
	"strings"
	"unicode"

	"marketd/market"
	"marketd/reviewer"
	"marketd/reviewer/words"
)

// portable reports whether a name is an English letter or _ with at most 63
// English letters, digits, _ . - after it.
func portable(name string) bool {
	if name == "" || len(name) > 64 {
		return false
	}
	for i, c := range []byte(name) {
		switch letter := c|0x20 >= 'a' && c|0x20 <= 'z'; {
		case letter, c == '_':
		case i > 0 && (c >= '0' && c <= '9' || c == '.' || c == '-'):
		default:
			return false
		}
	}
	return true
}

// special reports whether JavaScript has a use of its own for the name.
func special(name string) bool {
	return name == "__proto__" || name == "constructor" || name == "prototype"
}

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
				if len(properties) == 0 {
					continue
				}
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
		fold := strings.ToLower(name)
		other, twin := folded[fold]
		folded[fold] = name
		if portable(name) && !twin && !special(name) {
			continue
		}
		h := reviewer.Hit{Where: d.where(n.path, "properties", name), Evidence: name}
		switch {
		case unseen(name):
			h.Severity = market.SeverityReject
			h.Message = reviewer.Say("参数名是空的，或含有看不见的字符。", "The name is empty or contains characters that cannot be seen.")
		case twin:
			h.Severity = market.SeverityNeedsHuman
			h.Message = reviewer.Sayf("与 %s 只差大小写。", "It differs from %s only in case.", other)
		case special(name):
			h.Message = reviewer.Say("这个名字在 JavaScript 里有特殊含义。", "This name has a special meaning in JavaScript.")
		default:
			h.Message = reviewer.Say("有的模型接口不收这样的参数名。", "Some model APIs refuse such a name.")
		}
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
