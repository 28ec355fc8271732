// Package rules gathers the rule families into the catalogue.
package rules

import (
	"slices"

	"marketd/reviewer"
	"marketd/reviewer/rules/contract"
	"marketd/reviewer/rules/endpoint"
	"marketd/reviewer/rules/entry"
	"marketd/reviewer/rules/likeness"
	"marketd/reviewer/rules/naming"
	"marketd/reviewer/rules/quality"
	"marketd/reviewer/rules/safety"
	"marketd/reviewer/rules/schema"
	"marketd/reviewer/rules/wording"
)

// Set names this set of rules in reports. It changes whenever a rule is added
// or judges otherwise than before.
const Set = "2026-12-01.4"

//go:generate go test . -run TestRulesDocument -update

// All returns every rule, in catalogue order.
func All() []reviewer.Rule {
	all := slices.Concat(
		entry.Rules(), endpoint.Rules(), contract.Rules(),
		naming.Rules(), wording.Rules(), schema.Rules(), safety.Rules(), quality.Rules(),
		likeness.Rules(),
	)
	reviewer.Sort(all)
	return all
}
