package rules_test

import (
	"fmt"
	"testing"

	"marketd/market"
	"marketd/reviewer/rules/ruletest"
)

// fiveHundred are as many tools as a list may have, each with a text and a
// schema of its own.
func fiveHundred() market.Probe {
	verbs := []string{"list", "get", "search", "create", "update"}
	nouns := []string{"forecast", "station", "alert", "city", "report", "sensor", "map_layer", "subscription", "observation", "account"}
	var tools []string
	for i := range 500 {
		verb, noun := verbs[i%len(verbs)], nouns[i/len(verbs)%len(nouns)]
		text := fmt.Sprintf("%s a %s of region %d of the country, with its state, its owner and the time at which it was last changed. 按地区 %d 查询%s的状态与更新时间。", verb, noun, i, i, noun)
		schema := fmt.Sprintf(`{"type":"object","properties":{
			"region":{"type":"string","description":"Code of region %d, such as CN-%d"},
			"limit":{"type":"integer","minimum":1,"maximum":100,"default":20},
			"since":{"type":"string","format":"date-time","description":"Only what changed after this time"},
			"state":{"type":"string","enum":["open","closed","all"],"description":"状态"},
			"filter":{"type":"object","properties":{"owner":{"type":"string","pattern":"^[a-z]+$"},"tags":{"type":"array","items":{"$ref":"#/$defs/Tag"}}}}
		},"required":["region"],"$defs":{"Tag":{"type":"string","maxLength":40}}}`, i, i)
		tools = append(tools, ruletest.Tool(fmt.Sprintf("%s.%s_%d", noun, verb, i), text, `"inputSchema":`+schema, `"annotations":{"readOnlyHint":true}`))
	}
	return ruletest.Probe(tools...)
}

// BenchmarkAllRules is one report of the whole reviewer on the largest list
// that is accepted, from the probe's bytes on.
func BenchmarkAllRules(b *testing.B) {
	p := fiveHundred()
	for b.Loop() {
		if rep := judged(b, p); rep.Tools != 500 {
			b.Fatalf("%d tools", rep.Tools)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Milliseconds())/float64(b.N), "ms/report")
}
