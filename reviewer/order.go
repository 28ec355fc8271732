package reviewer

import (
	"cmp"
	"slices"
	"strings"

	"marketd/market"
)

// families are the rule families in catalogue order; others follow by name.
var families = []string{
	"ENT", "URL", "NET", "TLS", "RED", "HLT", "PRO", "SSE", "PAG",
	"NAM", "RES", "LVL", "DSC", "SCH", "SEC", "SIM", "DRF", "META", "CETP", "QLT",
}

// Sort puts rules in catalogue order.
func Sort(rules []Rule) {
	slices.SortStableFunc(rules, func(a, b Rule) int { return compareIDs(a.ID, b.ID) })
}

// compareIDs orders rule ids as the catalogue does.
func compareIDs(a, b string) int {
	fa, na, _ := strings.Cut(a, "-")
	fb, nb, _ := strings.Cut(b, "-")
	return cmp.Or(cmp.Compare(rank(fa), rank(fb)), strings.Compare(fa, fb), compareSegments(na, nb), strings.Compare(a, b))
}

func rank(family string) int {
	if i := slices.Index(families, family); i >= 0 {
		return i
	}
	return len(families)
}

// compareFindings orders by place, then rule. The rest makes the order whole,
// so that a report's bytes do not depend on the order of the rules.
func compareFindings(a, b market.Finding) int {
	return cmp.Or(
		comparePointers(a.Where, b.Where),
		compareIDs(a.Rule, b.Rule),
		-cmp.Compare(a.Severity.Weight(), b.Severity.Weight()),
		strings.Compare(a.Evidence, b.Evidence),
		strings.Compare(a.Message.EN, b.Message.EN),
		strings.Compare(a.Tool, b.Tool),
		strings.Compare(string(a.Profile), string(b.Profile)),
		compareBools(a.Unsure, b.Unsure),
		strings.Compare(string(a.Class), string(b.Class)),
		strings.Compare(a.Fix.EN, b.Fix.EN),
	)
}

// compareBools puts false first.
func compareBools(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}

// comparePointers orders JSON pointers token by token, indices as numbers.
func comparePointers(a, b string) int {
	for x, y := a, b; x != y; {
		var s, t string
		var more, also bool
		s, x, more = strings.Cut(x, "/")
		t, y, also = strings.Cut(y, "/")
		if c := compareSegments(s, t); c != 0 {
			return c
		}
		if more != also { // the shorter one first
			return -compareBools(also, more)
		}
	}
	return strings.Compare(a, b) // the same but for zeros before a number
}

// compareSegments orders two tokens: numbers by value and before other texts.
func compareSegments(a, b string) int {
	da, db := digits(a), digits(b)
	switch {
	case da && db:
		a, b = strings.TrimLeft(a, "0"), strings.TrimLeft(b, "0")
		return cmp.Or(cmp.Compare(len(a), len(b)), strings.Compare(a, b))
	case da:
		return -1
	case db:
		return 1
	}
	return strings.Compare(a, b)
}

func digits(s string) bool {
	return s != "" && strings.Trim(s, "0123456789") == ""
}
