package reviewer

import "marketd/market"

// verdict weighs what bears on a profile. A check that broke, like a fault that
// may pass, leaves the verdict open while passes follow; after the last one a
// person decides.
func verdict(res result, profile market.Profile, final bool) market.Verdict {
	var unsure, human bool
	for _, f := range res.findings {
		switch {
		case !f.Enforced, f.Waived != nil, !f.Profile.BearsOn(profile):
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

// groupsOfUse are the groups of rules whose rejects keep clients from using a server.
var groupsOfUse = map[market.Group]bool{
	market.GroupReach: true, market.GroupApp: true, market.GroupProtocol: true, market.GroupTools: true,
}

// outcome says whether a client of the profile could use the server as it
// answered now.
func outcome(d *Dossier, res result, profile market.Profile) market.Outcome {
	last := d.Last()
	reason := last.Reason
	if profile == market.ProfileMCP {
		reason = last.MCP.Reason
	}
	switch {
	case len(d.Probes) == 0, reason == "", !reason.Counts():
		return market.OutcomeUnknown
	case reason == market.ReasonAuthRequired, reason != market.ReasonOK && gated(res, profile):
		return market.OutcomeGated
	case reason != market.ReasonOK:
		return market.OutcomeFail
	}
	group := map[string]market.Group{}
	for _, c := range res.checks {
		group[c.Rule] = c.Group
	}
	for _, f := range res.findings {
		if f.Stands() && f.Severity == market.SeverityReject && f.Profile.BearsOn(profile) && groupsOfUse[group[f.Rule]] {
			return market.OutcomeFail
		}
	}
	return market.OutcomePass
}

// gated reports whether all that keeps the profile's clients out is that the
// server wants to know who calls.
func gated(res result, profile market.Profile) bool {
	asks := false
	for _, f := range res.findings {
		if !f.Stands() || !f.Profile.BearsOn(profile) {
			continue
		}
		if f.Severity == market.SeverityReject {
			return false
		}
		asks = asks || f.Class == market.ClassAuth
	}
	return asks
}
