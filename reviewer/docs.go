package reviewer

import (
	"slices"

	"marketd/market"
)

// Docs is the documentation of rules, in catalogue order.
func Docs(rules []Rule) []market.RuleDoc {
	docs := make([]market.RuleDoc, len(rules))
	for i, r := range rules {
		docs[i] = market.RuleDoc{
			ID: r.ID, Kind: kindOf(r), Group: r.Group, Severity: r.Severity, Profile: r.Profile,
			Title: r.Title, Why: r.Why, Decide: r.Decide, Fix: r.Fix, Source: r.Source,
		}
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
