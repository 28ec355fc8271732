package web

import (
	"slices"

	"marketd/market"
	"marketd/templates"
)

// driftWords are changes in words, at most limit of them, and how many more
// there are. A rule that has a page is a link to it.
func (s *Server) driftWords(p *templates.Page, changes []market.DriftChange, limit int) (said []templates.DriftWord, more int) {
	for _, c := range changes[:min(limit, len(changes))] {
		said = append(said, templates.DriftWord{
			DriftRule: s.driftRule(c.Rule), Tool: templates.Clip(c.Tool, 80),
			Where: templates.Clip(c.Where, 120), Text: templates.Clip(c.Text.In(lang(p)), 600),
		})
	}
	return said, len(changes) - len(said)
}

func (s *Server) driftRule(id string) templates.DriftRule {
	return templates.DriftRule{ID: id, Linked: s.documented(id)}
}

// documented reports whether a rule has a page of its own.
func (s *Server) documented(rule string) bool {
	return slices.ContainsFunc(s.RuleDocs, func(d market.RuleDoc) bool { return d.ID == rule })
}
