package report

import (
	"cmp"
	"slices"
	"strconv"

	"marketd/market"
)

// severities, heaviest first.
var severities = [...]market.Severity{market.SeverityReject, market.SeverityNeedsHuman, market.SeverityWarn, market.SeverityInfo}

// group is findings that say the same of several places: why it matters and
// what to do are told once.
type group struct {
	market.Finding // the first
	title          market.Text
	places         []market.Finding
}

// alike is what the findings of a group have in common.
type alike struct {
	rule     string
	severity market.Severity
	profile  market.Profile
	class    market.Class
	why, fix market.Text
	standing string
}

// groups are the findings, heaviest first, then in the order of the catalogue.
func groups(r market.Report) []group {
	order, titles := map[string]int{}, map[string]market.Text{}
	for i, c := range r.Checks {
		order[c.Rule], titles[c.Rule] = i, c.Title
	}
	index := map[alike]int{}
	var all []group
	for _, f := range r.Findings {
		k := alike{f.Rule, f.Severity, f.Profile, f.Class, f.Why, f.Fix, standing(f)}
		i, known := index[k]
		if !known {
			i, index[k] = len(all), len(all)
			all = append(all, group{Finding: f, title: titles[f.Rule]})
		}
		all[i].places = append(all[i].places, f)
	}
	slices.SortStableFunc(all, func(a, b group) int {
		return cmp.Or(
			-cmp.Compare(a.Severity.Weight(), b.Severity.Weight()),
			cmp.Compare(rank(a.Finding), rank(b.Finding)),
			cmp.Compare(order[a.Rule], order[b.Rule]),
		)
	})
	return all
}

// standing says how a finding stands that does not count as it is: "monitor",
// "unsure", or the reason for which a person let it be; "" for one that counts.
func standing(f market.Finding) string {
	switch {
	case f.Waived != nil:
		return "waived " + f.Waived.Reason
	case !f.Enforced:
		return "monitor"
	case f.Unsure:
		return "unsure"
	}
	return ""
}

// rank puts what counts before what does not.
func rank(f market.Finding) int {
	if f.Stands() {
		return 0
	}
	return 1
}

// lost is what points were lost for, over all tools.
type lost struct {
	market.Loss    // the first
	title          market.Text
	tenths, places int // tenths of a point of the whole score
}

// points writes how many, "7.2".
func (l lost) points() string {
	if l.tenths%10 == 0 {
		return strconv.Itoa(l.tenths / 10)
	}
	return strconv.Itoa(l.tenths/10) + "." + strconv.Itoa(l.tenths%10)
}

// losses sums up what points were lost for, the most first.
func losses(r market.Report) []lost {
	titles := map[string]market.Text{}
	for _, c := range r.Checks {
		titles[c.Rule] = c.Title
	}
	index, took := map[string]int{}, r.Taken()
	var all []lost
	for _, q := range r.Quality {
		for _, l := range q.Lost {
			i, known := index[l.Rule]
			if !known {
				i, index[l.Rule] = len(all), len(all)
				all = append(all, lost{Loss: l, title: titles[l.Rule], tenths: took[l.Rule]})
			}
			all[i].places++
		}
	}
	slices.SortStableFunc(all, func(a, b lost) int { return -cmp.Compare(a.tenths, b.tenths) })
	return all
}

// snippets are the fixes to paste: those for the SDK that was recognised, and
// all of them when none was.
func snippets(r market.Report, g group) (fit []market.Snippet, known bool) {
	lang, known := map[string]string{"go-sdk": "Go", "mcp-go": "Go", "typescript": "TypeScript", "python": "Python"}[r.SDK]
	if !known {
		return g.Snippets, len(g.Snippets) == 1
	}
	return slices.DeleteFunc(slices.Clone(g.Snippets), func(s market.Snippet) bool { return s.Lang != lang }), true
}

// states counts the checks by how they went.
func states(r market.Report, s market.CheckState) []market.Check {
	var found []market.Check
	for _, c := range r.Checks {
		if c.State == s {
			found = append(found, c)
		}
	}
	return found
}
