package market

import (
	"context"
	"slices"
	"time"
)

// recordHits keeps what the report says of each rule, in place of what was
// recorded of the submission before: the last pass counts, and once.
func recordHits(ctx context.Context, w Writer, s Submission, r Report, at time.Time) error {
	var waivers []Waiver
	if slices.ContainsFunc(r.Findings, func(f Finding) bool { return f.Waived != nil }) {
		var err error
		if waivers, err = w.Waivers(ctx, WaiverFilter{Listing: s.ListingID, Owner: s.Owner, Holding: true}); err != nil {
			return err
		}
	}
	return w.PutRuleHits(ctx, s.ID, hitsOf(s, r, waivers, at))
}

// hitsOf is a report by rule.
func hitsOf(s Submission, r Report, waivers []Waiver, at time.Time) []RuleHit {
	var hits []RuleHit
	place := map[string]int{}
	of := func(rule string) *RuleHit {
		i, ok := place[rule]
		if !ok {
			i = len(hits)
			place[rule] = i
			hits = append(hits, RuleHit{Submission: s.ID, Listing: s.ListingID, Rule: rule, At: at})
		}
		return &hits[i]
	}
	// What stands comes first, and the heaviest of it: that is the sample.
	found := slices.Clone(r.Findings)
	slices.SortStableFunc(found, func(a, b Finding) int {
		if a.Stands() != b.Stands() {
			if a.Stands() {
				return -1
			}
			return 1
		}
		return b.Severity.Weight() - a.Severity.Weight()
	})
	for _, f := range found {
		h := of(f.Rule)
		if h.Places == 0 {
			h.Severity, h.Sample = f.Severity, HitSample{Where: f.Where, Tool: f.Tool, Evidence: f.Evidence, Message: f.Message}
		}
		h.Enforced = h.Enforced || f.Enforced
		h.Places++
		if f.Waived != nil {
			h.Waived++
			if wrongly(f, waivers) {
				h.Wrong++
			}
		}
	}
	hitting := len(hits)
	for _, q := range r.Quality {
		for _, l := range q.Lost {
			if i, ok := place[l.Rule]; ok && i < hitting {
				continue // what a finding cost: it is counted as that
			}
			h := of(l.Rule)
			if h.Places == 0 {
				h.Enforced, h.Sample = true, HitSample{Where: l.Where, Tool: q.Tool, Message: l.Message}
			}
			h.Places++
		}
	}
	return hits
}

// wrongly reports whether the one who waived the finding said that the rule was
// mistaken.
func wrongly(f Finding, waivers []Waiver) bool {
	key := f.Key()
	return slices.ContainsFunc(waivers, func(w Waiver) bool { return w.Finding == key && w.Wrong })
}
