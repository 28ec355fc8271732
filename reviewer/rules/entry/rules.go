// Package entry holds the rules on what a publisher submits: the entry's own
// members (rules ENT) and the metadata shown with it (rules META). Most need no
// packet; some of META look at what a probe or a visit of the entry's links saw.
package entry

import "marketd/reviewer"

// Rules returns the rules of this family in catalogue order.
func Rules() []reviewer.Rule {
	return []reviewer.Rule{
		strictJSON(), idShape(), idFree(), nameTelling(), tagTelling(), noToken(), confirmLiteral(),
		kindComplete(), descTelling(), membersKnown(), uiKnown(),
		categoryKnown(), authorPlain(), linksPublic(), iconUsable(), contactTold(), namePlain(), reviewAccess(), regionTold(), changesTold(),
	}
}
