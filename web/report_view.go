package web

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"marketd/i18n"
	"marketd/market"
	"marketd/templates"
)

// A server with a thousand tools can break a rule a thousand times: pages show
// so many of the findings of one rule, and so many to act on in all.
const (
	maxPerRule = 20
	maxOpen    = 60
)

// reportView shows a report; probe is the look that it judges, nil when it is
// not at hand.
func reportView(p *templates.Page, r *market.Report, probe *market.Probe) *templates.ReportView {
	v := &templates.ReportView{
		Verdict: string(r.Verdict), Summary: summary(p, r), Profiles: profileViews(p, r), Quality: qualityView(p, r),
		Passes: r.Passes, Provisional: r.Provisional,
		Counts: countsOf(r, func(market.Finding) bool { return true }),
		At:     r.At, SDK: r.SDK, Ruleset: r.Ruleset,
	}
	if probe != nil && len(probe.Exchanges) > 0 {
		v.Took = i18n.Duration(probe.Took)
	}
	byRule := map[string][]templates.FindingView{}
	more := map[string]int{}
	for i, f := range r.Findings {
		if len(byRule[f.Rule]) == maxPerRule {
			more[f.Rule]++
			continue
		}
		byRule[f.Rule] = append(byRule[f.Rule], findingView(p, r, f, "f-"+strconv.Itoa(i), probe))
	}
	told := fixes{}
	for _, g := range market.Groups() {
		if group := checkGroup(p, g, r, byRule, more); group.Worst != "" {
			for i := range group.Found {
				told.once(group.Found[i].Findings)
			}
			v.Groups = append(v.Groups, group)
		}
	}
	for _, c := range r.Checks {
		switch c.State {
		case market.CheckSkipped:
			v.Skipped++
		case market.CheckFailed:
			v.Broken++
		case market.CheckPass, market.CheckHit:
			v.Checked++
		}
	}
	return v
}

// checkGroup is one heading of a report: what was found, then what passed, then
// what was skipped. Worst is "" when the group has no checks.
func checkGroup(p *templates.Page, name market.Group, r *market.Report, findings map[string][]templates.FindingView, more map[string]int) templates.CheckGroup {
	g := templates.CheckGroup{Name: string(name)}
	rules := map[string]bool{}
	weights := map[string]int{}
	shown := shownByRule(r)
	worst := weightSkipped - 1
	for _, c := range r.Checks {
		if c.Group != name {
			continue
		}
		view, weight := checkView(p, c, shown[c.Rule], findings[c.Rule])
		view.More, rules[c.Rule], weights[c.Rule] = more[c.Rule], true, weight
		switch c.State {
		case market.CheckSkipped:
			g.Skipped = append(g.Skipped, view)
		case market.CheckPass:
			g.Passed = append(g.Passed, view)
		default:
			g.Found = append(g.Found, view)
		}
		if weight > worst {
			worst, g.Worst = weight, view.State
		}
	}
	if worst == weightPass {
		g.Worst = "pass"
	}
	slices.SortStableFunc(g.Found, func(a, b templates.CheckView) int { return weights[b.Rule] - weights[a.Rule] })
	g.Counts = groupCounts(p, &g, r, rules)
	return g
}

// groupCounts says how many places of each severity stand, and how many checks
// broke, passed and were skipped.
func groupCounts(p *templates.Page, g *templates.CheckGroup, r *market.Report, rules map[string]bool) string {
	places := countsOf(r, func(f market.Finding) bool { return rules[f.Rule] })
	broken := 0
	for _, c := range g.Found {
		if c.State == string(market.CheckFailed) {
			broken++
		}
	}
	return templates.Counted(p, append(places.List(),
		templates.Count{Key: "report.n_failed", N: broken},
		templates.Count{Key: "report.n_passed", N: len(g.Passed)},
		templates.Count{Key: "report.n_skipped", N: len(g.Skipped)},
	))
}

// How a check weighs in its group. What is merely told (info) weighs as a pass.
const (
	weightSkipped = -1
	weightPass    = 0
	weightFailed  = 2 // the check itself broke: as much as what a person must look at
)

// checkView is one check. shown is the heaviest of what it found.
func checkView(p *templates.Page, c market.Check, shown string, findings []templates.FindingView) (v templates.CheckView, weight int) {
	v = templates.CheckView{Rule: c.Rule, Title: c.Title.In(lang(p)), State: string(c.State), Note: c.Note.In(lang(p)), Findings: findings}
	if c.Took > 0 {
		v.Took = i18n.Duration(c.Took)
	}
	switch c.State {
	case market.CheckSkipped:
		return v, weightSkipped
	case market.CheckFailed:
		return v, weightFailed
	case market.CheckHit:
		v.State = cmp.Or(shown, string(c.Severity), string(market.SeverityInfo)) // a rule on quality has no severity
		return v, shownWeight(v.State)
	case market.CheckPass:
	}
	return v, weightPass
}

func findingView(p *templates.Page, r *market.Report, f market.Finding, anchor string, probe *market.Probe) templates.FindingView {
	l := lang(p)
	shown := shownAs(r, f)
	v := templates.FindingView{
		Anchor: anchor, Rule: f.Rule, Severity: shown, Monitor: !f.Enforced, Unsure: f.Unsure,
		Message: f.Message.In(l), Why: f.Why.In(l), Fix: f.Fix.In(l),
		Where: f.Where, Tool: f.Tool, Class: string(f.Class), Evidence: f.Evidence,
		Open: f.Enforced && f.Waived == nil && f.Severity.Weight() >= market.SeverityNeedsHuman.Weight(),
	}
	if f.Profile != "" && shown == string(f.Severity) { // else the state says it
		v.Profile = string(f.Profile)
	}
	if f.Waived != nil {
		v.Waived = &templates.WaivedView{Reason: f.Waived.Reason, At: f.Waived.At}
	}
	for _, s := range f.Snippets {
		v.Snippets = append(v.Snippets, templates.SnippetView{Lang: s.Lang, Code: s.Code})
	}
	if e := judged(f.Where, probe); e != nil && f.Severity != market.SeverityInfo {
		v.Sent, v.Got = requestText(e), responseText(e)
	}
	return v
}

// markRules notes on each tool which rules hit in it, heaviest first and each once.
func markRules(tools []templates.ToolView, r *market.Report) {
	for w := market.SeverityReject.Weight(); w >= market.SeverityWarn.Weight(); w-- {
		for _, f := range r.Findings {
			place, ok := strings.CutPrefix(f.Where, "/tools/")
			if !ok || f.Severity.Weight() != w {
				continue
			}
			place, _, _ = strings.Cut(place, "/")
			i, err := strconv.Atoi(place)
			if err != nil || i < 0 || i >= len(tools) {
				continue
			}
			known := func(x templates.ToolRule) bool { return x.ID == f.Rule }
			if !slices.ContainsFunc(tools[i].Rules, known) {
				tools[i].Rules = append(tools[i].Rules, templates.ToolRule{ID: f.Rule, Severity: string(f.Severity)})
			}
		}
	}
}

// judged is the exchange that a finding at the place speaks of; nil when it
// speaks of none.
func judged(where string, probe *market.Probe) *market.Exchange {
	step, ok := strings.CutPrefix(where, "/probe/")
	if !ok || probe == nil {
		return nil
	}
	step, _, _ = strings.Cut(step, "/")
	for i := len(probe.Exchanges) - 1; i >= 0; i-- {
		e := &probe.Exchanges[i]
		if kind, _, _ := strings.Cut(e.Step, "/"); kind == step {
			return e
		}
	}
	return nil
}

// openFindings are the findings that someone has to act on, heaviest first and
// each open; the anchors differ from those of the full report on the same page.
func openFindings(p *templates.Page, r *market.Report, probe *market.Probe, least market.Severity) []templates.FindingView {
	var out []templates.FindingView
	for w := market.SeverityReject.Weight(); w >= least.Weight(); w-- {
		for _, i := range neededFirst(r) {
			f := r.Findings[i]
			if shownWeight(shownAs(r, f)) != w || f.Waived != nil || len(out) == maxOpen {
				continue
			}
			v := findingView(p, r, f, "a-"+strconv.Itoa(i), probe)
			v.Open = len(out) < 6 && w >= market.SeverityWarn.Weight()
			out = append(out, v)
		}
	}
	fixes{}.once(out)
	return out
}

// neededFirst are the places of the findings, in their order but that what one
// kind of clients needs stands before what is only advised.
func neededFirst(r *market.Report) []int {
	order := make([]int, 0, len(r.Findings))
	var rest []int
	for i, f := range r.Findings {
		if optional(r, f) {
			order = append(order, i)
		} else {
			rest = append(rest, i)
		}
	}
	return append(order, rest...)
}

// fixes are the fixes to paste that a list of findings has shown, by their text,
// with the place of each.
type fixes map[string]templates.Link

// once has every fix stand in full at the first finding that has it; the others
// lead there.
func (x fixes) once(findings []templates.FindingView) {
	for i := range findings {
		f := &findings[i]
		key := ""
		for _, s := range f.Snippets {
			key += s.Lang + "\x00" + s.Code + "\x00"
		}
		if key == "" {
			continue
		}
		if at, known := x[key]; known {
			f.Snippets, f.SameFix = nil, &at
			continue
		}
		x[key] = templates.Link{Label: f.Rule, URL: "#" + f.Anchor}
	}
}

// beside makes the report fit for a page on which the findings stand by
// themselves: what is to be mended leads there, and the checks are folded.
func beside(r *templates.ReportView, findings []templates.FindingView) {
	there := map[string]bool{}
	for _, f := range findings {
		there["#"+f.Anchor] = true
	}
	for _, v := range r.Profiles {
		for i := range v.Todo {
			if to := strings.Replace(v.Todo[i].URL, "#f-", "#a-", 1); there[to] {
				v.Todo[i].URL = to
			}
		}
	}
	for i := range r.Groups {
		r.Groups[i].Folded = true
		for _, c := range r.Groups[i].Found {
			for k := range c.Findings {
				f := &c.Findings[k]
				f.Open = false
				if to := strings.Replace("#"+f.Anchor, "#f-", "#a-", 1); len(f.Snippets) > 0 && there[to] {
					f.Snippets, f.SameFix = nil, &templates.Link{Label: f.Rule, URL: to}
				}
			}
		}
	}
}

// visited reports whether an entry names addresses that a check looks at besides
// its server's.
func visited(e market.Entry) bool { return len(e.Links()) > 0 || e.Icon != "" }
