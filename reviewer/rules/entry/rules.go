// Package entry holds the rules on what a publisher submits: the entry's own
// members (rules ENT) and the metadata shown with it (rules META). They need
// no packet.
package entry

import "marketd/reviewer"

// Rules returns the rules of this family in catalogue order.
func Rules() []reviewer.Rule {
	return []reviewer.Rule{
		strictJSON(), idShape(), idFree(), nameTelling(), tagTelling(), noToken(), confirmLiteral(),
		kindComplete(), descTelling(), membersKnown(), uiKnown(),
		categoryKnown(), authorPlain(), linksPublic(),
	}
}
