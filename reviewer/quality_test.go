package reviewer_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"marketd/market"
	"marketd/reviewer"
)

// costing is a rule on quality with the hits.
func costing(id string, points int, hits ...reviewer.Hit) reviewer.Rule {
	r := rule(id, reviewer.NeedsTools, hits...)
	r.Quality, r.Points, r.Severity = true, points, market.SeverityInfo
	return r
}

func at(where string, points int) reviewer.Hit {
	return reviewer.Hit{Where: where, Points: points, Message: reviewer.Say("不够好", "could be better")}
}

// listed is a report on a list of n tools alone.
func listed(n int, rules ...reviewer.Rule) market.Report {
	tools := make([]json.RawMessage, n)
	for i := range tools {
		tools[i] = fmt.Appendf(nil, `{"name":"tool%d","description":"x"}`, i)
	}
	return newReviewer(nil, rules...).CheckTools(tools, nil)
}

func scores(rep market.Report) []int {
	var out []int
	for _, q := range rep.Quality {
		out = append(out, q.Score)
	}
	return out
}

func TestScores(t *testing.T) {
	t.Parallel()
	reject, human, warn := reviewer.Hit{Where: "/tools/1"}, hit(market.SeverityNeedsHuman), hit(market.SeverityWarn)
	for name, c := range map[string]struct {
		rules []reviewer.Rule
		tools []int
		score int
	}{
		"nothing lost":         {nil, []int{100, 100}, 100},
		"one tool":             {[]reviewer.Rule{costing("QLT-001", 8, at("/tools/0/description", 0))}, []int{92, 100}, 94}, // 0.6·96 + 0.4·92
		"a price of its own":   {[]reviewer.Rule{costing("QLT-001", 8, at("/tools/1/title", 3))}, []int{100, 97}, 98},
		"a rule costs once":    {[]reviewer.Rule{costing("QLT-001", 8, at("/tools/0/a", 2), at("/tools/0/b", 5), at("/tools/0/c", 4))}, []int{95, 100}, 97},
		"rules add up":         {[]reviewer.Rule{costing("QLT-001", 8, at("/tools/0", 0)), costing("QLT-002", 30, at("/tools/0", 0))}, []int{62, 100}, 73},
		"never below nothing":  {[]reviewer.Rule{costing("QLT-001", 70, at("/tools/0", 0)), costing("QLT-002", 70, at("/tools/0", 0))}, []int{0, 100}, 30},
		"a refusal":            {[]reviewer.Rule{rule("DSC-002", reviewer.NeedsTools, reject)}, []int{100, 60}, 72},
		"a person, a warning":  {[]reviewer.Rule{rule("SCH-006", reviewer.NeedsTools, human), rule("DSC-004", reviewer.NeedsTools, warn)}, []int{79, 100}, 85},
		"counted finer":        {[]reviewer.Rule{rule("SCH-007", reviewer.NeedsTools, warn)}, []int{100, 100}, 100},
		"what is told only":    {[]reviewer.Rule{rule("DSC-014", reviewer.NeedsTools, hit(market.SeverityInfo))}, []int{100, 100}, 100},
		"not in a tool":        {[]reviewer.Rule{costing("QLT-001", 8, at("/entry/name", 0), at("/tools/x", 0), at("/tools/-1", 0), at("/tools/99999999999999999999", 0))}, []int{100, 100}, 100},
		"of a tool not listed": {[]reviewer.Rule{costing("QLT-001", 8, at("/tools/2", 0))}, []int{100, 100}, 100},
	} {
		rep := listed(2, c.rules...)
		if !slices.Equal(scores(rep), c.tools) || rep.Score == nil || *rep.Score != c.score {
			t.Errorf("%s: %v, in all %v; want %v, %d", name, scores(rep), *rep.Score, c.tools, c.score)
		}
		for _, q := range rep.Quality {
			lost := 0
			for _, l := range q.Lost {
				lost += l.Points
				if l.Rule == "" || l.Where == "" || l.Message.ZH == "" || l.Message.EN == "" || l.Fix.ZH == "" || l.Fix.EN == "" {
					t.Errorf("%s: lost for %+v", name, l)
				}
			}
			if q.Score != max(0, 100-lost) || q.Tokens <= 0 {
				t.Errorf("%s: %s has %d after losing %d, and %d tokens", name, q.Tool, q.Score, lost, q.Tokens)
			}
		}
	}
}

// Quality is told and decides nothing: it makes no finding and no verdict.
func TestQualityIsNoGate(t *testing.T) {
	t.Parallel()
	r := costing("QLT-001", 100, at("/tools/0", 0), at("/tools/1", 0))
	r.Severity = market.SeverityReject
	x := examine(t, newReviewer(&prober{probe: good()}, r), market.Case{Entry: entry(), Facts: market.Facts{Settings: map[string]market.RuleSetting{"QLT-001": {Severity: market.SeverityReject, Enforced: true, Required: true}}}})
	if x.Report.Verdict != market.VerdictClean || len(x.Report.Findings) != 0 || *x.Report.Score != 0 || x.Again != 0 {
		t.Errorf("verdict %s, findings %+v, score %d", x.Report.Verdict, x.Report.Findings, *x.Report.Score)
	}
	if c := state(t, x.Report, "QLT-001"); c.State != market.CheckHit || c.Severity != "" {
		t.Errorf("the check is %+v", c)
	}
}

// A finding that a person let be, or that is only counted, costs nothing.
func TestQualityOfWhatDoesNotStand(t *testing.T) {
	t.Parallel()
	r := newReviewer(&prober{probe: good()}, rule("DSC-002", reviewer.NeedsTools, hit("")))
	k := market.Case{Entry: entry()}
	rep := examine(t, r, k).Report
	if got := scores(rep); got[0] != 60 {
		t.Fatalf("scores %v", got)
	}
	for name, facts := range map[string]market.Facts{
		"waived":    {Waivers: []market.Waiver{{Finding: rep.Findings[0].Key()}}},
		"monitored": {Settings: map[string]market.RuleSetting{"DSC-002": {Required: true}}},
		"lighter":   {Settings: map[string]market.RuleSetting{"DSC-002": {Severity: market.SeverityInfo, Enforced: true}}},
	} {
		k.Facts = facts
		if got := scores(examine(t, r, k).Report); got[0] != 100 {
			t.Errorf("%s: scores %v", name, got)
		}
	}
}

// A waiver gives the points back at once, and its withdrawal takes them again.
func TestQualityIsReweighed(t *testing.T) {
	t.Parallel()
	r := newReviewer(&prober{probe: good()}, rule("DSC-002", reviewer.NeedsTools, hit("")), costing("QLT-001", 5, at("/tools/0", 0)))
	x := examine(t, r, market.Case{Entry: entry()})
	waiver := market.Waiver{Finding: x.Report.Findings[0].Key(), Reason: "it is meant so"}
	waived := r.Reweigh(x.Report, x.Probe, market.Facts{Waivers: []market.Waiver{waiver}})
	again := r.Reweigh(waived, x.Probe, market.Facts{})
	if got := []int{scores(x.Report)[0], scores(waived)[0], scores(again)[0]}; !slices.Equal(got, []int{55, 95, 55}) {
		t.Errorf("scores %v, want 55, 95 and 55 again", got)
	}
	if !reflect.DeepEqual(again, x.Report) {
		t.Errorf("after the withdrawal\n%+v\nbefore\n%+v", again, x.Report)
	}
}

func TestQualityWithoutTools(t *testing.T) {
	t.Parallel()
	for name, rep := range map[string]market.Report{
		"an empty list": listed(0), "no list": examine(t, newReviewer(&prober{probe: market.Probe{Reason: market.ReasonDNS}}), market.Case{Entry: entry()}).Report,
	} {
		if rep.Score != nil || rep.Tokens != 0 || rep.Quality != nil {
			t.Errorf("%s: score %v, tokens %d, quality %+v", name, rep.Score, rep.Tokens, rep.Quality)
		}
	}
}

// Every tool has its score; what the points were lost for is told of the worst.
func TestQualityIsBounded(t *testing.T) {
	t.Parallel()
	const tools, most = 300, 50
	var hits []reviewer.Hit
	for i := range tools {
		hits = append(hits, at(fmt.Sprintf("/tools/%d", i), 1+i%40))
	}
	rep := listed(tools, costing("QLT-001", 1, hits...))
	told := 0
	for i, q := range rep.Quality {
		if q.Score != 100-(1+i%40) {
			t.Errorf("tool %d has %d", i, q.Score)
		}
		if len(q.Lost) > 0 {
			told++
		}
		if i%40 > 33 && len(q.Lost) == 0 || i%40 < 32 && len(q.Lost) > 0 {
			t.Errorf("tool %d, which lost %d: %d told", i, 1+i%40, len(q.Lost))
		}
	}
	if told != most {
		t.Errorf("told of %d tools", told)
	}
}

func TestQualityTextsAreHostile(t *testing.T) {
	t.Parallel()
	h := reviewer.Hit{Where: "/tools/0/inputSchema/properties/a\u202eb", Message: market.Text{ZH: "参数 a\x00b", EN: "parameter a\u2066b"}, Fix: market.Text{ZH: "改\u200b", EN: "mend\u200b\nit"}}
	rep := newReviewer(nil, costing("QLT-001", 1, h)).CheckTools([]json.RawMessage{[]byte(`{"name":"a\u202eb"}`)}, nil)
	b, err := json.Marshal(rep.Quality)
	if err != nil {
		t.Fatal(err)
	}
	for _, hidden := range []string{"\u202e", `\u0000`, "\u2066", "\u200b", `\u202e`, `\u200b`} {
		if strings.Contains(string(b), hidden) {
			t.Errorf("%q stands in %s", hidden, b)
		}
	}
	if !strings.Contains(string(b), `a⟦U+202E⟧b`) {
		t.Errorf("quality %s", b)
	}
}

// What a definition costs depends on what is sent to a model, not on how the
// server wrote its JSON.
func TestTokens(t *testing.T) {
	t.Parallel()
	tokens := func(raw string) int { return reviewer.NewTool(0, []byte(raw)).Tokens() }
	compact := `{"name":"order_get","description":"Returns an order","inputSchema":{"type":"object","properties":{"id":{"type":"string","description":"The order's number"}}}}`
	var spread strings.Builder
	for _, r := range compact {
		if spread.WriteRune(r); strings.ContainsRune("{,", r) {
			spread.WriteString("\n    ")
		}
	}
	base := tokens(compact)
	if base < 30 || base > 50 {
		t.Errorf("%d tokens of %s", base, compact)
	}
	for name, raw := range map[string]string{
		"spread over lines":     spread.String(),
		"with what is not sent": strings.Replace(compact, `{"name"`, `{"title":"An order and its lines","annotations":{"readOnlyHint":true},"_meta":{"a":"b"},"name"`, 1),
		"escaped slashes":       strings.Replace(compact, "order's", `order\u0027s`, 1),
	} {
		if got := tokens(raw); got < base-1 || got > base+1 {
			t.Errorf("%s: %d tokens, and %d plainly", name, got, base)
		}
	}
	for name, c := range map[string]struct {
		text     string
		min, max int
	}{
		"Chinese": {strings.Repeat("返回指定城市的天气", 10), 60, 80}, "English": {strings.Repeat("returns the weather of a city ", 10), 55, 65},
		"digits": {strings.Repeat("123456", 10), 25, 35}, "Korean": {strings.Repeat("지정한도시", 10), 30, 45}, "Russian": {strings.Repeat("погода", 10), 18, 25},
		"identifiers": {strings.Repeat("getHTTPUser ", 10), 18, 35}, "nothing": {"", 0, 0},
	} {
		got := tokens(`{"name":"","description":`+quote(c.text)+`}`) - tokens(`{"name":""}`)
		if got < c.min || got > c.max {
			t.Errorf("%s: %d tokens, want %d to %d", name, got, c.min, c.max)
		}
	}
	if n := tokens(`7`); n < 0 || n > 10 {
		t.Errorf("no tool at all: %d tokens", n)
	}
}

func quote(s string) string {
	b, err := json.Marshal(s)
	if err != nil {
		panic(err)
	}
	return string(b)
}
