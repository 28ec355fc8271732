package rules

import (
	"marketd/market"
	"marketd/reviewer"
	"marketd/reviewer/rules/examples"
)

// Catalogue explains every rule with its examples, and the duties that are no
// rules, in catalogue order.
func Catalogue() []market.RuleDoc {
	docs := reviewer.Docs(All(), duties()...)
	for i, d := range docs {
		if d.Kind != market.KindRule && d.Kind != market.KindQuality {
			continue
		}
		if x, err := examples.Of(d.ID); err == nil { // a test reads every file
			docs[i].Fails, docs[i].Passes = x.Fails, x.Passes
		}
		docs[i].Test = "reviewer/rules/examples: TestExamples/" + d.ID
	}
	return docs
}
