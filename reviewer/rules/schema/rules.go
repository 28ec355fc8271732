// Package schema holds the rules on the JSON Schemas of tools: whether an app and a model can call the tool from them (rules SCH).
package schema

import "marketd/reviewer"

// Rules returns the rules of this family in catalogue order.
func Rules() []reviewer.Rule {
	return nil
}
