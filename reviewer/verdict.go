package reviewer

import "marketd/market"

// verdict weighs a run. A check that broke, like a fault that may pass, leaves
// the verdict open while passes follow; after the last one a person decides.
func verdict(res result, final bool) market.Verdict {
	var unsure, human bool
	for _, f := range res.findings {
		switch {
		case !f.Enforced:
		case f.Unsure:
			unsure = true
		case f.Severity == market.SeverityReject:
			return market.VerdictRejected
		case f.Severity == market.SeverityNeedsHuman:
			human = true
		}
	}
	switch {
	case unsure, res.broken && !final:
		return market.VerdictInconclusive
	case human, res.broken:
		return market.VerdictNeedsHuman
	}
	return market.VerdictClean
}

// vouched reports whether a clean verdict stands on something: the app could
// use the server, and its list was read. An entry that sent nothing anywhere
// has no server to vouch for.
func vouched(d *Dossier, app market.Outcome, stop market.Text) bool {
	return !stop.IsZero() || app != market.OutcomeFail && d.Last().List.OK()
}

// appGroups are the groups of rules whose rejects keep a server out of the app.
var appGroups = map[market.Group]bool{
	market.GroupReach: true, market.GroupApp: true, market.GroupProtocol: true, market.GroupTools: true,
}

// appOutcome is the app's profile: could the app install and use this server
// as it answered now?
func appOutcome(d *Dossier, res result) market.Outcome {
	last := d.Last()
	switch {
	case len(d.Probes) == 0, !last.Reason.Counts():
		return market.OutcomeUnknown
	case last.Reason == market.ReasonAuthRequired, !last.OK() && gated(res):
		return market.OutcomeGated
	case !last.OK():
		return market.OutcomeFail
	}
	group := map[string]market.Group{}
	for _, c := range res.checks {
		group[c.Rule] = c.Group
	}
	for _, f := range res.findings {
		if f.Stands() && f.Severity == market.SeverityReject && appGroups[group[f.Rule]] {
			return market.OutcomeFail
		}
	}
	return market.OutcomePass
}

// gated reports whether all that keeps the app out is that the server wants to
// know who calls.
func gated(res result) bool {
	asks := false
	for _, f := range res.findings {
		if f.Stands() && f.Severity == market.SeverityReject {
			return false
		}
		asks = asks || f.Class == market.ClassAuth
	}
	return asks
}
