package contract_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"marketd/market"
	"marketd/reviewer"
	"marketd/reviewer/rules/contract"
	"marketd/reviewer/rules/ruletest"
)

var start = probe().At

// probe is a look at a server that does all it should, with one tool.
func probe() market.Probe {
	return ruletest.Probe(ruletest.Tool("weather.now", "查询实时天气", `"inputSchema":{"type":"object","properties":{}}`))
}

// row is one case of a rule's table: what is changed on the good probe, and
// the hits wanted.
type row struct {
	name   string
	change func(*market.Probe)
	want   []string
}

const skipped = ruletest.Skipped

func find(t *testing.T, id string) reviewer.Rule {
	t.Helper()
	return ruletest.Find(t, contract.Rules(), id)
}

func try(t *testing.T, id string, rows []row) {
	t.Helper()
	rule := find(t, id)
	for _, c := range rows {
		p := probe()
		c.change(&p)
		ruletest.Check(t, rule, c.name, dossier(p), c.want)
	}
	ruletest.Passes(t, rule, dossier(probe()))
}

// dossier holds the probes, and the tools of the last one's list.
func dossier(probes ...market.Probe) *reviewer.Dossier {
	return ruletest.Dossier(ruletest.Entry(), probes...)
}

func run(t *testing.T, id string, d *reviewer.Dossier) []string {
	t.Helper()
	return ruletest.Hits(t, find(t, id), d)
}

func tools(raws ...string) func(*market.Probe) {
	return func(p *market.Probe) {
		p.List.Tools = nil
		for _, r := range raws {
			p.List.Tools = append(p.List.Tools, json.RawMessage(r))
		}
		p.List.FirstPage = len(raws)
	}
}

// many makes a list of n tools.
func many(n int) func(*market.Probe) {
	raws := make([]string, n)
	for i := range raws {
		raws[i] = fmt.Sprintf(`{"name":"tool%d"}`, i)
	}
	return tools(raws...)
}

// faulty makes the list unreadable, with the fault.
func faulty(code string) func(*market.Probe) {
	return func(p *market.Probe) {
		p.Reason = market.ReasonRPCError
		p.List = market.ToolList{Answer: p.List.Answer, Fault: market.Note{Code: code, Detail: "detail"}}
	}
}

func notes(n ...market.Note) func(*market.Probe) {
	return func(p *market.Probe) { p.List.Notes = n }
}

func TestRulesAreDocumented(t *testing.T) {
	t.Parallel()
	ruletest.Documented(t, contract.Rules())
}

func TestOddTools(t *testing.T) {
	t.Parallel()
	ruletest.OddTools(t, contract.Rules())
}
