// Package wording holds the rules on what tools say about themselves: whether a description is there, says something and can be read (rules DSC).
package wording

import "marketd/reviewer"

// Rules returns the rules of this family in catalogue order.
func Rules() []reviewer.Rule {
	return nil
}
