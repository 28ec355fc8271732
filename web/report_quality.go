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
	v := &templates.QualityView{Score: *r.Score, Tools: r.Tools, Tokens: r.Tokens}
	byRule := map[string]*templates.LostView{}
	took := r.Taken()
	for _, t := range r.Quality {
		if t.Score == 100 {
			v.Perfect++
		}
		for _, l := range t.Lost {
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
		lost.Points = tenths(took[rule])
		v.Lost = append(v.Lost, *lost)
	}
	slices.SortFunc(v.Lost, func(a, b templates.LostView) int {
		return cmp.Or(-cmp.Compare(took[a.Rule], took[b.Rule]), strings.Compare(a.Rule, b.Rule))
	})
	return v
}

// tenths writes points that are counted in tenths.
func tenths(n int) string {
	if n%10 == 0 {
		return "−" + strconv.Itoa(n/10)
	}
	return "−" + strconv.Itoa(n/10) + "." + strconv.Itoa(n%10)
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
