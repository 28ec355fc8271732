package reviewer

import (
	"context"
	"slices"

	"marketd/market"
)

// visit looks at what the entry names besides its server, unless a pass before
// found all of that sound: a failure is looked at again, and nothing else.
func (r *Reviewer) visit(ctx context.Context, c market.Case, tell func(market.Step)) market.Visits {
	sound := func(p market.Probe) bool { return !p.Visits.IsZero() && p.Visits.Sound() }
	if r.visitor == nil || len(c.Entry.Links()) == 0 && c.Entry.Icon == "" || slices.ContainsFunc(c.Earlier, sound) {
		return market.Visits{}
	}
	tell(market.StepVisit)
	return r.visitor.Visit(ctx, c.Entry)
}

// Visits is what was found at the addresses that the entry names, by the last
// pass that looked.
func (d *Dossier) Visits() market.Visits {
	for _, p := range slices.Backward(d.Probes) {
		if !p.Visits.IsZero() {
			return p.Visits
		}
	}
	return market.Visits{}
}
