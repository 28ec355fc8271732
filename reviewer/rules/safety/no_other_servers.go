package safety

import (
	"slices"
	"strings"

	"marketd/market"
	"marketd/reviewer"
	"marketd/reviewer/pattern"
	"marketd/reviewer/rules/safety/family"
)

var (
	mounted = pattern.Late(`(?:^|[^\w./:@-])((?:ext\.([A-Za-z0-9_-]+)|(?:market|ui)\.[a-z]\w*)(?:\.[\w-]+)*)`)
	orderTo = pattern.Late(`(?i)\b(?:use|using|call|calling|invoke|run|instead|before|after|first|prefer|never|always|must|replace|rather)\b|调用|使用|代替|替代|不要|先|改用|之前|優先|优先|呼び出|使う|사용|호출`)
)

func noOtherServers() reviewer.Rule {
	return reviewer.Rule{
		ID: "SEC-020", Group: market.GroupSafety, Severity: market.SeverityNeedsHuman, Needs: reviewer.NeedsTools,
		Title: reviewer.Say("不指使别家或应用自己的工具", "It does not direct other servers' tools or the app's"),
		Why:   reviewer.Say("应用里各家的工具同在一处；一家的说明去支配另一家，就能改走付款、消息这类操作。", "In the app the tools of many servers stand side by side; one that directs another's can divert payments and messages."),
		Decide: reviewer.Say(
			"文字里有别家工具挂载后的名字（ext.<别的标签>）或应用自己的工具（market.…、ui.…），前后有 use、call、instead、before、调用、代替、不要之类的词。自己的标签和自己工具的名字不算，market.install 一类见 SEC-022。",
			"A text has the mounted name of another server's tool (ext.<another tag>) or a tool of the app's (market.…, ui.…), with a word such as use, call, instead, before near it. The server's own tag and the names of its own tools do not count; for market.install and the like see SEC-022."),
		Fix:    reviewer.Say("只写自己的工具；与别家的关系用普通的话说，例如“与 Notion 兼容”。", "Write of your own tools; say in plain words how they relate to others, for example “compatible with Notion”."),
		Source: "the app's mounting of tools; OWASP MCP Top 10, tool shadowing; measured: none of 949 tools",
		Check:  everywhere(judgeOtherServers),
	}
}

func judgeOtherServers(d *reviewer.Dossier, p passage) []reviewer.Hit {
	if !slices.ContainsFunc(p.signs, func(s sign) bool { return s.Family == family.Foreign }) {
		return nil
	}
	for _, m := range mounted().FindAllStringSubmatchIndex(p.value, most) {
		name := p.value[m[2]:m[3]]
		if m[4] >= 0 && strings.EqualFold(p.value[m[4]:m[5]], d.Entry.Tag()) || own(d, name) || powers().MatchString(name) || address().MatchString(name) || p.place == atName {
			continue
		}
		shown := around(p.value, m[2], m[3])
		if !orderTo().MatchString(strings.ReplaceAll(shown, name, " ")) {
			continue
		}
		return one(reviewer.Hit{Evidence: shown, Message: reviewer.Sayf("这里指使了 %s，它不是这个服务器的工具。", "This directs %s, which is no tool of this server's.", head(name, 80))})
	}
	return nil
}

// powers are tools of the market's of which rule SEC-022 tells.
var powers = pattern.Late(`^market\.(?:install|enable|disable|uninstall|submit|update|rate|review|refresh)`)

// address is the name of a host or of a library's class, which begins as a tool's
// name does.
var address = pattern.Late(`(?i)\.(?:com|net|org|io|dev|app|ai|co|cn|me|so|js|jsx|ts|css|json|html|xml|data|lang|util|form|grid|window|define|create|gradle)(?:\.|$)`)

// own reports whether a name is that of a tool of the server's, or begins one.
func own(d *reviewer.Dossier, name string) bool {
	return slices.ContainsFunc(d.Tools, func(t reviewer.Tool) bool { return t.Name == name || strings.HasPrefix(t.Name, name+".") })
}
