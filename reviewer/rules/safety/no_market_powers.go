package safety

import (
	"marketd/market"
	"marketd/reviewer"
	"marketd/reviewer/rules/safety/family"
)

func noMarketPowers() reviewer.Rule {
	return reviewer.Rule{
		ID: "SEC-022", Group: market.GroupSafety, Severity: market.SeverityNeedsHuman, Needs: reviewer.NeedsTools,
		Title: reviewer.Say("不要求动用市场的功能", "It does not ask for the market's powers"),
		Why:   reviewer.Say("安装、启用、评分、提交只能由用户决定；说明里叫模型去做，是替用户做主。", "Installing, enabling, rating and submitting are the user's to decide; a description that has the model do it decides for them."),
		Decide: reviewer.Say(
			"提到 market.install、market.enable、market.submit 等；叫人安装、启用本插件或其他插件、工具包、服务器；要求给本工具好评。给项目装依赖、管理网站插件之类是工具自己的功能，不算。",
			"It names market.install, market.enable, market.submit and the like, tells to install or enable this or another plugin, tool pack or server from the market, or asks for a rating. Installing a project's dependencies or managing a site's plugins is a tool's own work and does not count."),
		Fix:    reviewer.Say("删掉这句话；需要别的服务器时写在条目的主页上。", "Remove the sentence; if another server is needed, say so on the listing's home page."),
		Source: "the app's market actions; measured: none of 949 tools",
		Check:  everywhere(bySign(family.Powers, reviewer.Say("这里要求动用市场的功能。", "This asks for the market's powers."))),
	}
}
