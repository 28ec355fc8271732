package contract_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"marketd/market"
	"marketd/reviewer"
	"marketd/reviewer/rules/contract"
	"marketd/reviewer/rules/ruletest"
)

func rulesOf(t *testing.T) []reviewer.Rule {
	t.Helper()
	return contract.Rules()
}

const (
	weather = `{"name":"weather.now","description":"查询实时天气","inputSchema":{"type":"object","properties":{}}}`
	tides   = `{"name":"tide.next","description":"Tells the next high tide of 2026-12-01, a Tuesday","inputSchema":{"type":"object","properties":{}}}`
)

func raws(tools ...string) []json.RawMessage {
	var all []json.RawMessage
	for _, s := range tools {
		all = append(all, json.RawMessage(s))
	}
	return all
}

// listing makes both ways give the tools.
func listing(agent string, tools ...string) func(*market.Probe) {
	return func(p *market.Probe) {
		p.Agent, p.List.Tools, p.MCP.List.Tools = agent, raws(tools...), raws(tools...)
	}
}

// series are looks at the minutes.
func series(minutes []int, changes ...func(*market.Probe)) *reviewer.Dossier {
	var probes []market.Probe
	for i, change := range changes {
		p := probe()
		p.At = start.Add(time.Duration(minutes[i]) * time.Minute)
		change(&p)
		probes = append(probes, p)
	}
	return dossier(probes...)
}

var review = []int{0, 1, 10, 31}

func TestWaysAgree(t *testing.T) {
	t.Parallel()
	give := func(bare, standard []json.RawMessage) func(*market.Probe) {
		return func(p *market.Probe) { p.List.Tools, p.MCP.List.Tools = bare, standard }
	}
	differs := []string{"needs_human /probe/mcp"}
	try(t, "PRO-013", []row{
		{"another order", give(raws(weather, tides), raws(tides, weather)), nil},
		{"other members of no weight", give(raws(weather), raws(strings.Replace(weather, `{"name"`, `{"_meta":{"a":1},"name"`, 1))), nil},
		{"other blanks", give(raws(weather), raws(strings.ReplaceAll(weather, ":", ": "))), nil},
		{"the time", give(raws(tides), raws(strings.Replace(tides, "2026-12-01, a Tuesday", "2026-12-02, a Wednesday", 1))), nil},
		{"one more for standard clients", give(raws(weather), raws(weather, tides)), differs},
		{"one less", give(raws(weather, tides), raws(weather)), differs},
		{"another description", give(raws(weather), raws(strings.Replace(weather, "实时", "昨天", 1))), differs},
		{"twice", give(raws(weather), raws(weather, weather)), differs},
		{"what is no tool", give(raws(weather, `7`), raws(weather, `"x"`)), differs},
		{"one way only", func(p *market.Probe) { p.MCP.List.Fault.Code = market.FaultNoTools }, []string{skipped}},
		{"the app's way failed", answered(market.ClassMismatch, 400), []string{skipped}},
	})
	p := probe()
	p.List.Tools, p.MCP.List.Tools = raws(weather, tides), raws(strings.Replace(weather, "实时", "昨天", 1), `{"name":"pay.now"}`)
	if h := find(t, "PRO-013").Check(dossier(p)); len(h) != 1 || h[0].Evidence != "app only: tide.next; standard only: pay.now; different: weather.now" {
		t.Errorf("%+v", h)
	}
}

func TestClientsAlike(t *testing.T) {
	t.Parallel()
	other := strings.Replace(weather, "实时", "昨天", 1)
	bad := []string{"needs_human /probe/list"}
	for name, c := range map[string]struct {
		d    *reviewer.Dossier
		want []string
	}{
		"one name":                        {series(review, listing("", weather), listing("", other)), []string{skipped}},
		"alike":                           {series(review, listing("", weather), listing("app", weather)), nil},
		"another order":                   {series(review, listing("", weather, tides), listing("app", tides, weather)), nil},
		"the time":                        {series(review, listing("", tides), listing("app", strings.Replace(tides, "01", "02", 1))), nil},
		"different, seen once":            {series(review, listing("", weather), listing("app", other)), []string{"needs_human /probe/list?"}},
		"different, and steady by itself": {series(review, listing("", weather), listing("app", other), listing("", weather)), bad},
		"different, and the other twice":  {series(review, listing("", weather), listing("app", other), listing("", weather), listing("app", other)), bad},
		"different every time":            {series(review, listing("", weather), listing("app", other), listing("", tides)), nil},
		"no list under the other":         {series(review, listing("", weather), func(p *market.Probe) { answered(market.ClassMismatch, 400)(p); p.Agent, p.MCP = "app", market.Talk{} }, listing("", weather)), []string{skipped}},
	} {
		ruletest.Check(t, find(t, "PRO-014"), name, c.d, c.want)
	}
}

func TestListStays(t *testing.T) {
	t.Parallel()
	later := strings.Replace(tides, "2026-12-01, a Tuesday", "2027-01-13, a Wednesday", 1)
	inSchema := strings.Replace(tides, `"properties":{}`, `"maximum":1,"properties":{}`, 1)
	info, human := []string{"info /probe/list"}, []string{"needs_human /probe/list"}
	for name, c := range map[string]struct {
		d    *reviewer.Dossier
		want []string
	}{
		"one look":                    {series(review, listing("", weather)), []string{skipped}},
		"half a minute apart":         {series([]int{0, 0}, listing("", weather), listing("", tides)), []string{skipped}},
		"under two names":             {series(review, listing("", weather), listing("app", tides)), []string{skipped}},
		"the same":                    {series(review, listing("", weather, tides), listing("", weather, tides)), nil},
		"another order":               {series(review, listing("", weather, tides), listing("", tides, weather)), info},
		"another day":                 {series(review, listing("", weather, tides), listing("", weather, later)), info},
		"another number in a schema":  {series(review, listing("", inSchema), listing("", strings.Replace(inSchema, `"maximum":1`, `"maximum":2`, 1))), human},
		"another word":                {series(review, listing("", tides), listing("", strings.Replace(tides, "high", "low", 1))), human},
		"one more":                    {series(review, listing("", weather), listing("", weather, tides)), human},
		"one less":                    {series(review, listing("", weather, tides), listing("", weather)), human},
		"changed under the same name": {series(review, listing("", weather), listing("app", weather), listing("", tides)), human},
		"a day and an order":          {series(review, listing("", weather, later), listing("", tides, weather), listing("", weather, tides)), []string{"info /probe/list", "info /probe/list"}},
		"read by standard MCP alone": {series(review, func(p *market.Probe) { listing("", weather)(p); standardOnly(p) }, func(p *market.Probe) {
			listing("", tides)(p)
			standardOnly(p)
		}), []string{"needs_human /probe/mcp"}},
		"read in two ways": {series(review, listing("", weather), func(p *market.Probe) { listing("", tides)(p); answered(market.ClassMismatch, 400)(p) }), []string{skipped}},
	} {
		ruletest.Check(t, find(t, "PRO-015"), name, c.d, c.want)
	}
}

func TestAnswersSteadily(t *testing.T) {
	t.Parallel()
	good := func(*market.Probe) {}
	bad := func(p *market.Probe) {
		answered(market.ClassMismatch, 400)(p)
		noStandard(market.ReasonHTTPError, market.FaultStatus, 400)(p)
	}
	late := func(p *market.Probe) {
		network(market.ReasonTimeout)(p)
		p.MCP = market.Talk{Reason: market.ReasonTimeout}
	}
	gateway := func(p *market.Probe) {
		answered(market.ClassGateway, 502)(p)
		noStandard(market.ReasonHTTPError, market.FaultStatus, 502)(p)
	}
	throttled := func(p *market.Probe) {
		p.Reason, p.MCP.Reason = market.ReasonRateLimited, market.ReasonRateLimited
	}
	both := func(severity, mark string) []string {
		return []string{severity + " /probe/contract" + mark, severity + " /probe/mcp" + mark}
	}
	type looks []func(*market.Probe)
	for name, c := range map[string]struct {
		looks looks
		want  []string
	}{
		"two looks":                     {looks{good, bad}, []string{skipped}},
		"always":                        {looks{good, good, good}, nil},
		"never":                         {looks{bad, bad, bad}, nil},
		"a cold start":                  {looks{late, good, good}, both("info", "")},
		"a cold start behind a gateway": {looks{gateway, good, good}, both("info", "")},
		"refused at first":              {looks{bad, good, good}, both("needs_human", "")},
		"late in between":               {looks{good, late, good}, both("needs_human", "")},
		"two of four":                   {looks{good, late, good, late}, both("needs_human", "")},
		"one of three":                  {looks{late, late, good}, both("reject", "?")},
		"one of four":                   {looks{late, late, late, good}, both("reject", "?")},
		"throttled counts for nothing":  {looks{good, throttled, good}, []string{skipped}},
		"throttled between":             {looks{good, throttled, good, bad}, both("needs_human", "")},
		"the app never, standard MCP sometimes": {looks{
			answered(market.ClassMismatch, 400), answered(market.ClassMismatch, 400), func(p *market.Probe) {
				answered(market.ClassMismatch, 400)(p)
				p.MCP = market.Talk{Reason: market.ReasonTimeout}
			},
		}, []string{"needs_human /probe/mcp"}},
		"standard MCP was not asked": {looks{
			func(p *market.Probe) { p.MCP = market.Talk{} }, func(p *market.Probe) { bad(p); p.MCP = market.Talk{} }, func(p *market.Probe) { p.MCP = market.Talk{} },
		}, []string{"needs_human /probe/contract"}},
	} {
		ruletest.Check(t, find(t, "HLT-006"), name, series(review, c.looks...), c.want)
	}
	hits := find(t, "HLT-006").Check(series(review, good, late, good))
	if len(hits) != 2 || hits[0].Profile != market.ProfileApp || hits[1].Profile != market.ProfileMCP || hits[0].Evidence != "ok, timeout, ok" {
		t.Errorf("%+v", hits)
	}
}

// FuzzDifference: whatever two lists hold, a list does not differ from itself,
// and of what is not the same something is named.
func FuzzDifference(f *testing.F) {
	f.Add([]byte(weather), []byte(tides))
	f.Add([]byte(`{"name":"\ud800"}`), []byte(`7`))
	f.Add([]byte(`{"name":"a","description":"May 1"}`), []byte(`{"name":"a","description":"June 2"}`))
	f.Fuzz(func(t *testing.T, a, b []byte) {
		p := probe()
		p.List.Tools, p.MCP.List.Tools = raws(string(a), string(b)), raws(string(b), string(a))
		rule := ruletest.Find(t, contract.Rules(), "PRO-013")
		if h := rule.Check(dossier(p)); len(h) != 0 {
			t.Fatalf("another order differs: %+v", h)
		}
		p.MCP.List.Tools = raws(string(a))
		if h := rule.Check(dossier(p)); len(h) != 1 || h[0].Evidence == "" {
			t.Fatalf("one tool less: %+v", h)
		}
		if got := ruletest.Hits(t, rule, dossier(p)); !slices.Equal(got, []string{"needs_human /probe/mcp"}) {
			t.Fatalf("hits %v", got)
		}
	})
}
