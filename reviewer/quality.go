package reviewer

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"marketd/market"
)

// qualityMost is for how many tools a report says what points were lost for;
// the worst ones. All have their score.
const qualityMost = 50

// loss is what a tool lost points for: a hit of a rule on quality, or a finding.
type loss struct {
	rule    string
	tool    int // its index
	points  int
	where   string
	hit     *Hit            // nil when it is a finding
	fix     market.Text     // of the hit's rule
	finding *market.Finding // nil when it is a hit
}

// losses are the hits of a rule on quality as losses.
func losses(rule Rule, hits []Hit) []loss {
	out := make([]loss, 0, len(hits))
	for i := range hits {
		h := &hits[i]
		if at, ok := toolIndex(h.Where); ok {
			out = append(out, loss{rule: rule.ID, tool: at, points: cmp.Or(h.Points, rule.Points), where: h.Where, hit: h, fix: rule.Fix})
		}
	}
	return out
}

// toolIndex is the place in the list of the tool that a pointer leads into.
func toolIndex(pointer string) (int, bool) {
	rest, ok := strings.CutPrefix(pointer, "/tools/")
	if !ok {
		return 0, false
	}
	number, _, _ := strings.Cut(rest, "/")
	i, err := strconv.Atoi(number)
	return i, err == nil && i >= 0
}

// Points is what a finding of the rule costs the tool that it is in, once,
// however often the rule hits there. It counts how the definition is written; what a tool
// does is no fault of its definition, so only refusals count among the rules on safety.
func Points(rule string, g market.Group, s market.Severity) int {
	switch rule {
	case "SCH-007", "DSC-009": // QLT-003 and QLT-008 count these finer
		return 0
	}
	switch {
	case g != market.GroupTools && g != market.GroupSafety && g != market.GroupProtocol:
		return 0
	case s == market.SeverityReject:
		return 40
	case g == market.GroupSafety:
		return 0
	case s == market.SeverityNeedsHuman:
		return 15
	case s == market.SeverityWarn:
		return 6
	}
	return 0
}

// appraise writes how good the tools' definitions are: 100 less the points that
// each lost, and for the list 0.6 of the mean and 0.4 of the least. It never
// bears on a verdict.
func (r *Reviewer) appraise(rep *market.Report, tools []Tool, res result) {
	if len(tools) == 0 {
		return
	}
	lost := r.tally(len(tools), res)
	rep.Quality = make([]market.ToolQuality, len(tools))
	least, sum := 100, 0
	for i, t := range tools {
		q := market.ToolQuality{Tool: r.text(t.Name, maxEvidence), Where: t.Pointer(), Score: 100, Tokens: t.Tokens()}
		for _, l := range lost[i] {
			q.Score -= l.points
		}
		q.Score = max(q.Score, 0)
		least, sum = min(least, q.Score), sum+q.Score
		rep.Tokens += q.Tokens
		rep.Quality[i] = q
	}
	n := len(tools)
	score := (2*(6*sum+4*least*n) + 10*n) / (20 * n) // rounded
	rep.Score = &score
	for _, i := range worst(rep.Quality) {
		for _, l := range lost[i] {
			rep.Quality[i].Lost = append(rep.Quality[i].Lost, r.public(l))
		}
	}
}

// tally is what each tool lost points for, the most first: each rule once.
func (r *Reviewer) tally(tools int, res result) [][]loss {
	lost := make([][]loss, tools)
	count := func(l loss) {
		if l.tool >= tools || l.points <= 0 {
			return
		}
		mine := lost[l.tool]
		at := slices.IndexFunc(mine, func(m loss) bool { return m.rule == l.rule })
		switch {
		case at < 0:
			lost[l.tool] = append(mine, l)
		case compareLosses(l, mine[at]) < 0:
			mine[at] = l
		}
	}
	for _, l := range res.losses {
		count(l)
	}
	for i := range res.findings {
		f := &res.findings[i]
		if at, ok := toolIndex(f.Where); ok && f.Stands() {
			count(loss{rule: f.Rule, tool: at, points: Points(f.Rule, r.groups[f.Rule], f.Severity), where: f.Where, finding: f})
		}
	}
	for _, mine := range lost {
		slices.SortFunc(mine, compareLosses)
	}
	return lost
}

// compareLosses puts the dearer one first.
func compareLosses(a, b loss) int {
	return cmp.Or(cmp.Compare(b.points, a.points), compareIDs(a.rule, b.rule), comparePointers(a.where, b.where))
}

// worst are the places of the tools with the lowest scores that lost anything.
func worst(all []market.ToolQuality) []int {
	var places []int
	for i, q := range all {
		if q.Score < 100 {
			places = append(places, i)
		}
	}
	slices.SortStableFunc(places, func(a, b int) int { return cmp.Compare(all[a].Score, all[b].Score) })
	return places[:min(len(places), qualityMost)]
}

// public makes the texts of a loss fit to be shown; a finding's are already.
func (r *Reviewer) public(l loss) market.Loss {
	if f := l.finding; f != nil {
		return market.Loss{Rule: l.rule, Points: l.points, Where: f.Where, Message: f.Message, Fix: f.Fix}
	}
	out := market.Loss{Rule: l.rule, Points: l.points, Where: r.text(l.where, maxWhere), Message: r.both(l.hit.Message, r.text), Fix: l.fix}
	if !l.hit.Fix.IsZero() {
		out.Fix = r.both(l.hit.Fix, r.lines)
	}
	return out
}
