// Package quality holds the rules on what makes a tool's definition good beyond
// being right: what a model reads before it decides to call the tool, and how
// (QLT). They cost points and never bear on a verdict.
package quality

import (
	"marketd/market"
	"marketd/reviewer"
)

// Rules returns the rules of this family in catalogue order.
func Rules() []reviewer.Rule {
	return []reviewer.Rule{
		resultTold(), useTold(), parametersTold(), valuesShown(), hintsDeclared(), titled(), outputDeclared(), notLong(), saidOnce(),
	}
}

// costs makes a rule of this family from what is its own.
func costs(r reviewer.Rule) reviewer.Rule {
	r.Group, r.Severity, r.Quality, r.Needs = market.GroupTools, market.SeverityInfo, true, reviewer.NeedsTools
	return r
}
