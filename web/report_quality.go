package web

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"marketd/market"
	"marketd/templates"
)

// qualityView shows the score and what each point was lost for; nil without
// tools.
func qualityView(p *templates.Page, r *market.Report) *templates.QualityView {
	if r.Score == nil {
		return nil
	}
	v := &templates.QualityView{Score: *r.Score, Tools: r.Tools, Tokens: r.Tokens, Ruleset: r.Ruleset}
	byRule := map[string]*templates.LostView{}
	points := map[string]int{}
	for _, t := range r.Quality {
		if len(t.Lost) == 0 {
			v.Perfect++
		}
		for _, l := range t.Lost {
			points[l.Rule] += l.Points
			lost := byRule[l.Rule]
			if lost == nil {
				lost = &templates.LostView{Rule: l.Rule, Title: ruleTitle(p, r, l.Rule), Fix: l.Fix.In(lang(p))}
				byRule[l.Rule] = lost
			}
			if len(lost.Places) == maxPerRule {
				lost.More++
				continue
			}
			lost.Places = append(lost.Places, templates.LostPlace{Tool: t.Tool, Points: l.Points, Message: l.Message.In(lang(p)), Where: l.Where})
		}
	}
	for rule, lost := range byRule {
		lost.Title = cmp.Or(lost.Title, lost.Places[0].Message)
		lost.Points = tenths(points[rule], len(r.Quality))
		v.Lost = append(v.Lost, *lost)
	}
	slices.SortFunc(v.Lost, func(a, b templates.LostView) int {
		return cmp.Or(-cmp.Compare(points[a.Rule], points[b.Rule]), strings.Compare(a.Rule, b.Rule))
	})
	return v
}

// tenths is what so many points over all tools take of the whole score, which
// is the mean of the tools'.
func tenths(points, tools int) string {
	n := (points*10 + tools/2) / max(tools, 1)
	whole, rest := n/10, n%10
	if n == 0 {
		return "−0"
	}
	if rest == 0 {
		return "−" + strconv.Itoa(whole)
	}
	return "−" + strconv.Itoa(whole) + "." + strconv.Itoa(rest)
}

// ruleTitle is what a rule asks for; "" for one that the report does not know.
func ruleTitle(p *templates.Page, r *market.Report, id string) string {
	for _, c := range r.Checks {
		if c.Rule == id {
			return c.Title.In(lang(p))
		}
	}
	return ""
}

// appraise notes on each tool how good its definition is and what it costs.
func appraise(p *templates.Page, tools []templates.ToolView, r *market.Report) {
	for _, q := range r.Quality {
		rest, _ := strings.CutPrefix(q.Where, "/tools/")
		i, err := strconv.Atoi(rest)
		if err != nil || i < 0 || i >= len(tools) {
			continue
		}
		tools[i].Score, tools[i].Size = p.T("quality.score", q.Score), p.N("tool.tokens", q.Tokens)
	}
}
