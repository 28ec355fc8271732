package naming

import (
	"slices"
	"strings"

	"marketd/market"
	"marketd/reviewer"
	"marketd/reviewer/pattern"
	"marketd/reviewer/words"
)

var (
	selectors = []string{"method", "operation", "action", "verb", "mode", "command"}
	arbitrary = pattern.Late(`(?i)arbitrary\s+(?:sql|http|shell|code|cypher|command|javascript|python)|任意(?:的)?\s*(?:SQL|命令|代码|请求|脚本)`)
	programme = pattern.Late(`(?i)\b(?:execut|evaluat|interpret|run)\w*\b[^.\n]{0,40}\b(?:code|scripts?|programs?|snippets?|commands?|javascript|python|shell)\b|\b(?:python|javascript|js|shell|bash|lua)\s+(?:code|script|snippet)|(?:执行|运行)[^。\n]{0,12}(?:代码|脚本|程序|命令)`)
	httpVerb  = pattern.Late(`(?i)\bhttp\b|\bGET\b.{0,12}\bPOST\b|\brpc\b|请求方法`)
	target    = pattern.Late(`(?i)^(?:path|url|uri|endpoint|route|params|body)$`)
)

func oneActionEach() reviewer.Rule {
	return reviewer.Rule{
		ID: "LVL-005", Group: market.GroupSafety, Severity: market.SeverityNeedsHuman, Needs: reviewer.NeedsTools,
		Title:  reviewer.Say("一个工具只做一类事", "One tool does one kind of thing"),
		Why:    reviewer.Say("既能读又能写、或什么命令都收的工具，标成只读就等于没有分级。", "A tool that reads or writes as told, or takes any command, makes its level meaningless."),
		Decide: reviewer.Say("level 是 write 的不看。交给人看：说明里说能执行任意的 SQL、HTTP、代码、命令、脚本；名为 method、operation、action、verb、mode、command 的参数有 enum，里面按 LVL-002 的办法既有读又有写；或者一个收任意文本的参数名为 sql、shell、cmd、command、http_method，或名为 code、script、function、expression、javascript、python 一类而说明在说运行程序，或名为 method 而说明提到 HTTP、或旁边还有 path、url、endpoint、params、body 这类参数。邮政编码、股票代码、运输方式不算；query 不算；有 enum、const、pattern 的不是任意文本。没有写 level 也没有 readOnlyHint: true 的，只对应用一边这样判（同 LVL-002）。", "A tool of level write is left alone. A person looks when the description says that it runs arbitrary SQL, HTTP, code, commands or scripts; when a parameter called method, operation, action, verb, mode or command has an enum in which, read as in rule LVL-002, some values read and some write; or when a parameter that takes any text is called sql, shell, cmd, command or http_method, or code, script, function, expression, javascript, python or the like where a description speaks of running programmes, or method where its description speaks of HTTP or a parameter such as path, url, endpoint, params or body stands beside it. Postal, stock and airport codes and methods of shipping are none of these; nor is query; and what has an enum, a const or a pattern does not take any text. Without level and without readOnlyHint true it bears on the app alone, as in rule LVL-002."),
		Fix:    reviewer.Say("把读和写拆成两个工具，写的那个标 \"level\": \"write\"；参数用枚举限定。", "Split reading and writing into two tools and declare the second \"level\": \"write\"; limit parameters by an enum."),
		Source: "seed, tools/list: level; directory policies on read/write split",
		Check: reviewer.PerTool(func(_ *reviewer.Dossier, t reviewer.Tool) []reviewer.Hit {
			l, explicit := level(t)
			if l == market.LevelWrite {
				return nil
			}
			var on market.Profile // both, when the tool claims to read; else the app alone takes it to
			if !explicit && !isTrue(hint(t, "readOnlyHint")) {
				on = market.ProfileApp
			}
			if m := anything(t.Description); m != "" {
				return []reviewer.Hit{{
					Profile: on, Where: t.Pointer("description"), Evidence: m,
					Message: reviewer.Say("说明里说它能执行任意的命令或请求。", "The description says that it runs arbitrary commands or requests."),
				}}
			}
			all := parameters(t)
			for _, p := range all {
				if m := catchAll(t, p, all); !m.IsZero() {
					return []reviewer.Hit{{Profile: on, Where: t.Pointer("inputSchema", "properties", p.Name), Evidence: p.Name, Message: m}}
				}
			}
			return nil
		}),
	}
}

// anything is where a text says that it runs anything; empty when it does not.
func anything(text string) string {
	if !words.HasAny(text, "rbitrary", "RBITRARY", "任意") {
		return ""
	}
	return arbitrary().FindString(text)
}

// catchAll says how a parameter lets the caller choose between reading and
// writing, the zero Text when it does not.
func catchAll(t reviewer.Tool, p parameter, all []parameter) market.Text {
	name := strings.ToLower(p.Name)
	if p.Values != nil && slices.Contains(selectors, name) && readsAndWrites(p.Values) {
		return reviewer.Sayf("参数 %s 的取值里既有读又有写。", "The values of %s both read and write.", p.Name)
	}
	if p.Free && freeCommand(t, p, name, all) {
		return reviewer.Sayf("参数 %s 收任意文本，做什么全由它决定。", "%s takes any text, and that text decides what is done.", p.Name)
	}
	return market.Text{}
}

func readsAndWrites(values []string) bool {
	var reads, writes bool
	for _, v := range values {
		switch words.ClassOf(v, "") {
		case words.Reads:
			reads = true
		case words.Writes:
			writes = true
		}
	}
	return reads && writes
}

// freeCommand tells the parameters that carry a command from those that only
// share its name: code is also a postal, stock or airport code, method also a
// way of shipping.
func freeCommand(t reviewer.Tool, p parameter, name string, all []parameter) bool {
	switch name {
	case "sql", "shell", "cmd", "command", "http_method":
		return true
	case "code", "script", "function", "expression", "snippet", "program", "javascript", "js", "python":
		return programme().MatchString(t.Description) || programme().MatchString(p.Description)
	case "method":
		return httpVerb().MatchString(p.Description) || slices.ContainsFunc(all, func(o parameter) bool { return target().MatchString(o.Name) })
	}
	return false
}
