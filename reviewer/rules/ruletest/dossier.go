package ruletest

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"marketd/market"
	"marketd/reviewer"
)

// Entry is an entry that no rule has anything against.
func Entry() market.Entry {
	return market.Entry{
		ID: "weather-demo", Kind: market.KindServer, Name: "Weather 天气", Desc: "查询全国城市实时天气", Cat: "weather", Author: "张三",
		Server:   market.Server{URL: "https://api.weather.co.uk/mcp"},
		Homepage: "https://www.weather.co.uk/", Privacy: "https://www.weather.co.uk/privacy",
	}
}

// Probe is a look at a server that does all it should and lists the tools,
// each a JSON text as served.
func Probe(tools ...string) market.Probe {
	at := time.Date(2026, 12, 1, 8, 0, 0, 0, time.UTC)
	answer := market.Answer{Sent: true, Status: 200, MediaType: "application/json", Reason: market.ReasonOK, Connect: 80 * time.Millisecond, Took: 120 * time.Millisecond}
	list := market.ToolList{Answer: answer, Pages: 1, FirstPage: len(tools)}
	for _, raw := range tools {
		list.Tools = append(list.Tools, json.RawMessage(raw))
		list.Bytes += int64(len(raw))
	}
	list.Answer.Body = `{"jsonrpc":"2.0","id":1,"result":{"tools":[` + strings.Join(tools, ",") + `]}}`
	talk := market.Talk{
		Reason: market.ReasonOK, Way: "modern", Version: "2026-07-28", ServerName: "weather", List: list,
		Attempts: []market.Diagnostic{{Kind: "modern", OK: true, Status: 200, Tools: len(tools)}},
	}
	answer.Status, answer.MediaType = 405, ""
	return market.Probe{
		MCP: talk,
		At:  at, Reason: market.ReasonOK, Class: market.ClassOK, Contract: answer, List: list,
		Net: market.NetFacts{
			Addrs: []string{"93.184.215.14", "2606:2800:21f::1"}, Dialled: "93.184.215.14:443", TLS: "TLS 1.3",
			CertFrom: at.AddDate(0, 0, -30), CertUntil: at.AddDate(0, 0, 60),
			Roots: []market.Root{{Name: "ISRG Root X1", Key: "0b9fa5a59eed715c26c1020c711b4f6ec42d58b0015e14337a39dad301c5afc3"}},
		},
	}
}

// Dossier is the evidence of the probes, oldest first, on the entry. Its tools
// are those of the last one's list.
func Dossier(e market.Entry, probes ...market.Probe) *reviewer.Dossier {
	d := &reviewer.Dossier{Entry: e, Facts: market.Facts{ID: market.IDFree}, Probes: probes, Policy: reviewer.DefaultPolicy()}
	if l, ok := d.Last().Tools(); ok {
		d.Listed = true
		for i, raw := range l.Tools {
			d.Tools = append(d.Tools, reviewer.NewTool(i, raw))
		}
	}
	return d
}

// List is the evidence on a good server that lists the tools.
func List(tools ...string) *reviewer.Dossier { return Dossier(Entry(), Probe(tools...)) }

// Tool writes a tool by name, description and further members, each a JSON
// text such as `"level":"write"`.
func Tool(name, description string, members ...string) string {
	m := append([]string{`"name":` + Quote(name), `"description":` + Quote(description)}, members...)
	return "{" + strings.Join(m, ",") + "}"
}

// Quote writes a text as JSON.
func Quote(s string) string {
	b, err := json.Marshal(s)
	if err != nil {
		panic(fmt.Sprintf("ruletest: %q is no JSON text: %v", s, err))
	}
	return string(b)
}

// OddTools fails the test when a rule breaks on, or hits nowhere in, a list
// with members that are no tools. What is no object is another rule's matter.
func OddTools(tb testing.TB, rules []reviewer.Rule) {
	tb.Helper()
	d := List(`null`, `[]`, `"a"`, `{}`, `{"name":3,"description":null,"level":{},"annotations":[],"inputSchema":7}`)
	for _, r := range rules {
		Hits(tb, r, d)
	}
}
