package naming

import (
	"slices"
	"strings"

	"marketd/market"
	"marketd/reviewer"
)

// generic are names that many servers use alike.
var generic = []string{
	"calculate", "chat", "convert", "create_file", "download", "echo", "execute", "fetch", "find", "get", "get_current_time", "list", "list_files",
	"lookup", "open", "ping", "query", "read", "read_file", "run", "save", "search", "send", "summarize", "translate", "update", "upload", "write_file",
}

func nameGeneric() reviewer.Rule {
	return reviewer.Rule{
		ID: "NAM-007", Group: market.GroupTools, Severity: market.SeverityInfo, Needs: reviewer.NeedsTools,
		Title:  reviewer.Say("名字没有和许多服务器的工具重名", "The name is not one that many servers use"),
		Why:    reviewer.Say("应用里有前缀区分，不会出错；但模型更容易选中说得具体的名字。", "The app's prefix keeps them apart, so nothing breaks; but models find a specific name more easily."),
		Decide: reviewer.Sayf("不分大小写，整个名字在这份表里：%s；或者在架的其他条目中至少有三个的工具叫这个名字（大小写相同）。后一条只在市场比对过条目时才看，单独检查一份工具列表时只看表。", "The whole name, in any case, is one of %s; or at least three other listings have a tool of exactly that name. The latter is known only where the market has compared the entry: a list that is checked alone is held against the names above.", strings.Join(generic, ", ")),
		Fix:    reviewer.Say("可以加上领域，例如 recipe.search；不改也行。", "You may add your domain, for example recipe.search; leaving it is fine."),
		Source: "arXiv 2602.18914; OWASP MCP03",
		Check: reviewer.PerTool(func(d *reviewer.Dossier, t reviewer.Tool) []reviewer.Hit {
			if !slices.Contains(generic, strings.ToLower(t.Name)) && !common(d, t.Name) {
				return nil
			}
			return []reviewer.Hit{{
				Where: t.Pointer("name"), Evidence: t.Name,
				Message: reviewer.Say("许多服务器都有叫这个名字的工具。", "Many servers have a tool of this name."),
			}}
		}),
	}
}

// common reports whether three other listings or more have a tool of the name.
func common(d *reviewer.Dossier, name string) bool {
	return slices.ContainsFunc(d.Neighbours, func(n market.Neighbour) bool {
		return n.Like == market.LikeMany && slices.Contains(n.Shared, name)
	})
}
