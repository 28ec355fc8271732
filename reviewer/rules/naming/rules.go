// Package naming holds the rules on what tools are called: their characters, reserved names, and whether a name and the level agree (rules NAM, RES, LVL).
package naming

import "marketd/reviewer"

// Rules returns the rules of this family in catalogue order.
func Rules() []reviewer.Rule {
	return nil
}
