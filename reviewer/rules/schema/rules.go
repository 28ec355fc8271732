// Package schema holds the rules on the JSON Schemas of tools: whether an app
// and a model can call a tool from them (SCH). Schemas are hostile input: no
// reference is ever fetched, no pattern is ever matched, and every walk is
// bounded.
package schema

import "marketd/reviewer"

// Rules returns the rules of this family in catalogue order.
func Rules() []reviewer.Rule {
	return []reviewer.Rule{
		schemaPresent(), rootIsObject(), noArgumentsDeclared(), argumentsNotHidden(), someArguments(), parametersTyped(), parametersDescribed(),
		requiredExists(), validInDialect(), referencesLocal(), sizeBounded(), propertyNames(), arraysHaveItems(), additionalNotAll(),
		keywordsPortable(), enumsCoherent(), nothingSensitive(), contextNotHarvested(), headersWellFormed(), outputSound(), parametersPresent(),
	}
}

// perInput makes the check of a rule that looks at an input schema which the
// rules SCH-001 and SCH-011 have nothing against: one that says nothing or is
// too large is told of once, and not worth more work.
func perInput(check func(*document) []reviewer.Hit) func(*reviewer.Dossier) []reviewer.Hit {
	return reviewer.PerTool(func(rd *reviewer.Dossier, t reviewer.Tool) []reviewer.Hit {
		d := input(rd.Entry, t)
		if !d.usable() || d.outsized() {
			return nil
		}
		return check(d)
	})
}
