package contract_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"
	"time"

	"marketd/market"
	"marketd/reviewer"
	"marketd/reviewer/rules/contract"
)

var start = time.Date(2026, 12, 1, 8, 0, 0, 0, time.UTC)

// probe is a look at a server that does all it should, with one tool.
func probe() market.Probe {
	return market.Probe{
		At: start, Reason: market.ReasonOK, Class: market.ClassOK,
		Contract: market.Answer{Sent: true, Status: 405, Reason: market.ReasonOK, Took: 40 * time.Millisecond},
		List: market.ToolList{
			Answer: market.Answer{Sent: true, Status: 200, MediaType: "application/json", Body: `{"jsonrpc":"2.0","id":1,"result":{"tools":[]}}`, Reason: market.ReasonOK},
			Pages:  1, FirstPage: 1, Bytes: 900,
			Tools: []json.RawMessage{[]byte(`{"name":"weather.now","description":"查询实时天气","inputSchema":{"type":"object","properties":{}}}`)},
		},
	}
}

// row is one case of a rule's table: what is changed on the good probe, and
// the hits wanted, as "severity place class" with a "?" when unsure.
type row struct {
	name   string
	change func(*market.Probe)
	want   []string
}

const skipped = "skipped"

func find(t *testing.T, id string) reviewer.Rule {
	t.Helper()
	for _, r := range contract.Rules() {
		if r.ID == id {
			return r
		}
	}
	t.Fatalf("there is no rule %s", id)
	return reviewer.Rule{}
}

func try(t *testing.T, id string, rows []row) {
	t.Helper()
	for _, c := range append(rows, row{"a good server", func(*market.Probe) {}, nil}) {
		p := probe()
		c.change(&p)
		got := run(t, id, dossier(p))
		if c.name == "a good server" && slices.Equal(got, []string{skipped}) {
			continue // rules on what only some servers have
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s, %s: %q, want %q", id, c.name, got, c.want)
		}
	}
}

// dossier holds the probes, and the tools of the last one's list.
func dossier(probes ...market.Probe) *reviewer.Dossier {
	d := &reviewer.Dossier{Policy: reviewer.DefaultPolicy(), Probes: probes}
	l := d.Last().List
	if !l.OK() {
		return d
	}
	for i, raw := range l.Tools {
		tool := reviewer.Tool{Tool: market.ReadTool(raw), Index: i}
		var members map[string]json.RawMessage
		if json.Unmarshal(raw, &members) == nil {
			tool.Members = members
		}
		d.Tools = append(d.Tools, tool)
	}
	return d
}

// run applies the rule as the engine does.
func run(t *testing.T, id string, d *reviewer.Dossier) []string {
	t.Helper()
	rule := find(t, id)
	last := d.Last()
	if rule.Needs == reviewer.NeedsAnswer && last.Contract.Status == 0 || rule.Needs == reviewer.NeedsList && !last.List.OK() {
		return []string{skipped}
	}
	if rule.Skip != nil && !rule.Skip(d).IsZero() {
		return []string{skipped}
	}
	var got []string
	for _, h := range rule.Check(d) {
		severity := h.Severity
		if severity == "" {
			severity = rule.Severity
		}
		s := string(severity) + " " + h.Where
		if h.Class != "" {
			s += " " + string(h.Class)
		}
		if h.Unsure {
			s += "?"
		}
		if h.Message.ZH == "" || h.Message.EN == "" {
			t.Errorf("%s: a hit at %s without a message in both languages", id, h.Where)
		}
		got = append(got, s)
	}
	return got
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
