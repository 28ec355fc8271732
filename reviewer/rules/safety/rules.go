// Package safety holds the rules on what must never be published: secrets in
// the texts of tools (rule SEC-030). It also finds and redacts secrets for
// everyone else who stores or shows a foreign text.
package safety

import "marketd/reviewer"

// Rules returns the rules of this family in catalogue order.
func Rules() []reviewer.Rule {
	return []reviewer.Rule{noSecrets()}
}
