// Package safety holds the rules on hostile text: orders to a model, hidden
// characters, disguises, secrets and personal data in the texts of an entry, its
// tools and its server (rules SEC-001 to SEC-040, SCH-021). Every text is read
// once for all of them. It also finds and redacts secrets for everyone else who
// stores or shows a foreign text.
package safety

import "marketd/reviewer"

// Rules returns the rules of this family in catalogue order.
func Rules() []reviewer.Rule {
	return []reviewer.Rule{
		schemaTexts(),
		noInjection(), noSteering(), noPseudoTags(), noUrgency(), noMalice(), notObfuscated(),
		nothingHidden(), nothingUnseen(), nothingOdd(), oneScript(),
		noOtherServers(), noApprovalClaims(), noMarketPowers(), noSecrets(), noPersonalData(),
		noToxicFlow(),
	}
}
