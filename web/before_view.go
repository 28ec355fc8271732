package web

import (
	"cmp"

	"marketd/market"
	"marketd/templates"
)

// beforeView is the revision before a submission: what was said of it, and what
// is different now. It is nil when there was none, or when it is the approved
// one, with which the page compares anyway.
func beforeView(p *templates.Page, c *market.DeskCase) *templates.BeforeView {
	before := c.Previous
	if before == nil || c.Approved != nil && c.Approved.Revision == before.Revision {
		return nil
	}
	v := &templates.BeforeView{URL: "/desk/" + before.ID, Revision: before.Revision, Kind: cmp.Or(string(before.Decision.Kind), "none")}
	if before.Decision.Kind != "" {
		v.Decided, v.By = decisionView(before, nil), c.Names[before.Decision.By]
	}
	v.Changes = compare(p, c, before.Entry, before.Digest, c.PreviousTools)
	return v
}
