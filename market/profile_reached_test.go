package market_test

import (
	"testing"

	"marketd/market"
)

// A market that refuses what a server offers says nothing of who can reach it.
func TestReached(t *testing.T) {
	t.Parallel()
	checks := []market.Check{{Rule: "DSC-002", Group: market.GroupTools}, {Rule: "SEC-001", Group: market.GroupSafety}, {Rule: "HLT-001", Group: market.GroupApp}, {Rule: "NET-001", Group: market.GroupReach}, {Rule: "STD-001", Group: market.GroupProtocol}}
	reject := func(rule string, on market.Profile) market.Finding {
		return market.Finding{Rule: rule, Severity: market.SeverityReject, Enforced: true, Profile: on}
	}
	waived := reject("NET-001", "")
	waived.Waived = &market.Waived{Reason: "as agreed"}
	for name, c := range map[string]struct {
		found    []market.Finding
		app, mcp bool
	}{
		"nothing":               {},
		"a placeholder":         {[]market.Finding{reject("DSC-002", "")}, true, true},
		"an order":              {[]market.Finding{reject("SEC-001", "")}, true, true},
		"and the app's way":     {[]market.Finding{reject("DSC-002", ""), reject("HLT-001", market.ProfileApp)}, false, true},
		"and the standard's":    {[]market.Finding{reject("DSC-002", ""), reject("STD-001", market.ProfileMCP)}, true, false},
		"and unreachable":       {[]market.Finding{reject("DSC-002", ""), reject("NET-001", "")}, false, false},
		"which was let be":      {[]market.Finding{reject("DSC-002", ""), waived}, true, true},
		"a rule no longer here": {[]market.Finding{reject("OLD-001", "")}, false, false},
	} {
		r := &market.Report{Checks: checks, Findings: c.found}
		if app, mcp := r.Reached(market.ProfileApp), r.Reached(market.ProfileMCP); app != c.app || mcp != c.mcp {
			t.Errorf("%s: reached by the app %v, by standard clients %v", name, app, mcp)
		}
	}
}
