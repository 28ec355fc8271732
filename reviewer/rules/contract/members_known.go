package contract

import (
	"slices"
	"strings"

	"marketd/market"
	"marketd/reviewer"
)

// toolMembers are the members of a tool that the app, the market or the MCP
// specification gives a meaning.
var toolMembers = []string{
	"name", "title", "description", "inputSchema", "outputSchema", "annotations", "level",
	"_meta", "icons", "execution", "resultType", "ttlMs", "cacheScope",
}

func membersKnown() reviewer.Rule {
	return reviewer.Rule{
		ID: "PRO-011", Group: market.GroupProtocol, Severity: market.SeverityInfo, Needs: reviewer.NeedsTools,
		Title:  reviewer.Say("工具里的字段都有人读", "Every member of a tool is read by someone"),
		Why:    reviewer.Say("没人读的字段会被忽略；名字只差一点的，多半是写错了。", "A member that nobody reads is ignored; one whose name is nearly right is usually a typo."),
		Decide: reviewer.Say("工具里有 name、title、description、inputSchema、outputSchema、annotations、level、icons、execution、_meta、resultType、ttlMs、cacheScope 以外的字段，每种提一次；与其中一个只差大小写或分隔符的，说出它。", "A member of a tool that is none of name, title, description, inputSchema, outputSchema, annotations, level, icons, execution, _meta, resultType, ttlMs and cacheScope is mentioned, once for each name; where it differs from one of them in case or separators only, that one is told."),
		Fix:    reviewer.Say("自己的附加内容放进 _meta；写错的改成规范里的名字。", "Put additions of your own into _meta, and correct misspelt names."),
		Source: "MCP specification, tools and _meta",
		Check: func(d *reviewer.Dossier) []reviewer.Hit {
			seen := map[string]bool{}
			var hits []reviewer.Hit
			for _, t := range d.Tools {
				names := make([]string, 0, len(t.Members))
				for name := range t.Members {
					if !slices.Contains(toolMembers, name) && !seen[name] {
						names = append(names, name)
					}
				}
				slices.Sort(names)
				for _, name := range names {
					seen[name] = true
					hits = append(hits, surplus(t, name))
				}
			}
			return hits
		},
	}
}

// surplus is the hit on a member that nobody reads.
func surplus(t reviewer.Tool, name string) reviewer.Hit {
	hit := reviewer.Hit{Where: t.Pointer(name), Tool: t.Name, Evidence: name, Message: reviewer.Say("没有人读这个字段。", "Nobody reads this member.")}
	for _, known := range toolMembers {
		if name != known && foldName(name) == strings.ToLower(known) {
			hit.Message = reviewer.Sayf("没有人读这个字段，你想写的也许是 %s。", "Nobody reads this member; perhaps you meant %s.", known)
		}
	}
	return hit
}
