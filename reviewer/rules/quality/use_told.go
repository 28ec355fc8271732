package quality

import (
	"slices"
	"strings"

	"marketd/reviewer"
	"marketd/reviewer/words"
)

// useCues are words by which a description says when to use a tool, and when not.
var useCues = []string{
	"use this", "use it", "use when", "use for", "use only", "used when", "used for", "useful", "when ", "whenever", "instead", "rather than", "unlike", "prefer", "if you", "if the", "do not use", "don't use", "not for", "not meant", "only ", "before ", "after ", "otherwise",
	"用于", "用於", "适用", "適用", "适合", "適合", "当", "當", "如果", "若", "而不是", "请用", "請用", "请使用", "請使用", "不要", "不适", "仅", "僅", "只", "优先", "優先", "不同于", "不同於", "区别", "區別", "之前", "之后", "之後",
}

// sameDoing are verbs that a reader of names takes for each other.
var sameDoing = [][]string{
	{"get", "fetch", "read", "retrieve", "show", "view", "load", "describe", "info"},
	{"search", "find", "query", "lookup", "filter", "list", "browse"},
	{"create", "add", "new", "insert", "register", "make"},
	{"update", "edit", "modify", "change", "set", "patch"},
	{"delete", "remove", "drop", "clear", "destroy", "erase"},
	{"send", "post", "publish", "push", "submit"},
	{"run", "execute", "call", "invoke", "start", "launch"},
}

// sameness are words that set a name apart without saying how.
var sameness = []string{"v", "v1", "v2", "v3", "1", "2", "3", "new", "old", "legacy", "beta", "advanced", "simple", "basic", "full", "fast", "quick", "smart", "enhanced", "improved", "extended", "ex", "plus", "pro", "lite", "alt", "tool", "by", "the", "a", "of"}

func useTold() reviewer.Rule {
	return costs(reviewer.Rule{
		ID: "QLT-002", Points: 8,
		Title: reviewer.Say("相近的工具讲清各在何时用", "Tools that are alike say when each is to be used"),
		Why:   reviewer.Say("名字相近的工具，模型会挑错，或者挨个试。", "Between tools of like names a model picks the wrong one, or tries them one by one."),
		Decide: reviewer.Say(
			"去掉版本和修饰词（v2、new、advanced……）后，两个工具名的宾语相同、动词是近义词（如 get 与 fetch，search 与 list），就算相近；相近而说明里没有讲何时用的词（用于、当、如果、而不是…… 或 when、instead、use this …）、也没提到对方名字的，扣 8 分。既不是中文也不是英文的说明不看。",
			"Two tools are alike when their names, without marks of version and degree (v2, new, advanced, …), have the same object and verbs of one meaning (get and fetch, search and list). 8 points for each that has no word on when to use it (when, instead, use this, …, or 用于, 如果, 而不是, …) and does not name the other. A description in neither Chinese nor English is not judged.",
		),
		Fix: reviewer.Say(
			"在每个说明里加一句何时用它、何时用另一个，例如“只知道部分名称时用；已有编号请用 order_get”。能合并的就合并。",
			"Add to each a sentence on when to use it and when the other, such as “Use this when only a part of the name is known; with an id use order_get”. Merge them where they can be one.",
		),
		Source: "studies of tool selection: clear guidance raises it from 20 % to 72 %",
		Check:  useToldCheck,
	})
}

func useToldCheck(d *reviewer.Dossier) []reviewer.Hit {
	alike := map[string][]int{}
	for i, t := range d.Tools {
		if key := doing(t.Name); key != "" {
			alike[key] = append(alike[key], i)
		}
	}
	var hits []reviewer.Hit
	for i, t := range d.Tools {
		others := alike[doing(t.Name)]
		s := speechOf(t)
		if t.Members == nil || len(others) < 2 || s.absent || !s.known || s.has(useCues...) {
			continue
		}
		other := d.Tools[others[0]]
		if others[0] == i {
			other = d.Tools[others[1]]
		}
		if other.Name == t.Name || strings.Contains(s.lower, strings.ToLower(other.Name)) { // equal names are rule PRO-010's
			continue
		}
		hits = append(hits, reviewer.Hit{
			Where: t.Pointer("description"), Tool: t.Name,
			Message: reviewer.Sayf("与 %s 相近，而说明没有讲何时用哪一个。", "It is like %s, and the description does not say when to use which.", other.Name),
		})
	}
	return hits
}

// doing is what a name says that the tool does, the same for names that are
// taken for each other; "" when it says nothing.
func doing(name string) string {
	verb := ""
	var rest []string
	for _, w := range words.Tokens(name) {
		group := slices.IndexFunc(sameDoing, func(g []string) bool { return slices.Contains(g, w) })
		switch {
		case slices.Contains(sameness, w):
		case group >= 0 && verb == "":
			verb = sameDoing[group][0]
		default:
			rest = append(rest, words.Stem(w))
		}
	}
	if verb == "" && len(rest) == 0 {
		return ""
	}
	slices.Sort(rest)
	return verb + " " + strings.Join(rest, " ")
}
