package schema

import (
	"slices"
	"strings"

	"marketd/market"
	"marketd/reviewer"
	"marketd/reviewer/pattern"
)

const headerKeyword = "x-mcp-header"

// headerToken is RFC 9110 section 5.6.2.
var headerToken = pattern.Late("^[!#$%&'*+.^_`|~0-9A-Za-z-]+$")

func headersWellFormed() reviewer.Rule {
	return reviewer.Rule{
		ID: "SCH-019", Group: market.GroupTools, Severity: market.SeverityReject, Needs: reviewer.NeedsTools,
		Title:  reviewer.Say("x-mcp-header 的写法正确", "x-mcp-header is well formed"),
		Why:    reviewer.Say("客户端把这些参数抄进请求头；写错了，整个工具会被丢掉。", "Clients copy these arguments into request headers; a malformed one makes them drop the whole tool."),
		Decide: reviewer.Say("x-mcp-header 的值必须是请求头允许的名字（RFC 9110 的 token），只写在 properties 里 type 为单一的 string、number、integer、boolean 的参数上，而且在整个 Schema 里不分大小写不重复；不是就拒绝。没有这个关键字没有问题。", "The value of x-mcp-header is a valid header name (a token of RFC 9110); it stands only on a parameter in properties whose type is one of string, number, integer and boolean, and each name is there once in the schema, whatever its case; otherwise it is refused. No such keyword is fine."),
		Fix:    reviewer.Say("只用在字符串、数字、布尔参数上，名字用请求头允许的字符，且互不相同（不分大小写）。", "Use it only on string, number and boolean parameters, with characters allowed in headers, and each name once, whatever its case."),
		Source: "MCP specification 2026-07-28, x-mcp-header; RFC 9110 5.6.2",
		Check: perInput(func(d *document) []reviewer.Hit {
			seen := map[string]bool{}
			var hits []reviewer.Hit
			for _, n := range d.nodes {
				v, there := n.object[headerKeyword]
				if !there {
					continue
				}
				name, _ := v.(string)
				h := reviewer.Hit{Where: d.where(n.path, headerKeyword), Evidence: printed(v)}
				switch {
				case !headerToken().MatchString(name):
					h.Message = reviewer.Say("这不是请求头允许的名字。", "This is not a valid header name.")
				case !primitive(n):
					h.Message = reviewer.Say("x-mcp-header 只能用在字符串、数字、布尔参数上。", "x-mcp-header is allowed only on string, number and boolean parameters.")
				case seen[strings.ToLower(name)]:
					h.Message = reviewer.Say("另一个参数已经用了这个请求头。", "Another parameter uses this header already.")
				default:
					seen[strings.ToLower(name)] = true
					continue
				}
				hits = append(hits, h)
			}
			return hits
		}),
	}
}

// primitive reports whether a node is a property of one plain type.
func primitive(n node) bool {
	t := types(n.object)
	return n.keyword == "properties" && len(t) == 1 && slices.Contains([]string{"string", "number", "integer", "boolean"}, t[0])
}
