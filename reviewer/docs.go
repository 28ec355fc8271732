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
			ID: r.ID, Group: r.Group, Severity: r.Severity,
			Title: r.Title, Why: r.Why, Fix: r.Fix, Source: r.Source,
		}
	}
	slices.SortFunc(docs, func(a, b market.RuleDoc) int { return compareIDs(a.ID, b.ID) })
	return docs
}
