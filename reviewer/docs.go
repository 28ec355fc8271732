package reviewer

import (
	"slices"

	"marketd/market"
)

// Docs is the documentation of rules and of what else the catalogue asks, in
// its order.
func Docs(rules []Rule, others ...market.RuleDoc) []market.RuleDoc {
	docs := slices.Grow(slices.Clone(others), len(rules))
	for _, r := range rules {
		docs = append(docs, market.RuleDoc{
			ID: r.ID, Kind: kindOf(r), Group: r.Group, Severity: r.Severity, Profile: r.Profile,
			Title: r.Title, Why: r.Why, Decide: r.Decide, Fix: r.Fix, Source: r.Source,
		})
	}
	slices.SortFunc(docs, func(a, b market.RuleDoc) int { return compareIDs(a.ID, b.ID) })
	return docs
}

func kindOf(r Rule) market.RuleKind {
	if r.Quality {
		return market.KindQuality
	}
	return market.KindRule
}
