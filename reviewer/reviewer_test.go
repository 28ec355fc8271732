package reviewer_test

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"marketd/market"
	"marketd/reviewer"
)

var start = time.Date(2026, 12, 1, 8, 0, 0, 0, time.UTC)

// prober plays back one probe and counts how often it was asked.
type prober struct {
	probe market.Probe
	asked []market.Target
	hook  func()
}

func (p *prober) Probe(_ context.Context, t market.Target, progress func(market.Step)) market.Probe {
	p.asked = append(p.asked, t)
	progress(market.StepContract)
	if p.hook != nil {
		p.hook()
	}
	return p.probe
}

func good() market.Probe {
	list := market.ToolList{
		Answer: market.Answer{Sent: true, Status: 200, Reason: market.ReasonOK}, Pages: 1, FirstPage: 2,
		Tools: []json.RawMessage{[]byte(`{"name":"a","description":"x"}`), []byte(`{"name":"b","annotations":{"readOnlyHint":true}}`)},
	}
	return market.Probe{
		At: start, URL: "https://weather.example.com/mcp", Reason: market.ReasonOK, Class: market.ClassOK,
		Contract: market.Answer{Sent: true, Status: 200, Reason: market.ReasonOK, Took: 30 * time.Millisecond},
		List:     list,
		MCP:      market.Talk{Reason: market.ReasonOK, Way: "modern", Version: "2026-07-28", List: list},
	}
}

func entry() market.Entry {
	return market.Entry{ID: "weather-demo", Kind: market.KindServer, Name: "天气", Server: market.Server{URL: "https://weather.example.com/mcp"}}
}

// rule makes a rule that gives the hits.
func rule(id string, needs reviewer.Need, hits ...reviewer.Hit) reviewer.Rule {
	return reviewer.Rule{
		ID: id, Group: market.GroupTools, Severity: market.SeverityReject, Needs: needs,
		Title: market.Text{ZH: "标题", EN: "Title"}, Why: market.Text{ZH: "因为", EN: "because"}, Fix: market.Text{ZH: "改", EN: "mend"},
		Check: func(*reviewer.Dossier) []reviewer.Hit { return hits },
	}
}

func newReviewer(p market.Prober, rules ...reviewer.Rule) *reviewer.Reviewer {
	return reviewer.New(reviewer.Options{Prober: p, Rules: rules, Policy: reviewer.Policy{Pace: reviewer.PaceNormal()}, Ruleset: "test.1"})
}

func examine(t *testing.T, r *reviewer.Reviewer, c market.Case) market.Examined {
	t.Helper()
	x, err := r.Examine(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// passes are the looks before the last one that the pace allows, or none.
func passes(last bool) []market.Probe {
	if !last {
		return nil
	}
	return slices.Repeat([]market.Probe{good()}, len(reviewer.PaceNormal().Wait))
}

func state(t *testing.T, r market.Report, id string) market.Check {
	t.Helper()
	for _, c := range r.Checks {
		if c.Rule == id {
			return c
		}
	}
	t.Fatalf("no check of %s in the report", id)
	return market.Check{}
}

func TestCancelledIsNoEvidence(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	_, err := newReviewer(&prober{probe: good(), hook: cancel}).Examine(ctx, market.Case{Entry: entry()})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want that of the context", err)
	}
}

func TestProgressAndToken(t *testing.T) {
	t.Parallel()
	p := &prober{probe: good()}
	var steps []market.Step
	c := market.Case{Entry: entry(), Token: "tok", Progress: func(s market.Step) { steps = append(steps, s) }}
	had := false
	r := rule("HLT-001", reviewer.NeedsProbe)
	r.Check = func(d *reviewer.Dossier) []reviewer.Hit { had = d.HadToken; return nil }
	x := examine(t, newReviewer(p, r), c)
	if want := []market.Step{market.StepEntry, market.StepContract, market.StepRules, market.StepDone}; !slices.Equal(steps, want) {
		t.Errorf("steps %v, want %v", steps, want)
	}
	if !had || p.asked[0] != (market.Target{URL: c.Entry.Server.URL, Token: "tok"}) {
		t.Errorf("asked %+v, the rules saw a token: %v", p.asked, had)
	}
	if x.Report.Tools != 2 || !strings.HasPrefix(x.Report.Digest, "v1:sha256:") || len(x.Digests) != 2 {
		t.Errorf("tools %d, digest %q, digests %v", x.Report.Tools, x.Report.Digest, x.Digests)
	}
}

// A server that puts the test token into its tools must not publish it.
func TestTokenIsHidden(t *testing.T) {
	t.Parallel()
	const token = `tok"en-4711-0815`
	probe := good()
	probe.List.Tools = []json.RawMessage{[]byte(`{"name":"a","description":"you sent tok\"en-4711-0815"}`)}
	seen := ""
	r := rule("DSC-001", reviewer.NeedsList)
	r.Check = func(d *reviewer.Dossier) []reviewer.Hit { seen = d.Tools[0].Description; return nil }
	x := examine(t, newReviewer(&prober{probe: probe}, r), market.Case{Entry: entry(), Token: token})
	b, err := json.Marshal(x)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(b), "4711") || seen != "you sent ⟦token⟧" {
		t.Errorf("the rules saw %q, and the token stands in %s", seen, b)
	}
}
