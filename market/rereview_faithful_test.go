package market_test

import (
	"encoding/json"
	"testing"
	"time"

	"marketd/market"
	"marketd/reviewer"
	"marketd/reviewer/rules"
)

// Under the same rules and settings a re-review finds what the reviews found: all
// rules, three passes, an update without a note, and a market to compare with.
func TestRereviewIsFaithful(t *testing.T) {
	t.Parallel()
	s := newShop(t)
	lookalikes := market.NewLookalikes(s.store)
	policy := reviewer.DefaultPolicy()
	policy.Pace, policy.Agent = reviewer.PaceFast(), "other/1"
	engine := reviewer.New(reviewer.Options{Prober: s.prober, Rules: rules.All(), Policy: policy, Ruleset: rules.Set, Neighbours: lookalikes})
	s.intake = market.NewIntake(market.IntakeOptions{Store: s.store, Examiner: engine, Checker: engine, Sealer: plainSealer{}, Clock: s.clock})
	s.desk = s.desk.Rejudging(engine)
	s.waivers = market.NewWaivers(s.desk, engine)
	s.rules = market.NewRulebook(s.store, s.clock, reviewer.Docs(rules.All()), nil)
	s.rereviews = market.NewRereviews(market.RereviewOptions{Store: s.store, Judge: engine, Rules: s.rules, Clock: s.clock, Size: 2})

	if err := s.catalog.OnChange(lookalikes.Learn); err != nil {
		t.Fatal(err)
	}
	sell := func(id, tool, says string) {
		t.Helper()
		answers := goodProbe()
		answers.At, answers.Took, answers.URL = s.clock.Now(), time.Second, entry(id).Server.URL
		answers.Contract = market.Answer{Sent: true, Status: 200, MediaType: "application/json", Body: "{}", Reason: market.ReasonOK}
		raw, err := json.Marshal(map[string]any{"name": tool, "description": says, "inputSchema": map[string]any{"type": "object", "properties": map[string]any{"city": map[string]any{"type": "string"}}}})
		if err != nil {
			t.Fatal(err)
		}
		answers.List = market.ToolList{Pages: 1, FirstPage: 1, Tools: []json.RawMessage{raw}, Answer: market.Answer{Sent: true, Status: 200, MediaType: "application/json", Reason: market.ReasonOK}}
		answers.MCP = market.Talk{Reason: market.ReasonOK, Way: "modern", Version: "2026-07-28", List: answers.List}
		s.prober.answers[entry(id).Server.URL] = answers
		sub := s.submit(t, id)
		for pass := 1; s.submission(t, sub.ID).Stage == market.StageChecking; pass++ {
			s.clock.pass(time.Minute)
			s.review(t, sub.ID, pass)
		}
		sub = s.submission(t, sub.ID)
		for _, f := range s.report(t, sub.ID).Findings { // what refuses it is let be
			if f.Stands() && f.Severity == market.SeverityReject {
				if sub.Stage == market.StageRejected {
					if err := s.appeal(t, s.dev, sub.ID); err != nil {
						t.Fatal(err)
					}
				}
				if err := s.waive(t, s.reviewer, sub.ID, f.Rule, false); err != nil {
					t.Fatal(err)
				}
				sub = s.submission(t, sub.ID)
			}
		}
		if err := s.decide(t, s.reviewer, sub, market.DecideApprove, ""); err != nil {
			t.Fatalf("approve %s: %v", id, err)
		}
		s.listing(t, id) // the lookalikes learn of the catalog
	}
	sell("weather", "weather.now", "Gives the weather of a city: temperature in degrees Celsius, wind and rain of this hour.")
	sell("weather", "weather.week", "Gives the weather of a city for the next seven days, day by day, with sunrise and sunset.") // and no note
	sell("parking", "parking.free", "Counts the free places of the car parks of a city, as of the last minute.")
	sell("refused", "note.save", "TODO")

	run := s.walk(t, s.propose(t, nil).ID)
	wantRun(t, run, market.RereviewDone, 3)
	for _, c := range s.show(t, run.ID).Changes {
		t.Errorf("%s: %+v to %+v, %+v", c.Listing, c.Before, c.After, c.Shifts)
	}
}
