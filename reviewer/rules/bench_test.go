//go:build unix

package rules_test

import (
	"cmp"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"marketd/market"
	"marketd/reviewer"
	"marketd/reviewer/rules"
	"marketd/reviewer/rules/ruletest"
)

// sampleTools are so many tools, each with a text and a schema of its own, as a
// server of that size might list them.
func sampleTools(n int) []string {
	verbs := []string{"list", "get", "search", "create", "update"}
	nouns := []string{"forecast", "station", "alert", "city", "report", "sensor", "map_layer", "subscription", "observation", "account"}
	tools := make([]string, n)
	for i := range tools {
		verb, noun := verbs[i%len(verbs)], nouns[i/len(verbs)%len(nouns)]
		text := fmt.Sprintf("%s a %s of region %d of the country, with its state, its owner and the time at which it was last changed. 按地区 %d 查询%s的状态与更新时间。", verb, noun, i, i, noun)
		schema := fmt.Sprintf(`{"type":"object","properties":{
			"region":{"type":"string","description":"Code of region %d, such as CN-%d"},
			"limit":{"type":"integer","minimum":1,"maximum":100,"default":20},
			"since":{"type":"string","format":"date-time","description":"Only what changed after this time"},
			"state":{"type":"string","enum":["open","closed","all"],"description":"状态"},
			"filter":{"type":"object","properties":{"owner":{"type":"string","pattern":"^[a-z]+$"},"tags":{"type":"array","items":{"$ref":"#/$defs/Tag"}}}}
		},"required":["region"],"$defs":{"Tag":{"type":"string","maxLength":40}}}`, i, i)
		tools[i] = ruletest.Tool(fmt.Sprintf("%s.%s_%d", noun, verb, i), text, `"inputSchema":`+schema, `"annotations":{"readOnlyHint":true}`)
	}
	return tools
}

// heavyTools are as many tools as a list may have, 2 MiB in all.
func heavyTools() []string {
	const most, bytes = 500, 2 << 20
	tools := sampleTools(most)
	each := bytes/most - len(tools[0])
	for i, raw := range tools {
		filler := strings.Repeat("weather of the region by the hour ", each/34)
		tools[i] = strings.Replace(raw, `"description":"`, `"description":"`+filler, 1)
	}
	return tools
}

// processor is the processor time that the process has used, that of the garbage
// collector with it: others on the machine make it little longer.
func processor(b *testing.B) time.Duration {
	b.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// BenchmarkReview is one report of the whole reviewer, from the probe's bytes on.
func BenchmarkReview(b *testing.B) {
	for name, tools := range map[string][]string{"30 tools": sampleTools(30), "1000 tools": sampleTools(1000), "at the limits": heavyTools()} {
		b.Run(name, func(b *testing.B) {
			p := ruletest.Probe(tools...)
			r, c := whole(p), market.Case{Entry: ruletest.Entry(), Facts: market.Facts{ID: market.IDFree}}
			b.ReportAllocs()
			judged(b, p) // what is read once for all, such as lists of words
			before := processor(b)
			for b.Loop() {
				if x, err := r.Examine(b.Context(), c); err != nil || x.Report.Tools != len(tools) {
					b.Fatalf("%d tools, %v", x.Report.Tools, err)
				}
			}
			b.ReportMetric(float64((processor(b)-before).Microseconds())/float64(b.N)/1000, "cpu-ms/report")
			b.ReportMetric(float64(kept(b, p))/(1<<20), "MiB-live")
		})
	}
}

// kept is how much of the heap is reachable at the end of a review, while its
// dossier still is: all that the rules derived and the report.
func kept(b *testing.B, p market.Probe) uint64 {
	b.Helper()
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	d := ruletest.Dossier(ruletest.Entry(), p)
	var hits [][]reviewer.Hit
	for _, r := range rules.All() {
		if r.Applies(d) {
			hits = append(hits, r.Check(d))
		}
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	runtime.KeepAlive(d)
	runtime.KeepAlive(hits)
	return after.HeapAlloc - min(before.HeapAlloc, after.HeapAlloc)
}

// BenchmarkServer is a check of a server on loopback, made with an SDK: its
// address, the app's way, standard MCP and every rule.
func BenchmarkServer(b *testing.B) {
	r, c := live(b, answering(goSDK(&mcp.StreamableHTTPOptions{Stateless: true, JSONResponse: true})))
	before := processor(b)
	for b.Loop() {
		if x, err := r.Examine(b.Context(), c); err != nil || x.Report.Tools != 1 {
			b.Fatalf("%d tools, %v", x.Report.Tools, err)
		}
	}
	b.ReportMetric(float64((processor(b)-before).Microseconds())/float64(b.N)/1000, "cpu-ms/check")
}

// BenchmarkEachRule prints which rules take the time on 1,000 tools. What a rule
// derives first and others share is counted as the first one's.
func BenchmarkEachRule(b *testing.B) {
	p := ruletest.Probe(sampleTools(1000)...)
	took := map[string]time.Duration{}
	for b.Loop() {
		start := time.Now()
		d := ruletest.Dossier(ruletest.Entry(), p)
		took["(reading the tools)"] += time.Since(start)
		for _, r := range rules.All() {
			if start = time.Now(); r.Applies(d) {
				r.Check(d)
			}
			took[r.ID] += time.Since(start)
		}
	}
	type cost struct {
		what string
		time.Duration
	}
	var costs []cost
	for what, d := range took {
		costs = append(costs, cost{what, d / time.Duration(b.N)})
	}
	slices.SortFunc(costs, func(x, y cost) int { return cmp.Compare(y.Duration, x.Duration) })
	var table strings.Builder
	for _, c := range costs[:20] {
		fmt.Fprintf(&table, "\n%-20s %8.2f ms", c.what, float64(c.Microseconds())/1000)
	}
	b.Log(table.String())
}

// BenchmarkReport is what the engine adds to the rules: a report on 1,000 tools
// with as many findings as a rule may have, and losses in every tool.
func BenchmarkReport(b *testing.B) {
	var hits []reviewer.Hit
	for i := range 1000 {
		hits = append(hits, reviewer.Hit{Where: fmt.Sprintf("/tools/%d/description", i), Evidence: "Returns the forecast of a city", Message: reviewer.Say("说明不够清楚", "The description could be clearer")})
	}
	give := func(*reviewer.Dossier) []reviewer.Hit { return hits }
	var all []reviewer.Rule
	for i := range 10 {
		all = append(all,
			reviewer.Rule{ID: fmt.Sprintf("DSC-%03d", i), Severity: market.SeverityWarn, Group: market.GroupTools, Needs: reviewer.NeedsTools, Check: give},
			reviewer.Rule{ID: fmt.Sprintf("QLT-%03d", i), Quality: true, Points: 1, Group: market.GroupTools, Needs: reviewer.NeedsTools, Check: give})
	}
	p := ruletest.Probe(sampleTools(1000)...)
	r := reviewer.New(reviewer.Options{Prober: stub{p}, Rules: all, Policy: reviewer.DefaultPolicy()})
	b.ReportAllocs()
	for b.Loop() {
		if _, err := r.Examine(b.Context(), market.Case{Entry: ruletest.Entry()}); err != nil {
			b.Fatal(err)
		}
	}
}
