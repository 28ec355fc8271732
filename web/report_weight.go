package web

import (
	"strings"

	"marketd/market"
	"marketd/templates"
)

// optional reports whether a finding keeps one kind of clients out while the
// verdict stands on the other kind: nobody has to mend it, and who wants both
// will.
func optional(r *market.Report, f market.Finding) bool {
	if f.Profile == "" || f.Severity.Weight() < market.SeverityNeedsHuman.Weight() {
		return false
	}
	own := r.Profiles.App.Verdict
	if f.Profile == market.ProfileMCP {
		own = r.Profiles.MCP.Verdict
	}
	return own.Weight() > r.Verdict.Weight()
}

// shownAs is the severity of a finding as pages show it: its own, or "add_app"
// and "add_mcp" for what is optional.
func shownAs(r *market.Report, f market.Finding) string {
	if optional(r, f) {
		return "add_" + string(f.Profile)
	}
	return string(f.Severity)
}

// shownWeight is how much a finding weighs on a page. What is optional is advice.
func shownWeight(shown string) int {
	if strings.HasPrefix(shown, "add_") {
		return market.SeverityWarn.Weight()
	}
	return market.Severity(shown).Weight()
}

// shownByRule is the heaviest that each rule found, as shown.
func shownByRule(r *market.Report) map[string]string {
	by := map[string]string{}
	for _, f := range r.Findings {
		s := shownAs(r, f)
		if was, ok := by[f.Rule]; !ok || shownWeight(s) > shownWeight(was) {
			by[f.Rule] = s
		}
	}
	return by
}

// refuses reports whether a finding keeps the entry out of the market.
func refuses(r *market.Report, f market.Finding) bool {
	return f.Stands() && f.Severity == market.SeverityReject && !optional(r, f)
}

// countsOf counts the findings of one kind that stand, by severity as shown.
func countsOf(r *market.Report, of func(market.Finding) bool) templates.FindingCounts {
	var c templates.FindingCounts
	for _, f := range r.Findings {
		if !f.Stands() || !of(f) {
			continue
		}
		switch shownAs(r, f) {
		case string(market.SeverityReject):
			c.Reject++
		case string(market.SeverityNeedsHuman):
			c.NeedsHuman++
		case "add_app":
			c.AddApp++
		case "add_mcp":
			c.AddMCP++
		case string(market.SeverityWarn):
			c.Warn++
		case string(market.SeverityInfo):
			c.Info++
		}
	}
	return c
}

// rejectCount is how many findings keep the entry out.
func rejectCount(r *market.Report) int {
	n := 0
	for _, f := range r.Findings {
		if refuses(r, f) {
			n++
		}
	}
	return n
}
