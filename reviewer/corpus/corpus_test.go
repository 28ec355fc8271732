package main

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"sync"
	"testing"

	"marketd/market"
)

// measured is the whole measurement, made once for all tests.
var measured = sync.OnceValues(func() (figures, error) {
	lists, err := load(beside())
	if err != nil {
		return figures{}, err
	}
	return measure(lists), nil
})

func everything(t *testing.T) figures {
	t.Helper()
	f, err := measured()
	if err != nil {
		t.Fatal(err)
	}
	if len(f.Sets) < 2 || len(f.Sets) < 8 && beside() != "" {
		t.Fatalf("sets are missing: %+v", f.Sets)
	}
	return f
}

func TestNoGoodToolIsRefused(t *testing.T) {
	t.Parallel()
	for _, s := range everything(t).Stopped {
		if s.Severity == market.SeverityReject {
			t.Errorf("%s/%s: %s refuses %s (%s): %q", s.Set, s.Server, s.Rule, s.Tool, s.Where, s.Evidence)
		}
	}
}

// At most one good tool in 200 may reach a person for its text alone.
func TestFewGoodToolsReachAPersonForTheirText(t *testing.T) {
	t.Parallel()
	f := everything(t)
	if f.ForText.Of < 150 {
		t.Fatalf("only %d good tools", f.ForText.Of)
	}
	if f.ForText.Tools*200 > f.ForText.Of {
		t.Errorf("%d of %d good tools would reach a person for their text alone", f.ForText.Tools, f.ForText.Of)
		for _, s := range f.Stopped {
			if ofText(s.Rule) {
				t.Errorf("%s/%s: %s %s (%s): %q", s.Set, s.Server, s.Rule, s.Tool, s.Where, s.Evidence)
			}
		}
	}
}

func TestBadListsAreCaught(t *testing.T) {
	t.Parallel()
	f := everything(t)
	for _, m := range f.Missed {
		t.Errorf("%s/%s: wants %s, got %q: %+q", m.Set, m.Name, m.Want, m.Got, m.Tool)
	}
	for _, kind := range []string{"placeholder", "lost_schema", "hidden", "secret", "injection"} {
		if !slices.ContainsFunc(f.Seen, func(k kindCount) bool { return k.Kind == kind && k.Found > 10 }) {
			t.Errorf("no data for %s", kind)
		}
	}
}

// What is said to be beyond the rules has to be so: a row that is caught after
// all has to lose its excuse.
func TestExcusesAreNeeded(t *testing.T) {
	t.Parallel()
	lists, err := own()
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range lists {
		still := slices.ContainsFunc(everything(t).Beyond, func(m missed) bool { return m.Name == l.name })
		if l.beyond != "" && !still {
			t.Errorf("%s is caught now: take its \"beyond\" out of bad.json", l.name)
		}
	}
}

func TestKnownBrokenServer(t *testing.T) {
	t.Parallel()
	if beside() == "" {
		t.Skip("no folder of public lists beside the project")
	}
	for _, s := range everything(t).Sets {
		if s.Set == setReal && s.Bad && s.All == 1 && s.Reject == 1 {
			return
		}
	}
	t.Error("the server that lost its schemas is not refused")
}

// A list counts as a whole when it is bad and by its tools when it is good; a
// finding on the whole list bears on every tool of it.
func TestTally(t *testing.T) {
	t.Parallel()
	fine := json.RawMessage(`{"name":"get_forecast","description":"Returns the forecast for a city, hour by hour.","inputSchema":{"type":"object","properties":{"city":{"type":"string","description":"Name of the city"}}},"annotations":{"readOnlyHint":true}}`)
	todo := json.RawMessage(`{"name":"find_station","description":"TODO","inputSchema":{"type":"object","properties":{"city":{"type":"string","description":"Name of the city"}}},"annotations":{"readOnlyHint":true}}`)
	both := []json.RawMessage{fine, todo}
	f := measure([]list{
		{set: "s", name: "good", tools: both},
		{set: "s", name: "bad", bad: true, kind: "placeholder", want: market.SeverityReject, tools: both},
		{set: "s", name: "missed", bad: true, kind: "placeholder", want: market.SeverityReject, tools: both[:1]},
	})
	if len(f.Sets) != 2 || f.Sets[0].All != 2 || f.Sets[0].Reject != 1 || f.Sets[1].All != 2 || f.Sets[1].Reject != 1 {
		t.Errorf("sets: %+v", f.Sets)
	}
	if len(f.Missed) != 1 || f.Missed[0].Name != "missed" {
		t.Errorf("missed: %+v", f.Missed)
	}
	if f.ForText != (share{1, 2}) {
		t.Errorf("for text: %+v", f.ForText)
	}
}

func TestCommand(t *testing.T) {
	t.Parallel()
	var text, asJSON bytes.Buffer
	empty := t.TempDir() // no public lists: the project's own alone
	if err := run([]string{empty}, &text); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"needs_human", "own fixtures", "no data", "ENT-001", "for their text alone"} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("no %q in\n%s", want, text.String())
		}
	}
	if err := run([]string{"--json", empty}, &asJSON); err != nil {
		t.Fatal(err)
	}
	var f figures
	if err := json.Unmarshal(asJSON.Bytes(), &f); err != nil || len(f.Rules) == 0 {
		t.Errorf("JSON: %v, %d rules", err, len(f.Rules))
	}
}

// BenchmarkFiveHundredTools is the longest list that is accepted, of real and
// own tools.
func BenchmarkFiveHundredTools(b *testing.B) {
	lists, err := load(beside())
	if err != nil {
		b.Fatal(err)
	}
	var tools []json.RawMessage
	for _, l := range lists {
		if !l.bad {
			tools = append(tools, l.tools...)
		}
	}
	tools = slices.Repeat(tools, 500/len(tools)+1)[:500]
	c := checker()
	for b.Loop() {
		c.CheckTools(tools, nil)
	}
}
