package reviewer

import "marketd/market"

// verdict weighs the findings that bear on a profile. One that may pass by
// itself leaves it open.
func verdict(found []market.Finding, profile market.Profile) market.Verdict {
	worst := market.VerdictClean
	for _, f := range found {
		if v := bears(f, profile); v.Weight() > worst.Weight() {
			worst = v
		}
	}
	return worst
}

// bears is the verdict to which the finding alone would lead.
func bears(f market.Finding, profile market.Profile) market.Verdict {
	switch {
	case !f.Enforced, f.Waived != nil, !f.Profile.BearsOn(profile):
	case f.Unsure:
		return market.VerdictInconclusive
	case f.Severity == market.SeverityReject:
		return market.VerdictRejected
	case f.Severity == market.SeverityNeedsHuman:
		return market.VerdictNeedsHuman
	}
	return market.VerdictClean
}

// ofUse reports whether rejects of the group's rules keep clients from using a
// server.
func ofUse(g market.Group) bool {
	switch g {
	case market.GroupReach, market.GroupApp, market.GroupProtocol, market.GroupTools:
		return true
	case market.GroupSafety, market.GroupMeta:
	}
	return false
}

// outcome says whether a client of the profile could use the server as it
// answered now.
func (r *Reviewer) outcome(d *Dossier, found []market.Finding, profile market.Profile) market.Outcome {
	reason, list := way(d.Last(), profile)
	switch {
	case reason == "", !reason.Counts():
		return market.OutcomeUnknown
	case reason == market.ReasonAuthRequired, reason != market.ReasonOK && gated(found, profile):
		return market.OutcomeGated
	case reason != market.ReasonOK, !list.OK():
		return market.OutcomeFail
	}
	for _, f := range found {
		if bears(f, profile) == market.VerdictRejected && ofUse(r.groups[f.Rule]) {
			return market.OutcomeFail
		}
	}
	return market.OutcomePass
}

// way is how the profile's way went, "" when it was not tried, and what was listed.
func way(p market.Probe, profile market.Profile) (market.Reason, market.ToolList) {
	if profile == market.ProfileMCP {
		return p.MCP.Reason, p.MCP.List
	}
	return p.Reason, p.List
}

// gated reports whether all that keeps the profile's clients out is that the
// server wants to know who calls.
func gated(found []market.Finding, profile market.Profile) bool {
	asks := false
	for _, f := range found {
		switch {
		case !f.Stands() || !f.Profile.BearsOn(profile):
		case f.Severity == market.SeverityReject:
			return false
		case f.Class == market.ClassAuth:
			asks = true
		}
	}
	return asks
}
