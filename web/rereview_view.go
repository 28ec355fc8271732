package web

import (
	"cmp"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"marketd/market"
	"marketd/templates"
)

func (s *Server) rereviewView(p *templates.Page, story *market.RereviewStory, f market.ChangeFilter) *templates.RereviewView {
	run := &story.Rereview
	v := &templates.RereviewView{
		ID: run.ID, State: string(run.State), Reason: run.Reason, By: templates.Or(story.Names[run.By], "—"), At: run.At, Ruleset: run.Ruleset,
		AppliedBy: templates.Or(story.Names[run.AppliedBy], "—"), AppliedAt: run.AppliedAt, Proposed: s.proposedRules(p, run),
		Total: run.Total, Judged: run.Judged, Unseen: run.Unseen, Changed: run.Tally.Changed, Look: run.Tally.Look, Moved: story.Moved,
		Again: tryAgain(run),
	}
	for _, key := range slices.Sorted(maps.Keys(run.Tally.Verdicts)) {
		before, after := market.Transition(key)
		v.Verdicts = append(v.Verdicts, templates.VerdictStep{Before: verdictState(before), After: verdictState(after), Count: run.Tally.Verdicts[key]})
	}
	slices.SortStableFunc(v.Verdicts, func(a, b templates.VerdictStep) int { return cmp.Compare(b.Count, a.Count) })
	for _, d := range s.RuleDocs {
		if n, ok := run.Tally.Rules[d.ID]; ok {
			v.Rules = append(v.Rules, templates.RuleTallyView{
				ID: d.ID, URL: pathWith(p.Path, "rule", d.ID) + "#changes", Title: d.Title.In(lang(p)),
				Gained: numberText(p, n.Gained), Lost: numberText(p, n.Lost), Heavier: numberText(p, n.Heavier), Lighter: numberText(p, n.Lighter),
			})
		}
	}
	for _, c := range story.Changes[:min(len(story.Changes), changesShown)] {
		v.Changes = append(v.Changes, changeView(p, c, story.Listings[c.Listing]))
	}
	v.Tabs = []templates.Tab{
		{Label: p.T("rereview.tab_all"), URL: p.Path + "#changes", Current: !f.Look && f.Rule == ""},
		{Label: p.T("rereview.tab_look", p.Num(run.Tally.Look)), URL: pathWith(p.Path, "show", "look") + "#changes", Current: f.Look},
	}
	if f.Rule != "" {
		v.Tabs = append(v.Tabs, templates.Tab{Label: templates.Inert(f.Rule), URL: pathWith(p.Path, "rule", f.Rule) + "#changes", Current: true})
	}
	return v
}

// tryAgain is the form that proposes again what a re-review proposed: of one
// rule as the rule's form has it, of many as theirs.
func tryAgain(run *market.Rereview) []templates.Again {
	out := []templates.Again{{Name: "reason", Value: run.Reason}}
	var changed []string
	for id := range run.Settings {
		if was, had := run.Base[id]; !had || was != run.Settings[id] {
			changed = append(changed, id)
		}
	}
	slices.Sort(changed)
	mode := func(s market.RuleSetting) string {
		if s.Enforced {
			return "enforce"
		}
		return "monitor"
	}
	reset := slices.DeleteFunc(slices.Sorted(maps.Keys(run.Base)), func(id string) bool { _, kept := run.Settings[id]; return kept })
	if len(changed) == 1 && len(reset) == 0 {
		set := run.Settings[changed[0]]
		return append(out, templates.Again{Name: "rule", Value: changed[0]}, templates.Again{Name: "severity", Value: string(set.Severity)},
			templates.Again{Name: "mode", Value: mode(set)}, templates.Again{Name: "required", Value: strconv.FormatBool(set.Required)})
	}
	for _, id := range changed {
		set := run.Settings[id]
		value := cmp.Or(string(set.Severity), "own")
		if !set.Enforced {
			value = "monitor"
		}
		out = append(out, templates.Again{Name: setField + id, Value: value})
	}
	for _, id := range reset {
		out = append(out, templates.Again{Name: setField + id, Value: "reset"})
	}
	return out
}

// proposedRules are the rules that a re-review sets otherwise.
func (s *Server) proposedRules(p *templates.Page, run *market.Rereview) []templates.ProposedRule {
	var out []templates.ProposedRule
	for _, d := range s.RuleDocs {
		was, had := run.Base[d.ID]
		is, has := run.Settings[d.ID]
		if had == has && was == is {
			continue
		}
		before, after := s.Rulebook.Under(run.Base, d.ID), s.Rulebook.Under(run.Settings, d.ID)
		out = append(out, templates.ProposedRule{
			ID: d.ID, URL: "/desk/rules/" + d.ID, Title: d.Title.In(lang(p)), Before: ruleWeight(d, before, had), After: ruleWeight(d, after, has),
		})
	}
	return out
}

// verdictState is a verdict as the name of a state; reports of an older market
// have none for a profile.
func verdictState(v market.Verdict) string {
	if v == "" || v == market.VerdictNotRun {
		return "unknown"
	}
	return string(v)
}

func changeView(p *templates.Page, c market.RereviewChange, name string) templates.ChangeView {
	v := templates.ChangeView{
		URL: "/desk/" + c.Submission, Listing: c.Listing, Name: name, Page: "/listings/" + url.PathEscape(c.Listing), Look: c.Look,
	}
	if c.Before.All != c.After.All {
		v.Steps = append(v.Steps, templates.VerdictStep{Before: verdictState(c.Before.All), After: verdictState(c.After.All)})
	}
	for _, s := range c.Shifts {
		v.Shifts = append(v.Shifts, templates.ShiftView{Rule: s.Rule, Before: bearsText(p, s.Before), After: bearsText(p, s.After)})
	}
	for _, f := range c.Findings {
		v.Findings = append(v.Findings, templates.FindingView{
			Rule: f.Rule, Severity: string(f.Severity), Message: f.Message.In(lang(p)), Where: f.Where, Evidence: f.Evidence,
		})
	}
	return v
}

// bearsText says what a rule does in a report.
func bearsText(p *templates.Page, does string) string {
	switch does {
	case "":
		return p.T("rereview.does_none")
	case "monitor":
		return p.T("report.monitor")
	case "waived":
		return p.T("report.waived")
	}
	return p.T("state." + does)
}

// showPropose renders the form for many rules, with what was chosen.
func (s *Server) showPropose(c echo.Context, status int, typed url.Values, wrong error) error {
	rows, err := s.Rulebook.Rules(c.Request().Context(), s.actor(c), s.Clock.Now())
	if err != nil {
		return err
	}
	p := s.page(c, "rereview.propose", "desk")
	p.Wide, p.NoIndex = true, true
	p.Path = "/desk/rereviews/new"
	v := &templates.ProposeView{Reason: typed.Get("reason"), Problems: wrongWith(p, wrong)}
	for _, r := range rows {
		if !r.Doc.Settable() {
			continue
		}
		name, _, _ := strings.Cut(r.Doc.ID, "-")
		if n := len(v.Families); n == 0 || v.Families[n-1].Name != name {
			v.Families = append(v.Families, templates.ProposeFamily{Name: name, About: familyName(p, name)})
		}
		family, chosen := &v.Families[len(v.Families)-1], typed.Get(setField+r.Doc.ID)
		family.Open = family.Open || chosen != ""
		family.Rules = append(family.Rules, templates.ProposeRule{
			ID: r.Doc.ID, Title: r.Doc.Title.In(lang(p)), Weight: ruleWeight(r.Doc, r.Setting, r.Set), Options: proposals(p, r, chosen),
		})
	}
	return s.render(c, status, templates.Propose(p, v))
}

// proposals are what a rule could be set to.
func proposals(p *templates.Page, r market.RuleRow, chosen string) []templates.Option {
	out := []templates.Option{{Label: p.T("rereview.set_same")}, {Value: "own", Label: p.T("rulebook.own", p.T("state."+string(r.Doc.Severity)))}}
	out = append(out, severities(p, r.Doc, "")[1:]...)
	out = append(out, templates.Option{Value: "monitor", Label: p.T("rulebook.mode_monitor")})
	if r.Set {
		out = append(out, templates.Option{Value: "reset", Label: p.T("rulebook.reset")})
	}
	for i := range out {
		out[i].Selected = out[i].Value == chosen
	}
	return out
}
