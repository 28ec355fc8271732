// Package likeness holds the rules on what passes for something else: another
// listing, its host, its tools or a brand (rules SIM, ENT-006 and URL-007). What
// resembles what is found by the market before they run.
package likeness

import (
	"fmt"
	"slices"

	"marketd/market"
	"marketd/reviewer"
)

// Where the hits of this family stand.
const (
	atID    = "/entry/id"
	atName  = "/entry/name"
	atURL   = "/entry/server/url"
	atTools = "/tools"
)

// Rules returns the rules of this family in catalogue order.
func Rules() []reviewer.Rule {
	return []reviewer.Rule{
		mountUnclaimed(), hostUnlike(),
		keyUnclaimed(), nameUnlike(), brandProved(), toolsOwn(), notRefusedBefore(),
	}
}

// alike are the neighbours of the likeness, others' and the submitter's own.
func alike(d *reviewer.Dossier, like market.Likeness) (others, mine []market.Neighbour) {
	for _, n := range d.Neighbours {
		switch {
		case n.Like != like:
		case n.Mine:
			mine = append(mine, n)
		default:
			others = append(others, n)
		}
	}
	return others, mine
}

// where keeps the neighbours of which f holds.
func where(ns []market.Neighbour, f func(market.Neighbour) bool) []market.Neighbour {
	return slices.DeleteFunc(slices.Clone(ns), func(n market.Neighbour) bool { return !f(n) })
}

// named names the first of the neighbours and counts the others. What is someone
// else's and not public yet is not named.
func named(ns []market.Neighbour) market.Text {
	n := ns[0]
	var t market.Text
	switch {
	case n.Mine && n.Pending:
		t = reviewer.Sayf("你在审的提交 %s（%s）", "your own submission %s (%s), which is under review,", n.Listing, n.Name)
	case n.Mine:
		t = reviewer.Sayf("你的条目 %s（%s）", "your own listing %s (%s)", n.Listing, n.Name)
	case n.Pending:
		t = reviewer.Say("别人更早交的一份还在审的提交", "an earlier submission of someone else's that is under review")
	default:
		t = reviewer.Sayf("条目 %s（%s）", "the listing %s (%s)", n.Listing, n.Name)
	}
	if more := len(ns) - 1; more > 0 {
		t.ZH += fmt.Sprintf("等 %d 个", len(ns))
		t.EN += fmt.Sprintf(" and %d more", more)
	}
	return t
}

// sayOf is a message with the neighbours' names in its first place.
func sayOf(zh, en string, ns []market.Neighbour, values ...any) market.Text {
	t := named(ns)
	return market.Text{
		ZH: fmt.Sprintf(zh, append([]any{t.ZH}, values...)...),
		EN: fmt.Sprintf(en, append([]any{t.EN}, values...)...),
	}
}
