// Package naming holds the rules on what tools are called and how far a name
// can be believed: characters and reserved names (NAM, RES), and whether the
// level a tool declares agrees with its name, its text and its hints (LVL).
package naming

import "marketd/reviewer"

// Rules returns the rules of this family in catalogue order.
func Rules() []reviewer.Rule {
	return []reviewer.Rule{
		nameCharacters(), nameLength(), nameDots(), nameTelling(), nameOwnPrefix(), nameGeneric(),
		nameNotReserved(), nameNotDisguised(), mountedNotReserved(),
		levelKnown(), levelMatchesName(), levelMatchesText(), levelMatchesHints(), oneActionEach(), writeToolsSeen(), moneySeen(),
	}
}
