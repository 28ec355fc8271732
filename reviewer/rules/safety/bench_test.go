package safety_test

import (
	"fmt"
	"testing"
	"time"

	"marketd/reviewer"
	"marketd/reviewer/rules/ruletest"
	"marketd/reviewer/rules/safety"
)

// typical are tools as servers have them: a page of a product's interface each,
// with several described parameters, in English and in Chinese.
func typical(n int) []string {
	verbs := []string{"list", "get", "search", "create", "update"}
	nouns := []string{"invoice", "station", "ticket", "city", "report", "sensor", "map_layer", "subscription", "forecast", "account"}
	tools := make([]string, 0, n)
	for i := range n {
		verb, noun := verbs[i%len(verbs)], nouns[i/len(verbs)%len(nouns)]
		text := fmt.Sprintf("%s a %s of region %d with its state, its owner and the time at which it was last changed. Use it when the user asks for a %s.\n\nReturns at most 100 rows; call it again with the cursor of the answer for more. Do not guess identifiers: look them up first.", verb, noun, i, noun)
		if i%3 == 0 {
			text = fmt.Sprintf("按地区 %d 查询%s的状态、负责人和最近更新时间，支持分页和按时间过滤；没有结果时返回空列表。", i, noun)
		}
		schema := `{"type":"object","properties":{
			"region":{"type":"string","description":"Code of the region, such as CN-11; see the list of regions for the codes that are known"},
			"limit":{"type":"integer","minimum":1,"maximum":100,"default":20,"description":"How many rows to return"},
			"since":{"type":"string","format":"date-time","description":"Only what changed after this time, in ISO 8601"},
			"state":{"type":"string","enum":["open","closed","all"],"description":"状态：open 未完成，closed 已完成，all 全部"},
			"include_files":{"type":"boolean","description":"Whether to include attached files in the response"},
			"filter":{"type":"object","properties":{"owner":{"type":"string","pattern":"^[a-z]+$","description":"Login name of the owner"},"tags":{"type":"array","items":{"type":"string","maxLength":40}}}}
		},"required":["region"],"additionalProperties":false}`
		tools = append(tools, ruletest.Tool(fmt.Sprintf("%s.%s_%d", noun, verb, i), text, `"inputSchema":`+schema, `"annotations":{"readOnlyHint":true,"title":"`+verb+` `+noun+`"}`))
	}
	return tools
}

// run applies every rule of the family to a list that nobody has read yet.
func run(b *testing.B, n int) {
	b.Helper()
	raws, rules := typical(n), safety.Rules()
	d := ruletest.List(raws...)
	for _, r := range rules {
		r.Check(d) // expressions are compiled at their first use
	}
	var spent time.Duration
	for b.Loop() {
		for i, t := range d.Tools {
			d.Tools[i] = reviewer.NewTool(i, t.Raw)
		}
		start := time.Now()
		for _, r := range rules {
			r.Check(d)
		}
		spent += time.Since(start)
	}
	b.ReportMetric(float64(spent.Nanoseconds())/1000/float64(b.N)/float64(n), "µs/tool")
}

func Benchmark30Tools(b *testing.B)   { run(b, 30) }
func Benchmark1000Tools(b *testing.B) { run(b, 1000) }
