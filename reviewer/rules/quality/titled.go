package quality

import (
	"strings"

	"marketd/reviewer"
)

func titled() reviewer.Rule {
	return costs(reviewer.Rule{
		ID: "QLT-006", Points: 3,
		Title:  reviewer.Say("有给人看的标题", "There is a title for people"),
		Why:    reviewer.Say("界面上给用户看的是标题；没有它，用户看到的是 order_query_v2 这样的名字。", "People see the title; without one they see a name such as order_query_v2."),
		Decide: reviewer.Say("没有 title，也没有 annotations.title，或者标题就是名字，扣 3 分。", "3 points without a title or annotations.title, or when the title is the name."),
		Fix:    reviewer.Say("写上 title：几个字，说用户要做的事，例如“查询订单”。", "Give a title: a few words for what the user wants done, such as “Look up an order”."),
		Source: "MCP specification, BaseMetadata",
		Check: reviewer.PerTool(func(_ *reviewer.Dossier, t reviewer.Tool) []reviewer.Hit {
			for _, title := range []string{t.Title, t.Annotations.Title} {
				if s := strings.TrimSpace(title); s != "" && s != t.Name {
					return nil
				}
			}
			return []reviewer.Hit{{Where: t.Pointer("title"), Message: reviewer.Say("没有给人看的标题。", "There is no title for people.")}}
		}),
	})
}
