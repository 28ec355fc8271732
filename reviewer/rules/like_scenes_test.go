package rules_test

import (
	"marketd/market"
	"marketd/market/digest"
	"marketd/reviewer"
	"marketd/reviewer/rules"
)

// likeScenes are entries that resemble others, or themselves as they were.
func likeScenes() map[string]scene {
	good := lists(goodTool).handler
	alike := func(like market.Likeness) scene {
		return scene{handler: good, alike: []market.Neighbour{{Like: like, Listing: "other", Name: "Weather", Host: "reach.com", Shared: []string{"weather.list"}, Share: 1}}}
	}
	refused := market.Refused{Digest: digest.Set([]string{reviewer.NewTool(0, []byte(goodTool)).Digest()}), Ruleset: rules.Set, Rules: []string{"DSC-002"}}
	return map[string]scene{
		"the id of another":          alike(market.LikeID),
		"nearly the id of another":   alike(market.LikeNearID),
		"the prefix of another":      alike(market.LikeTag),
		"nearly the host of another": alike(market.LikeHost),
		"the tools of another":       alike(market.LikeTools),
		"somebody's brand":           {handler: good, entry: func(e *market.Entry) { e.Name = "支付宝助手" }},
		"what was refused":           {handler: good, facts: market.Facts{Refused: &refused}},
	}
}
