package main

import (
	"encoding/json"
	"slices"
	"strings"

	"marketd/market"
)

// The sets of data.
const (
	setReal    = "real"
	setBenign  = "benign"
	setHostile = "hostile"
	setRule    = "rule fixtures"
	setOwn     = "own fixtures"
)

// list is one list of tools, and what the reviewer should make of it. Of a good
// list every tool counts, of a bad one the list: what is wrong with it need not
// be in every tool.
type list struct {
	set, name string
	bad       bool
	kind      string          // of what is wrong: "secret"
	want      market.Severity // the least that has to be found; "" when the list measures and is no bar
	beyond    string          // why no rule can see it
	madeUp    bool            // the schemas were put in afterwards: texts are judged, schemas are not
	about     []string        // prefixes of the rules that the list is about; nil: what every rule finds says something
	tools     []json.RawMessage
}

// ofText reports whether the rule judges texts alone: descriptions (DSC), what
// they say and hide (SEC), and what schemas say or leave out against the text
// (SCH-004, SCH-018, SCH-021). Not among them: SEC-040, which sends a list to a
// person for what its tools can do together, and SCH-017, for what an argument
// takes (a password, a token), which is counted apart.
func ofText(rule string) bool {
	switch rule {
	case "SEC-040":
		return false
	case "SCH-004", "SCH-018", "SCH-021":
		return true
	}
	return strings.HasPrefix(rule, "DSC-") || strings.HasPrefix(rule, "SEC-")
}

// takesSecrets is the rule on arguments that take a password, key or token.
const takesSecrets = "SCH-017"

// counts reports whether what the rule finds in the list says anything.
func (l list) counts(rule string) bool {
	if l.about != nil {
		return slices.ContainsFunc(l.about, func(prefix string) bool { return strings.HasPrefix(rule, prefix) })
	}
	return !l.madeUp || !strings.HasPrefix(rule, "SCH-") || ofText(rule) || rule == takesSecrets
}
