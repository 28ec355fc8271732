package entry

import (
	"strings"

	"marketd/market"
	"marketd/reviewer"
	"marketd/reviewer/pattern"
)

var (
	// techEnd is a word at a name's end that says how the thing is made.
	techEnd = pattern.Late(`(?i)(?:^|[\s_·|:：()（）-]|\p{Han})(mcp(?:[\s_-]*(?:server|service))?|(?:remote[\s_-]*)?server|mcp\s*(?:服务器?|服務器?|伺服器)|服务器|服務器|伺服器)[)）]?$`)
	// products are called so by their makers.
	products = pattern.Late(`(?i)\b(?:sql|windows|exchange|home|report|media|minecraft|game|mail|web|name|dns|proxy|build)[\s_-]*server$|(?:云|雲|游戏|邮件|家庭|域名)(?:服务器|服務器|伺服器)$`)
)

func namePlain() reviewer.Rule {
	return reviewer.Rule{
		ID: "META-006", Group: market.GroupMeta, Severity: market.SeverityInfo, Needs: reviewer.NeedsEntry,
		Title:  reviewer.Say("名称不以 MCP、Server 一类的字结尾", "The name does not end in MCP, Server or the like"),
		Why:    reviewer.Say("这里的条目都是 MCP 服务器，这几个字没有说明什么，却占了 20 个字里的一半。", "Everything here is an MCP server: the words tell nothing and take half of the 20 characters."),
		Decide: reviewer.Say("名称去掉首尾空白后，最后一个词是 MCP、Server、MCP Server、服务器或 MCP 服务（不分大小写，连写、连字符、括号都算）就提示；本来就叫这个的（如 SQL Server、云服务器）和只在开头或中间出现的（如“Server 监控”）不算。不改变结论。", "Noted when the last word of the name, without the blanks around it, is MCP, Server, MCP Server, 服务器 or MCP 服务 (in any case, written together, with hyphens or in brackets). What is really called so (SQL Server, 云服务器) and what only begins with it or has it inside (“Server 监控”) is not. It changes no verdict."),
		Fix:    reviewer.Say("去掉结尾的这几个字，留下它是做什么的，例如“天气查询”。", "Leave those words out and keep what it does, for example “Weather”."),
		Source: "the style of public catalogs",
		Check: func(d *reviewer.Dossier) []reviewer.Hit {
			name := strings.TrimSpace(d.Entry.Name)
			m := techEnd().FindStringSubmatch(name)
			if m == nil || products().MatchString(name) {
				return nil
			}
			return []reviewer.Hit{{
				Where: "/entry/name", Evidence: d.Entry.Name,
				Message: reviewer.Sayf("名称以“%s”结尾，这里的条目都是。", "The name ends in “%s”, as everything here could.", m[1]),
			}}
		},
	}
}
