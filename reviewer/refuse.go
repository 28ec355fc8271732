package reviewer

import "marketd/market"

// RefuseTools reports on a list of tools that cannot be taken as it is written.
// The rule that says so is the fault's; no other had anything to look at.
// Whoever reads such a list is concerned, so the finding bears on both profiles.
func (r *Reviewer) RefuseTools(f market.ListFault, settings map[string]market.RuleSetting) market.Report {
	d := r.dossier(market.Case{Facts: market.Facts{Settings: settings}})
	d.Final = true
	res := result{findings: []market.Finding{}, checks: make([]market.Check, 0, len(r.rules))}
	for _, rule := range r.rules {
		c := market.Check{Rule: rule.ID, Group: rule.Group, Title: rule.Title, State: market.CheckSkipped, Note: noteNoList}
		if rule.ID == f.Rule {
			hit := r.finding(rule, Hit{Where: f.Where, Evidence: f.Evidence, Message: f.Message}, r.setting(d, rule.ID), d)
			hit.Profile = ""
			c.State, c.Severity, c.Note = market.CheckHit, hit.Severity, market.Text{}
			res.findings = append(res.findings, hit)
		}
		res.checks = append(res.checks, c)
	}
	return r.report(d, res)
}
