package naming

import (
	"strings"

	"marketd/market"
	"marketd/reviewer"
)

// ownPrefixes are beginnings that belong to the app; true: they pass for the
// app's own market tools.
var ownPrefixes = []struct {
	prefix string
	market bool
}{{"market.", true}, {"marketadmin.", true}, {"ext.", false}, {"mcp__", false}, {"ui.", false}, {"system.", false}}

func nameOwnPrefix() reviewer.Rule {
	return reviewer.Rule{
		ID: "NAM-005", Group: market.GroupTools, Severity: market.SeverityWarn, Needs: reviewer.NeedsTools,
		Title:  reviewer.Say("名字不借用应用自己的前缀", "Names do not borrow the app's own prefixes"),
		Why:    reviewer.Say("ext.、market. 这类前缀由应用使用；外部工具用了，会被看成应用自己的工具。", "Prefixes such as ext. and market. are the app's; an outside tool that uses them passes for one of the app's own."),
		Decide: reviewer.Say("不分大小写，看名字的开头：market. 和 marketAdmin. 拒绝，因为会被当成应用自己的工具；ext.、mcp__、ui.、system. 提醒。marketing.report 不算，前缀后面要紧跟那个点或下划线。", "The beginning of the name, in any case: market. and marketAdmin. are refused, as they pass for the app's own tools; ext., mcp__, ui. and system. are warned of. The dot or the underscores belong to the prefix, so marketing.report is none of them."),
		Fix:    reviewer.Say("去掉前缀，用你的领域开头，例如 weather.now。", "Drop the prefix and begin with your own domain, for example weather.now."),
		Source: "the app's own tools: market.*, ui.*, system.*",
		Check: reviewer.PerTool(func(_ *reviewer.Dossier, t reviewer.Tool) []reviewer.Hit {
			name := strings.ToLower(t.Name)
			for _, p := range ownPrefixes {
				if !strings.HasPrefix(name, p.prefix) {
					continue
				}
				h := reviewer.Hit{
					Where: t.Pointer("name"), Evidence: t.Name,
					Message: reviewer.Sayf("名字以 %s 开头，这是应用自己的前缀。", "The name begins with %s, which is the app's own prefix.", p.prefix),
				}
				if p.market {
					h.Severity = market.SeverityReject
				}
				return []reviewer.Hit{h}
			}
			return nil
		}),
	}
}
